import { lstatSync } from 'node:fs';
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { readEnvelope } from '#db/store/envelope.ts';
import { renameDurably } from '#db/store/files.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';
import { codeOf } from '#features/reports/output/output-place.ts';
import { entriesOfTar, extractFromTar, readFromTar, type TarEntry } from '../platform/tar.ts';

export { riskOfFolder } from '../platform/folder-risk.ts';

/** What a backup says of itself without its passphrase. */
export interface BackupFacts {
  /** When it was made, ISO 8601. */
  readonly madeAt: string;
  readonly bytes: number;
  /** Null if its key file cannot be read by this version. */
  readonly needsPassphrase: boolean | null;
}

/** A vault that was made of a backup. */
export interface RestoredVault {
  readonly path: string;
  readonly stores: number;
}

export interface RestoreOptions {
  readonly signal?: AbortSignal;
  /** Bytes that are in the new vault, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

const storeName = /^stores\/[0-9a-f]{32}\/store\.db$/u;
const fileName = /^\w[\w.-]{0,60}\.json$/u;

/**
 * Reads what a backup says of itself, and changes nothing.
 *
 * @param file written by `home backup`
 * @throws DossierError `not-found`, `invalid` (no backup, or cut short), `file`
 */
export async function inspectBackup(file: string): Promise<BackupFacts> {
  const archive = await openArchive(file);
  try {
    const entries = await entriesOfVault(archive);
    const { size, mtimeMs } = await archive.stat();
    const stores = entries.filter(({ name }) => storeName.test(name));
    const madeMs = Math.max(...stores.map(({ changedMs }) => changedMs));
    return {
      madeAt: new Date(stores.length === 0 ? mtimeMs : madeMs).toISOString(),
      bytes: size,
      needsPassphrase: await needsPassphrase(archive, entries),
    };
  } catch (error) {
    if (error instanceof RangeError) throw noBackup(file, error);
    throw new DossierError('file', `${file} cannot be read${whyUnwritable(codeOf(error))}`, { cause: error });
  } finally {
    await archive.close();
  }
}

/**
 * Refuses a folder that no vault may be restored to.
 *
 * @throws DossierError `file` if it is there already or lies in a vault
 */
export function refuseUsedFolder(to: string): void {
  const place = resolve(to);
  if (lstatSync(place, { throwIfNoEntry: false }) !== undefined)
    throw new DossierError('file', `${to} is there already. Name a folder that is not there yet.`);
  if (leadsIntoVault(join(place, 'x')))
    throw new DossierError('file', `${to} lies in a vault. Name a folder outside of it.`);
}

/**
 * Puts a backup into a new folder as a vault, whole or not at all. Nothing else is touched; the store in it counts as a copy,
 * so its waiting creations are looked for first (promise 3).
 *
 * @param file written by `home backup`
 * @param to a folder that is not there yet
 * @throws DossierError `not-found`, `invalid` (no backup, or cut short), `file`, `disk-full`, `cancelled`
 */
export async function restoreVault(
  file: string,
  to: string,
  { signal, onProgress }: RestoreOptions = {},
): Promise<RestoredVault> {
  const place = resolve(to);
  refuseUsedFolder(to);
  const archive = await openArchive(file);
  const temporary = join(dirname(place), `.${basename(place)}.dossier-new`);
  try {
    const entries = await entriesOfVault(archive);
    const total = entries.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const onChunk = (bytes: number): void => {
      if (signal?.aborted === true) throw new DossierError('cancelled', 'Stopped. Nothing was changed.');
      done += bytes;
      onProgress?.(done, total);
    };
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    for (const entry of entries)
      await write(archive, entry, join(temporary, ...entry.name.split('/')), onChunk);
    refuseUsedFolder(to);
    renameDurably(temporary, place);
    return { path: place, stores: entries.filter(({ name }) => storeName.test(name)).length };
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (error instanceof DossierError) throw error;
    if (error instanceof RangeError) throw noBackup(file, error);
    const code = codeOf(error);
    throw new DossierError(
      code === 'ENOSPC' ? 'disk-full' : 'file',
      `The backup cannot be restored to ${to}${whyUnwritable(code)} Nothing was changed.`,
      { cause: error },
    );
  } finally {
    await archive.close();
  }
}

function noBackup(file: string, cause: RangeError): DossierError {
  return new DossierError(
    'invalid',
    `${file} is no backup of a vault, or was cut short. Nothing was changed.`,
    { cause },
  );
}

async function openArchive(file: string): Promise<FileHandle> {
  try {
    if ((await lstat(file)).isFile()) return await open(file, 'r');
  } catch (error) {
    throw new DossierError('not-found', `${file} cannot be read. Is it there?`, { cause: error });
  }
  throw new DossierError('invalid', `${file} is no file. Name a file that "dossier home backup" wrote.`);
}

/** Only what a backup holds, each once, and the key: an archive leads nowhere else. @throws RangeError for any other */
async function entriesOfVault(archive: FileHandle): Promise<readonly TarEntry[]> {
  const entries = await entriesOfTar(archive);
  const names = entries.map(({ name }) => name);
  const isVault =
    names.includes('key.json') &&
    new Set(names).size === names.length &&
    names.every((name) => storeName.test(name) || fileName.test(name));
  if (!isVault) throw new RangeError('no vault');
  return entries;
}

async function needsPassphrase(archive: FileHandle, entries: readonly TarEntry[]): Promise<boolean | null> {
  const key = entries.find(({ name }) => name === 'key.json');
  const reading = key === undefined ? null : readEnvelope(await readFromTar(archive, key));
  if (reading?.kind !== 'envelope') return null;
  return reading.envelope.slots.every(({ kind }) => kind !== 'bare');
}

async function write(
  archive: FileHandle,
  entry: TarEntry,
  path: string,
  onChunk: (bytes: number) => void,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, 'wx', 0o600);
  try {
    await extractFromTar(archive, entry, file, onChunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
