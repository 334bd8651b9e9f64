import { engagementKey } from '#domain/engagement/engagement-key.ts';
import { hash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpIfDue, listBackups } from '#db/recovery/backup.ts';
import { beginDestruction, deleteEngagement, purgeIndex } from '#db/tables/destroy.ts';
import { connect, openMemoryStore, openReader, openStore } from '#db/store/open.ts';
import { bytesOf, emptyLog } from '#db/recovery/store-files.ts';
import { tables } from '#db/schema/tables.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { createCleaner } from '#app/maintenance/engagement-cleaner.ts';
import { codeOf, key, newStore } from '../../db/support.ts';
import { syncedDesk, temporaryFolder, type TestDesk } from '../../support/desk.ts';
import { project, twoFindings } from '../assistant/support.ts';
import { busyDesk, marker, doomed, fileOf, filesWith, other, storeFolder } from './support.ts';

/** Everything that a person can see of the engagement that stays. */
async function seenOf(desk: TestDesk): Promise<unknown> {
  const { rows } = await desk.call('finding.list', { project: other });
  const queue = await desk.call('queue.list');
  return {
    rows,
    facts: await desk.call('engagement.facts', { project: other }),
    queue: queue.filter(({ project }) => project === other),
    findings: await Promise.all(rows.map(({ id }) => desk.call('finding.get', { id }))),
    histories: await Promise.all(rows.map(({ id }) => desk.call('finding.history', { id }))),
    evidence: await Promise.all(rows.map(({ id }) => desk.call('evidence.list', { id }))),
    edition: hash('sha256', await editionOf(desk)),
  };
}

async function editionOf(desk: TestDesk): Promise<Uint8Array> {
  const out = join(temporaryFolder(), 'again.pdf');
  await desk.call('report.export', { project: other, out, edition: 1 });
  return readFileSync(out);
}

const name = `${marker} Portal`;

