import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * Small disks of their own, for tests of what happens when one is full or may not be written. Only root may mount one.
 */

/** Mounts an empty disk in memory over a folder. @returns whether it is there */
export function mountDisk(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Takes it away again, with all that is on it. */
export function unmountDisk(folder: string): void {
  spawnSync('umount', [folder]);
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-disk-'));
  const can = process.platform === 'linux' && mountDisk(folder, 'size=64k');
  if (can) unmountDisk(folder);
  rmSync(folder, { recursive: true });
  return can;
}

/** Whether this machine lets a test mount one. */
export const canMount = mayMount();
if (!canMount) {
  process.stderr.write('Tests of a full disk need root on Linux, to mount a small one: skipped.\n');
}
