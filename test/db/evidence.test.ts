import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import { adoptFinding } from '#db/tables/outbox/adopt.ts';
import {
  deleteEvidence,
  evidenceOf,
  insertEvidence,
  keepAnnotations,
  readContent,
  readPicture,
} from '#db/tables/findings/evidence.ts';
import { lostImages } from '#db/tables/reports/preflight.ts';
import { migrate } from '#db/schema/migrate.ts';
import { openStore } from '#db/store/open.ts';
import { insertFinding } from '#db/tables/findings/records.ts';
import { setAsideAndRescue } from '#db/recovery/repair.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { key, newStore } from './support.ts';

const at = '2026-01-02T03:04:05.000Z';

function newFinding(db: WritableDb, name: { localId: string } | { serviceId: string }): FindingRow {
  return insertFinding(db, { project: 'p', localId: null, serviceId: null, ...name });
}

function add(db: WritableDb, finding: FindingRow, evidence: string, content: Uint8Array): void {
  insertEvidence(
    db,
    {
      evidence,
      finding,
      caption: `about ${evidence}`,
      type: 'image/png',
      width: 1,
      height: 1,
      bytes: content.length,
      sha256: evidence,
      originalSha256: evidence,
      originalName: 'shot.png',
      addedAt: at,
    },
    content,
  );
}

describe('evidence in the store', () => {
  it('of two rows that turn out to be one finding comes together, the older first', () => {
    const { db } = newStore();
    const order = transaction(db, () => {
      const local = newFinding(db, { localId: 'local-1' });
      const seen = newFinding(db, { serviceId: 'svc-1' });
      for (const [finding, name] of [
        [seen, 's1'],
        [local, 'l1'],
        [seen, 's2'],
        [local, 'l2'],
      ] as const) {
        add(db, finding, name, Uint8Array.of(1));
      }
      adoptFinding(db, local, seen);
      return evidenceOf(db, local).map(({ evidence }) => evidence);
    });
    expect(order).toEqual(['l1', 'l2', 's1', 's2']);
  });

  it('keeps caption and hash where the pixels were on a damaged page, and all of the others', () => {
    const { path, folder, db } = newStore();
    const content = (seed: number) => new Uint8Array(9_000).fill(seed);
    const finding = transaction(db, () => {
      const row = newFinding(db, { serviceId: 'svc-1' });
      for (let seed = 1; seed <= 5; seed += 1) add(db, row, `e${String(seed)}`, content(seed));
      return row;
    });
    const page = db
      .prepare<[], number>(
        "SELECT pageno FROM dbstat WHERE name = 'evidence_content' AND pagetype = 'overflow' ORDER BY path LIMIT 1 OFFSET 2",
      )
      .pluck()
      .get();
    db.close();
    const bytes = readFileSync(path);
    const spoiled = ((page ?? 0) - 1) * 4096 + 100;
    bytes[spoiled] = (bytes[spoiled] ?? 0) ^ 0xff;
    writeFileSync(path, bytes);

    const report = setAsideAndRescue({ path, key, backups: join(folder, 'none'), nowIso: at });
    expect(report.tables.filter(({ complete }) => !complete).map(({ table }) => table)).toEqual([
      'evidence_content',
    ]);
    const rescued = openStore({ path, key });
    const kept = evidenceOf(rescued, finding).map(({ evidence, caption }) => [
      caption,
      readContent(rescued, evidence)?.[0] ?? null,
    ]);
    rescued.close();
    expect(kept).toEqual([
      ['about e1', 1],
      ['about e2', null],
      ['about e3', 3],
      ['about e4', 4],
      ['about e5', 5],
    ]);
  });

  it('is shown with its annotations as long as it has some, and never without them if what was drawn is lost', () => {
    const { db } = newStore();
    const drawn = { annotationsJson: '[1]', sha256: 'drawn', content: Uint8Array.of(9) };
    const row = transaction(db, () => newFinding(db, { serviceId: 'svc-1' }));
    const state = () => {
      const [image] = evidenceOf(db, row);
      const shown = [readContent(db, 'e1')?.[0], readPicture(db, 'e1')?.[0] ?? null];
      return [image?.sha256, image?.pictureSha256, image?.annotationsJson, ...shown];
    };
    transaction(db, () => add(db, row, 'e1', Uint8Array.of(1)));
    const plain = state();
    transaction(db, () => keepAnnotations(db, 'e1', { ...drawn, content: Uint8Array.of(8) }));
    transaction(db, () => keepAnnotations(db, 'e1', drawn));
    const annotated = state();
    transaction(db, () => db.prepare('DELETE FROM evidence_drawn').run());
    const lost = [state(), lostImages(db, row)];
    transaction(db, () => keepAnnotations(db, 'e1', null));
    expect([plain, annotated, lost, state(), lostImages(db, row)]).toEqual([
      ['e1', 'e1', null, 1, 1],
      ['e1', 'drawn', '[1]', 1, 9],
      [['e1', 'drawn', '[1]', 1, null], new Set(['e1'])],
      ['e1', 'e1', null, 1, 1],
      new Set(),
    ]);
    transaction(db, () => keepAnnotations(db, 'e1', drawn));
    transaction(db, () => deleteEvidence(db, 'e1'));
    expect(db.prepare('SELECT count(*) AS n FROM evidence_drawn').get()).toEqual({ n: 0 });
  });

  it('comes with a step that keeps the findings and editions of before', () => {
    const db = new Database(':memory:');
    migrate(db, { upTo: 60 });
    db.exec("INSERT INTO finding VALUES (1, 'p', NULL, 'F1')");
    migrate(db, { upTo: 70 });
    expect([
      db.prepare('SELECT * FROM finding').all(),
      db.prepare('SELECT count(*) AS n FROM evidence').get(),
    ]).toEqual([[{ finding: 1, project: 'p', local_id: null, service_id: 'F1' }], { n: 0 }]);
  });

  it('is listed without a look at its pixels', () => {
    const { db } = newStore();
    const plan = db
      .prepare<[], { detail: string }>(
        'EXPLAIN QUERY PLAN SELECT evidence, caption FROM evidence WHERE finding = 1 ORDER BY position, row',
      )
      .all();
    expect(plan.map(({ detail }) => detail)).toEqual([
      'SEARCH evidence USING INDEX evidence_finding (finding=?)',
    ]);
  });
});
