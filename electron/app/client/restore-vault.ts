import { lstatSync } from 'node:fs';
import { lstat, mkdir, open, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { renameDurably } from '#db/store/files.ts';
import { restoredTokenOrigins } from '#db/tables/accounts/token-origins.ts';
import { leadsIntoVault } from '#db/store/vault-paths.ts';
import { codeOf } from '#features/reports/output/output-place.ts';
import { checkSum, readBackup, type BackupArchive, type SumCheck } from '../platform/backup-archive.ts';
import { extractFromTar, type TarEntry } from '../platform/tar.ts';

export { riskOfFolder } from '../platform/folder-risk.ts';

/** What a backup says of itself without its passphrase. */
export interface BackupFacts {
  /** When it was made, ISO 8601. */
  readonly madeAt: string;
  readonly bytes: number;
  /** Null if its key file cannot be read by this version. */
  readonly needsPassphrase: boolean | null;
  /** Whether damage in it would be noticed; an earlier version wrote no sum. */
  readonly hasSum: boolean;
}

/** A vault that was made of a backup. */
export interface RestoredVault {
  readonly path: string;
  readonly stores: number;
  /** Whether it had a sum, which was right; an earlier version wrote none. */
  readonly checked: boolean;
  /** Stores in it that hold a token or the cookies of a session; null if the backup does not say. */
  readonly credentials: number | null;
}

export interface RestoreOptions {
  readonly signal?: AbortSignal;
  /** Bytes that are in the new vault, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Reads what a backup says of itself, and changes nothing.
 *
 * @param file written by `home backup`
 * @throws DossierError `not-found`, `invalid` (no backup, or cut short), `file`
 */
export async function inspectBackup(file: string): Promise<BackupFacts> {
  const archive = await openArchive(file);
  try {
    const { stores, key, sum } = await readBackup(archive);
    const { size, mtimeMs } = await archive.stat();
    const madeMs = Math.max(...stores.map(({ changedMs }) => changedMs));
    return {
      madeAt: new Date(stores.length === 0 ? mtimeMs : madeMs).toISOString(),
      bytes: size,
      hasSum: sum !== null,
      needsPassphrase: key === 'newer' || key === 'damaged' ? null : key === 'protected',
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
 * @throws DossierError `not-found`, `invalid` (no backup, cut short or damaged), `file`, `disk-full`, `cancelled`
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
  const refuseStopped = (): void => {
    if (signal?.aborted === true) throw new DossierError('cancelled', 'Stopped. Nothing was changed.');
  };
  try {
    const backup = await readBackup(archive);
    const check = await refuseDamaged(archive, backup, { file, refuseStopped });
    const total = backup.files.reduce((sum, { size }) => sum + size, 0);
    let done = 0;
    const onChunk = (bytes: number): void => {
      refuseStopped();
      done += bytes;
      onProgress?.(done, total);
    };
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { mode: 0o700 });
    for (const entry of backup.files)
      await write(archive, entry, join(temporary, ...entry.name.split('/')), onChunk);
    const origins = restoredTokenOrigins();
    await writeFile(join(temporary, origins.name), origins.text, { mode: 0o600, flush: true });
    refuseUsedFolder(to);
    renameDurably(temporary, place);
    const isChecked = check.kind === 'right';
    return {
      path: place,
      stores: backup.stores.length,
      checked: isChecked,
      credentials: isChecked ? check.credentials : null,
    };
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

/** @throws DossierError `invalid` if its content is not that of its sum, or its key file opens nothing */
async function refuseDamaged(
  archive: FileHandle,
  backup: BackupArchive,
  { file, refuseStopped }: { readonly file: string; readonly refuseStopped: () => void },
): Promise<SumCheck> {
  const damaged = (what: string): DossierError =>
    new DossierError(
      'invalid',
      `${file} is damaged: ${what}. Nothing was changed. Restore an older backup instead.`,
    );
  const check = await checkSum(archive, backup, refuseStopped);
  if (check.kind === 'wrong') throw damaged('its content is not what was written');
  if (backup.key === 'damaged')
    throw damaged('its key file cannot be read, so nothing in it could be opened');
  return check;
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
