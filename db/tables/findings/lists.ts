import type { FindingListRow, FindingRow } from '#contract/finding/finding.ts';
import type { ListEntry } from '#contract/finding/listing.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { removeText } from './fulltext.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { generationKinds } from '../../schema/generation-kinds.ts';

/*
 * What every list shows (`list_row`) and is filtered by (`list_key`): derived from record and open operations,
 * written in the transaction that changes them.
 */

const upsertRow = `
  INSERT INTO list_row (finding, project, id, title, severity, status, asset_json, tag_json, candidate, sync, digest)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (finding) DO UPDATE SET
    project = excluded.project, id = excluded.id, title = excluded.title, severity = excluded.severity,
    status = excluded.status, asset_json = excluded.asset_json, tag_json = excluded.tag_json,
    candidate = excluded.candidate, sync = excluded.sync, digest = excluded.digest`;

const replaceKey = `
  INSERT OR REPLACE INTO list_key
    (finding, project, severity_rank, severity, title, status, assets, tags, cwe, owasp, cvss, has, candidate,
     private, sync, updated_ms, unread, stamp)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT commits FROM mark))`;

/** Writes the list row of one finding, new or changed. Its full text is left as it is. */
export function writeListEntry(db: WritableDb, entry: ListEntry): void {
  const { key } = entry;
  sql(db, upsertRow).run(
    entry.finding,
    entry.project,
    entry.id,
    entry.title,
    entry.severity,
    entry.status,
    entry.assetJson,
    entry.tagJson,
    key.candidate,
    entry.sync,
    entry.digest,
  );
  sql(db, replaceKey).run(
    entry.finding,
    entry.project,
    key.severityRank,
    key.severity,
    key.title,
    key.status,
    key.assets,
    key.tags,
    key.cwe,
    key.owasp,
    key.cvss,
    key.has,
    key.candidate,
    key.private,
    key.syncRank,
    key.updatedMs,
    key.unread,
  );
}

/** Takes a finding out of every list and out of the full text. Nothing happens if it is in none. */
export function removeListRow(db: WritableDb, finding: FindingRow): void {
  sql(db, 'DELETE FROM list_row WHERE finding = ?').run(finding);
  removeText(db, finding);
}

/** What is known of a listed finding before it is written again; null if it is in no list. */
export function readListState(
  db: ReadableDb,
  finding: FindingRow,
): { readonly digest: string | null; readonly updatedMs: number } | null {
  const row = sql<[FindingRow], { digest: string | null; updatedMs: number }>(
    db,
    `SELECT l.digest, k.updated_ms AS updatedMs FROM list_row l JOIN list_key k USING (finding)
      WHERE l.finding = ?`,
  ).get(finding);
  return row ?? null;
}

/** Findings whose list row is of an older schema and has to be made again, up to `limit`. */
export function staleListRows(db: ReadableDb, limit: number): FindingRow[] {
  const rows = sql<[number], { finding: FindingRow }>(
    db,
    'SELECT finding FROM list_row WHERE tag_json IS NULL ORDER BY finding LIMIT ?',
  ).all(limit);
  return rows.map(({ finding }) => finding);
}

/** Every finding of the store, oldest row first. */
export function allFindings(db: ReadableDb): FindingRow[] {
  const rows = sql<[], { finding: FindingRow }>(db, 'SELECT finding FROM finding ORDER BY finding').all();
  return rows.map(({ finding }) => finding);
}

/** All that the effective record of a finding is made of. */
export interface EffectiveParts {
  readonly project: string;
  readonly localId: string | null;
  readonly serviceId: string | null;
  readonly baseJson: string | null;
  /** 0: what came could not be read as a finding; null if nothing came. */
  readonly readable: 0 | 1 | null;
  readonly goneAt: string | null;
  readonly changedAt: string | null;
  /** Open operations on it in their order; `patchJson` is the layer of each. */
  readonly items: readonly { readonly state: ItemState; readonly patchJson: string }[];
}

/** What the effective record of a finding is made of, or null if the store has no such finding. */
export function readEffectiveParts(db: ReadableDb, finding: FindingRow): EffectiveParts | null {
  const row = sql<[FindingRow], Omit<EffectiveParts, 'items'>>(
    db,
    `SELECT f.project, f.local_id AS localId, f.service_id AS serviceId, r.base_json AS baseJson,
            r.readable, r.gone_at AS goneAt, r.changed_at AS changedAt
       FROM finding f LEFT JOIN record r USING (finding) WHERE f.finding = ?`,
  ).get(finding);
  if (row === undefined) return null;
  const items = sql<[FindingRow], { state: ItemState; patchJson: string }>(
    db,
    `SELECT i.state, i.patch_json AS patchJson FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND i.state NOT IN ('done', 'discarded')
        AND o.kind NOT IN ${generationKinds} ORDER BY i.seq`,
  ).all(finding);
  return { ...row, items };
}

/** A row as its JSON text. The list columns hold JSON of this program's own, so they stand in it as they are. */
const rowJson = `'{"id":' || json_quote(l.id) || ',"title":' || json_quote(l.title)
  || ',"severity":' || json_quote(l.severity) || ',"status":' || json_quote(l.status)
  || ',"asset":' || l.asset_json || ',"candidate":' || iif(l.candidate, 'true', 'false')
  || iif(l.candidate AND EXISTS (SELECT 1 FROM list_key k WHERE k.finding = l.finding AND k.private = 1),
         ',"private":true', '') || ',"sync":"' || l.sync || '"'
  || coalesce((SELECT ',"state":' || json_quote(w.state) FROM working_state w WHERE w.finding = l.finding), '')
  || coalesce((SELECT ',"assignee":' || json_quote(g.name) FROM assignee g WHERE g.finding = l.finding), '')
  || iif(EXISTS (SELECT 1 FROM held h WHERE h.finding = l.finding), ',"held":true', '')
  || coalesce((SELECT ',"altered":' || json_group_array(a.field) FROM altered_value a
                WHERE a.finding = l.finding HAVING count(*) > 0), '') || '}'`;

/**
 * The rows of a list as one JSON text: `findings` as `queryFindings` answered them, in the same order. A finding that has
 * left the lists meanwhile is skipped. 50,000 rows cross from SQLite as one text in half of the time.
 */
export function listRowsJson(db: ReadableDb, findings: Uint32Array): string {
  const row = sql<[string], { rows: string | null }>(
    db,
    `SELECT group_concat(${rowJson}) AS rows
       FROM json_each(?) wanted CROSS JOIN list_row l ON l.finding = wanted.value`,
  ).get(JSON.stringify([...findings]));
  return `[${row?.rows ?? ''}]`;
}

/** The same rows as objects. */
export function listRows(db: ReadableDb, findings: Uint32Array): FindingListRow[] {
  return JSON.parse(listRowsJson(db, findings)) as FindingListRow[];
}

/** The title that the lists show of a finding; empty if they do not show it. */
export function listedTitle(db: ReadableDb, finding: FindingRow): string {
  const row = sql<[FindingRow], { title: string }>(db, 'SELECT title FROM list_row WHERE finding = ?').get(
    finding,
  );
  return row?.title ?? '';
}