describe('an engagement that is destroyed', () => {
  it('is in no page of store, log, backups and what was set aside; the other is whole, the record can be checked', async () => {
    const desk = await busyDesk({ reports: true });
    const folder = storeFolder(desk);
    await desk.call('storage.compact');
    copyFileSync(join(folder, 'store.db'), join(folder, 'store.db.damaged-1'));
    const recent = ['command:sync.run', `engagement:${doomed}`, `engagement:${other}`];
    await desk.call('setting.write', { name: 'recent', value: recent });
    const seen = await seenOf(desk);
    const { unsent, bytes } = await desk.call('engagement.holdings', { project: doomed });
    const { backups } = await desk.call('storage.look');
    const before = filesWith(folder, `${marker} description`);

    const record = await desk.call('engagement.destroy', { project: doomed, name, unsent });

    // The older backup was made before it came.
    const [newest] = backups;
    expect(before).toEqual([join('backups', newest?.name ?? ''), 'store.db', 'store.db.damaged-1']);
    // The record itself, which names the engagement, is the one thing that may.
    const words = [
      '.example',
      ' description',
      ' remediation',
      ' seen',
      ' summary',
      ' title',
      ' Ltd',
      '-tag',
      '-2.png',
    ];
    expect(words.flatMap((word) => filesWith(folder, marker + word))).toEqual([]);
    // As lists and full text have it.
    expect(filesWith(folder, marker.toLowerCase())).toEqual([]);
    expect(existsSync(join(folder, 'store.db.damaged-1'))).toBe(false);
    expect(await seenOf(desk)).toEqual(seen);
    expect(record).toMatchObject({
      project: doomed,
      name,
      counts: { findings: 5, unsent, evidence: 2, editions: 1, bytes },
      finished: { resumed: false, backups: 1, aside: 1, left: [] },
    });
    desk.restart();
    expect(await desk.call('destruction.list')).toEqual([record]);
    const body = record.text.slice(0, record.text.lastIndexOf('SHA-256'));
    expect(record.text).toBe(`${body}SHA-256 of the lines above: ${hash('sha256', body)}\n`);
    const settings = await desk.call('setting.read');
    expect(settings.place).toBeUndefined();
    expect(settings.recent).toEqual(['command:sync.run', `engagement:${other}`]);
  });

  it('is in no copy that a backup left which was cut short: the next start takes it away', async () => {
    const desk = await busyDesk();
    const folder = storeFolder(desk);
    await desk.call('storage.compact');
    // Killed between the last page and its name.
    const copy = join('backups', 'store-1700000000000.db.new');
    copyFileSync(join(folder, 'store.db'), join(folder, copy));
    const before = filesWith(folder, `${marker} description`);
    desk.restart();
    const { unsent } = await desk.call('engagement.holdings', { project: doomed });
    await desk.call('engagement.destroy', { project: doomed, name, unsent });
    expect([before.includes(copy), filesWith(folder, `${marker} description`)]).toEqual([true, []]);
  });

  it('is asked for by its name, and with all that would be lost', async () => {
    const desk = await busyDesk();
    const { unsent } = await desk.call('engagement.holdings', { project: doomed });
    const ask = (input: object) => desk.call('engagement.destroy', { project: doomed, ...input });
    expect(unsent).toBeGreaterThan(0);
    await expect(ask({ name: 'Portal', unsent })).rejects.toMatchObject({ code: 'invalid' });
    await expect(ask({ name, unsent: 0 })).rejects.toMatchObject({ code: 'wrong-state' });
    await expect(
      desk.call('engagement.destroy', { project: 'nowhere', name: 'nowhere', unsent: 0 }),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(await desk.call('destruction.list')).toEqual([]);
    expect(await desk.call('engagement.holdings', { project: doomed })).toMatchObject({ unsent });
  });

  it('can be taken along again, and comes back from the service', async () => {
    const desk = await busyDesk();
    const { unsent } = await desk.call('engagement.holdings', { project: doomed });
    await desk.call('engagement.destroy', { project: doomed, name, unsent });
    await desk.call('engagement.add', { project: doomed });
    await desk.call('sync.run', {});
    desk.restart();
    const { rows } = await desk.call('finding.list', { project: doomed });
    expect(rows.map(({ id }) => id).sort()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('is cleaned up by the next start where the program ended in the middle, which says so', async () => {
    const told: string[] = [];
    const desk = await busyDesk({ tell: (sentence) => told.push(sentence) });
    const folder = storeFolder(desk);
    // The one transaction has happened, and nothing around the store was touched yet.
    const db = openStore(fileOf(folder, 'store.db'));
    transaction(db, () => {
      beginDestruction(db, {
        project: doomed,
        begunAt: '2099-01-01T00:00:00.000Z',
        recordJson: JSON.stringify({
          name: null,
          account: { baseUrl: 'https://service.example/api/', user: 'u1' },
          counts: { findings: 5, operations: 1, unsent: 0, history: 1, evidence: 1, editions: 1, bytes: 9 },
        }),
      });
      deleteEngagement(db, doomed, engagementKey(doomed));
    });
    db.close();
    expect(filesWith(folder, `${marker} description`)).not.toEqual([]);
    desk.restart();
    expect(told).toEqual([expect.stringContaining('That is finished now')]);
    expect(await desk.call('destruction.list')).toMatchObject([{ finished: { resumed: true, left: [] } }]);
    expect(filesWith(folder, `${marker} description`)).toEqual([]);
    desk.restart();
    expect(told).toHaveLength(1);
  });
});

describe('a question to the assistant whose answer is outstanding', () => {
  it('is not said to be never sent, neither before the destruction nor in its record', async () => {
    const service = await twoFindings();
    const desk = await syncedDesk(service, project);
    const { op } = await desk.call('assistant.ask', { finding: 'f1', others: [] });
    await desk.call('finding.edit', { id: 'f2', changes: { title: 'Never sent' } });
    service.setFaults(({ path }) => (path.includes('/ai/') ? { kind: 'drop', handled: true } : undefined));
    await desk.call('assistant.confirm', { op });

    const holdings = await desk.call('engagement.holdings', { project });
    expect(holdings).toMatchObject({ unsent: 2, mayHaveArrived: 1 });
    await expect(desk.call('engagement.destroy', { project, name: project, unsent: 0 })).rejects.toThrow(
      '1 change was never sent, and 1 change may have reached the service',
    );
    const { text, counts } = await desk.call('engagement.destroy', { project, name: project, unsent: 2 });
    expect(counts).toMatchObject({ unsent: 2, mayHaveArrived: 1 });
    expect(text).toContain('of them never sent 1, may have reached the service 1');
  });
});

describe('a backup that was made before the rest of a destruction was carried on', () => {
  it('has words of it in its index, and goes', () => {
    const { folder, db } = newStore();
    let nowMs = 1_000;
    const cleaner = createCleaner({ folder, db }, key, () => nowMs);
    const backups = join(folder, 'backups');
    const holding = () =>
      listBackups(backups).filter(({ path }) => {
        const backup = connect({ path, key }, { readonly: true });
        const found = backup.serialize().toString('latin1').includes('goneword');
        backup.close();
        return found;
      }).length;
    fillWithOneGone(db);
    transaction(db, () => {
      beginDestruction(db, { project: 'p', begunAt: 'now', recordJson: '{}' });
      deleteEngagement(db, 'p', engagementKey('p'));
    });
    // The disk was full when the index was to be merged; the program went on, and made its usual backup.
    backUpIfDue(db, { folder: backups, nowMs });
    const before = holding();
    nowMs = 2_000;
    const { backups: removed } = cleaner.clean('p');
    expect([before, removed, holding(), listBackups(backups).length]).toEqual([1, 1, 0, 1]);
  });
});

describe('the rows of an engagement', () => {
  it('are known of every table that names a project or a finding', () => {
    const db = openMemoryStore();
    const forgotten = Object.keys(tables).filter((table) => {
      const columns = db
        .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
        .pluck()
        .all(table);
      return columns.some((column) => ['project', 'finding'].includes(column));
    });
    transaction(db, () => {
      sql(db, "INSERT INTO engagement VALUES ('p', NULL, NULL, 'now')").run();
      sql(db, "INSERT INTO finding VALUES (1, 'p', 'l', NULL)").run();
      sql(
        db,
        "INSERT INTO list_row (finding, project, id, title, severity, status, asset_json, candidate, sync) VALUES (1, 'p', 'l', '', '', '', '[]', 0, 'queued')",
      ).run();
      deleteEngagement(db, 'p', engagementKey('p'));
    });
    const left = forgotten.filter(
      (table) =>
        table !== 'destruction' &&
        db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() !== 0,
    );
    expect(left).toEqual([]);
  });

  it('leave the full text only when it is merged, where they are few among many', () => {
    const db = openMemoryStore();
    const holds = (): boolean => db.serialize().toString('latin1').includes('goneword');
    fillWithOneGone(db);
    transaction(db, () => {
      deleteEngagement(db, 'p', engagementKey('p'));
    });
    const deleted = holds();
    purgeIndex(db);
    expect([deleted, holds()]).toEqual([true, false]);
  });
});

describe('a log that something still reads', () => {
  it('is not taken for empty', () => {
    const { path, db } = newStore();
    const reader = openReader({ path, key });
    transaction(db, () => sql(db, "INSERT INTO engagement VALUES ('p', NULL, NULL, 'now')").run());
    reader.prepare('BEGIN').run();
    reader.prepare('SELECT * FROM engagement').all();
    transaction(db, () => sql(db, 'DELETE FROM engagement').run());
    db.pragma('busy_timeout = 1');
    expect(codeOf(() => emptyLog(db))).toBe('busy');
    reader.close();
    emptyLog(db);
    expect(bytesOf(`${path}-wal`)).toBe(0);
  });
});

/** An engagement "p" with one finding, whose word stands in the full text among many that stay. */
function fillWithOneGone(db: WritableDb): void {
  const write = db.prepare('INSERT INTO finding_text (rowid, body) VALUES (?, ?)');
  transaction(db, () => {
    sql(db, "INSERT INTO engagement VALUES ('p', NULL, NULL, 'now')").run();
    sql(db, "INSERT INTO finding VALUES (1, 'p', 'l', NULL)").run();
    write.run(1, 'goneword');
    for (let row = 2; row < 200; row += 1) write.run(row, `kept${String(row)}`);
  });
}
