import { existsSync, rmSync } from 'node:fs';
import { DossierError } from '#contract/error.ts';
import { finishRescue, rescuePaths } from '../store/quarantine.ts';
import { listBackups, type Backup } from './backup.ts';
import { asDossierError, saysDamaged, withStoreErrors } from '../store/errors.ts';
import { renameDurably, syncFile } from '../store/files.ts';
import { readCommits, readCommitCounter } from '../store/commit-counter.ts';
import { migrate, readVersion } from '../schema/migrate.ts';
import { migrations } from '../schema/migrations/index.ts';
import { connect, type StoreFile } from '../store/open.ts';
import {
  distrustCreations,
  dropOrphans,
  noteRescuedItems,
  restoreFindings,
  restoreOperations,
} from './rescue-links.ts';
import { readAround } from './rescue-rows.ts';
import { openSpliced, removeSpliced } from './splice-schema.ts';
import { workTables } from '../schema/tables.ts';
import type { Connection, ReadableDb } from '../schema/types.ts';

/** What became of one table of work. */
export interface RescuedTable {
  readonly table: string;
  /** Rows that came out of the damaged store. */
  readonly rescued: number;
  /** Rows that only a backup still had; they are as old as the backup. */
  readonly fromBackup: number;
  /** Rows dropped because what they belong to could not be had from anywhere. */
  readonly orphaned: number;
  /** False: part of the table could not be read, so rows may be missing or as old as the backup. */
  readonly complete: boolean;
}

/** What a repair saved and what it could not. */
export interface RescueReport {
  /** When (ISO 8601), as given. */
  readonly at: string;
  /** Names of the damaged files, beside the store. They are never deleted by the program. */
  readonly setAside: readonly string[];
  /** The backup that filled the gaps; null if none was needed or none could be read. */
  readonly backup: Backup | null;
  /** Transactions that were durable and are gone because the log was cut; null if that cannot be known. */
  readonly lostCommits: number | null;
  readonly tables: readonly RescuedTable[];
  /** Whether all work is there: no gap, no lost commit, no orphan. The cache comes back with the next sync. */
  readonly everything: boolean;
  /** What to tell the person, a sentence each; without values of any row. */
  readonly sentences: readonly string[];
}

/**
 * Looks at every page and every reference of an open store.
 * It reads the whole file: for after a failure and for tests, not for every start.
 */
export function checkStore(db: ReadableDb): { kind: 'sound' } | { kind: 'damaged'; message: string } {
  try {
    const page = db.prepare('PRAGMA quick_check(1)').pluck().get();
    if (page !== 'ok') return { kind: 'damaged', message: 'A page of the store is not what was written.' };
    if (db.prepare('PRAGMA foreign_key_check').all().length > 0) {
      return { kind: 'damaged', message: 'A row of the store refers to one that is not there.' };
    }
    return { kind: 'sound' };
  } catch (error) {
    if (saysDamaged(error)) return { kind: 'damaged', message: 'A page of the store cannot be read.' };
    throw asDossierError(error);
  }
}

/**
 * Puts a new store in the place of a damaged one. It gets every row of work that can be read; gaps are filled
 * from the newest backup that can be read. It also gets the records of the service, so that the lists show
 * them at once. The other caches and derived tables stay empty until the next sync and a rebuild of the list
 * fill them. The damaged files stay beside it under another name. No connection to the store may be open.
 * Operations that may have been sent are not sent again blindly. Creations from a backup, and all open ones if commits
 * were lost, become `unknown` (promise 3). A crash at any moment leaves the damaged store, or the rescued one, or both:
 * `openStore` carries on. Throws DossierError `newer-store` (nothing was changed), `disk-full` (the damaged store is
 * still in its place), `file`.
 */
export function setAsideAndRescue(options: StoreFile & { backups: string; nowIso: string }): RescueReport {
  const { path, key, backups, nowIso } = options;
  return withStoreErrors(() => {
    const { writing, whole } = rescuePaths(path);
    for (const suffix of ['', '-wal', '-shm']) rmSync(writing + suffix, { force: true });

    const work = `${writing}-copy`;
    const source = openDamaged({ path, key }) ?? openWithoutSchema({ path, key }, work);
    let rescue: Rescue;
    try {
      rescue = buildRescued(source, { path, key, writing, backups, nowIso });
    } finally {
      source?.close();
      removeSpliced(work);
    }
    syncFile(writing);
    renameDurably(writing, whole);
    const setAside = finishRescue(path);
    const report = { at: nowIso, setAside, ...rescue };
    return { ...report, sentences: sentencesOf(report) };
  });
}

type Rescue = Pick<RescueReport, 'backup' | 'lostCommits' | 'tables' | 'everything'>;

