import type { CopyState } from '#contract/engagement.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';
import { sql } from '../store/transaction.ts';

/** An engagement with what a list of them shows. */
export interface EngagementRow {
  readonly project: string;
  readonly name: string | null;
  readonly client: string | null;
  /** Findings that a list shows: gone ones left out, unsent creations counted. */
  readonly findings: number;
  readonly completedAt: string | null;
  readonly copy: CopyState;
}

/** What is known of an engagement's sweeps. */
export interface SweepRow {
  readonly project: string;
  readonly number: number;
  readonly completedAt: string | null;
  readonly completeCount: number;
  readonly pageSize: number | null;
  readonly lastPage: number | null;
  readonly shortPaged: number;
  readonly heldReason: string | null;
}

/**
 * Adds an engagement, or changes the name or client of one that is there (absent ones stay). Its time is later than that
 * of every other one: they are listed in that order, and several are added in one millisecond.
 */
export function addEngagement(
  db: WritableDb,
  engagement: { project: string; name: string | null; client: string | null; addedAt: string },
): void {
  sql(
    db,
    `INSERT INTO engagement (project, name, client, added_at)
     VALUES (@project, @name, @client,
             max(@addedAt, coalesce((SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(added_at), '+0.001 seconds') FROM engagement), '')))
     ON CONFLICT (project) DO UPDATE SET
       name = coalesce(excluded.name, name), client = coalesce(excluded.client, client)`,
  ).run(engagement);
  sql(db, 'INSERT INTO sweep (project) VALUES (?) ON CONFLICT DO NOTHING').run(engagement.project);
}

/** Replaces name and client of an engagement; null takes one away. */
export function renameEngagement(
  db: WritableDb,
  engagement: { project: string; name: string | null; client: string | null },
): void {
  sql(db, 'UPDATE engagement SET name = @name, client = @client WHERE project = @project').run(engagement);
}

/** Nothing is known to be whole before the first complete sweep; one that runs takes nothing from a copy that was. */
const copyOf = `CASE
           WHEN coalesce(s.complete_count, 0) = 0 THEN 'never-read'
           WHEN s.cut_at IS NOT NULL THEN 'cut-off'
           WHEN EXISTS (SELECT 1 FROM record r INDEXED BY record_detail_due CROSS JOIN finding f ON f.finding = r.finding
                         WHERE r.detail_due = 1 AND r.gone_at IS NULL AND f.project = s.project AND f.service_id IS NOT NULL)
             THEN 'in-part'
           ELSE 'whole' END`;

const selectEngagements = `
  SELECT e.project, e.name, e.client, s.completed_at AS completedAt, ${copyOf} AS copy,
         (SELECT count(*) FROM list_row l WHERE l.project = e.project AND l.sync <> 'gone') AS findings
    FROM engagement e LEFT JOIN sweep s ON s.project = e.project`;

/** Every engagement in the order they were added. */
export function listEngagements(db: ReadableDb): EngagementRow[] {
  return sql<[], EngagementRow>(db, `${selectEngagements} ORDER BY e.added_at, e.project`).all();
}

/** One engagement, or null. */
export function readEngagement(db: ReadableDb, project: string): EngagementRow | null {
  return sql<[string], EngagementRow>(db, `${selectEngagements} WHERE e.project = ?`).get(project) ?? null;
}

/** Whether all findings of an engagement are here. */
export function copyState(db: ReadableDb, project: string): CopyState {
  const row = sql<[string], { copy: CopyState }>(
    db,
    `SELECT ${copyOf} AS copy FROM sweep s WHERE s.project = ?`,
  ).get(project);
  return row?.copy ?? 'never-read';
}

/** Whether there is such an engagement; unlike reading it, this counts no findings. */
export function hasEngagement(db: ReadableDb, project: string): boolean {
  return sql<[string]>(db, 'SELECT 1 FROM engagement WHERE project = ?').get(project) !== undefined;
}

const unswept: Omit<SweepRow, 'project'> = {
  number: 0,
  completedAt: null,
  completeCount: 0,
  pageSize: null,
  lastPage: null,
  shortPaged: 0,
  heldReason: null,
};

/** The sweeps of an engagement so far; one that was never swept has zeros. */
export function readSweep(db: ReadableDb, project: string): SweepRow {
  const row = sql<[string], SweepRow>(
    db,
    `SELECT project, number, completed_at AS completedAt, complete_count AS completeCount, page_size AS pageSize,
            last_page AS lastPage, short_paged AS shortPaged, held_reason AS heldReason
       FROM sweep WHERE project = ?`,
  ).get(project);
  return row ?? { project, ...unswept };
}

/** Counts a sweep as begun and answers its number. */
export function beginSweep(db: WritableDb, project: string): number {
  const row = sql<[string], { number: number }>(
    db,
    `INSERT INTO sweep (project, number, open) VALUES (?, 1, 1)
     ON CONFLICT (project) DO UPDATE SET number = number + 1, open = 1 RETURNING number`,
  ).get(project);
  if (row === undefined) throw new Error('a sweep was not counted');
  return row.number;
}

/** Keeps what a sweep that reached its end found out. `completedAt` null: it was not complete. */
export function endSweep(
  db: WritableDb,
  project: string,
  end: { completedAt: string | null; pageSize: number | null; lastPage: number | null; shortPaged: number },
): void {
  const { changes } = sql(
    db,
    `UPDATE sweep SET page_size = @pageSize, last_page = @lastPage, short_paged = @shortPaged,
            completed_at = coalesce(@completedAt, completed_at),
            complete_count = complete_count + (@completedAt IS NOT NULL),
            open = @completedAt IS NULL, cut_at = CASE WHEN @completedAt IS NULL THEN cut_at END
      WHERE project = @project`,
  ).run({ project, ...end });
  if (changes !== 1) throw new Error('a sweep ended that had not begun');
}

/** Keeps that a sweep ended before its end, unless it did reach it. */
export function cutSweep(db: WritableDb, project: string, at: string): void {
  sql(db, 'UPDATE sweep SET cut_at = ?, open = 0 WHERE project = ? AND open = 1').run(at, project);
}

/** Keeps of every sweep that ended with the program that it was cut off. To be called when none can run. */
export function cutOpenSweeps(db: WritableDb, at: string): void {
  sql(db, 'UPDATE sweep SET cut_at = ?, open = 0 WHERE open = 1').run(at);
}

/** Engagements that are held back, why, and since when (ISO 8601; null if an older program held them). */
export function heldEngagements(db: ReadableDb): { project: string; reason: string; since: string | null }[] {
  return sql<[], { project: string; reason: string; since: string | null }>(
    db,
    `SELECT project, held_reason AS reason, held_json ->> '$.since' AS since
       FROM sweep WHERE held_reason IS NOT NULL ORDER BY project`,
  ).all();
}

/** Holds an engagement back (a reason for the person, and what it rests on as JSON), or lifts the hold (null). */
export function holdEngagement(
  db: WritableDb,
  project: string,
  reason: string | null,
  heldJson: string | null = null,
): void {
  sql(db, 'UPDATE sweep SET held_reason = ?, held_json = ? WHERE project = ?').run(reason, heldJson, project);
}

/** What the hold of an engagement rests on, as JSON; null if it is not held. */
export function readHeld(db: ReadableDb, project: string): string | null {
  const row = sql<[string], { heldJson: string | null }>(
    db,
    'SELECT held_json AS heldJson FROM sweep WHERE project = ? AND held_reason IS NOT NULL',
  ).get(project);
  return row?.heldJson ?? null;
}
