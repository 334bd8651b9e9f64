import type { Connection } from '../schema/types.ts';

/** A row as SQLite gives it, columns in the order asked for, integers as bigint so that no digit is lost. */
export type RawRow = readonly unknown[];

/** Whether every row of the table could be read; `false` tells of a gap, not of how many rows were in it. */
export interface RescueReading {
  readonly complete: boolean;
}

/** How many keys in a row are tried one by one behind an unreadable one before the rest is given up. */
const longestGap = 200_000n;
/** As many if nothing further up can be read either: more rows than any page holds. */
const lastGap = 4_096n;

/**
 * Hands every readable row of a table to `take`, in the order of its key, and steps over what is damaged.
 * A damaged page costs the rows on it and no others. A row may come twice if the table was read from both
 * ends: `take` has to ignore what it has. Never throws for damage; what `take` throws goes on.
 */
export function readAround(
  source: Connection,
  table: string,
  columns: readonly string[],
  take: (row: RawRow) => void,
): RescueReading {
  try {
    const key = keyOf(source, table);
    if (key === null) return byRowid(source, table, columns, take);
    return byKey(source, table, key, columns, take);
  } catch (error) {
    if (error instanceof TakeFailed) throw error.cause;
    return { complete: false };
  }
}

/** Tells a failure of the new store (a full disk) from damage in the old one: only the latter is stepped over. */
class TakeFailed extends Error {}

interface Walk {
  readonly last: RawRow | null;
  readonly complete: boolean;
}

function walk(
  source: Connection,
  text: string,
  parameters: readonly unknown[],
  take: (row: RawRow) => void,
): Walk {
  let last: RawRow | null = null;
  try {
    const statement = source.prepare<unknown[], RawRow>(text).raw().safeIntegers();
    for (const row of statement.iterate(...parameters)) {
      try {
        take(row);
      } catch (error) {
        throw new TakeFailed('a rescued row could not be written', { cause: error });
      }
      last = row;
    }
    return { last, complete: true };
  } catch (error) {
    if (error instanceof TakeFailed) throw error;
    return { last, complete: false };
  }
}

function byRowid(
  source: Connection,
  table: string,
  columns: readonly string[],
  take: (row: RawRow) => void,
): RescueReading {
  const text = `SELECT rowid, ${columns.join(', ')} FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid`;
  const takeColumns = (row: RawRow) => {
    take(row.slice(1));
  };
  const probe = `SELECT rowid FROM ${table} NOT INDEXED WHERE rowid >= ? ORDER BY rowid LIMIT 1`;
  let next = 0n;
  let gap = 0n;
  let allowed = longestGap;
  let complete = true;
  while (gap < allowed) {
    const { last, complete: toTheEnd } = walk(source, text, [next], takeColumns);
    if (toTheEnd) return { complete };
    complete = false;
    const rowid = last?.[0];
    gap = typeof rowid === 'bigint' ? 0n : gap + 1n;
    if (gap === 1n) allowed = readsBeyond(source, probe, next) ? longestGap : lastGap;
    next = (typeof rowid === 'bigint' ? rowid : next) + 1n;
  }
  return { complete: false };
}

/**
 * Whether anything can be read above a key that cannot: looked for in growing steps. Without it a table whose one
 * page is damaged would be tried key by key for half a minute.
 */
function readsBeyond(source: Connection, probe: string, key: bigint): boolean {
  for (let step = 1n; step < 2n ** 40n; step *= 2n) {
    const { last, complete } = walk(source, probe, [key + step], () => undefined);
    if (last !== null) return true;
    // Nothing is there: the end of the table, which was read.
    if (complete) return true;
  }
  return false;
}

/** Tables without rowids are read from both ends, and between them one value of the first key column at a time. */
function byKey(
  source: Connection,
  table: string,
  key: readonly string[],
  columns: readonly string[],
  take: (row: RawRow) => void,
): RescueReading {
  const [first = ''] = key;
  const select = `SELECT ${[first, ...columns].join(', ')} FROM ${table}`;
  const takeColumns = (row: RawRow) => {
    take(row.slice(1));
  };
  const upward = walk(source, `${select} ORDER BY ${key.join(', ')}`, [], takeColumns);
  if (upward.complete) return { complete: true };
  const order = key.map((column) => `${column} DESC`).join(', ');
  const downward = walk(source, `${select} ORDER BY ${order}`, [], takeColumns);

  const low = upward.last?.[0] ?? 0n;
  const high = downward.last?.[0];
  if (typeof low !== 'bigint') return { complete: false };
  const probe = `SELECT ${first} FROM ${table} WHERE ${first} >= ? ORDER BY ${first} LIMIT 1`;
  const further = typeof high === 'bigint' || readsBeyond(source, probe, low);
  const end = typeof high === 'bigint' ? high : low + (further ? longestGap : lastGap);
  const one = `${select} WHERE ${first} = ? ORDER BY`;
  for (let value = low; value <= end && value - low < longestGap; value += 1n) {
    const forth = walk(source, `${one} ${key.join(', ')}`, [value], takeColumns);
    if (!forth.complete) walk(source, `${one} ${order}`, [value], takeColumns);
  }
  return { complete: false };
}

/** The primary key columns of a WITHOUT ROWID table, in order; null for a table with rowids. */
function keyOf(source: Connection, table: string): readonly string[] | null {
  const withoutRowid = source
    .prepare<[string], number>('SELECT wr FROM pragma_table_list(?)')
    .pluck()
    .get(table);
  if (withoutRowid !== 1) return null;
  return source
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table);
}
