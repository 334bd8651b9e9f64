import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/finding/operation.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import { carriedUnsure, sentUpdatesOf } from '#db/tables/outbox/attempts.ts';
import type { ServiceContext } from '../../context.ts';
import { queueUpdate } from '../enqueue-edit.ts';
import { fieldsOf, parsePatch } from '../../record/conflict-codec.ts';
import { markConflicted } from '../operation-state.ts';

/**
 * Detects a late write: an older value, sent or carried along by a write of unknown outcome, replaced our newer one.
 * The newer one comes back as a conflict; call it in the transaction that replaces the base.
 */
export function detectLateWrite(
  ctx: ServiceContext,
  finding: FindingRow,
  before: JsonObject,
  after: JsonObject,
): void {
  const sends = sentUpdatesOf(ctx.db, finding).map((row) => ({
    unsure: row.unsure === 1,
    sent: parsePatch(row.sentJson),
  }));
  const older = [
    ...sends.filter(({ unsure }) => unsure).map(({ sent }) => sent),
    ...carriedUnsure(ctx.db, finding).map(parsePatch),
  ];
  const newest = new Map<EditableField, Json>();
  for (const { sent } of sends) {
    for (const field of fieldsOf(sent)) newest.set(field, sent[field] ?? null);
  }
  const overwritten = [...newest].filter(([field, value]) => {
    const [was, now] = [memberOf(before, field), memberOf(after, field)];
    if (!sameOnceNormalised(field, was, value) || sameOnceNormalised(field, now, value)) return false;
    return older.some((sent) => Object.hasOwn(sent, field) && sameOnceNormalised(field, sent[field], now));
  });
  if (overwritten.length > 0) offerRestore(ctx, finding, Object.fromEntries(overwritten), after);
}

/**
 * Queues values of ours that the service had and lost as an operation in conflict: "mine" puts them back,
 * "theirs" leaves the finding as it is. To be called in a transaction.
 */
export function offerRestore(
  ctx: ServiceContext,
  finding: FindingRow,
  values: JsonObject,
  now: JsonObject,
): void {
  const bases = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, { value }]));
  const item = queueUpdate(ctx, finding, values, bases);
  const fields: Conflict['fields'] = Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const theirs = memberOf(now, field);
      return [field, { base: value, mine: value, ...(theirs === undefined ? {} : { theirs }) }];
    }),
  );
  markConflicted(ctx, item, { reason: 'fields', fields });
}
