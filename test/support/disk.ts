import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskVariable } from './run/memory.ts';

/*
 * Small disks of their own, for tests of what happens when one is full or may not be written. Only root may mount one.
 */

/** Where temporary files lie on a real disk, for tests that kill while it is written; others have theirs in memory. */
export const onDisk = (): string => process.env[diskVariable] ?? tmpdir();

/** Mounts an empty disk in memory over a folder. @returns whether it is there */
export function mountDisk(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Mounts a file over itself: the system refuses to replace it, since it is in use. */
export function mountFile(file: string): void {
  execFileSync('mount', ['--bind', file, file]);
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

/**
 * Has the system refuse to write a folder: by a read-only mount over it as root, whom permissions do not hold
 * back, else by permissions. To be called only if `canMakeReadOnly`. @returns gives it back
 */
export function makeReadOnly(folder: string): () => void {
  if (process.getuid?.() !== 0) {
    execFileSync('chmod', ['-R', 'a-w', folder]);
    return () => void execFileSync('chmod', ['-R', 'u+w', folder]);
  }
  execFileSync('mount', ['--bind', folder, folder]);
  execFileSync('mount', ['-o', 'remount,ro,bind', folder]);
  return () => {
    unmountDisk(folder);
  };
}

/** Whether `makeReadOnly` can. */
export const canMakeReadOnly = process.platform !== 'win32' && (process.getuid?.() !== 0 || canMount);
if (!canMakeReadOnly) {
  process.stderr.write('Tests of a read-only vault need permissions that hold, or mounts: skipped.\n');
}
