import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { backUpIfDue } from '#db/recovery/backup.ts';
import { writeSettingRow } from '#db/tables/engagement-settings.ts';
import { writeReadMark } from '#db/tables/findings/read-marks.ts';
import { connect, openStore } from '#db/store/open.ts';
import { migrate } from '#db/schema/migrate.ts';
import { checkStore, setAsideAndRescue } from '#db/recovery/repair.ts';
import { writeSetting } from '#db/tables/accounts/settings.ts';
import { insertUndoEntry } from '#db/tables/findings/undo-log.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import { insertView } from '#db/tables/findings/views.ts';
import { addEngagement, codeOf, engagements, freshFolder, key, newStore } from './support.ts';

const nowIso = '2026-01-02T03:04:05.000Z';
const pageSize = 4096;
const count = 900;

/** Findings with a record, an edit, an attempt and some history each; the last one is a creation. */
function fill(db: WritableDb): void {
  transaction(db, () => {
    for (let n = 1; n <= count; n += 1) {
      const created = n === count;
      const local = created ? `local-${String(n)}` : null;
      const service = created ? null : `svc-${String(n)}`;
      sql(db, 'INSERT INTO finding VALUES (?, ?, ?, ?)').run(n, 'p', local, service);
      if (!created) {
        sql(
          db,
          "INSERT INTO record (finding, base_json, first_seen_at, changed_at) VALUES (?, ?, 'a', 'a')",
        ).run(n, '{}');
      }
      sql(
        db,
        "INSERT INTO list_row (finding, project, id, title, severity, status, asset_json, candidate, sync) VALUES (?, 'p', ?, 't', 'low', 'open', '[]', 0, 'queued')",
      ).run(n, service ?? local);
      sql(db, 'INSERT INTO operation (seq, op, kind, project, created_at) VALUES (?, ?, ?, ?, ?)').run(
        n,
        `op-${String(n)}`,
        created ? 'create' : 'update',
        'p',
        nowIso,
      );
      sql(db, "INSERT INTO operation_item (seq, finding, state, patch_json) VALUES (?, ?, 'queued', ?)").run(
        n,
        n,
        JSON.stringify({ title: `edited ${String(n)} ${'x'.repeat(200)}` }),
      );
      sql(db, "INSERT INTO history (finding, at, what, detail_json) VALUES (?, ?, 'edited', ?)").run(
        n,
        nowIso,
        `{"text":"${'y'.repeat(400)}"}`,
      );
    }
  });
}

function pagesOf(db: ReadableDb, table: string, kind = 'leaf'): number[] {
  return db
    .prepare<[string, string], number>(
      'SELECT pageno FROM dbstat WHERE name = ? AND pagetype = ? ORDER BY path',
    )
    .pluck()
    .all(table, kind);
}

function flip(path: string, pages: readonly number[]): void {
  const bytes = readFileSync(path);
  for (const page of pages) {
    const at = (page - 1) * pageSize + 100;
    bytes[at] = (bytes[at] ?? 0) ^ 0xff;
  }
  writeFileSync(path, bytes);
}

function countOf(db: ReadableDb, table: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? -1;
}

/** Operations that may have been sent, whether a person is asked, and behind which finding a sweep looks for them. */
function doubtedIn(db: ReadableDb): unknown[] {
  return db
    .prepare(
      `SELECT i.seq, i.needs_person AS person, a.finding_before AS after, a.outcome
         FROM operation_item i LEFT JOIN attempt a ON a.seq = i.seq WHERE i.state = 'unknown' ORDER BY i.seq`,
    )
    .all();
}

/** A closed store with a middle leaf of each table damaged, its pages as they were, and a folder for backups. */
function damaged(
  tables: readonly string[],
  before: (db: WritableDb, backups: string) => void = () => undefined,
) {
  const { path, folder, db } = newStore();
  fill(db);
  const backups = join(folder, 'backups');
  before(db, backups);
  const pages = tables.flatMap((table) => {
    const leaves = pagesOf(db, table);
    expect(leaves.length).toBeGreaterThan(2);
    return leaves.slice(1, 2);
  });
  db.close();
  flip(path, pages);
  return { path, folder, backups };
}

