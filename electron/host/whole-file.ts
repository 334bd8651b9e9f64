import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DossierError } from '#contract/error.ts';

/**
 * Writes a file whole: to a temporary one beside it, to the disk, then renamed. A kill leaves the old file or the
 * new one, never half of it.
 *
 * @throws DossierError `file` or `disk-full`, naming the path
 */
export function writeWhole(path: string, bytes: Uint8Array): void {
  const temporary = join(dirname(path), `.${basename(path)}.${String(process.pid)}.part`);
  try {
    const file = openSync(temporary, 'w', 0o600);
    try {
      for (let at = 0; at < bytes.byteLength;) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure';
    throw new DossierError(
      code === 'ENOSPC' ? 'disk-full' : 'file',
      `${path} cannot be written (${code}). Check the folder and its free space.`,
      { cause: error },
    );
  }
}
