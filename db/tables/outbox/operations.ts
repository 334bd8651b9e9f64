import type { FindingRow } from '#contract/finding/finding.ts';
import type { ItemState, OperationKind } from '#contract/finding/operation.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';
import { generationKinds } from '../../schema/generation-kinds.ts';

/** An outbox operation as stored; `payloadJson` carries what holds for all its findings. */
export interface OperationRow {
  readonly seq: number;
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  readonly createdAt: string;
  readonly payloadJson: string;
}

/** An operation for one finding. JSON members are texts; see the schema for what each holds. */
export interface ItemRow {
  readonly seq: number;
  readonly finding: FindingRow;
  readonly state: ItemState;
  readonly revision: number;
  readonly patchJson: string;
  readonly basesJson: string;
  readonly attempts: number;
  readonly errorStatus: number | null;
  readonly errorMessage: string | null;
  readonly conflictJson: string | null;
  readonly sentJson: string | null;
  readonly answeredId: string | null;
  readonly quietFromMs: number | null;
  readonly quietBoot: string | null;
  readonly quietSweeps: number;
  readonly needsPerson: 0 | 1;
  readonly seenJson: string | null;
  readonly beforeJson: string | null;
}

/** An item together with its operation. */
export interface OpenItem extends ItemRow {
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  readonly payloadJson: string;
}

const itemColumns = `i.seq, i.finding, i.state, i.revision, i.patch_json AS patchJson, i.bases_json AS basesJson,
  i.attempts, i.error_status AS errorStatus, i.error_message AS errorMessage, i.conflict_json AS conflictJson,
  i.sent_json AS sentJson, i.answered_id AS answeredId, i.quiet_from_ms AS quietFromMs,
  i.quiet_boot AS quietBoot, i.quiet_sweeps AS quietSweeps, i.needs_person AS needsPerson, i.seen_json AS seenJson,
  i.before_json AS beforeJson`;

const operationColumns =
  'o.seq, o.op, o.kind, o.project, o.created_at AS createdAt, o.payload_json AS payloadJson';

const openItemColumns = `${itemColumns}, o.op, o.kind, o.project, o.payload_json AS payloadJson`;

const isOpen = "i.state NOT IN ('done', 'discarded')";
const stuckFirst = "i.state IN ('conflict', 'rejected', 'unknown') DESC, i.finding";

const inOrder = `o.kind NOT IN ${generationKinds}`;
const isHead = `NOT EXISTS (
        SELECT 1 FROM operation_item earlier JOIN operation e ON e.seq = earlier.seq
         WHERE earlier.finding = i.finding AND earlier.seq < i.seq
           AND earlier.state NOT IN ('done', 'discarded')
           AND e.kind NOT IN ${generationKinds})`;

/** Puts an operation at the end of the outbox and answers its place in the order. */
export function insertOperation(db: WritableDb, row: Omit<OperationRow, 'seq'>): number {
  const { lastInsertRowid } = sql(
    db,
    `INSERT INTO operation (op, kind, project, created_at, payload_json)
     VALUES (@op, @kind, @project, @createdAt, @payloadJson)`,
  ).run(row);
  return Number(lastInsertRowid);
}

/** Adds a finding to an operation, queued. */
export function insertItem(
  db: WritableDb,
  row: Pick<ItemRow, 'seq' | 'finding' | 'patchJson' | 'basesJson' | 'seenJson'>,
): void {
  sql(
    db,
    `INSERT INTO operation_item (seq, finding, state, patch_json, bases_json, seen_json)
     VALUES (@seq, @finding, 'queued', @patchJson, @basesJson, @seenJson)`,
  ).run(row);
}

/** What a transition may change beside the state; absent members stay as they are. */
export type ItemChange = Partial<Omit<ItemRow, 'seq' | 'finding' | 'revision'>>;

const changeColumns: Readonly<Record<keyof ItemChange, string>> = {
  state: 'state',
  patchJson: 'patch_json',
  basesJson: 'bases_json',
  attempts: 'attempts',
  errorStatus: 'error_status',
  errorMessage: 'error_message',
  conflictJson: 'conflict_json',
  sentJson: 'sent_json',
  answeredId: 'answered_id',
  quietFromMs: 'quiet_from_ms',
  quietBoot: 'quiet_boot',
  quietSweeps: 'quiet_sweeps',
  needsPerson: 'needs_person',
  seenJson: 'seen_json',
  beforeJson: 'before_json',
};

