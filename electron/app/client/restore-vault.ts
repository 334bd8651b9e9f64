import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { renameDurably } from '#db/store/files.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';
import { codeOf } from '#features/reports/output-place.ts';
import { entriesOfTar, extractFromTar, type TarEntry } from '../platform/tar.ts';

/** A vault that was made of a backup. */
export interface RestoredVault {
  readonly path: string;
  readonly stores: number;
}

const storeName = /^stores\/[0-9a-f]{32}\/store\.db$/u;
const fileName = /^\w[\w.-]{0,60}\.json$/u;

/**
 * Puts a backup into a new folder as a vault, whole or not at all. Nothing else is touched; the store in it counts as a copy,
 * so its waiting creations are looked for first (promise 3).
 *
 * @param file written by `home backup`
 * @param to a folder that is not there yet
 * @throws DossierError `not-found`, `invalid` (no backup, or cut short), `file`, `disk-full`
 */
export function restoreVault(file: string, to: string): RestoredVault {
  const place = resolve(to);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined)
    throw new DossierError('file', `${to} is there already. Name a folder that is not there yet.`);
  if (leadsIntoVault(join(place, 'x')))
    throw new DossierError('file', `${to} lies in a vault. Name a folder outside of it.`);
  const archive = openArchive(file);
  const temporary = join(dirname(place), `.${basename(place)}.dossier-new`);
  try {
    const entries = entriesOfTar(archive);
    if (!isVault(entries)) throw new RangeError('no vault');
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { mode: 0o700 });
    for (const entry of entries) write(archive, entry, join(temporary, ...entry.name.split('/')));
    renameDurably(temporary, place);
    return { path: place, stores: entries.filter(({ name }) => storeName.test(name)).length };
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (error instanceof RangeError)
      throw new DossierError(
        'invalid',
        `${file} is no backup of a vault, or was cut short. Nothing was changed.`,
        {
          cause: error,
        },
      );
    const code = codeOf(error);
    throw new DossierError(
      code === 'ENOSPC' ? 'disk-full' : 'file',
      `The backup cannot be restored to ${to}${whyUnwritable(code)} Nothing was changed.`,
      { cause: error },
    );
  } finally {
    closeSync(archive);
  }
}

function openArchive(file: string): number {
  try {
    if (lstatSync(file).isFile()) return openSync(file, 'r');
  } catch (error) {
    throw new DossierError('not-found', `${file} cannot be read. Is it there?`, { cause: error });
  }
  throw new DossierError('invalid', `${file} is no file. Name a file that "dossier home backup" wrote.`);
}

/** Only what a backup holds, each once, and the key: an archive leads nowhere else. */
function isVault(entries: readonly TarEntry[]): boolean {
  const names = entries.map(({ name }) => name);
  return (
    names.includes('key.json') &&
    new Set(names).size === names.length &&
    names.every((name) => storeName.test(name) || fileName.test(name))
  );
}

function write(archive: number, entry: TarEntry, path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = openSync(path, 'wx', 0o600);
  try {
    extractFromTar(archive, entry, file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
