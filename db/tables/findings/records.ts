import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** Who a finding is. */
export interface IdentityRow {
  readonly finding: FindingRow;
  readonly project: string;
  readonly localId: string | null;
  readonly serviceId: string | null;
}

/** What the service said of a finding, as JSON text, and how that was seen. */
export interface RecordRow {
  readonly finding: FindingRow;
  readonly baseJson: string;
  readonly readable: 0 | 1;
  readonly listHash: string | null;
  readonly detailHash: string | null;
  readonly detailDue: 0 | 1;
  readonly firstSeenAt: string;
  readonly changedAt: string;
  readonly goneAt: string | null;
}

/** The name that a finding is shown by: the service's identifier once there is one, the local one before. */
export function shownId({ serviceId, localId }: Pick<IdentityRow, 'serviceId' | 'localId'>): string {
  return serviceId ?? localId ?? '';
}

const selectIdentity = 'SELECT finding, project, local_id AS localId, service_id AS serviceId FROM finding';

const selectRecord = `
  SELECT finding, base_json AS baseJson, readable, list_hash AS listHash, detail_hash AS detailHash,
         detail_due AS detailDue, first_seen_at AS firstSeenAt, changed_at AS changedAt, gone_at AS goneAt
    FROM record`;

/**
 * The finding that a person names by the service's identifier or by a local one, or null. One that was created again is
 * found by the identifier that it had before, too.
 */
export function findFinding(db: ReadableDb, id: string): IdentityRow | null {
  const again = sql<[string], IdentityRow>(
    db,
    `${selectIdentity} WHERE finding = (SELECT finding FROM former_id WHERE id = ?)`,
  ).get(id);
  if (again !== undefined) return again;
  const byService = sql<[string], IdentityRow>(db, `${selectIdentity} WHERE service_id = ?`).get(id);
  if (byService !== undefined) return byService;
  return sql<[string], IdentityRow>(db, `${selectIdentity} WHERE local_id = ?`).get(id) ?? null;
}

/** The finding that the service names so, or null. */
export function findByServiceId(db: ReadableDb, serviceId: string): IdentityRow | null {
  return sql<[string], IdentityRow>(db, `${selectIdentity} WHERE service_id = ?`).get(serviceId) ?? null;
}

/** Who a finding row is. Throws if there is none: rows are only ever taken from this store. */
export function readIdentity(db: ReadableDb, finding: FindingRow): IdentityRow {
  const row = sql<[FindingRow], IdentityRow>(db, `${selectIdentity} WHERE finding = ?`).get(finding);
  if (row === undefined) throw new Error(`finding row ${String(finding)} is not in the store`);
  return row;
}

/** The finding of a row number that came from outside, or null. */
export function knownIdentity(db: ReadableDb, row: number): IdentityRow | null {
  return sql<[number], IdentityRow>(db, `${selectIdentity} WHERE finding = ?`).get(row) ?? null;
}

/** Makes a finding known. Exactly one of the two identifiers may be null. */
export function insertFinding(
  db: WritableDb,
  row: { project: string; localId: string | null; serviceId: string | null },
): FindingRow {
  const { lastInsertRowid } = sql(
    db,
    'INSERT INTO finding (project, local_id, service_id) VALUES (@project, @localId, @serviceId)',
  ).run(row);
  return Number(lastInsertRowid) as FindingRow;
}

/** The largest finding row number given so far: what is first seen later lies above it. */
export function lastFindingRow(db: ReadableDb): number {
  const row = sql<[], { last: number | null }>(db, 'SELECT max(finding) AS last FROM finding').get();
  return row?.last ?? 0;
}

/** The service's record of a finding, or null for a creation that was never seen there. */
export function readRecord(db: ReadableDb, finding: FindingRow): RecordRow | null {
  return sql<[FindingRow], RecordRow>(db, `${selectRecord} WHERE finding = ?`).get(finding) ?? null;
}

/** Stores the service's record of a finding: the new base (promise 8). It is there again if it was gone. */
export function writeRecord(
  db: WritableDb,
  row: Pick<RecordRow, 'finding' | 'baseJson' | 'readable' | 'listHash' | 'detailHash' | 'detailDue'> & {
    at: string;
  },
): void {
  sql(
    db,
    `INSERT INTO record (finding, base_json, readable, list_hash, detail_hash, detail_due, first_seen_at, changed_at)
     VALUES (@finding, @baseJson, @readable, @listHash, @detailHash, @detailDue, @at, @at)
     ON CONFLICT (finding) DO UPDATE SET
       base_json = excluded.base_json, readable = excluded.readable, list_hash = excluded.list_hash,
       detail_hash = excluded.detail_hash, detail_due = excluded.detail_due, gone_at = NULL,
       changed_at = CASE WHEN base_json = excluded.base_json THEN changed_at ELSE excluded.changed_at END`,
  ).run(row);
}