/** Changes one item and counts its revision up. @returns false if the item is not there */
export function changeItem(
  db: WritableDb,
  item: { seq: number; finding: FindingRow },
  change: ItemChange,
): boolean {
  const names = Object.keys(change) as (keyof ItemChange)[];
  const sets = names.map((name) => `${changeColumns[name]} = @${name}`).join(', ');
  const { changes } = sql(
    db,
    `UPDATE operation_item SET revision = revision + 1${sets === '' ? '' : `, ${sets}`}
      WHERE seq = @seq AND finding = @finding`,
  ).run({ ...change, seq: item.seq, finding: item.finding });
  return changes === 1;
}

/** The operation a person names, or null. */
export function findOperation(db: ReadableDb, op: string): OperationRow | null {
  return (
    sql<[string], OperationRow>(db, `SELECT ${operationColumns} FROM operation o WHERE o.op = ?`).get(op) ??
    null
  );
}

/** An operation that was written in this transaction. Throws if it is not there: that is a fault of the program. */
export function writtenOperation(db: ReadableDb, op: string): OperationRow {
  const operation = findOperation(db, op);
  if (operation === null) throw new Error('an operation is not there after it was written');
  return operation;
}

/** An item that was written in this transaction. Throws if it is not there: that is a fault of the program. */
export function writtenItem(db: ReadableDb, seq: number, finding: FindingRow): OpenItem {
  const item = readItem(db, seq, finding);
  if (item === null) throw new Error('an operation is not there after it was written');
  return item;
}

/** The rows of an operation, in the order of their findings. */
export function itemsOf(db: ReadableDb, seq: number): ItemRow[] {
  return sql<[number], ItemRow>(
    db,
    `SELECT ${itemColumns} FROM operation_item i WHERE i.seq = ? ORDER BY i.finding`,
  ).all(seq);
}

/** One item as it stands now, or null. */
export function readItem(db: ReadableDb, seq: number, finding: FindingRow): OpenItem | null {
  return (
    sql<[number, FindingRow], OpenItem>(
      db,
      `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
        WHERE i.seq = ? AND i.finding = ?`,
    ).get(seq, finding) ?? null
  );
}

/**
 * Up to `limit` rows of an operation that are neither done nor discarded, in the order of their findings. Failed ones
 * come first, since they need the user.
 */
export function openRowsOf(db: ReadableDb, seq: number, limit: number): OpenItem[] {
  return sql<[{ seq: number; limit: number }], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.seq = @seq AND i.finding IN
        (SELECT i.finding FROM operation_item i WHERE i.seq = @seq AND ${isOpen} ORDER BY ${stuckFirst} LIMIT @limit)
      ORDER BY ${stuckFirst}`,
  ).all({ seq, limit });
}

/**
 * What is neither done nor discarded for a finding, oldest first: its pending patches in the order they apply. What the
 * assistant is asked to write is not among them.
 */
export function openItemsOf(db: ReadableDb, finding: FindingRow): OpenItem[] {
  return sql<[FindingRow], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND ${isOpen} AND ${inOrder} ORDER BY i.seq`,
  ).all(finding);
}

/** Whether a finding has an operation behind this place that was not discarded, open or done. */
export function hasLaterOperation(db: ReadableDb, finding: FindingRow, seq: number): boolean {
  const row = sql<[FindingRow, number], { later: 0 | 1 }>(
    db,
    `SELECT EXISTS (SELECT 1 FROM operation_item i JOIN operation o ON o.seq = i.seq
                     WHERE i.finding = ? AND i.seq > ? AND i.state <> 'discarded' AND ${inOrder}) AS later`,
  ).get(finding, seq);
  return row?.later === 1;
}

/**
 * Unfinished operations of a finding behind this one, oldest first. Dropped ones are included, since the undo of a bulk
 * deletion restores them.
 */
export function itemsBehind(db: ReadableDb, { seq, finding }: ItemRow): OpenItem[] {
  return sql<[FindingRow, number], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND i.seq > ? AND i.state <> 'done' AND ${inOrder} ORDER BY i.seq`,
  ).all(finding, seq);
}

/**
 * The head of each finding's order: its oldest item that is neither done nor discarded, if it is in one of
 * the states asked for. What stands behind a stuck one is not answered (promise 7).
 */
export function headItems(db: ReadableDb, state: 'queued' | 'sending' | 'unknown'): OpenItem[] {
  return sql<[string], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.state = ? AND ${inOrder} AND ${isHead}
      ORDER BY i.seq, i.finding`,
  ).all(state);
}

/** What the assistant is asked to write and a person has confirmed, oldest first: it may leave, once. */
export function confirmedGenerations(db: ReadableDb): OpenItem[] {
  return sql<[], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.state = 'queued' AND i.needs_person = 0 AND NOT (${inOrder}) ORDER BY i.seq`,
  ).all();
}

/** What the assistant is asked to write about a finding and has not answered yet, oldest first. */
export function openGenerationsOf(db: ReadableDb, finding: FindingRow): OpenItem[] {
  return sql<[FindingRow], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND ${isOpen} AND NOT (${inOrder}) ORDER BY i.seq`,
  ).all(finding);
}

