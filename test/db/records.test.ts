import { expect, it } from 'vitest';
import { openMemoryStore } from '#db/store/open.ts';
import { detailsDue, goneBefore, liveFindings, seenState } from '#db/tables/findings/records.ts';
import { plansOf } from '../engine/search/plans.ts';

/** What a plan does with the records: their texts lie in the table itself, so it may only be met by its key. */
function stepsOnRecords(plan: readonly string[]): string[] {
  return plan.filter((step) => /\br\b/u.test(step));
}

it('asks of a listed row and of all that a sweep missed without reading a single record text', () => {
  const plan = plansOf(openMemoryStore(), (db) => {
    seenState(db, 'id');
    liveFindings(db, 'project', { after: 0, limit: 10 });
  });
  expect(stepsOnRecords(plan)).toEqual([
    'SEARCH r USING COVERING INDEX record_seen (finding=?) LEFT-JOIN',
    'SEARCH r USING COVERING INDEX record_seen (finding=?)',
  ]);
});

it('finds due details and old gone findings without going through the engagement', () => {
  const plan = plansOf(openMemoryStore(), (db) => {
    detailsDue(db, 'project', 10);
    goneBefore(db, 'project', '2026-01-01T00:00:00.000Z');
  });
  expect(stepsOnRecords(plan)).toEqual([
    'SEARCH r USING INDEX record_detail_due (detail_due=?)',
    'SEARCH r USING COVERING INDEX record_gone (gone_at<?)',
  ]);
});
