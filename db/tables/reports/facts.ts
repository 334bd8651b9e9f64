import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** The facts of an engagement; what `factsJson` may hold is the contract's (`EngagementFacts`). */
export interface FactsRow {
  readonly project: string;
  readonly factsJson: string;
  readonly changedAt: string;
}

/** The facts of an engagement, or null if nothing was said yet. */
export function readFacts(db: ReadableDb, project: string): FactsRow | null {
  const row = sql<[string], FactsRow>(
    db,
    `SELECT project, facts_json AS factsJson, changed_at AS changedAt
       FROM engagement_facts WHERE project = ?`,
  ).get(project);
  return row ?? null;
}

/** Writes the facts of an engagement, in place of what they were. */
export function writeFacts(db: WritableDb, row: FactsRow): void {
  sql(
    db,
    `INSERT INTO engagement_facts (project, facts_json, changed_at) VALUES (@project, @factsJson, @changedAt)
     ON CONFLICT (project) DO UPDATE SET facts_json = excluded.facts_json, changed_at = excluded.changed_at`,
  ).run(row);
}

/** The facts of every engagement of which something was said. */
export function allFacts(db: ReadableDb): FactsRow[] {
  return sql<[], FactsRow>(
    db,
    'SELECT project, facts_json AS factsJson, changed_at AS changedAt FROM engagement_facts ORDER BY project',
  ).all();
}
