import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, stringify } from '#domain/base/json.ts';
import { isEmptyValue, type FieldBases } from '#domain/merge/index.ts';
import { applyPatch, memberOf, type FieldPatch } from '#domain/finding/record.ts';
import {
  changeItem,
  insertItem,
  insertOperation,
  openItemsOf,
  writtenItem,
  type OpenItem,
} from '#db/tables/outbox/operations.ts';
import { readIdentity, readRecord } from '#db/tables/findings/records.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshListRow, type EffectiveRecord } from '../record/list-rows.ts';
import { finishItem, markConflicted, requeue } from './operation-state.ts';
import { firstMergeBases } from './merge-bases.ts';
import { recordEnqueuedEdit } from './edit-undo-data.ts';
import { followCaptions } from './follow-captions.ts';
import {
  basesText,
  fieldsOf,
  goneConflict,
  parseBases,
  parseConflict,
  parsePatch,
} from '../record/conflict-codec.ts';

/**
 * Writes pending patch and operation in the caller's transaction (promise 1), joining an unsent operation if there is
 * one. An edit that equals the service's state ends the operation; one of a deleted finding is the conflict `gone`.
 *
 * @param patch field to value, already checked against the rules of the interface
 * @param record the finding before the edit
 * @param seen what the person saw in its fields; without it, what is here now
 * @returns the item that carries the edit
 */
export function enqueueEdit(
  ctx: ServiceContext,
  finding: FindingRow,
  patch: FieldPatch,
  { base, effective }: EffectiveRecord,
  seen?: JsonObject,
): OpenItem {
  const { db } = ctx;
  const at = nowIso(ctx);
  const open = openItemsOf(db, finding);
  const last = open.at(-1);
  const bases = firstMergeBases(
    ctx,
    finding,
    patch,
    seen === undefined ? effective : before(effective, patch, seen),
  );
  const joined =
    last !== undefined && mayJoin(last)
      ? joinEdit(ctx, last, patch, bases)
      : queueUpdate(ctx, finding, patch, bases);
  // The user has the last word in it now.
  dropAlteredValues(db, finding, fieldsOf(patch));
  recordEnqueuedEdit(ctx, finding, { op: joined.op, patch, effective });
  followCaptions(ctx, finding, { patch, effective });
  const alone = open.every(({ seq }) => seq === joined.seq);
  const droppedSome =
    alone && base !== null && joined.kind === 'update' && dropTakenBack(ctx, joined, patch, base);
  if (joined.kind === 'update') waitForReturn(ctx, writtenItem(db, joined.seq, finding));
  // A field that was dropped has the service's spelling of its value again.
  const after = droppedSome ? undefined : { base, effective: applyPatch(effective, patch) };
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at }, after);
  return writtenItem(db, joined.seq, finding);
}

/** An edit of a finding that is gone has nowhere to go until the finding is back, and says so. */
function waitForReturn(ctx: ServiceContext, item: OpenItem): void {
  if (item.state !== 'queued' && !isGone(item)) return;
  const isBack = readRecord(ctx.db, item.finding)?.goneAt == null;
  if (!isBack) markConflicted(ctx, item, goneConflict(item));
  else if (item.state !== 'queued') requeue(ctx, item, 'returned');
}

function isGone(item: OpenItem): boolean {
  return (
    item.state === 'conflict' &&
    item.conflictJson !== null &&
    parseConflict(item.conflictJson).reason === 'gone'
  );
}

/**
 * Drops unsent fields that are back at their merge base. A field whose record has changed since stays, so that the
 * next replay sees the disagreement.
 *
 * @returns whether there were any
 */
function dropTakenBack(ctx: ServiceContext, item: OpenItem, patch: FieldPatch, base: JsonObject): boolean {
  const bases = parseBases(item.basesJson);
  const takenBack = fieldsOf(patch).filter((field) => {
    const first = bases[field];
    const value = patch[field];
    return first !== undefined && isBackAt(value, first.value) && isBackAt(value, memberOf(base, field));
  });
  if (takenBack.length === 0) return false;
  const layer = without(parsePatch(item.patchJson), takenBack);
  const layerBases = without(bases, takenBack);
  changeItem(ctx.db, item, { patchJson: stringify(layer), basesJson: basesText(layerBases) });
  if (Object.keys(layer).length === 0) finishItem(ctx, item, 'taken-back');
  return true;
}

/** An edit cannot take a member away: empty is as near to absent as it can come. */
function isBackAt(value: Json | undefined, before: Json | undefined): boolean {
  if (before === undefined) return isEmptyValue(value);
  return value !== undefined && equalJson(value, before);
}

function without<T extends object>(fields: T, names: readonly EditableField[]): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([field]) => !names.some((name) => name === field)),
  );
}

/**
 * An edit joins an unsent operation, and a creation that the service rejected: it may be the correction that the
 * service asked for.
 */
function mayJoin(item: OpenItem): boolean {
  if (item.kind === 'create' && item.state === 'rejected') return true;
  if (item.attempts > 0 || (item.kind !== 'update' && item.kind !== 'create')) return false;
  return item.state === 'queued' || isGone(item);
}

/** The record with the fields of an edit as the person saw them. */
function before(effective: JsonObject, patch: FieldPatch, seen: JsonObject): JsonObject {
  const untouched = Object.entries(effective).filter(([member]) => !Object.hasOwn(patch, member));
  const shown = fieldsOf(patch).flatMap((field): [string, Json][] =>
    Object.hasOwn(seen, field) ? [[field, seen[field] as Json]] : [],
  );
  return Object.fromEntries([...untouched, ...shown]);
}

function joinEdit(ctx: ServiceContext, item: OpenItem, patch: FieldPatch, bases: FieldBases): OpenItem {
  const { db } = ctx;
  const already = parsePatch(item.patchJson);
  const touched: FieldPatch = { ...already, ...patch };
  // What was touched before keeps the base of that first touch, and none if it was never shown: what is in
  // effect now is this layer itself.
  const first = Object.entries(bases).filter(([name]) => !Object.hasOwn(already, name));
  const allBases = { ...Object.fromEntries(first), ...parseBases(item.basesJson) };
  const layer = { patchJson: stringify(touched), basesJson: basesText(allBases) };
  if (item.state === 'rejected') requeue(ctx, item, 'corrected', layer);
  else changeItem(db, item, layer);
  return writtenItem(db, item.seq, item.finding);
}

/**
 * Puts an update of one finding at the end of the outbox, in the caller's transaction.
 *
 * @param bases see `parseBases`: a field that is absent there was never shown
 */
export function queueUpdate(
  ctx: ServiceContext,
  finding: FindingRow,
  patch: FieldPatch,
  bases: FieldBases,
): OpenItem {
  const { db } = ctx;
  const seq = insertOperation(db, {
    op: ctx.ids.next(),
    kind: 'update',
    project: readIdentity(db, finding).project,
    createdAt: nowIso(ctx),
    payloadJson: '{}',
  });
  insertItem(db, {
    seq,
    finding,
    patchJson: stringify(patch),
    basesJson: basesText(bases),
    seenJson: null,
  });
  return writtenItem(db, seq, finding);
}
