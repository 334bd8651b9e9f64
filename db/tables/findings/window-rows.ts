import type { FindingRow, SyncState } from '#contract/finding/finding.ts';
import type { UnreadState } from '#contract/finding/listing.ts';
import type { Verdict, WorkingState } from '#contract/value-lists.ts';
import type { ListRow } from '#contract/window/window.ts';
import { textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/*
 * What the window's table asks by row number. Many rows are read in one statement, in the order of the file.
 * So each page of it is decrypted once, however the list is sorted.
 */

type WideRow = readonly [
  row: number,
  id: string,
  title: string,
  severity: string,
  status: string,
  assetJson: string,
  tagJson: string | null,
  cvss: number | null,
  candidate: 0 | 1,
  isPrivate: 0 | 1,
  sync: SyncState,
  updatedMs: number,
  unread: UnreadState | null,
  toBeDeleted: 0 | 1,
  verdict: Verdict | null,
  state: WorkingState,
  comments: number,
  held: 0 | 1,
  alteredJson: string,
  assignee: string,
];

function wideRow(columns: WideRow): ListRow {
  const [row, id, title, severity, status, assetJson, tagJson] = columns;
  const [
    ,
    ,
    ,
    ,
    ,
    ,
    ,
    cvss,
    candidate,
    isPrivate,
    sync,
    updatedMs,
    unread,
    toBeDeleted,
    verdict,
    state,
    comments,
    held,
    alteredJson,
    assignee,
  ] = columns;
  return {
    row,
    id,
    title,
    severity,
    status,
    asset: textsIn(assetJson),
    tags: textsIn(tagJson ?? '[]'),
    cvss,
    candidate: candidate === 1,
    private: isPrivate === 1,
    sync,
    toBeDeleted: toBeDeleted === 1,
    updatedAt: new Date(updatedMs).toISOString(),
    unread,
    verdict,
    state,
    comments,
    held: held === 1,
    altered: textsIn(alteredJson),
    assignee,
  };
}

/** What the table shows of findings, in the order asked for; those that have left the lists are skipped. */
export function windowRows(db: ReadableDb, findings: readonly number[]): ListRow[] {
  const rows = db
    .prepare<[string], WideRow>(
      `SELECT l.finding, l.id, l.title, l.severity, l.status, l.asset_json, l.tag_json, k.cvss, k.candidate,
              k.private, l.sync, k.updated_ms, CASE k.unread WHEN 1 THEN 'new' WHEN 2 THEN 'changed' END,
              EXISTS (SELECT 1 FROM operation_item i JOIN operation o ON o.seq = i.seq
                       WHERE i.finding = l.finding AND i.state NOT IN ('done', 'discarded')
                         AND o.kind IN ('delete', 'bulk-delete')),
              (SELECT v.verdict FROM retest_verdict v WHERE v.finding = l.finding AND v.round =
                (SELECT r.round FROM retest_round r WHERE r.project = l.project ORDER BY r.number DESC LIMIT 1)
                ORDER BY v.entry DESC LIMIT 1),
              coalesce(w.state, 'progress'),
              (SELECT count(*) FROM comment c WHERE c.finding = l.finding AND c.resolved_at IS NULL
                  AND c.reply_to IS NULL),
              EXISTS (SELECT 1 FROM held h WHERE h.finding = l.finding),
              (SELECT json_group_array(a.field) FROM altered_value a WHERE a.finding = l.finding),
              coalesce((SELECT g.name FROM assignee g WHERE g.finding = l.finding), '')
         FROM json_each(?) wanted CROSS JOIN list_row l ON l.finding = wanted.value
         JOIN list_key k ON k.finding = l.finding
         LEFT JOIN working_state w ON w.finding = l.finding`,
    )
    .raw()
    .all(JSON.stringify(findings.toSorted((one, other) => one - other)));
  const found = new Map(rows.map((row) => [row[0], wideRow(row)]));
  return findings.map((finding) => found.get(finding)).filter((row) => row !== undefined);
}

/** Identifiers of findings, in the order asked for; those that have left the lists are skipped. */
export function windowIds(db: ReadableDb, findings: readonly number[]): string[] {
  const rows = db
    .prepare<[string], [number, string]>(
      `SELECT l.finding, l.id FROM json_each(?) wanted CROSS JOIN list_row l ON l.finding = wanted.value`,
    )
    .raw()
    .all(JSON.stringify(findings.toSorted((one, other) => one - other)));
  const found = new Map(rows);
  return findings.map((finding) => found.get(finding)).filter((id) => id !== undefined);
}

/** What one finding has of the values that a list offers for completion. */
export interface OfferedRow {
  readonly finding: FindingRow;
  readonly severity: string;
  readonly status: string;
  /** JSON array of texts; most findings share theirs with others, so it is read once for all of them (`textsIn`). */
  readonly assetJson: string;
  /** The same; null if the row is of an older schema. */
  readonly tagJson: string | null;
}

/** The next findings of an engagement behind row `after`, up to `limit`; gone ones are among them. */
export function offeredRows(
  db: ReadableDb,
  ask: { readonly project: string; readonly after: number; readonly limit: number },
): OfferedRow[] {
  return sql<[typeof ask], OfferedRow>(
    db,
    `SELECT finding, severity, status, asset_json AS assetJson, tag_json AS tagJson
       FROM list_row NOT INDEXED WHERE finding > @after AND project = @project ORDER BY finding LIMIT @limit`,
  ).all(ask);
}
