import { DossierError } from '#contract/error.ts';
import type { EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/finding/operation.ts';
import { stringify } from '#domain/base/json.ts';
import type { FieldBases } from '#domain/merge/index.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { checkEdit } from '#domain/finding/rules.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { changeItem, type OpenItem, type OperationRow } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '../context.ts';
import { findingNamed } from '../outbox/edit.ts';
import { effectiveRecord } from '../record/list-rows.ts';
import { restoreMergeBases } from '../outbox/merge-bases.ts';
import { basesText, parseBases, parseConflict, parsePatch } from '../record/conflict-codec.ts';
import { discardItem, openItems, operationNamed, wrongState } from '../outbox/discard/retry-and-discard.ts';
import { createAgain } from './create-again.ts';
import { isOverWhole, openConflictOf } from './open-conflict.ts';
import { recordResolution } from './undo-resolution.ts';
import { moveItem } from '../outbox/operation-state.ts';

/**
 * How a person settles a conflict: one side for every field in question, or field by field values of their own (`set`)
 * and the service's (`leave`).
 */
export type Resolution =
  | 'mine'
  | 'theirs'
  | { readonly set: Readonly<Record<string, Json>>; readonly leave?: readonly string[] | undefined };

/** Which of an operation's findings are settled. */
export interface Which {
  /** By its identifier; without it, all of them that are in conflict. */
  readonly finding?: string | undefined;
  /** The state of the question that the person was shown; without it, the one in which the conflict came up. */
  readonly fingerprint?: string | undefined;
}

/**
 * Settles a conflict. The result is queued against the version that the person saw: if the service has moved on
 * since, the next replay merges again (promise 6). Answers the operation, or the creation if a single finding that is
 * gone is created again.
 *
 * @throws DossierError `not-found`, `wrong-state`, `invalid` if a chosen value breaks a rule, `outdated` if the
 *   question is another one by now than the fingerprint names
 */
export function resolveConflict(
  ctx: ServiceContext,
  op: string,
  choice: Resolution,
  which: Which = {},
): OperationRow {
  return transaction(ctx.db, () => {
    const operation = operationNamed(ctx, op);
    const items = openItems(ctx, operation).filter((item) => item.state === 'conflict');
    const only = which.finding === undefined ? null : findingNamed(ctx, which.finding).finding;
    const asked = only === null ? items : items.filter(({ finding }) => finding === only);
    if (asked.length === 0) throw wrongState(op, 'is not in conflict');
    const made = asked.map((item) => resolveItem(ctx, item, choice, which.fingerprint));
    const [creation = null] = made;
    return made.length === 1 && creation !== null ? creation : operation;
  });
}

/**
 * Settles the conflict of one item, in the caller's transaction; answers the creation if its finding is created again.
 * Throws as `resolveConflict`, before it writes anything.
 */
export function resolveItem(
  ctx: ServiceContext,
  item: OpenItem,
  choice: Resolution,
  fingerprint: string | undefined,
): OperationRow | null {
  const standing = openConflictOf(ctx, item);
  if (fingerprint !== undefined && fingerprint !== standing.fingerprint) {
    throw new DossierError(
      'outdated',
      'The finding has changed since you looked at it. What it is now is shown; nothing was resolved.',
    );
  }
  const shown = fingerprint === undefined ? null : standing;
  // A new finding is no answer that could be undone: it is discarded like any creation.
  if (standing.conflict.reason === 'gone' && choice === 'mine') return createAgain(ctx, item);
  recordResolution(ctx.db, item, () => {
    const conflict = shown?.conflict ?? parseConflict(item.conflictJson ?? '{}');
    if (conflict.reason === 'gone') settleGone(ctx, item, choice);
    else if (isOverWhole(item, conflict)) settleOutdated(ctx, item, choice, shown?.record ?? null);
    else settleFields(ctx, item, choice, conflict);
  });
  return null;
}

function settleFields(ctx: ServiceContext, item: OpenItem, choice: Resolution, conflict: Conflict): void {
  if (item.kind === 'bulk-status' && choice !== 'mine') {
    // What it sets is said once for all its findings: one of them takes part or leaves.
    if (choice !== 'theirs') throw wrongState(item.op, 'sets one status: take "mine" or "theirs"');
    discardItem(ctx, item);
    return;
  }
  const patch = parsePatch(item.patchJson);
  const settled = settledPatch(ctx, item, patch, conflict, choice);
  const bases = seenBases(settled, parseBases(item.basesJson), conflict);
  const names = Object.keys(conflict.fields);
  const before = effectiveRecord(ctx.db, item.finding).effective;
  // What the person wrote behind it had taken the values given up here for the base.
  restoreMergeBases(ctx, item, settled);
  changeItem(ctx.db, item, { patchJson: stringify(settled), basesJson: basesText(bases) });
  const after = effectiveRecord(ctx.db, item.finding).effective;
  dropAlteredValues(ctx.db, item.finding, names);
  // If the service's values leave nothing of an update, the user has dropped it: nothing is left to read or send.
  const state = item.kind === 'update' && Object.keys(settled).length === 0 ? 'discarded' : 'queued';
  moveItem(ctx, item, { state, conflictJson: null }, 'resolved', {
    choice: typeof choice === 'string' ? choice : 'set',
    fields: turnOf(names, before, after),
  });
}

/** What became of some fields of a finding, as the history tells it. */
export function turnOf(names: readonly string[], before: JsonObject, after: JsonObject): JsonObject {
  return Object.fromEntries(
    names.map((name): [string, JsonObject] => {
      const [was, now] = [memberOf(before, name), memberOf(after, name)];
      return [name, { ...(was === undefined ? {} : { was }), ...(now === undefined ? {} : { now }) }];
    }),
  );
}

function settledPatch(
  ctx: ServiceContext,
  item: OpenItem,
  patch: FieldPatch,
  conflict: Conflict,
  choice: Resolution,
): FieldPatch {
  if (choice === 'mine') return patch;
  const uncontested = Object.fromEntries(
    Object.entries(patch).filter(([field]) => !Object.hasOwn(conflict.fields, field)),
  );
  if (choice === 'theirs') return uncontested;
  const { set, leave = [] } = choice;
  const left = new Set(leave);
  const open = Object.keys(conflict.fields).filter((field) => !Object.hasOwn(set, field) && !left.has(field));
  if (open.length > 0) {
    throw new DossierError(
      'invalid',
      `The conflict of ${item.op} is about ${Object.keys(conflict.fields).join(', ')}: no value was given for ${open.join(', ')}.`,
    );
  }
  const own = Object.fromEntries(Object.entries(set).filter(([field]) => !left.has(field)));
  return { ...uncontested, ...(Object.keys(own).length === 0 ? {} : checked(ctx, item, own)) };
}

function checked(ctx: ServiceContext, item: OpenItem, values: Readonly<Record<string, Json>>): FieldPatch {
  const { effective } = effectiveRecord(ctx.db, item.finding);
  const edit = checkEdit(values, effective, ctx.profile);
  if (edit.kind === 'invalid') throw new DossierError('invalid', edit.message);
  return edit.patch;
}

/** The finding is not there any more: without a new one the edit has nowhere to go. */
function settleGone(ctx: ServiceContext, item: OpenItem, choice: Resolution): void {
  if (choice !== 'theirs') {
    throw wrongState(
      item.op,
      'edits a finding that was deleted on the service, or is no longer visible to this account; choose "mine" to create it ' +
        'again with its texts, images, comments and verdicts, or "theirs" to discard the edit',
    );
  }
  discardItem(ctx, item);
}

/**
 * What a deletion or a decision was made over has moved on: the person stands by it, or drops it.
 *
 * @param shown the record that the person stands by it over; null: the one that the conflict came up with
 */
function settleOutdated(
  ctx: ServiceContext,
  item: OpenItem,
  choice: Resolution,
  shown: JsonObject | null,
): void {
  if (choice === 'theirs') {
    discardItem(ctx, item);
    return;
  }
  if (choice !== 'mine') {
    throw wrongState(item.op, 'carries no values: choose "mine" to keep it, or "theirs" to discard it');
  }
  const seenJson = shown === null ? (item.beforeJson ?? item.seenJson) : stringify(shown);
  moveItem(ctx, item, { state: 'queued', conflictJson: null, seenJson, beforeJson: null }, 'resolved', {
    choice,
  });
}

/**
 * The merge bases of resolved values: for a conflicting field the version that the user saw, otherwise its merge
 * base. So both sides' changes still come together.
 */
function seenBases(settled: FieldPatch, bases: FieldBases, conflict: Conflict): FieldBases {
  return Object.fromEntries(
    Object.keys(settled).flatMap((name) => {
      const field = name as EditableField;
      const shown = conflict.fields[field];
      if (shown !== undefined) return [[field, shown.theirs === undefined ? {} : { value: shown.theirs }]];
      const base = bases[field];
      return base === undefined ? [] : [[field, base]];
    }),
  );
}
