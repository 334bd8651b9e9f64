import { basename, dirname, extname, join } from 'node:path';
import { safeFileName } from '#domain/base/file-name.ts';

/**
 * Where a backup is restored to unless the user says otherwise: beside the vault that is in use, under a name that is free.
 *
 * @param home the vault in use
 * @param backup the file
 * @param isThere whether a path is taken
 */
export function restoreFolder(home: string, backup: string, isThere: (path: string) => boolean): string {
  const name = safeFileName([basename(home), basename(backup, extname(backup))], 'dossier');
  for (let number = 1; ; number += 1) {
    const path = join(dirname(home), number === 1 ? name : `${name}-${String(number)}`);
    if (!isThere(path)) return path;
  }
}
