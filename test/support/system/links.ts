import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Wine says that it made a symbolic link and makes none; Windows makes them for some users only. */
function makesLinks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-link-'));
  const link = join(folder, 'link');
  try {
    symlinkSync('target', link);
    return lstatSync(link).isSymbolicLink();
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Whether a test can make symbolic links here. */
export const canLink = makesLinks();
/** Why one is skipped if not. */
export const noLinks = 'no symbolic links here: Wine makes none, Windows for some users only';
