import type { Operation, OperationChange } from '#contract/finding/operation.ts';
import { equalJson } from '#domain/base/json.ts';
import { openOperations, openRowsOf } from '#db/tables/outbox/operations.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import { changesOf } from './changes.ts';

/** Every operation that is neither done nor discarded, in the order of the outbox, each with what it would change. */
export function queueWithChanges(ctx: ReadContext): Operation[] {
  return openOperations(ctx.db).map((operation) => ({
    ...operationView(ctx, operation),
    changes: changesAcross(ctx.db, operation.seq),
  }));
}

/** Fields by name. Of an operation over many findings a side is told only if it is the same for all; otherwise null. */
function changesAcross(db: ReadableDb, seq: number): Readonly<Record<string, OperationChange>> {
  const fields = new Map<string, OperationChange>();
  for (const item of openRowsOf(db, seq, Number.MAX_SAFE_INTEGER)) {
    for (const { field, was = null, now } of changesOf(db, item)) {
      const before = fields.get(field) ?? { from: was, to: now };
      fields.set(field, {
        from: equalJson(before.from, was) ? was : null,
        to: equalJson(before.to, now) ? now : null,
      });
    }
  }
  return Object.fromEntries(fields);
}
