import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diskVariable } from '../run/memory.ts';

const isWindows = process.platform === 'win32';

/*
 * Small disks of their own, for tests of what happens when one is full or may not be written. Only root may mount one.
 */

/** Where temporary files lie on a real disk, for tests that kill while it is written; others have theirs in memory. */
export const onDisk = (): string => process.env[diskVariable] ?? tmpdir();

/** Mounts an empty disk in memory over a folder. @returns whether it is there */
export function mountDisk(folder: string, options: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
}

/** Opens a file for nobody else beside it: `UV_FS_O_EXLOCK` of libuv, which Node does not name. */
const alone = 0x10000000;

/**
 * Has the system refuse to replace a file, since it is in use: on Windows a program has it open, on Linux a mount lies over
 * it. To be called only if `canHold`. @returns gives it back
 */
export function holdFile(file: string): () => void {
  if (isWindows) {
    const held = openSync(file, constants.O_RDONLY | alone);
    return () => {
      closeSync(held);
    };
  }
  execFileSync('mount', ['--bind', file, file]);
  return () => {
    unmountDisk(file);
  };
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
/** Why a test is skipped if not. */
export const noMount = 'only root on Linux can mount a small disk';
if (!canMount) {
  process.stderr.write('Tests of a full disk need root on Linux, to mount a small one: skipped.\n');
}

/** Whether `holdFile` can. */
export const canHold = isWindows || canMount;
/** Why a test is skipped if not. */
export const noHold = 'only Windows, and root on Linux, can refuse to replace a file';

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
export const canMakeReadOnly = !isWindows && (process.getuid?.() !== 0 || canMount);
/** Why a test is skipped if not. */
export const noReadOnly = 'no permissions of Unix here, and no mounts';
if (!canMakeReadOnly) {
  process.stderr.write('Tests of a read-only vault need permissions that hold, or mounts: skipped.\n');
}
