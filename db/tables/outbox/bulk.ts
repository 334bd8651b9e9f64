import type { BulkFinding, BulkState } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { writtenOperation, type OperationRow } from './operations.ts';
import { generationKinds } from '../../schema/generation-kinds.ts';

/** What a person asked of many findings at once. */
export interface BulkActionRow {
  readonly number: number;
  readonly bulk: string;
  readonly project: string;
  readonly at: string;
  readonly actionJson: string;
}

type BulkStep = 'waiting' | 'laid' | 'left-out' | 'taken-back';

/** One finding of it; see the schema for what each column holds. */
export interface BulkItemRow {
  readonly item: number;
  readonly finding: FindingRow;
  readonly step: BulkStep;
  readonly fingerprint: number;
  readonly seq: number | null;
  readonly reason: string | null;
  readonly message: string | null;
  readonly undoJson: string | null;
}

/** Writes an action down with all its findings, each waiting. Findings that this store does not have are not kept. */
export function insertBulk(
  db: WritableDb,
  row: Omit<BulkActionRow, 'number'>,
  findings: Iterable<{ readonly finding: number; readonly fingerprint: number }>,
): number {
  const { lastInsertRowid } = sql(
    db,
    'INSERT INTO bulk_action (bulk, project, at, action_json) VALUES (@bulk, @project, @at, @actionJson)',
  ).run(row);
  const number = Number(lastInsertRowid);
  const insert = sql(
    db,
    `INSERT OR IGNORE INTO bulk_item (number, finding, step, stamp)
     SELECT ?, finding, 'waiting', ? FROM finding WHERE finding = ? AND project = ?`,
  );
  for (const { finding, fingerprint } of findings) insert.run(number, fingerprint, finding, row.project);
  return number;
}

const actionColumns = 'number, bulk, project, at, action_json AS actionJson';

/** The action of this name, or null. */
export function findBulk(db: ReadableDb, bulk: string): BulkActionRow | null {
  const found = sql<[string], BulkActionRow>(db, `SELECT ${actionColumns} FROM bulk_action WHERE bulk = ?`);
  return found.get(bulk) ?? null;
}

/** The newest actions of an engagement, the newest first. */
export function recentBulks(db: ReadableDb, project: string, limit: number): BulkActionRow[] {
  return sql<[string, number], BulkActionRow>(
    db,
    `SELECT ${actionColumns} FROM bulk_action WHERE project = ? ORDER BY number DESC LIMIT ?`,
  ).all(project, limit);
}

const itemColumns = 'item, finding, step, stamp AS fingerprint, seq, reason, message, laid_json AS undoJson';

/** The operations that an action enqueued, in their order. */
export function operationsOfBulk(db: ReadableDb, number: number): OperationRow[] {
  return sql<[number], { op: string }>(
    db,
    `SELECT DISTINCT o.op, o.seq FROM bulk_item b JOIN operation o ON o.seq = b.seq WHERE b.number = ? ORDER BY o.seq`,
  )
    .all(number)
    .map(({ op }) => writtenOperation(db, op));
}

/** Findings of an action that are still to be done, in the order in which they were chosen. */
export function waitingItems(db: ReadableDb, number: number, limit: number): BulkItemRow[] {
  return sql<[number, number], BulkItemRow>(
    db,
    `SELECT ${itemColumns} FROM bulk_item WHERE number = ? AND step = 'waiting' ORDER BY item LIMIT ?`,
  ).all(number, limit);
}

/** Findings of an action that were enqueued, the last one first. */
export function enqueuedItems(
  db: ReadableDb,
  { number, before, limit }: { readonly number: number; readonly before: number; readonly limit: number },
): BulkItemRow[] {
  return sql<[number, number, number], BulkItemRow>(
    db,
    `SELECT ${itemColumns} FROM bulk_item WHERE number = ? AND step = 'laid' AND item < ?
      ORDER BY item DESC LIMIT ?`,
  ).all(number, before, limit);
}

/** Notes what became of a finding of an action. */
export function changeBulkItem(
  db: WritableDb,
  item: number,
  change: Pick<BulkItemRow, 'step' | 'seq' | 'reason' | 'message' | 'undoJson'>,
): void {
  sql(
    db,
    `UPDATE bulk_item SET step = @step, seq = @seq, reason = @reason, message = @message, laid_json = @undoJson
      WHERE item = @item`,
  ).run({ ...change, item });
}

/** Gives up what an action has not done yet; answers how many findings that were. */
export function giveUpWaiting(db: WritableDb, number: number): number {
  return sql(db, "UPDATE bulk_item SET step = 'taken-back' WHERE number = ? AND step = 'waiting'").run(number)
    .changes;
}

/*
 * Whether an earlier change of the same finding waits for the user or an unknown outcome. Until that is resolved, no
 * sync sends this one. Changes of the assistant stand outside the order.
 */
const standsBehind = `EXISTS (
        SELECT 1 FROM operation_item e JOIN operation p ON p.seq = e.seq
         WHERE e.finding = b.finding AND e.seq < b.seq AND e.state IN ('conflict', 'rejected', 'unknown')
           AND p.kind NOT IN ${generationKinds})`;

