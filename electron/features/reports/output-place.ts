import { lstatSync, realpathSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { syncFolder } from '#db/store/files.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';

/**
 * Resolves the path of a report: a link leads to its target, since a rename would replace the link. A device, a pipe,
 * a folder or a vault stays.
 *
 * @throws DossierError `file`
 */
export function placeOf(path: string): string {
  const place = lookAt(path, () => {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? realpathSync(path) : path;
  });
  if (leadsIntoVault(path) || leadsIntoVault(place)) {
    throw new DossierError(
      'file',
      `${path} lies in a vault, and nothing is ever exported into one; name another path.`,
    );
  }
  const there = lookAt(path, () => statSync(place, { throwIfNoEntry: false }));
  if (there === undefined || there.isFile()) return place;
  throw new DossierError('file', `${path} is there already and no file; name another path.`);
}

function lookAt<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    const code = codeOf(error);
    throw new DossierError(
      'file',
      code === 'ENOENT'
        ? `${path} is a link to something that is not there; name another path.`
        : `${path} cannot be written${whyUnwritable(code)}`,
      { cause: error },
    );
  }
}

/** Gives a whole file its place; what stood there before is gone. @throws what the disk says, and nothing was changed */
export function putInPlace(made: string, place: string): void {
  renameSync(made, place);
  try {
    syncFolder(dirname(place));
  } catch {
    // A folder that may be written and not read: the file is there, and durable with whatever is synced there next.
  }
}

/** What a failure of the disk is called. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
