import { lstatSync, realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyNotOnWindows } from '#domain/base/file-name.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { renameOver, syncFolder } from '#db/store/files.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';

/**
 * Why nothing is exported to a path: it lies in a vault, or the system takes no file of that name.
 * @returns the end of a sentence that begins with the path; null if a file may be written there
 */
export function whyNoOutput(path: string, isWindows = sep === '\\'): string | null {
  if (leadsIntoVault(path)) return 'lies in a vault, and nothing is ever exported into one';
  return isWindows ? whyNotOnWindows(path) : null;
}

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
  const why = whyNoOutput(path) ?? whyNoOutput(place);
  if (why !== null) throw new DossierError('file', `${shorten(path)} ${why}; name another path.`);
  const there = lookAt(path, () => statSync(place, { throwIfNoEntry: false }));
  if (there === undefined || there.isFile()) return place;
  throw new DossierError('file', `${shorten(path)} is there already and no file; name another path.`);
}

/** A path in a message: one that is too long for the system would fill the screen. */
function shorten(path: string): string {
  const characters = [...path];
  return characters.length > LONGEST_PATH ? `${characters.slice(0, LONGEST_PATH - 1).join('')}…` : path;
}

const LONGEST_PATH = 300;

function lookAt<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    const code = codeOf(error);
    throw new DossierError(
      'file',
      code === 'ENOENT'
        ? `${shorten(path)} is a link to something that is not there; name another path.`
        : `${shorten(path)} cannot be written${whyUnwritable(code)}`,
      { cause: error },
    );
  }
}

/** Gives a whole file its place; what stood there before is gone. @throws what the disk says, and nothing was changed */
export function putInPlace(made: string, place: string): void {
  renameOver(made, place);
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
