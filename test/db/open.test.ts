import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connect, openMemoryStore, openReader, openStore } from '#db/store/open.ts';
import { migrations } from '#db/schema/migrations/index.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { hasModes, noModes } from '../support/system/modes.ts';
import { addEngagement, codeOf, engagements, freshFolder, key, newStore } from './support.ts';

function settingsOf(db: ReadableDb): Record<string, unknown> {
  const names = ['synchronous', 'temp_store', 'secure_delete', 'foreign_keys', 'mmap_size', 'trusted_schema'];
  return Object.fromEntries(
    [...names, 'cell_size_check', 'fullfsync'].map((name) => [
      name,
      db.prepare(`PRAGMA ${name}`).pluck().get(),
    ]),
  );
}

const strict = {
  synchronous: 2,
  temp_store: 2,
  secure_delete: 1,
  foreign_keys: 1,
  trusted_schema: 0,
  cell_size_check: 1,
  fullfsync: 1,
};

describe('every connection', () => {
  it('is FULL, spills to memory and wipes what it deletes: first writer, later writer, reader', () => {
    const path = join(freshFolder(), 'store.db');
    openStore({ path, key }).close();
    const writer = openStore({ path, key });
    const reader = openReader({ path, key });
    const file = { ...strict, mmap_size: 0 };
    expect(settingsOf(writer)).toEqual(file);
    expect(settingsOf(reader)).toEqual(file);
    expect(writer.pragma('journal_mode', { simple: true })).toBe('wal');
    writer.close();
    reader.close();
  });

  it('makes a store of an empty file, as a crash may leave one', () => {
    const path = join(freshFolder(), 'store.db');
    writeFileSync(path, '');
    const db = openStore({ path, key });
    addEngagement(db, 'portal');
    db.close();
    const again = openStore({ path, key });
    expect(engagements(again)).toEqual(['portal']);
    again.close();
  });

  it('in memory has the same settings', () => {
    const db = openMemoryStore();
    expect(settingsOf(db)).toMatchObject(strict);
    db.close();
  });

  it('to read cannot write, and sees what was committed and nothing else', () => {
    const { path, db } = newStore();
    const reader = openReader({ path, key });
    addEngagement(db, 'one');
    expect(engagements(reader)).toEqual(['one']);
    expect(() => sql(reader, 'DELETE FROM engagement').run()).toThrow(/readonly/);
    expect(engagements(db)).toEqual(['one']);
  });
});

