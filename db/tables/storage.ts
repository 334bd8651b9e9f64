import { sql } from '../store/transaction.ts';
import type { ReadableDb } from '../schema/types.ts';

/** How much there is in a store. */
export interface StoreCounts {
  readonly findings: number;
  readonly operations: number;
  readonly images: number;
  readonly imageBytes: number;
  readonly editions: number;
  readonly editionBytes: number;
}

export function countStore(db: ReadableDb): StoreCounts {
  const counts = sql<[], StoreCounts>(
    db,
    `SELECT (SELECT count(*) FROM finding) AS findings, (SELECT count(*) FROM operation) AS operations,
            (SELECT count(*) FROM evidence) AS images, (SELECT coalesce(sum(bytes), 0) FROM evidence)
              + (SELECT coalesce(sum(length(content)), 0) FROM evidence_drawn) AS imageBytes,
            (SELECT count(*) FROM edition) AS editions,
            (SELECT coalesce(sum(bytes), 0) FROM edition)
              + (SELECT coalesce(sum(length(content)), 0) FROM edition_image) AS editionBytes`,
  ).get();
  if (counts === undefined) throw new Error('the store could not be counted');
  return counts;
}

/** A number of rows by what they have in common; `name` is a word of the program, never of a client. */
export interface Tally {
  readonly name: string;
  readonly count: number;
}

/** Counts for a diagnosis: of every kind and state that there is, by words of the program alone. */
export function tallyStore(db: ReadableDb): readonly Tally[] {
  return sql<[], Tally>(
    db,
    `SELECT 'findings ' || sync AS name, count(*) AS count FROM list_row GROUP BY sync
     UNION ALL SELECT 'operations ' || kind || ' ' || state, count(*)
       FROM operation_item JOIN operation USING (seq) GROUP BY kind, state
     UNION ALL SELECT 'images ' || type, count(*) FROM evidence GROUP BY type
     UNION ALL SELECT 'engagements', count(*) FROM engagement
     UNION ALL SELECT 'engagements held back', count(*) FROM sweep WHERE held_reason IS NOT NULL
     UNION ALL SELECT 'sweeps begun', coalesce(sum(number), 0) FROM sweep
     UNION ALL SELECT 'sweeps complete', coalesce(sum(complete_count), 0) FROM sweep
     UNION ALL SELECT 'records', count(*) FROM record
     UNION ALL SELECT 'records that cannot be read', count(*) FROM record WHERE readable = 0
     UNION ALL SELECT 'records gone', count(*) FROM record WHERE gone_at IS NOT NULL
     UNION ALL SELECT 'records whose detail is due', count(*) FROM record WHERE detail_due = 1
     UNION ALL SELECT 'candidates', count(*) FROM list_row WHERE candidate = 1
     UNION ALL SELECT 'texts not indexed yet', count(*) FROM text_due
     UNION ALL SELECT 'attempts', count(*) FROM attempt
     UNION ALL SELECT 'entries of the history', count(*) FROM history
     UNION ALL SELECT 'steps to undo', count(*) FROM edit_step
     UNION ALL SELECT 'saved lists', count(*) FROM saved_view
     UNION ALL SELECT 'editions', count(*) FROM edition
     UNION ALL SELECT 'bulk actions', count(*) FROM bulk_action
     UNION ALL SELECT 'destructions', count(*) FROM destruction`,
  ).all();
}

/** Version of the schema, commits so far, version of the library. */
export function storeVersions(db: ReadableDb): { schema: number; commits: number; sqlite: string } {
  const row = sql<[], { schema: number; commits: number; sqlite: string }>(
    db,
    `SELECT (SELECT user_version FROM pragma_user_version) AS schema, (SELECT commits FROM mark) AS commits,
            sqlite_version() AS sqlite`,
  ).get();
  return row ?? { schema: 0, commits: 0, sqlite: 'unknown' };
}

/** How many transactions an open store has had (`mark.ts`). */
export function countCommits(db: ReadableDb): number {
  return sql<[], { commits: number }>(db, 'SELECT commits FROM mark').get()?.commits ?? 0;
}
