import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OperationKind } from '#contract/finding/operation.ts';
import { changeAnswer, unacceptedOf } from '#db/tables/outbox/assistant.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  goneWithOpenItems,
  insertItem,
  insertOperation,
  openGenerationsOf,
  openItemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { readRecord } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { parsePatch } from '../record/conflict-codec.ts';
import { standDraft } from './discard/draft-state.ts';
import { discardItem } from './discard/retry-and-discard.ts';
import { deletes, wasDeletedHere } from './eligibility.ts';
import { moveItem } from './operation-state.ts';

/** A creation that was never sent is cancelled where it stands. Null: there is none. */
export function cancelUnsent(ctx: ServiceContext, finding: FindingRow): OperationRow | null {
  const [head] = openItemsOf(ctx.db, finding);
  if (head === undefined || !isUnsentCreation(head)) return null;
  discardItem(ctx, head);
  return writtenOperation(ctx.db, head.op);
}

/** Whether nothing of a creation has left: dropping it leaves nothing anywhere. */
export function isUnsentCreation(head: OpenItem | undefined): boolean {
  return head?.kind === 'create' && head.state === 'queued' && head.attempts === 0;
}

/**
 * What of a finding goes with its deletion: all that waits on it and that the service never carried out. A creation stays:
 * it comes before the deletion, or is cancelled by `cancelUnsent`.
 */
export function droppedByDeletion(db: ReadableDb, finding: FindingRow): OpenItem[] {
  return openItemsOf(db, finding).filter(
    (item) =>
      item.kind !== 'create' &&
      !deletes(item) &&
      (item.state === 'queued' || item.state === 'conflict' || item.state === 'rejected'),
  );
}

/** Discards what has nothing to go to once the finding is deleted. In the caller's transaction. */
export function dropUnsent(ctx: ServiceContext, finding: FindingRow): void {
  for (const item of droppedByDeletion(ctx.db, finding)) dropItem(ctx, item);
}

/**
 * Our deletion of a finding is confirmed, so nothing of ours waits on it any more, drafts of the assistant included
 * (promise 11). The history keeps what was discarded. In the caller's transaction.
 */
export function dropBehindDeletion(ctx: ServiceContext, finding: FindingRow): void {
  const { db } = ctx;
  const open = [...openItemsOf(db, finding), ...openGenerationsOf(db, finding)];
  for (const item of open) if (item.state !== 'sending') dropItem(ctx, item);
  for (const answer of unacceptedOf(db, finding)) changeAnswer(db, answer.seq, { state: 'dropped' });
}

/**
 * Drops what an earlier version left waiting on findings whose deletion was confirmed. For the start of a sync and the
 * opening of a store.
 */
export function dropBehindConfirmedDeletions(ctx: ServiceContext): void {
  transaction(ctx.db, () => {
    for (const finding of goneWithOpenItems(ctx.db)) {
      if (wasDeletedHere(ctx.db, finding)) dropBehindDeletion(ctx, finding);
    }
  });
}

function dropItem(ctx: ServiceContext, item: OpenItem): void {
  // What was given up stands in the history, as with any change that is dropped.
  const fields: JsonObject = Object.fromEntries(Object.entries(parsePatch(item.patchJson)));
  moveItem(
    ctx,
    item,
    { state: 'discarded', conflictJson: null, errorStatus: null, errorMessage: null, needsPerson: 0 },
    'superseded',
    { by: 'deletion', fields },
  );
  if (item.kind === 'ai-apply') standDraft(ctx, item, 'open');
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