describe('a store', () => {
  it('is readable for its user alone, log and mark included', ({ skip }) => {
    skip(!hasModes, noModes);
    const { path, db } = newStore();
    addEngagement(db, 'one');
    const names = readdirSync(dirname(path));
    expect(names).toContain('store.db-wal');
    const open = names.filter((name) => (statSync(join(dirname(path), name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  it('cannot be read with another key, nor without one, and is told as damaged', () => {
    const { path, db } = newStore();
    addEngagement(db, 'one');
    db.close();
    expect(codeOf(() => openStore({ path, key: new Uint8Array(32).fill(9) }))).toBe('damaged-store');
    expect(readFileSync(path).includes('SQLite format')).toBe(false);
    expect(() => openStore({ path, key: new Uint8Array(16) })).toThrow(RangeError);
  });

  it('of a newer program is refused and every byte of it stays', () => {
    const { path, db } = newStore();
    addEngagement(db, 'one');
    db.pragma('user_version = 99990');
    // Copied while it is open: the WAL is still beside it, and opening must not fold it in.
    const newer = join(freshFolder(), 'newer.db');
    for (const suffix of ['', '-wal']) copyFileSync(path + suffix, newer + suffix);
    db.close();
    const bytes = () => ['', '-wal'].map((suffix) => readFileSync(newer + suffix).toString('base64'));
    const before = bytes();
    expect(codeOf(() => openStore({ path: newer, key }))).toBe('newer-store');
    expect(codeOf(() => openReader({ path: newer, key }))).toBe('newer-store');
    expect(bytes()).toEqual(before);
  });

  it('in a folder that is not there, or that is a folder itself, is a clear failure', () => {
    expect(codeOf(() => openStore({ path: freshFolder(), key }))).toBe('file');
    expect(codeOf(() => openReader({ path: join(freshFolder(), 'none.db'), key }))).toBe('file');
    expect(codeOf(() => openStore({ path: join(freshFolder(), 'none', 'store.db'), key }))).toBe('file');
  });

  it('that is an empty file becomes a new store', () => {
    const path = join(freshFolder(), 'store.db');
    writeFileSync(path, '');
    const db = openStore({ path, key });
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.at(-1)?.version);
    db.close();
  });
});

describe('the mark beside the store', () => {
  /** A store as a kill leaves it: database and WAL as they are on the disk, not folded together. */
  function killed(commits: number): { path: string; sizes: number[] } {
    const { path, db } = newStore();
    db.pragma('wal_checkpoint(TRUNCATE)');
    const sizes: number[] = [];
    for (let number = 0; number < commits; number += 1) {
      addEngagement(db, `p${String(number)}`);
      sizes.push(readFileSync(`${path}-wal`).length);
    }
    const copy = join(freshFolder(), 'store.db');
    for (const suffix of ['', '-wal', '.mark']) copyFileSync(path + suffix, copy + suffix);
    db.close();
    return { path: copy, sizes };
  }

  it('proves a WAL whole that was cut behind the last commit: nothing is lost', () => {
    const { path } = killed(5);
    const whole = readFileSync(`${path}-wal`);
    writeFileSync(`${path}-wal`, Buffer.concat([whole, Buffer.alloc(3_000, 7)]));
    const db = openStore({ path, key });
    expect(engagements(db)).toEqual(['p0', 'p1', 'p2', 'p3', 'p4']);
    db.close();
  });

  it.each([
    ['at a commit', 2, 0],
    ['inside a commit', 2, 100],
    ['before everything', -1, 0],
  ])('tells a WAL that was cut %s, and changes nothing', (_, after, more) => {
    const { path, sizes } = killed(5);
    truncateSync(`${path}-wal`, (sizes[after] ?? 0) + more);
    const before = readFileSync(path);
    expect(codeOf(() => openStore({ path, key }))).toBe('damaged-store');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(true);
  });

  it('tells a WAL with a flipped byte in its middle', () => {
    const { path, sizes } = killed(5);
    const wal = readFileSync(`${path}-wal`);
    const at = (sizes[1] ?? 0) + 500;
    wal[at] = (wal[at] ?? 0) ^ 1;
    writeFileSync(`${path}-wal`, wal);
    expect(codeOf(() => openStore({ path, key }))).toBe('damaged-store');
  });

  it('is no obstacle where it is missing, broken or older than the store', () => {
    for (const text of [null, 'rubbish', '', '0000000000000001\n']) {
      const { path } = killed(3);
      if (text === null) writeFileSync(`${path}.mark`, '');
      else writeFileSync(`${path}.mark`, text);
      const db = openStore({ path, key });
      expect(engagements(db)).toHaveLength(3);
      addEngagement(db, 'later');
      db.close();
      expect(readFileSync(`${path}.mark`, 'latin1')).toBe('0000000000000004\n');
    }
  });
});

describe('a store in memory', () => {
  it('goes back to the last commit from its serialised bytes, and takes writes again', () => {
    const db = openMemoryStore();
    addEngagement(db, 'one');
    const bytes = db.serialize();
    addEngagement(db, 'two');
    const again = openMemoryStore(bytes);
    expect(engagements(again)).toEqual(['one']);
    transaction(again, () => {
      for (let number = 0; number < 3_000; number += 1) {
        sql(again, 'INSERT INTO engagement VALUES (?, ?, NULL, ?)').run(
          `p${String(number)}`,
          'x'.repeat(900),
          'now',
        );
      }
    });
    expect(engagements(again)).toHaveLength(3_001);
    expect(engagements(db)).toEqual(['one', 'two']);
  });
});

describe('a full disk', () => {
  it('is said as such, undoes the transaction whole and leaves the store usable', () => {
    const { path, db } = newStore();
    addEngagement(db, 'one');
    db.pragma(`max_page_count = ${String(Number(db.pragma('page_count', { simple: true })) + 2)}`);
    const fill = () =>
      transaction(db, () => {
        sql(db, 'INSERT INTO engagement VALUES (?, NULL, NULL, ?)').run('two', 'now');
        sql(db, 'INSERT INTO engagement VALUES (?, ?, NULL, ?)').run('big', 'x'.repeat(100_000), 'now');
      });
    expect(codeOf(fill)).toBe('disk-full');
    expect(db.inTransaction).toBe(false);
    expect(engagements(db)).toEqual(['one']);
    addEngagement(db, 'three');
    db.close();
    const again = connect({ path, key }, { readonly: true });
    expect(again.pragma('quick_check', { simple: true })).toBe('ok');
    again.close();
  });
});
