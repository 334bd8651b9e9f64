import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** A disk in memory, which Linux has for programs that share some. */
const disk = '/dev/shm';
/** Names the folder of temporary files on a real disk, for tests that want theirs there. */
export const diskVariable = 'DOSSIER_TEST_DISK';

const prefix = 'dossier-t';
/** More than a run has there at any time, so that tests of two runs fit. */
const neededBytes = 4_000_000_000;

/**
 * Makes a folder in memory for the temporary files of this run and removes it at the end: commits of SQLite then wait
 * for no disk. Null if the user chose a folder (`TMPDIR`), or if there is no such disk or no space on it.
 */
export function folderInMemory(): string | null {
  if (process.platform !== 'linux' || process.env['TMPDIR'] !== undefined) return null;
  // Chosen, made and left by this process alone: what it starts finds `TMPDIR` set.
  const folder = join(disk, `${prefix}${String(process.pid)}`);
  try {
    removeLeftBehind();
    const { bavail, bsize } = statfsSync(disk);
    if (bavail * bsize < neededBytes) return null;
    mkdirSync(folder, { recursive: true });
    // As `/tmp`: some tests run a program as another user.
    chmodSync(folder, 0o1777);
  } catch {
    return null;
  }
  process.on('exit', () => {
    remove(folder);
  });
  return folder;
}

/** Removes the folders of runs that were killed. */
function removeLeftBehind(): void {
  for (const name of readdirSync(disk)) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length) : NaN);
    if (pid > 0 && !runs(pid)) remove(join(disk, name));
  }
}

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A process that a killed test left behind still writes there: the next run removes it.
  }
}