/** Notes that the list moved on and the detail is still to be read. */
export function markDetailDue(db: WritableDb, finding: FindingRow, listHash: string): void {
  sql(db, 'UPDATE record SET list_hash = ?, detail_due = 1, gone_at = NULL WHERE finding = ?').run(
    listHash,
    finding,
  );
}

/** Findings of an engagement whose detail is still to be read, oldest first. */
export function detailsDue(db: ReadableDb, project: string, limit: number): IdentityRow[] {
  return sql<[string, number], IdentityRow>(
    db,
    `SELECT f.finding, f.project, f.local_id AS localId, f.service_id AS serviceId
       FROM record r INDEXED BY record_detail_due CROSS JOIN finding f ON f.finding = r.finding
      WHERE r.detail_due = 1 AND r.gone_at IS NULL AND f.project = ? AND f.service_id IS NOT NULL
      ORDER BY r.finding LIMIT ?`,
  ).all(project, limit);
}

/** How many findings `detailsDue` has in all. */
export function detailsDueCount(db: ReadableDb, project: string): number {
  const row = sql<[string], { due: number }>(
    db,
    `SELECT count(*) AS due FROM record r INDEXED BY record_detail_due CROSS JOIN finding f ON f.finding = r.finding
      WHERE r.detail_due = 1 AND r.gone_at IS NULL AND f.project = ? AND f.service_id IS NOT NULL`,
  ).get(project);
  return row?.due ?? 0;
}

const live = `finding f CROSS JOIN record r INDEXED BY record_seen ON r.finding = f.finding
      WHERE f.project = ? AND f.service_id IS NOT NULL AND r.gone_at IS NULL`;

/**
 * Findings of an engagement that the service is believed to show: what a sweep is held against. Up to `limit` of those
 * behind row `after`, oldest rows first: all 100,000 at once would hold up everybody else for a tenth of a second.
 */
export function liveFindings(
  db: ReadableDb,
  project: string,
  { after, limit }: { readonly after: number; readonly limit: number },
): FindingRow[] {
  return sql<[string, number, number], { finding: FindingRow }>(
    db,
    `SELECT f.finding FROM ${live} AND f.finding > ? ORDER BY f.finding LIMIT ?`,
  )
    .all(project, after, limit)
    .map((row) => row.finding);
}

/** How many there are of them. */
export function countLive(db: ReadableDb, project: string): number {
  return (
    sql<[string], { count: number }>(db, `SELECT count(*) AS count FROM ${live}`).get(project)?.count ?? 0
  );
}

/** Hides a finding that is gone or no longer visible; its record is kept. */
export function markGone(db: WritableDb, finding: FindingRow, at: string): void {
  const { changes } = sql(db, 'UPDATE record SET gone_at = ? WHERE finding = ? AND gone_at IS NULL').run(
    at,
    finding,
  );
  if (changes !== 1) throw new Error(`finding row ${String(finding)} was not there to be marked gone`);
}

/** Shows a finding again that had been marked gone. */
export function markReturned(db: WritableDb, finding: FindingRow): void {
  sql(db, 'UPDATE record SET gone_at = NULL WHERE finding = ?').run(finding);
  // Its identifier is its own again, whatever was created in its place.
  sql(db, 'DELETE FROM former_id WHERE id = (SELECT service_id FROM finding WHERE finding = ?)').run(finding);
}

/** Gives a finding created here the identifier that the service chose. */
export function nameAtService(db: WritableDb, finding: FindingRow, serviceId: string): void {
  const { changes } = sql(
    db,
    'UPDATE finding SET service_id = ? WHERE finding = ? AND (service_id IS NULL OR service_id = ?)',
  ).run(serviceId, finding, serviceId);
  if (changes !== 1) throw new Error(`finding row ${String(finding)} has another identifier already`);
}

/** What a sweep has to know of a finding to tell whether a listed row is news. */
export interface SeenState {
  readonly finding: FindingRow;
  readonly project: string;
  readonly listHash: string | null;
  readonly detailHash: string | null;
  readonly goneAt: string | null;
}

