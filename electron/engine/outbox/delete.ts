import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OperationKind } from '#contract/operation.ts';
import { recordHistory } from '#db/tables/history.ts';
import {
  insertItem,
  insertOperation,
  openItemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/operations.ts';
import { readRecord, type IdentityRow } from '#db/tables/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type Workplace } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { parsePatch } from '../record/conflict-codec.ts';
import { discardItem } from './retry-and-discard.ts';
import { hasSomewhereToGo } from './enqueue-edit.ts';
import { moveItem } from './operation-state.ts';
import { findingNamed } from './edit.ts';

/**
 * Queues the deletion of findings, one operation each, all or none. A creation that was never sent is cancelled
 * instead; edits that were not carried out go with the finding. Each deletion remembers the record as it is now:
 * what changes before it is sent makes it a conflict (promise 6).
 *
 * @throws DossierError `not-found`, `wrong-state` (gone already, or not readable as a finding)
 */
export function deleteFindings(place: Workplace, ids: readonly string[]): OperationRow[] {
  return transaction(place.db, () => {
    const named = [...new Map(ids.map((id) => [findingNamed(place, id).finding, id])).values()];
    return named.map((id) => deleteOne(place, id));
  });
}

function deleteOne(place: Workplace, id: string): OperationRow {
  const identity = findingNamed(place, id);
  const cancelled = cancelUnsent(place, identity.finding);
  if (cancelled !== null) return cancelled;
  const refusal = whyNotDeletable(place, identity);
  if (refusal !== null) throw new DossierError('wrong-state', `${id} ${refusal}.`);
  const waiting = openItemsOf(place.db, identity.finding).find((item) => item.kind === 'delete');
  if (waiting !== undefined) return writtenOperation(place.db, waiting.op);
  dropUnsentEdits(place, identity.finding);
  const operation = openDeletion(place, 'delete', identity.project);
  addDeletion(place, operation, identity.finding);
  return writtenOperation(place.db, operation.op);
}

/** A creation that was never sent is cancelled where it stands. Null: there is none. */
export function cancelUnsent(place: Workplace, finding: FindingRow): OperationRow | null {
  const [head] = openItemsOf(place.db, finding);
  if (head?.kind !== 'create' || head.state !== 'queued' || head.attempts > 0) return null;
  discardItem(place, head);
  return writtenOperation(place.db, head.op);
}

/** Why a finding cannot be deleted, as the end of a sentence, or null. */
export function whyNotDeletable(place: Workplace, identity: IdentityRow): string | null {
  const record = readRecord(place.db, identity.finding);
  if (record?.readable === 0) return 'could not be read as a finding';
  if (!hasSomewhereToGo(place.db, identity.finding)) return 'was dropped before it was ever sent';
  return record !== null && record.goneAt !== null ? 'is gone already' : null;
}

/** Edits that the service never carried out have nothing to go to once their finding is deleted. */
export function dropUnsentEdits(place: Workplace, finding: FindingRow): void {
  for (const item of openItemsOf(place.db, finding)) {
    if (item.kind !== 'update' || !isUnsent(item)) continue;
    // What was given up stands in the history, as with any change that is dropped.
    const fields: JsonObject = Object.fromEntries(Object.entries(parsePatch(item.patchJson)));
    moveItem(place, item, { state: 'discarded', conflictJson: null, needsPerson: 0 }, 'superseded', {
      fields,
    });
  }
}

function isUnsent(item: OpenItem): boolean {
  return item.state === 'queued' || item.state === 'conflict' || item.state === 'rejected';
}

/** Puts an empty deletion at the end of the outbox. */
export function openDeletion(
  place: Workplace,
  kind: Extract<OperationKind, 'delete' | 'bulk-delete'>,
  project: string,
): { seq: number; op: string } {
  const op = place.ids.next();
  const row = { op, kind, project, createdAt: nowIso(place), payloadJson: '{}' };
  return { seq: insertOperation(place.db, row), op };
}

/** Adds a finding to a deletion, with the record as it is now. */
export function addDeletion(
  place: Workplace,
  { seq, op }: { seq: number; op: string },
  finding: FindingRow,
): void {
  const { db } = place;
  const at = nowIso(place);
  const seenJson = readRecord(db, finding)?.baseJson ?? '{}';
  insertItem(db, { seq, finding, patchJson: '{}', basesJson: '{}', seenJson });
  recordHistory(db, finding, { at, what: 'delete-asked', op });
  refreshListRow(db, finding, { profile: place.profile, nowIso: at });
}
