import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { parseJson } from '#domain/base/json.ts';
import { whyUnwritable } from '#domain/base/unwritable.ts';
import { hasStrayPieces, removeStrayPieces } from '#db/tables/reports/editions.ts';
import { readSettings, writeSetting } from '#db/tables/accounts/settings.ts';
import { quietTransaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { codeOf } from './output-place.ts';

/*
 * Folders in which a report is being made, so that what a kill leaves of it (a client's texts, unencrypted) is removed by
 * the next start. They are noted in the encrypted store: their paths may name a client.
 */

const settingName = 'unfinished reports';

/** Names of folders of ours: nothing else is ever removed, whatever is noted. */
const ours = /^\.?dossier-(?:report-)?[\w-]+$/u;

/**
 * Does `work` in a new folder for this user alone, which is gone when it has ended.
 *
 * @param parent where the folder is made: what is to be renamed has to be made on the disk where it goes
 * @throws DossierError `file` (nothing can be written there), `disk-full`; what `work` throws
 */
export async function unfinishedIn<T>(
  { db, ids }: Pick<ServiceContext, 'db' | 'ids'>,
  parent: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(parent, `.dossier-report-${ids.next()}`);
  quietTransaction(db, () => {
    write(db, [...notedFolders(db), folder]);
  });
  try {
    make(folder);
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    try {
      if (!existsSync(folder)) forget(db, [folder]);
    } catch {
      // The report is made by now, or why it is not is told; what is wrong here is told by whatever is written next.
    }
  }
}

/**
 * At a start, while no report is being made: removes what the last run left beside files and in the store, as far as
 * possible.
 */
export function removeUnfinished(db: WritableDb): void {
  unlessFull(() => {
    if (hasStrayPieces(db)) quietTransaction(db, () => removeStrayPieces(db));
    const removed = notedFolders(db).filter(isRemoved);
    if (removed.length > 0) forget(db, removed);
  });
}

function make(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const why = whyUnwritable(codeOf(error));
    throw new DossierError('file', `The report cannot be written there${why}`, { cause: error });
  }
}

function isRemoved(folder: string): boolean {
  if (!ours.test(basename(folder))) return true;
  // A disk that is not there at the moment may come back.
  if (!existsSync(dirname(folder))) return false;
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch {
    return false;
  }
}

/** A disk that is full keeps the notes, and keeps nobody from working: the next start looks again. */
function unlessFull(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof DossierError) || error.code !== 'disk-full') throw error;
  }
}

function notedFolders(db: ReadableDb): readonly string[] {
  const row = readSettings(db).find(({ name }) => name === settingName);
  const parsed = parseJson(row?.valueJson ?? '[]');
  if (parsed.kind !== 'ok' || !Array.isArray(parsed.value)) return [];
  return parsed.value.filter((folder) => typeof folder === 'string');
}

function forget(db: WritableDb, folders: readonly string[]): void {
  quietTransaction(db, () => {
    const left = notedFolders(db).filter((noted) => !folders.includes(noted));
    write(db, left);
  });
}

function write(db: WritableDb, folders: readonly string[]): void {
  writeSetting(db, { name: settingName, valueJson: JSON.stringify(folders) });
}
