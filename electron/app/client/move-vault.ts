import { existsSync, lstatSync, renameSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { syncFolder } from '#db/store/files.ts';
import { acquireHome } from '#db/store/lock.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';
import { codeOf } from '#features/reports/output/output-place.ts';

/**
 * Moves a whole vault to a new folder on the same file system, in one step that a kill cannot cut. Its files stay the same
 * files, so it does not count as a copy.
 *
 * @returns where it is now
 * @throws DossierError `not-found`, `file`, `busy`; the vault is where it was then
 */
export function moveVault(from: string, to: string): string {
  const place = resolve(to);
  if (!existsSync(join(from, 'key.json')))
    throw new DossierError('not-found', `There is no vault in ${from}. Name it by --home.`);
  if (lstatSync(from).isSymbolicLink())
    throw new DossierError('file', `${from} is a link. Name the folder that it points at by --home.`);
  if (!relative(from, place).startsWith('..') && relative(from, place) !== place)
    throw new DossierError('file', `${to} lies in the vault itself. Name a folder outside of it.`);
  if (leadsIntoVault(join(place, 'x')))
    throw new DossierError('file', `${to} lies in a vault. Name a folder outside of it.`);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined)
    throw new DossierError('file', `${to} is there already. Name a folder that is not there yet.`);
  const lock = acquireHome(from);
  if (lock.kind === 'held')
    throw new DossierError(
      'busy',
      'The vault is open in a window or another command. Close it there, then move it.',
    );
  // Windows moves no folder with an open file in it.
  if (sep === '\\') lock.release();
  try {
    rename(from, to, place);
  } finally {
    lock.release();
  }
  return place;
}

function rename(from: string, to: string, place: string): void {
  try {
    if (statSync(dirname(place)).dev !== statSync(from).dev) throw onAnotherFileSystem(to);
    renameSync(from, place);
  } catch (error) {
    if (error instanceof DossierError) throw error;
    const code = codeOf(error);
    if (code === 'EXDEV') throw onAnotherFileSystem(to);
    throw new DossierError('file', `The vault cannot be moved to ${to}${whyUnwritable(code)}`, {
      cause: error,
    });
  }
  for (const folder of new Set([dirname(from), dirname(place)])) {
    try {
      syncFolder(folder);
    } catch {
      // A folder that may be written and not read: the vault has its new name all the same.
    }
  }
}

function onAnotherFileSystem(to: string): DossierError {
  return new DossierError(
    'file',
    `${to} is on another file system, where only a copy could go. Make a backup with "dossier home backup", and restore it there with "dossier home restore".`,
  );
}
