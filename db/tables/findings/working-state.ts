import type { FindingRow } from '#contract/finding/finding.ts';
import type { WorkingState } from '#contract/value-lists.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** How far a finding is: in progress unless it was marked otherwise. */
export function workingState(db: ReadableDb, finding: FindingRow): WorkingState {
  const row = sql<[FindingRow], { state: WorkingState }>(
    db,
    'SELECT state FROM working_state WHERE finding = ?',
  ).get(finding);
  return row?.state ?? 'progress';
}

/** Marks how far a finding is; to be called in a transaction. @returns whether it was another state before */
export function writeWorkingState(
  db: WritableDb,
  row: { readonly finding: FindingRow; readonly state: WorkingState; readonly setAt: string },
): boolean {
  if (row.state === 'progress')
    return sql(db, 'DELETE FROM working_state WHERE finding = ?').run(row.finding).changes > 0;
  const { changes } = sql(
    db,
    `INSERT INTO working_state (finding, state, set_at) VALUES (@finding, @state, @setAt)
     ON CONFLICT (finding) DO UPDATE SET state = excluded.state, set_at = excluded.set_at
      WHERE state <> excluded.state`,
  ).run(row);
  return changes > 0;
}

/** The findings of an engagement that are marked; those that are not named are in progress. */
export function workingStatesOf(db: ReadableDb, project: string): ReadonlyMap<FindingRow, WorkingState> {
  const rows = sql<[string], { finding: FindingRow; state: WorkingState }>(
    db,
    'SELECT w.finding, w.state FROM working_state w JOIN finding f USING (finding) WHERE f.project = ?',
  ).all(project);
  return new Map(rows.map(({ finding, state }) => [finding, state]));
}
