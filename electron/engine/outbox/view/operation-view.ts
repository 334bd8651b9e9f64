import type { Conflict, ItemState, Operation, OperationState } from '#contract/finding/operation.ts';
import { hasHeld } from '#db/tables/outbox/held.ts';
import { hadUnsureAttempt } from '#db/tables/outbox/attempts.ts';
import {
  itemsOf,
  openItemsOf,
  openOperations,
  type ItemRow,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { listedTitle } from '#db/tables/findings/lists.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '../../context.ts';
import { writeDoubtOf } from '../../connection/write-doubt.ts';
import { othersIn } from '../assistant-payload.ts';
import { fieldsOf, parseConflict, parsePatch } from '../../record/conflict-codec.ts';
import { inDoubtLeftMs } from '../in-doubt-window.ts';

/** An operation as every face shows it (terminal contract); its state is folded from its rows. */
export function operationView(ctx: ReadContext, operation: OperationRow): Operation {
  const { db } = ctx;
  const items = itemsOf(db, operation.seq);
  const results = items.map((item) => ({
    id: shownId(readIdentity(db, item.finding)),
    state: shownState(db, item),
    message: item.errorMessage,
  }));
  const worst = items.find((item) => item.errorMessage !== null);
  const conflicted = items.find((item) => item.conflictJson !== null);
  const nextLookAt = nextLook(ctx, items);
  const state = foldStates(results.map((result) => result.state));
  const [first] = items;
  return {
    op: operation.op,
    kind: operation.kind,
    project: operation.project,
    findings: [...results.map((result) => result.id), ...mergedWith(operation)],
    title: first === undefined ? '' : listedTitle(db, first.finding),
    fields: first === undefined ? [] : fieldsOf(parsePatch(first.patchJson)),
    state,
    attempts: Math.max(0, ...items.map((item) => item.attempts)),
    error: worst === undefined ? null : { status: worst.errorStatus, message: worst.errorMessage ?? '' },
    conflict: conflicted?.conflictJson ? conflictView(parseConflict(conflicted.conflictJson)) : null,
    results,
    ...(state !== 'done' && state !== 'sending' && hadUnsureAttempt(db, operation.seq)
      ? { mayHaveArrived: true }
      : {}),
    ...(isOpen(state) && hasHeld(db, operation.seq) ? { held: true } : {}),
    ...(nextLookAt === null ? {} : { nextLookAt }),
  };
}

function isOpen(state: OperationState): boolean {
  return state !== 'done' && state !== 'discarded';
}

/** A proposed merge names the others as well, which have no rows of their own: it changes none of them. */
function mergedWith({ kind, payloadJson }: OperationRow): readonly string[] {
  return kind === 'ai-merge' ? othersIn(payloadJson) : [];
}

/** Every operation that is neither done nor discarded, in the order of the outbox. */
export function queueView(ctx: ReadContext): Operation[] {
  return openOperations(ctx.db).map((operation) => operationView(ctx, operation));
}

/**
 * Whether an operation needs a person: in conflict, rejected, or unknown with its reading finished. An unknown
 * one inside its in-doubt window does not.
 */
export function needsPerson(db: ReadableDb, operation: OperationRow): boolean {
  return itemsOf(db, operation.seq).some(
    (item) =>
      item.state === 'conflict' ||
      item.state === 'rejected' ||
      // Of unknown outcome, or the assistant waits for a confirmation.
      ((item.state === 'unknown' || item.state === 'queued') && item.needsPerson === 1),
  );
}

const foldOrder = [
  'conflict',
  'rejected',
  'unknown',
  'sending',
  'blocked',
  'queued',
  'done',
] as const satisfies readonly OperationState[];

/** The state of an operation from those of its rows: what most needs a person first, done when all are. */
export function foldStates(states: readonly OperationState[]): OperationState {
  return foldOrder.find((state) => states.includes(state)) ?? 'discarded';
}

function shownState(db: ReadableDb, item: ItemRow): ItemState | 'blocked' {
  if (item.state !== 'queued') return item.state;
  const [head] = openItemsOf(db, item.finding);
  // What the assistant is asked stands in no finding's order.
  if (head === undefined || !openItemsOf(db, item.finding).some(({ seq }) => seq === item.seq))
    return 'queued';
  return head !== undefined && head.seq < item.seq ? 'blocked' : 'queued';
}

/** The contract names all three sides of a field: one that has no value shows as null. */
function conflictView({ reason, fields }: Conflict): Conflict {
  const shown = Object.entries(fields).map(([field, { base = null, mine = null, theirs = null }]) => [
    field,
    { base, mine, theirs },
  ]);
  return { reason, fields: Object.fromEntries(shown) as Conflict['fields'] };
}

function nextLook(ctx: ReadContext, items: readonly ItemRow[]): string | null {
  const waits = items
    .filter((item) => item.state === 'unknown' && item.needsPerson === 0)
    .map((item) => inDoubtLeftMs(ctx, item));
  if (waits.length === 0) return null;
  return new Date(ctx.clock.wallMs() + Math.min(...waits)).toISOString();
}

/** An operation that was just queued, with why the service may refuse it. */
export function queuedView(ctx: ReadContext, row: OperationRow): Operation {
  const doubt = row.kind === 'review' ? null : writeDoubtOf(ctx.db, row.project);
  return { ...operationView(ctx, row), ...(doubt === null ? {} : { mayBeRefused: doubt }) };
}