/** How a finding of the service is known here, or null if it was never seen. */
export function seenState(db: ReadableDb, serviceId: string): SeenState | null {
  return (
    sql<[string], SeenState>(
      db,
      `SELECT f.finding, f.project, r.list_hash AS listHash, r.detail_hash AS detailHash, r.gone_at AS goneAt
         FROM finding f LEFT JOIN record r INDEXED BY record_seen ON r.finding = f.finding
        WHERE f.service_id = ?`,
    ).get(serviceId) ?? null
  );
}

/**
 * Findings of an engagement that were deleted before `before` (ISO 8601) and carry no work: no open operation,
 * evidence, comment or retest verdict.
 */
export function goneBefore(db: ReadableDb, project: string, before: string): FindingRow[] {
  return sql<[string, string], { finding: FindingRow }>(
    db,
    `SELECT f.finding FROM record r INDEXED BY record_gone CROSS JOIN finding f ON f.finding = r.finding
      WHERE f.project = ? AND r.gone_at < ? AND NOT EXISTS (
        SELECT 1 FROM operation_item i WHERE i.finding = f.finding AND i.state NOT IN ('done', 'discarded'))
        AND NOT EXISTS (SELECT 1 FROM evidence e WHERE e.finding = f.finding)
        AND NOT EXISTS (SELECT 1 FROM retest_verdict v WHERE v.finding = f.finding)
        AND NOT EXISTS (SELECT 1 FROM comment c WHERE c.finding = f.finding)`,
  )
    .all(project, before)
    .map((row) => row.finding);
}

/** Forgets the service's record of a finding; who it is and its history stay. Should it come back, it is news. */
export function removeRecord(db: WritableDb, finding: FindingRow): void {
  sql(db, 'DELETE FROM record WHERE finding = ?').run(finding);
  sql(db, 'DELETE FROM looked WHERE finding = ?').run(finding);
}

/** Rows of a list that had no identifier and could only be stored raw. */
export function unreadableWithoutId(db: ReadableDb, project: string): FindingRow[] {
  return sql<[string], { finding: FindingRow }>(
    db,
    `SELECT f.finding FROM finding f JOIN record r ON r.finding = f.finding
      WHERE f.project = ? AND f.service_id IS NULL AND r.readable = 0`,
  )
    .all(project)
    .map((row) => row.finding);
}

/** Forgets a raw row altogether: without identifier nothing else can refer to it. */
export function forgetUnreadable(db: WritableDb, finding: FindingRow): void {
  sql(db, 'DELETE FROM record WHERE finding = ? AND readable = 0').run(finding);
  sql(db, 'DELETE FROM history WHERE finding = ?').run(finding);
  sql(db, 'DELETE FROM looked WHERE finding = ?').run(finding);
  sql(db, 'DELETE FROM finding WHERE finding = ? AND service_id IS NULL').run(finding);
}

/** Findings of an engagement that a sweep showed for the first time after row `after` and no creation of ours claims. */
export function firstSeenAfter(db: ReadableDb, project: string, after: number): FindingRow[] {
  return sql<[string, number], { finding: FindingRow }>(
    db,
    `SELECT f.finding FROM finding f JOIN record r ON r.finding = f.finding
      WHERE f.project = ? AND f.finding > ? AND f.local_id IS NULL AND f.service_id IS NOT NULL
        AND r.gone_at IS NULL AND r.readable = 1 ORDER BY f.finding`,
  )
    .all(project, after)
    .map((row) => row.finding);
}

/** Findings of an engagement that are known from the list alone, oldest first. */
export function neverReadAlone(db: ReadableDb, project: string, limit: number): IdentityRow[] {
  return sql<[string, number], IdentityRow>(
    db,
    `SELECT f.finding, f.project, f.local_id AS localId, f.service_id AS serviceId
       FROM finding f CROSS JOIN record r INDEXED BY record_seen ON r.finding = f.finding
      WHERE f.project = ? AND f.service_id IS NOT NULL AND r.detail_hash IS NULL AND r.gone_at IS NULL
      ORDER BY f.finding LIMIT ?`,
  ).all(project, limit);
}

/** Notes that a finding was read by itself and is what the list had shown of it. */
export function noteDetailRead(db: WritableDb, finding: FindingRow, detailHash: string): void {
  sql(db, 'UPDATE record SET detail_hash = ? WHERE finding = ?').run(detailHash, finding);
}
