import { describe, expect, test } from 'vitest';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Verdict } from '#contract/value-lists.ts';
import { adoptFinding } from '#db/tables/outbox/adopt.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { changeItem, insertItem, insertOperation, itemsOf } from '#db/tables/outbox/operations.ts';
import { findFinding, insertFinding } from '#db/tables/findings/records.ts';
import { insertOrigin, originsOf } from '#db/tables/findings/origins.ts';
import { keepNumber, reportFindingRows } from '#db/tables/reports/report-findings.ts';
import { insertRound, insertVerdict, newestVerdict, verdictBefore } from '#db/tables/reports/rounds.ts';
import { workingState, writeWorkingState } from '#db/tables/findings/working-state.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';

const at = '2026-01-02T03:04:05.000Z';

/** Our creation, and the row under which a sweep has stored it. */
function twoRows(): { db: WritableDb; local: FindingRow; seen: FindingRow } {
  const db = openMemoryStore();
  return transaction(db, () => ({
    db,
    local: insertFinding(db, { project: 'p', localId: 'local-1', serviceId: null }),
    seen: insertFinding(db, { project: 'p', localId: null, serviceId: 'svc-1' }),
  }));
}

describe('two rows that turn out to be one finding', () => {
  test('are asked for in every table that refers to findings', () => {
    const tables = sql<[], { name: string }>(
      openMemoryStore(),
      `SELECT DISTINCT t.name FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k
        WHERE t.type = 'table' AND k."table" = 'finding' ORDER BY t.name`,
    )
      .all()
      .map(({ name }) => name);
    // What is new here has to go over as well: `db/tables/outbox/adopt.ts`. List rows are made anew.
    expect(tables).toEqual([
      'altered_value',
      'assignee',
      'bulk_item',
      'comment',
      'edit_step',
      'evidence',
      'finding_origin',
      'former_id',
      'held',
      'history',
      'list_row',
      'looked',
      'operation_item',
      'ready_snapshot',
      'record',
      'report_finding',
      'report_group_number',
      'retest_verdict',
      'settled',
      'working_state',
    ]);
  });

  test('keep the state of the one that was made here, else that of the other, and the comments of both', () => {
    const states = (['ready', 'progress'] as const).map((own) => {
      const { db, local, seen } = twoRows();
      transaction(db, () => {
        writeWorkingState(db, { finding: local, state: own, setAt: at });
        writeWorkingState(db, { finding: seen, state: 'reviewed', setAt: at });
        for (const finding of [local, seen])
          db.prepare(
            "INSERT INTO comment (comment, project, finding, text, author, added_at) VALUES (?, 'p', ?, 't', '', ?)",
          ).run(`c${String(finding)}`, finding, at);
        adoptFinding(db, local, seen);
      });
      const comments = db.prepare('SELECT finding FROM comment').pluck().all();
      return [workingState(db, local), comments.filter((finding) => finding === local).length];
    });
    expect(states).toEqual([
      ['ready', 2],
      ['reviewed', 2],
    ]);
  });

  test('have one number and one place in each severity: those of the one that was here first', () => {
    const { db, local, seen } = twoRows();
    const project = 'p';
    transaction(db, () => {
      keepNumber(db, { project, finding: local, severity: 'high', number: 2 });
      keepNumber(db, { project, finding: seen, severity: 'high', number: 3 });
      keepNumber(db, { project, finding: seen, severity: 'low', number: 1 });
      adoptFinding(db, local, seen);
    });
    expect(reportFindingRows(db, project)).toEqual([
      { finding: local, severity: 'high', place: null, number: 2 },
      { finding: local, severity: 'low', place: null, number: 1 },
    ]);
  });

  test('came from the files of both, each once', () => {
    const { db, local, seen } = twoRows();
    const from = (finding: FindingRow, sha256: string): boolean =>
      insertOrigin(db, { finding, number: null, tool: 'burp', rule: '1', file: 'a.xml', sha256, at });
    transaction(db, () => {
      from(local, 'one');
      from(seen, 'one');
      from(seen, 'two');
      adoptFinding(db, local, seen);
    });
    expect(originsOf(db, local).map(({ sha256 }) => sha256)).toEqual(['one', 'two']);
  });

  test('answer to both names, with the look of either', () => {
    const { db, local, seen } = twoRows();
    transaction(db, () => {
      sql(db, 'INSERT INTO looked (finding, at, from_seq) VALUES (?, ?, 1)').run(seen, at);
      adoptFinding(db, local, seen);
    });
    const looked = sql<[], { finding: FindingRow }>(db, 'SELECT finding FROM looked').all();
    const one = { finding: local, project: 'p', localId: 'local-1', serviceId: 'svc-1' };
    expect({ named: [findFinding(db, 'local-1'), findFinding(db, 'svc-1')], looked }).toEqual({
      named: [one, one],
      looked: [{ finding: local }],
    });
  });

  test('keep what retests said of either, and the verdict that was given last is in force', () => {
    const { db, local, seen } = twoRows();
    const verdict = (setting: number, finding: FindingRow, given: Verdict): void => {
      const words = { verdict: given, day: '2026-11-02', who: 'Ada', text: '', setAt: at, op: null };
      insertVerdict(db, { setting, round: 1, finding, ...words });
    };
    transaction(db, () => {
      insertRound(db, { project: 'p', name: 'First', begins: '', ends: '', note: '' });
      verdict(1, local, 'open');
      verdict(2, seen, 'fixed');
      adoptFinding(db, local, seen);
    });
    const newest = newestVerdict(db, 1, local);
    const before = newest === null ? null : verdictBefore(db, newest);
    expect([newest?.verdict, before?.verdict]).toEqual(['fixed', 'open']);
  });

  test('stay once in an operation that held both, as far as it had come at the service', () => {
    const { db, local, seen } = twoRows();
    const seq = transaction(db, () => {
      const row = {
        op: 'op-1',
        kind: 'bulk-delete',
        project: 'p',
        createdAt: at,
        payloadJson: '{}',
      } as const;
      const made = insertOperation(db, row);
      for (const finding of [local, seen])
        insertItem(db, { seq: made, finding, patchJson: '{}', basesJson: '{}', seenJson: null });
      changeItem(db, { seq: made, finding: seen }, { state: 'unknown', attempts: 1 });
      adoptFinding(db, local, seen);
      return made;
    });
    const items = itemsOf(db, seq).map(({ finding, state, attempts }) => ({ finding, state, attempts }));
    expect(items).toEqual([{ finding: local, state: 'unknown', attempts: 1 }]);
  });
});
