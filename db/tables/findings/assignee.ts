import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** Who works on a finding; empty for nobody. */
export function assigneeOf(db: ReadableDb, finding: FindingRow): string {
  const row = sql<[FindingRow], { name: string }>(db, 'SELECT name FROM assignee WHERE finding = ?').get(
    finding,
  );
  return row?.name ?? '';
}

/** Assigns a finding; with an empty name to nobody. To be called in a transaction. */
export function writeAssignee(
  db: WritableDb,
  row: {
    readonly finding: FindingRow;
    readonly name: string;
    readonly folded: string;
    readonly setAt: string;
  },
): void {
  if (row.name === '') sql(db, 'DELETE FROM assignee WHERE finding = ?').run(row.finding);
  else
    sql(
      db,
      `INSERT INTO assignee (finding, name, folded, set_at) VALUES (@finding, @name, @folded, @setAt)
       ON CONFLICT (finding) DO UPDATE
       SET name = excluded.name, folded = excluded.folded, set_at = excluded.set_at
        WHERE name <> excluded.name`,
    ).run(row);
}

/** Names that findings of an engagement are assigned to, the most frequent first. */
export function assigneesIn(db: ReadableDb, project: string, limit: number): readonly string[] {
  return sql<[string, number], { name: string }>(
    db,
    `SELECT a.name FROM assignee a JOIN finding f USING (finding) WHERE f.project = ?
      GROUP BY a.name ORDER BY count(*) DESC, a.name LIMIT ?`,
  )
    .all(project, limit)
    .map(({ name }) => name);
}
