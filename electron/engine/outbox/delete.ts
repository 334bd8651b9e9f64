import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OperationKind } from '#contract/finding/operation.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  insertItem,
  insertOperation,
  openItemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { readRecord, type IdentityRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { parsePatch } from '../record/conflict-codec.ts';
import { discardItem } from './discard/retry-and-discard.ts';
import { canReachService } from './enqueue-edit.ts';
import { moveItem } from './operation-state.ts';
import { findingNamed } from './edit.ts';

/**
 * Queues the deletion of findings, one operation each, all or none. A creation that was never sent is cancelled
 * instead; edits that were not carried out go with the finding. Each deletion remembers the record as it is now:
 * what changes before it is sent makes it a conflict (promise 6).
 *
 * @throws DossierError `not-found`, `wrong-state` (gone already, or not readable as a finding)
 */
export function deleteFindings(ctx: ServiceContext, ids: readonly string[]): OperationRow[] {
  return transaction(ctx.db, () => {
    const named = [...new Map(ids.map((id) => [findingNamed(ctx, id).finding, id])).values()];
    return named.map((id) => deleteOne(ctx, id));
  });
}

function deleteOne(ctx: ServiceContext, id: string): OperationRow {
  const identity = findingNamed(ctx, id);
  const cancelled = cancelUnsent(ctx, identity.finding);
  if (cancelled !== null) return cancelled;
  const refusal = whyNotDeletable(ctx, identity);
  if (refusal !== null) throw new DossierError('wrong-state', `${id} ${refusal}.`);
  const waiting = openItemsOf(ctx.db, identity.finding).find((item) => item.kind === 'delete');
  if (waiting !== undefined) return writtenOperation(ctx.db, waiting.op);
  dropUnsentEdits(ctx, identity.finding);
  const operation = openDeletion(ctx, 'delete', identity.project);
  addDeletion(ctx, operation, identity.finding);
  return writtenOperation(ctx.db, operation.op);
}

/** A creation that was never sent is cancelled where it stands. Null: there is none. */
export function cancelUnsent(ctx: ServiceContext, finding: FindingRow): OperationRow | null {
  const [head] = openItemsOf(ctx.db, finding);
  if (head?.kind !== 'create' || head.state !== 'queued' || head.attempts > 0) return null;
  discardItem(ctx, head);
  return writtenOperation(ctx.db, head.op);
}

/** Why a finding cannot be deleted, as the end of a sentence, or null. */
export function whyNotDeletable(ctx: ServiceContext, identity: IdentityRow): string | null {
  const record = readRecord(ctx.db, identity.finding);
  if (record?.readable === 0) return 'could not be read as a finding';
  if (!canReachService(ctx.db, identity.finding)) return 'was discarded before it was sent';
  return record !== null && record.goneAt !== null ? 'is already deleted on the service' : null;
}

/** Edits that the service never carried out have nothing to go to once their finding is deleted. */
export function dropUnsentEdits(ctx: ServiceContext, finding: FindingRow): void {
  for (const item of openItemsOf(ctx.db, finding)) {
    if (item.kind !== 'update' || !isUnsent(item)) continue;
    // What was given up stands in the history, as with any change that is dropped.
    const fields: JsonObject = Object.fromEntries(Object.entries(parsePatch(item.patchJson)));
    moveItem(ctx, item, { state: 'discarded', conflictJson: null, needsPerson: 0 }, 'superseded', {
      fields,
    });
  }
}

function isUnsent(item: OpenItem): boolean {
  return item.state === 'queued' || item.state === 'conflict' || item.state === 'rejected';
}

/** Puts an empty deletion at the end of the outbox. */
export function openDeletion(
  ctx: ServiceContext,
  kind: Extract<OperationKind, 'delete' | 'bulk-delete'>,
  project: string,
): { seq: number; op: string } {
  const op = ctx.ids.next();
  const row = { op, kind, project, createdAt: nowIso(ctx), payloadJson: '{}' };
  return { seq: insertOperation(ctx.db, row), op };
}

/** Adds a finding to a deletion, with the record as it is now. */
export function addDeletion(
  ctx: ServiceContext,
  { seq, op }: { seq: number; op: string },
  finding: FindingRow,
): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  const seenJson = readRecord(db, finding)?.baseJson ?? '{}';
  insertItem(db, { seq, finding, patchJson: '{}', basesJson: '{}', seenJson });
  recordHistory(db, finding, { at, what: 'delete-asked', op });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
}
