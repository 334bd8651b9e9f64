import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import Database from 'better-sqlite3';
import { applyLog } from '../store/log-frames.ts';
import { migrate } from '../schema/migrate.ts';
import { connect, isCutOff, type StoreFile } from '../store/open.ts';
import { readRoots, type Roots } from '../store/table-roots.ts';
import type { Connection } from '../schema/types.ts';

/*
 * The schema of a store takes a few of its pages. One flipped byte in one of them would make every other page
 * unreadable to SQLite. What the tables look like is known from the migrations; where each begins is written
 * beside the store. With both, a copy of the damaged file gets a schema of its own, under the same key.
 */

const pageSize = 4096;

/**
 * Opens a copy of a damaged store read-only, with a new schema in place of its own; null if the start of the tables is
 * unknown. `work` is where the copy lies, until `removeSpliced`.
 */
export function openSpliced({ path, key }: StoreFile, work: string): Connection | null {
  const known = readRoots(path);
  if (known === null || !existsSync(path) || statSync(path).size < 2 * pageSize) return null;
  // Behind the end of a file that was cut off, tables would go on in pages that are not theirs, without end.
  if (isCutOff({ path, key })) return null;
  removeSpliced(work);
  copyFileSync(path, work);
  applyLog(`${path}-wal`, work, pageSize);
  const donor = donorOf(work);
  writeDonor({ path: donor, key }, known, Math.ceil(statSync(work).size / pageSize));
  splice(donor, work);
  return connect({ path: work, key }, { readonly: true });
}

/** Removes what `openSpliced` wrote. */
export function removeSpliced(work: string): void {
  for (const path of [work, donorOf(work)])
    for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

function donorOf(work: string): string {
  return `${work}-schema`;
}

/** A store of `pages` pages that nobody reads, and behind them the schema: its pages lie where the damaged file has none. */
function writeDonor(file: StoreFile, { version, roots }: Roots, pages: number): void {
  const donor = connect(file, { readonly: false });
  try {
    donor.pragma('journal_mode = DELETE');
    donor.exec('CREATE TABLE room (bytes BLOB)');
    const fill = donor.prepare<[number]>('INSERT INTO room VALUES (zeroblob(?))');
    const size = (): number => Number(donor.pragma('page_count', { simple: true }));
    // Whole pages at a time, as far as a value may be long.
    while (size() < pages) fill.run(Math.max(1, Math.min(pages - size(), 10_000) - 1) * pageSize);
    donor.unsafeMode(true);
    donor.pragma('writable_schema = ON');
    const add = donor.prepare<[string, string, number, string]>(
      "INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) VALUES ('table', ?, ?, ?, ?)",
    );
    for (const [name, sql] of definitions(version, Object.keys(roots)))
      add.run(name, name, roots[name] ?? 0, sql);
    donor.pragma(`user_version = ${String(version)}`);
  } finally {
    donor.close();
  }
}

/** Tables as short as they can be read by: names, kinds and defaults of the columns, and what they are ordered by. */
function definitions(version: number, names: readonly string[]): [string, string][] {
  const fresh = new Database(':memory:');
  try {
    migrate(fresh, { upTo: version });
    return names.flatMap((name): [string, string][] => {
      const columns = fresh
        .prepare<[string], { name: string; type: string; pk: number; dflt: string | null }>(
          'SELECT name, type, pk, dflt_value AS dflt FROM pragma_table_info(?)',
        )
        .all(name);
      if (columns.length === 0) return [];
      const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk);
      const bare =
        fresh.prepare<[string], number>('SELECT wr FROM pragma_table_list(?)').pluck().get(name) === 1;
      const alias = !bare && key.length === 1 && key[0]?.type === 'INTEGER' ? key[0].name : null;
      const parts = columns.map(
        (column) =>
          `"${column.name}" ${column.type}${column.name === alias ? ' PRIMARY KEY' : ''}${column.dflt === null ? '' : ` DEFAULT ${column.dflt}`}`,
      );
      const order = bare ? [`PRIMARY KEY (${key.map((column) => `"${column.name}"`).join(', ')})`] : [];
      return [
        [name, `CREATE TABLE "${name}" (${[...parts, ...order].join(', ')})${bare ? ' WITHOUT ROWID' : ''}`],
      ];
    });
  } finally {
    fresh.close();
  }
}

/** Puts the donor's first page, and all of its pages behind the end of the copy, into the copy. */
function splice(donor: string, work: string): void {
  const from = openSync(donor, 'r');
  const to = openSync(work, 'r+');
  try {
    const end = statSync(donor).size;
    const page = Buffer.alloc(pageSize);
    const copy = (at: number): void => {
      readSync(from, page, 0, pageSize, at);
      writeSync(to, page, 0, pageSize, at);
    };
    const rest = Math.ceil(statSync(work).size / pageSize) * pageSize;
    copy(0);
    for (let at = rest; at < end; at += pageSize) copy(at);
  } finally {
    closeSync(from);
    closeSync(to);
  }
}