const rescue = ({ path, backups }: { path: string; backups: string }) =>
  setAsideAndRescue({ path, key, backups, nowIso });

describe('a store whose schema cannot be read', () => {
  const work = ['operation', 'operation_item', 'history', 'finding', 'record'];

  function filled(): { path: string; folder: string; backups: string; schema: number[] } {
    const { path, folder, db } = newStore();
    db.close();
    // As every later start does: where its tables begin is known from the first one.
    const again = openStore({ path, key });
    fill(again);
    const schema = [1, ...pagesOf(again, 'sqlite_schema')];
    again.close();
    return { path, folder, backups: join(folder, 'backups'), schema };
  }

  it('gives every row all the same, whichever of its pages is damaged, without a backup', () => {
    const whole = filled();
    const bytes = readFileSync(whole.path);
    const pages = [...new Set(whole.schema)];
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      const store = filled();
      writeFileSync(store.path, bytes);
      flip(store.path, [page]);
      const report = rescue(store);
      expect([page, report.everything, report.lostCommits]).toEqual([page, true, 0]);
      const db = openStore({ path: store.path, key });
      expect(work.map((table) => countOf(db, table))).toEqual([count, count, count, count, count - 1]);
      expect(checkStore(db)).toEqual({ kind: 'sound' });
      db.close();
      expect(readdirSync(store.folder).filter((name) => name.includes('rescu'))).toEqual([]);
    }
  });

  it('gives what is only in the log as well', () => {
    const store = newStore();
    const { path, folder } = store;
    fill(store.db);
    const copy = join(folder, 'copy.db');
    // While it is open nothing of it is folded in.
    for (const suffix of ['', '-wal', '.mark', '.roots'])
      if (existsSync(path + suffix)) copyFileSync(path + suffix, copy + suffix);
    store.db.close();
    expect(statSync(`${copy}-wal`).size).toBeGreaterThan(100_000);
    writeFileSync(copy, readFileSync(copy).fill(7, 0, 4_096));
    const report = setAsideAndRescue({ path: copy, key, backups: join(folder, 'none'), nowIso });
    expect(report).toMatchObject({ everything: true, lostCommits: 0 });
    const db = openStore({ path: copy, key });
    expect(work.map((table) => countOf(db, table))).toEqual([count, count, count, count, count - 1]);
    db.close();
  });
});

