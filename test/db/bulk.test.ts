import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { adoptFinding } from '#db/tables/outbox/adopt.ts';
import {
  bulkResultRows,
  changeBulkItem,
  countBulk,
  findBulk,
  insertBulk,
  waitingItems,
} from '#db/tables/outbox/bulk.ts';
import { openMemoryStore, openStore } from '#db/store/open.ts';
import { insertItem, insertOperation } from '#db/tables/outbox/operations.ts';
import { insertFinding } from '#db/tables/findings/records.ts';
import { setAsideAndRescue } from '#db/recovery/repair.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { plansOf } from '../engine/search/plans.ts';
import { key, newStore } from './support.ts';

const at = '2026-01-02T03:04:05.000Z';
const count = 400;

/** A bulk action over `count` findings, the first half of which is queued. */
function half(db: WritableDb): number {
  return transaction(db, () => {
    const findings = Array.from({ length: count }, (_, n) =>
      insertFinding(db, { project: 'p', localId: null, serviceId: `svc-${String(n)}` }),
    );
    const number = insertBulk(
      db,
      { bulk: 'one', project: 'p', at, actionJson: '{"kind":"severity","severity":"low"}' },
      findings.map((finding) => ({ finding, fingerprint: 7 })),
    );
    for (const { item, finding } of waitingItems(db, number, count / 2)) {
      const row = {
        op: `op-${String(finding)}`,
        kind: 'update',
        project: 'p',
        createdAt: at,
        payloadJson: '{}',
      } as const;
      const seq = insertOperation(db, row);
      insertItem(db, { seq, finding, patchJson: '{"severity":"low"}', basesJson: '{}', seenJson: null });
      const undoJson = JSON.stringify({
        severity: { before: 'high', after: 'low', padding: 'x'.repeat(200) },
      });
      changeBulkItem(db, item, { step: 'laid', seq, reason: null, message: null, undoJson });
    }
    return number;
  });
}

const told = (db: WritableDb): unknown => {
  const number = findBulk(db, 'one')?.number ?? 0;
  return Object.fromEntries(countBulk(db, number).states);
};

describe('a bulk action', () => {
  it('is work: a repair brings it back with what was done of it', () => {
    const { path, folder, db } = newStore();
    half(db);
    const before = told(db);
    const [, page = 0] = db
      .prepare<[], number>(
        "SELECT pageno FROM dbstat WHERE name = 'bulk_item' AND pagetype = 'leaf' ORDER BY path",
      )
      .pluck()
      .all();
    db.close();
    const whole = readFileSync(path);
    // Where nothing is damaged, a repair misses nothing.
    const other = setAsideAndRescue({ path, key, backups: join(folder, 'none'), nowIso: at });
    const rescued = openStore({ path, key });
    expect([before, told(rescued), other.everything]).toEqual([
      { queued: count / 2, 'not-done': count / 2 },
      { queued: count / 2, 'not-done': count / 2 },
      true,
    ]);
    rescued.close();
    const spoiled = (page - 1) * 4096 + 100;
    whole[spoiled] = (whole[spoiled] ?? 0) ^ 0xff;
    writeFileSync(path, whole);
    const report = setAsideAndRescue({ path, key, backups: join(folder, 'none'), nowIso: at });
    expect(report.tables.filter(({ complete }) => !complete).map(({ table }) => table)).toEqual([
      'bulk_item',
    ]);
    const left = openStore({ path, key });
    const { queued = 0, 'not-done': waiting = 0 } = told(left) as { queued?: number; 'not-done'?: number };
    left.close();
    expect([queued + waiting > count / 2, queued + waiting < count]).toEqual([true, true]);
  });

  it('goes over to the finding that its own turned out to be, once', () => {
    const db = openMemoryStore();
    const [local, seen, number] = transaction(db, (): [FindingRow, FindingRow, number] => {
      const one = insertFinding(db, { project: 'p', localId: 'local-1', serviceId: null });
      const two = insertFinding(db, { project: 'p', localId: null, serviceId: 'svc-1' });
      const row = { bulk: 'one', project: 'p', at, actionJson: '{"kind":"delete"}' };
      const both = [one, two].map((finding) => ({ finding, fingerprint: finding }));
      return [one, two, insertBulk(db, row, both)];
    });
    transaction(db, () => {
      adoptFinding(db, local, seen);
    });
    expect(
      waitingItems(db, number, 10).map(({ finding, fingerprint }) => ({ finding, fingerprint })),
    ).toEqual([{ finding: local, fingerprint: seen }]);
  });

  it('is told by its indexes alone: an outbox of thousands is not gone through for each finding', () => {
    const plans = plansOf(openMemoryStore(), (db) => {
      countBulk(db, 1);
      bulkResultRows(db, { number: 1, after: 0, limit: 1, statesJson: null });
    });
    expect(plans).toContain('SEARCH e USING INDEX operation_item_finding (finding=? AND seq<?)');
    expect(
      plans.filter((step) =>
        /^(?:SEARCH e|SCAN)\b(?!.* (?:operation_item_finding|json_each|VIRTUAL|told))/u.test(step),
      ),
    ).toEqual([]);
  });

  it('keeps no finding of another engagement, nor one that is not there', () => {
    const db = openMemoryStore();
    const number = transaction(db, () => {
      const finding = insertFinding(db, { project: 'q', localId: null, serviceId: 'svc-1' });
      const row = { bulk: 'one', project: 'p', at, actionJson: '{"kind":"delete"}' };
      return insertBulk(
        db,
        row,
        [finding, 99].map((one) => ({ finding: one, fingerprint: 0 })),
      );
    });
    expect(waitingItems(db, number, 10)).toEqual([]);
  });
});
