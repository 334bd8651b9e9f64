import { existsSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseJson } from '#core/json.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import { quietTransaction, transaction } from '#db/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/types.ts';
import type { Workplace } from '../context.ts';

/*
 * Folders in which a report is being made, so that what a kill leaves of it (a client's texts, unencrypted) is removed by
 * the next start. They are noted in the encrypted store: their paths may name a client.
 */

const settingName = 'unfinished reports';

/** Names of folders of ours: nothing else is ever removed, whatever is noted. */
const ours = /^\.?dossier-(?:report-)?[\w-]+$/u;

/** Does `work`, which removes the folder at its end; what is left where it never ends is removed by `removeUnfinished`. */
export async function unfinishedIn<T>(db: WritableDb, folder: string, work: () => Promise<T>): Promise<T> {
  change(db, (noted) => [...noted, folder]);
  try {
    return await work();
  } finally {
    // The report is made by now; a disk that is full keeps the note, and the next start finds nothing to remove.
    try {
      change(db, (noted) => noted.filter((one) => one !== folder));
    } catch {
      // Told by whatever is written next.
    }
  }
}

/** The same in a new folder beside a file: the report is renamed to its place, which only works on the same disk. */
export function unfinishedBeside<T>(
  { db, ids }: Pick<Workplace, 'db' | 'ids'>,
  path: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(dirname(path), `.dossier-report-${ids.next()}`);
  return unfinishedIn(db, folder, () => work(folder));
}

/** At a start, when no report is being made: removes what the last run left. Never throws for what cannot be removed. */
export function removeUnfinished(db: WritableDb): void {
  const noted = notedFolders(db);
  if (noted.length === 0) return;
  const left = noted.filter((folder) => !isRemoved(folder));
  if (left.length < noted.length) transaction(db, () => write(db, left));
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

function notedFolders(db: ReadableDb): readonly string[] {
  const row = readSettings(db).find(({ name }) => name === settingName);
  const parsed = parseJson(row?.valueJson ?? '[]');
  if (parsed.kind !== 'ok' || !Array.isArray(parsed.value)) return [];
  return parsed.value.filter((folder) => typeof folder === 'string');
}

function change(db: WritableDb, next: (noted: readonly string[]) => readonly string[]): void {
  quietTransaction(db, () => write(db, next(notedFolders(db))));
}

function write(db: WritableDb, folders: readonly string[]): void {
  writeSetting(db, { name: settingName, valueJson: JSON.stringify(folders) });
}