describe('a damaged store', () => {
  it('keeps what the window kept: settings, views, looks, and edits that can be undone', () => {
    const kept = (db: ReadableDb): unknown[] =>
      ['setting', 'saved_view', 'looked', 'edit_step', 'engagement_setting'].map((table) =>
        db.prepare(`SELECT * FROM ${table}`).all(),
      );
    let before: unknown[] = [];
    const store = damaged(['history'], (db) => {
      transaction(db, () => {
        writeSetting(db, { name: 'appearance', valueJson: '{"theme":"dark"}' });
        writeSettingRow(db, {
          project: 'p',
          name: 'facts',
          valueJson: '{"client":"Harbour"}',
          changedAt: nowIso,
        });
        insertView(db, { name: 'Mine', query: 'is:queued', sort: null });
        writeReadMark(db, 7 as FindingRow, nowIso);
        sql(db, 'UPDATE record SET base_json = \'{"title":"new"}\' WHERE finding = 7').run();
        insertUndoEntry(db, 7 as FindingRow, {
          atMs: 5,
          changesJson: '{"title":{"before":"a","after":"b"}}',
        });
      });
      before = kept(db);
    });
    rescue(store);
    const db = openStore({ path: store.path, key });
    expect(kept(db)).toEqual(before);
    expect(before[2]).toMatchObject([{ finding: 7, record_json: '{}' }]);
    db.close();
  });

  it('is told by the check, and a sound one is sound', () => {
    const { db } = newStore();
    fill(db);
    expect(checkStore(db)).toEqual({ kind: 'sound' });
    const store = damaged(['history']);
    const broken = openStore({ path: store.path, key });
    expect(checkStore(broken).kind).toBe('damaged');
    broken.close();
  });

  it('gives every row but those of the damaged page, and the backup gives those', () => {
    const store = damaged(['operation_item', 'history'], (db, backups) => {
      backUpIfDue(db, { folder: backups, nowMs: 1_000 });
    });
    const before = readFileSync(store.path);
    const report = rescue(store);
    const tables = new Map(report.tables.map((table) => [table.table, table]));

    for (const name of ['operation_item', 'history']) {
      const { rescued, fromBackup, complete } = tables.get(name) ?? {
        rescued: 0,
        fromBackup: 0,
        complete: true,
      };
      expect(rescued).toBeGreaterThan(count * 0.8);
      expect(fromBackup).toBeGreaterThan(0);
      expect({ sum: rescued + fromBackup, complete }).toEqual({ sum: count, complete: false });
    }
    expect(tables.get('operation')).toMatchObject({
      rescued: count,
      fromBackup: 0,
      orphaned: 0,
      complete: true,
    });
    expect(report.everything).toBe(false);
    expect(report.backup?.madeAtMs).toBe(1_000);
    expect(report.setAside).toEqual(['store.db.damaged-1']);
    expect(readFileSync(join(store.folder, 'store.db.damaged-1')).equals(before)).toBe(true);

    const db = openStore({ path: store.path, key });
    expect(checkStore(db)).toEqual({ kind: 'sound' });
    expect([countOf(db, 'operation_item'), countOf(db, 'record'), countOf(db, 'list_row')]).toEqual([
      count,
      // All but the creation: the lists show at once what was there.
      count - 1,
      0,
    ]);
    addEngagement(db, 'goes on');
    db.close();
  });

  it('without a backup keeps what can be read, and every reference holds', () => {
    const store = damaged(['operation', 'operation_item', 'history', 'finding']);
    const report = rescue(store);
    expect(report.backup).toBeNull();
    expect(report.sentences.join(' ')).toMatch(/operation_item: \d+ rows rescued/);
    const db = openStore({ path: store.path, key });
    expect(checkStore(db)).toEqual({ kind: 'sound' });
    expect(countOf(db, 'operation_item')).toBeGreaterThan(count / 2);
    db.close();
  });

  it('gives an edit its finding and its operation back where only those rows are gone', () => {
    const store = damaged(['finding', 'operation']);
    rescue(store);
    const db = openStore({ path: store.path, key });
    expect(countOf(db, 'operation_item')).toBe(count);
    expect(checkStore(db)).toEqual({ kind: 'sound' });
    const ids = db.prepare('SELECT service_id FROM finding WHERE service_id IS NOT NULL').all();
    expect(ids).toHaveLength(count - 1);
    db.close();
  });

  it('with only the cache damaged loses nothing', () => {
    const { path, folder, db } = newStore();
    fill(db);
    const pages = pagesOf(db, 'record');
    db.close();
    flip(path, pages);
    const report = rescue({ path, backups: join(folder, 'none') });
    expect(report.everything).toBe(true);
    expect(report.tables.every(({ complete, orphaned }) => complete && orphaned === 0)).toBe(true);
  });

  it('whose first page is gone comes back from the backup, and its creations wait for a person', () => {
    const { path, folder, db } = newStore();
    fill(db);
    const backups = join(folder, 'backups');
    backUpIfDue(db, { folder: backups, nowMs: 1_000 });
    db.close();
    flip(path, [1]);
    // Nobody knows where its tables begin, as in a store that only an earlier version opened.
    rmSync(`${path}.roots`, { force: true });
    expect(codeOf(() => openStore({ path, key }))).toBe('damaged-store');
    const report = rescue({ path, backups });
    expect(report.lostCommits).toBeNull();
    const again = openStore({ path, key });
    expect(countOf(again, 'operation_item')).toBe(count);
    // A finding that was first seen after the backup would look new: no sweep can tell it from the creation.
    expect(doubtedIn(again)).toEqual([{ seq: count, person: 1, after: null, outcome: null }]);
    again.close();
  });

  it('that gives its findings but not their operations knows from them which creations were carried out', () => {
    const { path, folder, db } = newStore();
    fill(db);
    const backups = join(folder, 'backups');
    backUpIfDue(db, { folder: backups, nowMs: 1_000 });
    transaction(db, () => {
      sql(db, 'UPDATE finding SET service_id = ? WHERE finding = ?').run('svc-made', count);
      sql(db, "UPDATE operation_item SET state = 'done' WHERE seq = ?").run(count);
    });
    const last = pagesOf(db, 'operation_item').slice(-1);
    db.close();
    flip(path, last);
    rescue({ path, backups });
    const again = openStore({ path, key });
    const state = again.prepare('SELECT state FROM operation_item WHERE seq = ?').pluck().get(count);
    expect({ state, doubted: doubtedIn(again) }).toEqual({ state: 'done', doubted: [] });
    again.close();
  });

  it('of an older version keeps the settings of engagements, which lay in tables of their own then', () => {
    const folder = freshFolder();
    const path = join(folder, 'store.db');
    const old = connect({ path, key }, { readonly: false });
    migrate(old, { upTo: 380 });
    old.exec(`INSERT INTO engagement_facts VALUES ('p', '{"client":"Harbour"}', 'then');
      INSERT INTO report_settings VALUES ('p', '{"theme":"Dark"}', 'later');
      INSERT INTO engagement_spelling VALUES ('p', '["de"]')`);
    old.close();
    rescue({ path, backups: join(folder, 'backups') });
    const db = openStore({ path, key });
    expect(db.prepare('SELECT name, value_json FROM engagement_setting ORDER BY name').raw().all()).toEqual([
      ['facts', '{"client":"Harbour"}'],
      ['report', '{"theme":"Dark"}'],
      ['spelling', '["de"]'],
    ]);
    db.close();
  });

  it('that was cut in half, or is no database at all, still ends as a store that opens', () => {
    for (const change of [
      (b: Buffer) => b.subarray(0, b.length / 2),
      () => Buffer.from('rubbish'.repeat(900)),
    ]) {
      const { path, folder, db } = newStore();
      fill(db);
      db.close();
      writeFileSync(path, change(readFileSync(path)));
      const report = rescue({ path, backups: join(folder, 'none') });
      expect(report.everything).toBe(false);
      const again = openStore({ path, key });
      expect(checkStore(again)).toEqual({ kind: 'sound' });
      again.close();
    }
  });

  it('is found again where the last steps of a rescue were cut off', () => {
    const store = damaged(['history']);
    const report = rescue(store);
    // Back to the moment before the first rename: the damaged one in place, the rescued one waiting.
    renameSync(store.path, `${store.path}.rescued`);
    renameSync(join(store.folder, report.setAside[0] ?? ''), store.path);
    const db = openStore({ path: store.path, key });
    expect(checkStore(db)).toEqual({ kind: 'sound' });
    expect(countOf(db, 'operation_item')).toBe(count);
    db.close();
    expect(readdirSync(store.folder).filter((name) => name.includes('damaged'))).toEqual([
      'store.db.damaged-1',
    ]);
    expect(existsSync(`${store.path}.rescued`)).toBe(false);
  });

  it('whose log was cut keeps what the log still has, says how many changes are lost, and has creations looked for', () => {
    const { path, folder, db } = newStore();
    fill(db);
    db.pragma('wal_checkpoint(TRUNCATE)');
    addEngagement(db, 'kept');
    const keptBytes = readFileSync(`${path}-wal`).length;
    addEngagement(db, 'lost');
    addEngagement(db, 'lost too');
    const copy = join(folder, 'copy.db');
    for (const suffix of ['', '-wal', '.mark']) copyFileSync(path + suffix, copy + suffix);
    truncateSync(`${copy}-wal`, keptBytes);

    expect(codeOf(() => openStore({ path: copy, key }))).toBe('damaged-store');
    const report = rescue({ path: copy, backups: join(folder, 'none') });
    expect(report).toMatchObject({ lostCommits: 2, everything: false });
    expect(report.setAside).toEqual(['copy.db.damaged-1-wal', 'copy.db.damaged-1']);
    const again = openStore({ path: copy, key });
    expect(engagements(again)).toEqual(['kept']);
    expect(doubtedIn(again)).toEqual([{ seq: count, person: 0, after: count, outcome: 'unknown' }]);
    again.close();
  });

  it('is never written over by the next damaged one', () => {
    const store = damaged(['history']);
    rescue(store);
    flip(store.path, [1]);
    expect(rescue(store).setAside).toEqual(['store.db.damaged-2']);
  });
});
