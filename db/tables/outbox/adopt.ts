import type { FindingRow } from '#contract/finding/finding.ts';
import { isHeld, writeHeld } from './held.ts';
import { moveEvidence } from '../findings/evidence.ts';
import { removeListRow } from '../findings/lists.ts';
import { insertFinding, nameAtService, readIdentity } from '../findings/records.ts';
import { forgetResolutionsOf } from './resolutions.ts';
import { sql } from '../../store/transaction.ts';
import type { WritableDb } from '../../schema/types.ts';

/** Tables whose rows of a finding go over to another as they are. Of verdicts the one that was given last is in force. */
const goOver = [
  'operation_item',
  'history',
  'record',
  'edit_step',
  'retest_verdict',
  'comment',
  'former_id',
] as const;
/** Tables in which the row of `local` is kept and that of `seen` goes over if there is none, as of a place in a severity. */
const oneEach = [
  'looked',
  'working_state',
  'assignee',
  'ready_snapshot',
  'report_finding',
  'report_group_number',
  'altered_value',
  'finding_origin',
] as const;

/**
 * Makes one finding of two rows: `local`, created here, and `seen`, under which a sweep had stored the same
 * finding. Whatever refers to `seen` goes over to `local`; local identifiers stay valid. To be called in a
 * transaction; list rows are the caller's to make anew. Throws if something still refers to `seen`.
 */
export function adoptFinding(db: WritableDb, local: FindingRow, seen: FindingRow): void {
  const { serviceId } = readIdentity(db, seen);
  if (serviceId === null) throw new Error(`finding row ${String(seen)} is not known at the service`);
  keepOneItemEach(db, local, seen);
  for (const table of goOver) {
    sql(db, `UPDATE ${table} SET finding = ? WHERE finding = ?`).run(local, seen);
  }
  moveEvidence(db, seen, local);
  for (const table of oneEach) keepOneRow(db, table, local, seen);
  keepHeld(db, local, seen);
  keepOneBulkItemEach(db, local, seen);
  forgetResolutionsOf(db, [local, seen]);
  removeListRow(db, seen);
  sql(db, 'DELETE FROM finding WHERE finding = ?').run(seen);
  nameAtService(db, local, serviceId);
}

/**
 * The other way: what the service had of a finding that is gone (identifier, record, operations) gets a row of its own,
 * which is answered. The finding keeps all that belongs to it here, and can be created again. To be called in a transaction.
 */
export function partFromService(db: WritableDb, finding: FindingRow, localId: string): FindingRow {
  const { project, serviceId } = readIdentity(db, finding);
  if (serviceId === null) throw new Error(`finding row ${String(finding)} is not known at the service`);
  sql(db, 'UPDATE finding SET service_id = NULL, local_id = coalesce(local_id, ?) WHERE finding = ?').run(
    localId,
    finding,
  );
  const gone = insertFinding(db, { project, localId: null, serviceId });
  for (const table of ['operation_item', 'record', 'edit_step', 'bulk_item'] as const) {
    sql(db, `UPDATE ${table} SET finding = ? WHERE finding = ?`).run(gone, finding);
  }
  sql(db, 'DELETE FROM altered_value WHERE finding = ?').run(finding);
  forgetResolutionsOf(db, [finding]);
  sql(db, 'INSERT OR REPLACE INTO former_id (id, finding) VALUES (?, ?)').run(serviceId, finding);
  return gone;
}

/**
 * An operation over many findings may hold both rows: it is one finding, so it stays in there once, as it stands for
 * `seen`. For `local` it has waited behind the creation and was never sent.
 */
function keepOneItemEach(db: WritableDb, local: FindingRow, seen: FindingRow): void {
  sql(
    db,
    `DELETE FROM operation_item WHERE finding = ?
       AND seq IN (SELECT seq FROM operation_item WHERE finding = ?)`,
  ).run(local, seen);
}

function keepOneRow(
  db: WritableDb,
  table: (typeof oneEach)[number],
  local: FindingRow,
  seen: FindingRow,
): void {
  sql(db, `UPDATE OR IGNORE ${table} SET finding = ? WHERE finding = ?`).run(local, seen);
  sql(db, `DELETE FROM ${table} WHERE finding = ?`).run(seen);
}

/** What is held back under either row is not ready. */
function keepHeld(db: WritableDb, local: FindingRow, seen: FindingRow): void {
  if (isHeld(db, seen)) writeHeld(db, local, true);
  writeHeld(db, seen, false);
}

/** A bulk action over both rows did to each what it says; the one that was carried out for `seen` is told. */
function keepOneBulkItemEach(db: WritableDb, local: FindingRow, seen: FindingRow): void {
  sql(
    db,
    `DELETE FROM bulk_item WHERE finding = ?
       AND number IN (SELECT number FROM bulk_item WHERE finding = ?)`,
  ).run(local, seen);
  sql(db, 'UPDATE bulk_item SET finding = ? WHERE finding = ?').run(local, seen);
}