/** Every item in a state, oldest first. */
export function itemsInState(db: ReadableDb, state: ItemState): OpenItem[] {
  return sql<[string], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.state = ? ORDER BY i.seq, i.finding`,
  ).all(state);
}

/** Operations that have an item neither done nor discarded, in the order of the outbox. */
export function openOperations(db: ReadableDb): OperationRow[] {
  return sql<[], OperationRow>(
    db,
    `SELECT ${operationColumns} FROM operation o
      WHERE o.seq IN (SELECT i.seq FROM operation_item i WHERE ${isOpen}) ORDER BY o.seq`,
  ).all();
}

/** How many operations are neither done nor discarded, and how many of these need a person. */
export interface OpenCounts {
  readonly open: number;
  readonly needPerson: number;
}

/** Counts the open operations; one of several findings counts once, and needs a person if one of them does. */
export function countOpenOperations(db: ReadableDb): OpenCounts {
  const row = sql<[], OpenCounts>(
    db,
    `SELECT count(*) AS open, coalesce(sum(needs), 0) AS needPerson
       FROM (
       SELECT max(i.state IN ('conflict', 'rejected')
                  OR (i.needs_person = 1 AND (i.state = 'unknown' OR NOT (${inOrder})))) AS needs
         FROM operation_item i JOIN operation o ON o.seq = i.seq WHERE ${isOpen} GROUP BY i.seq)`,
  ).get();
  return row ?? { open: 0, needPerson: 0 };
}

/** Changes with every change of the open operations, and is null if there are none. */
export function openWorkMark(db: ReadableDb): string | null {
  const row = sql<[], { mark: string | null }>(
    db,
    `SELECT max(i.seq) || ' ' || count(*) || ' ' || sum(i.revision) AS mark FROM operation_item i WHERE ${isOpen}`,
  ).get();
  return row?.mark ?? null;
}

/** Findings of an operation for which it is done. */
export function doneItems(db: ReadableDb, seq: number): FindingRow[] {
  return sql<[number], { finding: FindingRow }>(
    db,
    `SELECT finding FROM operation_item WHERE seq = ? AND state = 'done' ORDER BY finding`,
  )
    .all(seq)
    .map((row) => row.finding);
}

/**
 * Findings of an engagement that a deletion of ours may have reached, whose reads will tell: it was sent, or its outcome is
 * unknown. Behind another operation, as after "this creation made that finding", nobody reads for it.
 */
export function findingsBeingDeleted(db: ReadableDb, project: string): Set<FindingRow> {
  const rows = sql<[string], { finding: FindingRow }>(
    db,
    `SELECT i.finding FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE o.project = ? AND o.kind IN ('delete', 'bulk-delete') AND i.state IN ('sending', 'unknown')
        AND ${isHead}`,
  ).all(project);
  return new Set(rows.map((row) => row.finding));
}

/** Findings that the service has no more and on which something still waits, what the assistant is asked included. */
export function goneWithOpenItems(db: ReadableDb): FindingRow[] {
  return sql<[], { finding: FindingRow }>(
    db,
    `SELECT DISTINCT i.finding FROM operation_item i JOIN record r ON r.finding = i.finding
      WHERE ${isOpen} AND r.gone_at IS NOT NULL ORDER BY i.finding`,
  )
    .all()
    .map((row) => row.finding);
}

/**
 * Items about whose finding a "not found" was read that nothing has confirmed yet; of one engagement, or of one finding.
 * Creations count their sweeps in the same column and are never among them.
 */
export function doubtedItems(db: ReadableDb, project: string | null, finding?: FindingRow): OpenItem[] {
  return sql<[{ project: string | null; finding: FindingRow | null }], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.state IN ('queued', 'unknown') AND o.kind <> 'create' AND ${inOrder}
        AND ((i.state = 'queued' AND i.quiet_from_ms IS NOT NULL) OR (i.state = 'unknown' AND i.quiet_sweeps > 0))
        AND (@project IS NULL OR o.project = @project) AND (@finding IS NULL OR i.finding = @finding)
      ORDER BY i.seq, i.finding`,
  ).all({ project, finding: finding ?? null });
}

/** Findings of bulk operations that an acknowledged request seemed to leave as they were. */
export function rejectedBulkItems(db: ReadableDb, project: string): OpenItem[] {
  return sql<[string], OpenItem>(
    db,
    `SELECT ${openItemColumns} FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE o.project = ? AND o.kind IN ('bulk-status', 'bulk-delete')
        AND i.state = 'rejected' AND i.error_status = 200 ORDER BY i.seq, i.finding`,
  ).all(project);
}
