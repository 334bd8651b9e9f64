import { droppedSchema, type BulkAction, type DroppedItem } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { changeBulkItem, type BulkItemRow } from '#db/tables/outbox/bulk.ts';
import { openItemsOf, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import type { ServiceContext } from '#engine/context.ts';
import { addStatus, openStatus, type OpenedOperation } from '#engine/outbox/bulk-status.ts';
import { enqueueChecked } from '#engine/outbox/edit.ts';
import { addDeletion, cancelUnsent, dropUnsent, openDeletion } from '#engine/outbox/delete.ts';
import { enqueueReview, markReviewed } from '#engine/outbox/review.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { recordUndoEntry } from '#engine/outbox/undo-log.ts';
import { fieldsOf } from '#engine/record/conflict-codec.ts';
import { fingerprintOf, type Planned } from './plan.ts';

/** Puts findings of one bulk action into the outbox, each in the caller's transaction. */
export interface Enqueuer {
  /** Enqueues what is planned for a finding. Null: it is left out. */
  enqueue(finding: FindingRow, planned: Planned): Enqueued | null;
  /** Does so for a finding of a recorded action if it is still as the preview showed it, and records what became of it. */
  enqueueItem(row: BulkItemRow, planned: Planned): void;
}

/** The operation that carries a finding's part; `undoJson`: what undoing it needs. */
interface Enqueued extends OpenedOperation {
  readonly undoJson: string | null;
}

/**
 * A change of status and a deletion are one operation for all findings; an edit is one update each, enqueued as one that
 * is typed, and a decision one review each. `deletion`: the kind of the deletions; a `delete` is one operation for each finding.
 */
export function createEnqueuer(
  ctx: ServiceContext,
  project: string,
  action: BulkAction,
  deletion: 'delete' | 'bulk-delete' = 'bulk-delete',
): Enqueuer {
  let opened: OpenedOperation | null = null;

  /** An operation stands at one place of the order: what was edited since it was opened waits before another. */
  function operationFor(finding: FindingRow): OpenedOperation {
    const last = openItemsOf(ctx.db, finding).at(-1);
    if (opened === null || deletion === 'delete' || (last !== undefined && last.seq > opened.seq)) {
      opened =
        action.kind === 'status'
          ? openStatus(ctx, action.status, project)
          : openDeletion(ctx, deletion, project);
    }
    return opened;
  }

  function enqueueDeletion(finding: FindingRow): Enqueued {
    const before = openItemsOf(ctx.db, finding);
    const cancelled = cancelUnsent(ctx, finding);
    if (cancelled !== null) return { ...places(cancelled), undoJson: droppedText(ctx, before) };
    dropUnsent(ctx, finding);
    const undoJson = droppedText(ctx, before);
    const operation = operationFor(finding);
    addDeletion(ctx, operation, finding);
    return { ...places(operation), undoJson };
  }

  function enqueueFields(finding: FindingRow, changes: FieldPatch, effective: JsonObject): Enqueued {
    const id = shownId(readIdentity(ctx.db, finding));
    const edit: Readonly<Record<string, Json>> = { ...changes };
    const item = enqueueChecked(ctx, finding, id, edit);
    recordUndoEntry(ctx, finding, edit, effective);
    return { ...places(item), undoJson: editText(changes, effective) };
  }

  function enqueueDecision(finding: FindingRow): OpenedOperation {
    const base = readBase(ctx.db, finding);
    if (action.kind !== 'review' || base === null)
      throw new Error('a decision was planned without a candidate');
    const { decision, comment } = action;
    const payload = comment === undefined || comment === '' ? { decision } : { decision, comment };
    return enqueueReview(ctx, { finding, project, base, payload });
  }

  function enqueue(finding: FindingRow, { plan, effective }: Planned): Enqueued | null {
    switch (plan.kind) {
      case 'left':
        return null;
      case 'status': {
        if (action.kind !== 'status') throw new Error('a status was planned for another action');
        const operation = operationFor(finding);
        addStatus(ctx, operation, finding, action.status);
        return { ...places(operation), undoJson: null };
      }
      case 'delete':
        return enqueueDeletion(finding);
      case 'review':
        return { ...enqueueDecision(finding), undoJson: null };
      case 'edit':
        return enqueueFields(finding, plan.changes, effective);
    }
  }

  return {
    enqueue,
    enqueueItem({ item, finding, fingerprint }, planned) {
      const { plan } = planned;
      const refusal =
        plan.kind === 'left'
          ? { reason: plan.reason, message: plan.message }
          : fingerprintOf(planned) === fingerprint
            ? null
            : { reason: 'changed', message: null };
      const done = refusal === null ? enqueue(finding, planned) : null;
      if (done !== null && plan.kind === 'review') markReviewed(ctx, finding);
      changeBulkItem(ctx.db, item, {
        step: done === null ? 'left-out' : 'laid',
        seq: done?.seq ?? null,
        undoJson: done?.undoJson ?? null,
        reason: refusal?.reason ?? null,
        message: refusal?.message ?? null,
      });
    },
  };
}

function places({ op, seq }: OpenedOperation): OpenedOperation {
  return { op, seq };
}

/** What an edit did to its fields; no `before`: the finding had no such member. */
function editText(changes: FieldPatch, effective: JsonObject): string {
  return stringify(
    Object.fromEntries(
      fieldsOf(changes).map((field): [string, JsonObject] => {
        const before = memberOf(effective, field);
        const after = changes[field] as Json;
        return [field, before === undefined ? { after } : { before, after }];
      }),
    ),
  );
}

/** Of the operations that were open before a deletion, those that it dropped. */
function droppedText({ db }: ServiceContext, before: readonly OpenItem[]): string {
  const dropped = before.filter(({ seq, finding }) => readItem(db, seq, finding)?.state === 'discarded');
  return stringify({
    dropped: dropped.map(
      ({ seq, state, conflictJson, errorStatus, errorMessage, needsPerson }): JsonObject => ({
        seq,
        state,
        conflictJson,
        errorStatus,
        errorMessage,
        needsPerson,
      }),
    ),
  });
}

/** What a deletion dropped, as `droppedText` wrote it. */
export function droppedIn(undoJson: string | null): readonly DroppedItem[] {
  return undoJson === null ? [] : droppedSchema.parse(JSON.parse(undoJson)).dropped;
}