/*
 * The state of each finding, from the operation that carries it as that is now. A creation that was dropped before it
 * was ever sent is deleted. An edit that came to nothing before it was sent was undone by the user.
 */
const stateOfItem = `
  CASE b.step
    WHEN 'waiting' THEN 'not-done'
    WHEN 'laid' THEN CASE
      WHEN i.state IS NULL THEN 'taken-back'
      WHEN i.state = 'discarded' THEN iif(o.kind = 'create' AND a.deletes, 'done', 'taken-back')
      WHEN i.state = 'done' AND i.attempts = 0 AND EXISTS (
        SELECT 1 FROM history h WHERE h.finding = b.finding AND h.op = o.op AND h.what = 'taken-back')
        THEN 'taken-back'
      WHEN i.state = 'queued' AND ${standsBehind} THEN 'behind'
      ELSE i.state END
    ELSE b.step END`;

const itemsWithStates = `
  FROM (SELECT number, json_extract(action_json, '$.kind') = 'delete' AS deletes FROM bulk_action WHERE number = @number) a
  JOIN bulk_item b ON b.number = a.number
  LEFT JOIN operation o ON o.seq = b.seq
  LEFT JOIN operation_item i ON i.seq = b.seq AND i.finding = b.finding`;

/** Whether nothing of an item was ever carried out at the service, so that it can be undone. */
const isUnsent = `(i.attempts = 0 AND i.state IN ('queued', 'conflict', 'rejected'))
  OR (i.state = 'rejected' AND i.error_status NOT BETWEEN 200 AND 299)
  OR (i.state = 'discarded' AND o.kind = 'create' AND a.deletes)`;

/** How many findings of an action are in each state, and of how many it can be undone. */
export function countBulk(
  db: ReadableDb,
  number: number,
): { readonly states: ReadonlyMap<BulkState, number>; readonly undoable: number } {
  const rows = sql<[{ number: number }], { state: BulkState; count: number; undoable: number }>(
    db,
    `SELECT ${stateOfItem} AS state, count(*) AS count,
            total(b.step = 'waiting' OR (b.step = 'laid' AND (${isUnsent}))) AS undoable
       ${itemsWithStates} GROUP BY 1`,
  ).all({ number });
  return {
    states: new Map(rows.map(({ state, count }) => [state, count])),
    undoable: rows.reduce((sum, row) => sum + row.undoable, 0),
  };
}

/** A finding of an action as it is told. */
export interface BulkResultRow {
  /** Where it stands among the results; those behind it are asked for by it. */
  readonly place: number;
  readonly finding: FindingRow;
  readonly state: BulkState;
  readonly reason: string | null;
  readonly message: string | null;
}

/** What needs the person stands before what waits or is done, and what was left out behind both; else as they were chosen. */
const placeOfState = `
  CASE WHEN state IN ('rejected', 'conflict', 'unknown', 'not-done', 'behind') THEN 0
       WHEN state = 'left-out' THEN 2 ELSE 1 END * 1000000000000 + item`;

/** What became of the findings of an action, from behind the place `after`: first what needs the person. */
export function bulkResultRows(
  db: ReadableDb,
  ask: {
    readonly number: number;
    readonly after: number;
    readonly limit: number;
    /** JSON array of the states asked for; null for all. */
    readonly statesJson: string | null;
  },
): BulkResultRow[] {
  return sql<[typeof ask], BulkResultRow>(
    db,
    `WITH told AS MATERIALIZED (
       SELECT b.item, b.finding, ${stateOfItem} AS state, b.reason,
              CASE WHEN b.step <> 'laid' OR i.error_message IS NULL THEN b.message
                   ELSE i.error_message END AS message
         ${itemsWithStates})
     SELECT * FROM (SELECT ${placeOfState} AS place, finding, state, reason, message FROM told)
      WHERE place > @after AND (@statesJson IS NULL OR state IN (SELECT value FROM json_each(@statesJson)))
      ORDER BY place LIMIT @limit`,
  ).all(ask);
}

/** Whether an enqueued finding of an action can be undone: nothing of it was carried out at the service. */
export function isUnsentItem(db: ReadableDb, number: number, item: number): boolean {
  const row = sql<[{ number: number; item: number }], { unsent: number }>(
    db,
    `SELECT (${isUnsent}) AS unsent ${itemsWithStates} WHERE b.item = @item`,
  ).get({ number, item });
  return row?.unsent === 1;
}

/** How findings are named, by row; what is in no list any more is called by its identifier alone. */
export function bulkFindingNames(
  db: ReadableDb,
  findings: readonly number[],
): ReadonlyMap<number, Omit<BulkFinding, 'row'>> {
  const rows = sql<[string], { finding: number; id: string; title: string; assetJson: string }>(
    db,
    `SELECT f.finding, coalesce(l.id, f.service_id, f.local_id) AS id, coalesce(l.title, '') AS title,
            coalesce(l.asset_json, '[]') AS assetJson
       FROM json_each(?) wanted CROSS JOIN finding f ON f.finding = wanted.value
       LEFT JOIN list_row l ON l.finding = f.finding`,
  ).all(JSON.stringify(findings));
  return new Map(
    rows.map(({ finding, assetJson, ...row }) => [finding, { ...row, asset: textsIn(assetJson) }]),
  );
}