function buildRescued(
  source: Connection | null,
  { path, key, writing, backups, nowIso }: StoreFile & { writing: string; backups: string; nowIso: string },
): Rescue {
  const newest = migrations.at(-1)?.version ?? 0;
  const version = (source === null ? null : versionOf(source)) ?? newest;
  if (version > newest)
    throw new DossierError('newer-store', 'A newer version of Dossier made this store. Nothing was changed.');
  const lostCommits = source === null ? null : lostCommitsOf(source, path);

  const target = connect({ path: writing, key }, { readonly: false });
  try {
    migrate(target, { upTo: version });
    target.pragma('foreign_keys = OFF');
    target.exec('BEGIN IMMEDIATE');
    const known = workTables.filter((table) => columnsOf(target, table).length > 0);
    const copied = known.map((table) => {
      if (source === null) return { table, rescued: 0, complete: false };
      return { table, ...copyRows(source, target, table) };
    });
    const seen = source === null ? false : copyRows(source, target, 'record').complete;
    noteRescuedItems(target);
    const damaged = copied.filter(({ complete }) => !complete).map(({ table }) => table);
    const filled =
      damaged.length === 0 ? null : fillFromBackups(target, { key, version, backups, tables: damaged });
    const restored = new Map([
      ['finding', source === null ? 0 : restoreFindings(source, target)],
      ['operation', restoreOperations(target, nowIso)],
    ]);
    // A cache, so its loss is not reported; without it the lists are empty until the next sync.
    if (!seen) fillFromBackups(target, { key, version, backups, tables: ['record'] });
    target.exec('DELETE FROM record WHERE finding NOT IN (SELECT finding FROM finding)');
    const orphaned = dropOrphans(target);
    distrustCreations(target, {
      which: lostCommits === 0 ? 'from-backup' : 'all',
      knowsFindings: copied.some(({ table, complete }) => table === 'finding' && complete),
      nowIso,
    });
    target.exec('COMMIT');
    migrate(target);
    target.pragma('journal_mode = DELETE');

    const tables = copied.map(({ table, rescued, complete }) => ({
      table,
      rescued: rescued + (restored.get(table) ?? 0),
      fromBackup: filled?.counts.get(table) ?? 0,
      orphaned: orphaned.get(table) ?? 0,
      complete,
    }));
    const everything =
      lostCommits === 0 && tables.every(({ complete, orphaned: lost }) => complete && lost === 0);
    return { backup: filled?.backup ?? null, lostCommits, tables, everything };
  } finally {
    target.close();
  }
}

/** The damaged store, read-only; null if not even its first page decrypts. */
function openDamaged(file: StoreFile): Connection | null {
  if (!existsSync(file.path)) return null;
  try {
    const db = connect(file, { readonly: true });
    db.pragma('query_only = ON');
    return db;
  } catch (error) {
    if (saysDamaged(error)) return null;
    throw error;
  }
}

/** The same through a schema of our own, if one of the damaged store's few schema pages is what cannot be read. */
function openWithoutSchema(file: StoreFile, work: string): Connection | null {
  try {
    return openSpliced(file, work);
  } catch (error) {
    if (saysDamaged(error)) return null;
    throw error;
  }
}

function versionOf(source: Connection): number | null {
  const version = readVersion(source);
  return version === 0 ? null : version;
}

function lostCommitsOf(source: Connection, path: string): number | null {
  try {
    return Math.max(0, readCommitCounter(path) - readCommits(source));
  } catch (error) {
    if (saysDamaged(error)) return null;
    throw error;
  }
}

function columnsOf(db: Connection, table: string): readonly string[] {
  return db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table);
}

function copyRows(
  source: Connection,
  target: Connection,
  table: string,
): { rescued: number; complete: boolean } {
  const columns = columnsOf(target, table);
  const insert = target.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let rescued = 0;
  const { complete } = readAround(source, table, columns, (row) => {
    rescued += insert.run(...row).changes;
  });
  return { rescued, complete };
}

function fillFromBackups(
  target: Connection,
  {
    key,
    version,
    backups,
    tables,
  }: { key: Uint8Array; version: number; backups: string; tables: readonly string[] },
): { backup: Backup; counts: ReadonlyMap<string, number> } | null {
  for (const backup of listBackups(backups)) {
    const source = openDamaged({ path: backup.path, key });
    if (source === null) continue;
    try {
      // Another schema would have to be brought up first; its rows are not worth a second way to lose some.
      if (versionOf(source) !== version) continue;
      const counts = new Map(tables.map((table) => [table, copyRows(source, target, table).rescued]));
      return { backup, counts };
    } finally {
      source.close();
    }
  }
  return null;
}

function sentencesOf({
  setAside,
  backup,
  lostCommits,
  tables,
  everything,
}: Omit<RescueReport, 'sentences'>): string[] {
  const files = setAside.length === 0 ? 'no file was left' : setAside.join(', ');
  const sentences = [
    `The store was damaged. It was set aside (${files}), and a new one holds what could be read.`,
  ];
  if (everything) {
    sentences.push('All work was rescued. Findings of the service come back with the next sync.');
    return sentences;
  }
  if (lostCommits === null) sentences.push('How many of the last changes are missing cannot be told.');
  else if (lostCommits > 0)
    sentences.push(`The last ${String(lostCommits)} changes are lost: the log was cut.`);
  for (const { table, rescued, fromBackup, orphaned, complete } of tables) {
    if (complete && orphaned === 0) continue;
    const older = fromBackup > 0 ? `, ${String(fromBackup)} taken from the backup` : '';
    const dropped = orphaned > 0 ? `, ${String(orphaned)} that belong to nothing any more left out` : '';
    sentences.push(
      `${table}: ${String(rescued)} rows rescued${older}${dropped}${complete ? '' : '; others may be missing'}.`,
    );
  }
  if (backup !== null)
    sentences.push(
      `The backup used is of ${new Date(backup.madeAtMs).toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    );
  sentences.push(
    'Look through the queue before the next sync. Creations that may have been sent already are not sent again: ' +
      'they are looked for on the service, or wait for you.',
  );
  return sentences;
}
