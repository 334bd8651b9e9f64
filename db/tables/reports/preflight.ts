import type { FindingRow, SyncState } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/** How the findings of an engagement stand to the service. */
export function syncStatesOf(db: ReadableDb, project: string): Map<FindingRow, SyncState> {
  const rows = sql<[string], { finding: FindingRow; sync: SyncState }>(
    db,
    'SELECT finding, sync FROM list_row INDEXED BY list_row_project WHERE project = ?',
  ).all(project);
  return new Map(rows.map(({ finding, sync }) => [finding, sync]));
}

/** Every engagement by its names, without a look at its findings; the client as its facts name it, if they do. */
export function engagementNames(
  db: ReadableDb,
): { readonly project: string; readonly name: string | null; readonly client: string | null }[] {
  return sql<[], { project: string; name: string | null; client: string | null }>(
    db,
    `SELECT e.project, e.name, coalesce(nullif(trim(s.value_json ->> '$.client'), ''), e.client) AS client
       FROM engagement e LEFT JOIN engagement_setting s ON s.project = e.project AND s.name = 'facts'
      ORDER BY e.project`,
  ).all();
}

/** The folded assets of up to `limit` findings of the whole store behind row `after`, between unit separators. */
export function assetsAfter(
  db: ReadableDb,
  after: number,
  limit: number,
): { readonly finding: number; readonly project: string; readonly assets: string }[] {
  return sql<[number, number], { finding: number; project: string; assets: string }>(
    db,
    'SELECT finding, project, assets FROM list_key WHERE finding > ? ORDER BY finding LIMIT ?',
  ).all(after, limit);
}

/** A finding that a report may print, from its list row. */
export interface ReportRow {
  readonly finding: FindingRow;
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly score: number | null;
  readonly candidate: 0 | 1;
  readonly private: 0 | 1;
}

const selectReportRow = `SELECT l.finding, l.id, l.title, l.severity, l.status, k.cvss AS score, k.candidate, k.private`;

/** Every finding of an engagement that is not gone, oldest row first. */
export function reportRows(db: ReadableDb, project: string): ReportRow[] {
  return sql<[string], ReportRow>(
    db,
    `${selectReportRow} FROM list_row l INDEXED BY list_row_project JOIN list_key k ON k.finding = l.finding
      WHERE l.project = ? AND l.sync <> 'gone' ORDER BY l.finding`,
  ).all(project);
}

/** The same of some findings by their rows. */
export function reportRowsOf(db: ReadableDb, findings: readonly FindingRow[]): ReportRow[] {
  return sql<[string], ReportRow>(
    db,
    `${selectReportRow} FROM json_each(?) CROSS JOIN list_row l ON l.finding = value
       JOIN list_key k ON k.finding = l.finding
      WHERE l.sync <> 'gone'`,
  ).all(JSON.stringify(findings));
}

/** Every status that a finding of an engagement has, each once. */
export function statusesOf(db: ReadableDb, project: string): string[] {
  return sql<[string], { status: string }>(
    db,
    "SELECT DISTINCT status FROM list_row INDEXED BY list_row_project WHERE project = ? AND sync <> 'gone'",
  )
    .all(project)
    .map(({ status }) => status);
}

/** Candidates of an engagement, and its findings in one of these statuses. */
export function withoutVerdicts(db: ReadableDb, project: string, statuses: readonly string[]): FindingRow[] {
  return sql<[string, string], { finding: FindingRow }>(
    db,
    `SELECT l.finding FROM list_row l INDEXED BY list_row_project JOIN list_key k ON k.finding = l.finding
      WHERE l.project = ? AND l.sync <> 'gone'
        AND (k.candidate = 1 OR l.status IN (SELECT value FROM json_each(?)))`,
  )
    .all(project, JSON.stringify(statuses))
    .map(({ finding }) => finding);
}

/** Images of a finding whose bytes could not be rescued by a repair. */
export function lostImages(db: ReadableDb, finding: FindingRow): Set<string> {
  const rows = sql<[FindingRow], { evidence: string }>(
    db,
    `SELECT evidence FROM evidence e
      WHERE finding = ? AND (
        NOT EXISTS (SELECT 1 FROM evidence_content c WHERE c.row = e.row)
        OR EXISTS (SELECT 1 FROM evidence_annotation a LEFT JOIN evidence_drawn d USING (row)
                    WHERE a.row = e.row AND d.row IS NULL))`,
  ).all(finding);
  return new Set(rows.map(({ evidence }) => evidence));
}
