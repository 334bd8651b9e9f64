import { textFields, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isObject, stringify } from '#domain/base/json.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { changeHistory, newestHistory, recordHistory } from '#db/tables/findings/history.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { parseObject } from '../record/merge-base.ts';
import { fieldsOf } from '../record/conflict-codec.ts';

/** Saves of one text that follow each other within this time are one entry: a sentence typed, not its letters. */
const oneRunMs = 5_000;

/** A save that takes more characters than this out of the text before is told by itself: they may be wanted back. */
const maxTakenOut = 80;

/** What is written letter by letter, or a vector choice by choice. */
const typedFields: ReadonlySet<string> = new Set([...textFields, 'title', 'CVSS']);

/** An edit that is in the outbox. */
export interface EnqueuedEdit {
  readonly op: string;
  readonly patch: FieldPatch;
  /** The finding as it was before. */
  readonly effective: JsonObject;
}

/**
 * Writes an edit into the history, field by field with what it was and is now, in the transaction that enqueues it. A run
 * of typing in one text stays one entry: 300 saves would otherwise keep the text 600 times, and bury all else.
 */
export function recordEnqueuedEdit(ctx: ServiceContext, finding: FindingRow, edit: EnqueuedEdit): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  const run = runOf(ctx, finding, edit);
  if (run !== null) {
    changeHistory(db, { entry: run.entry, at, detailJson: stringify({ fields: run.fields }) });
    return;
  }
  recordHistory(db, finding, {
    at,
    what: 'edited',
    op: edit.op,
    detailJson: stringify({ fields: sidesOf(edit) }),
  });
}

/** The newest entry, if this edit goes on with what it tells, and its field with where the run began. */
function runOf(
  ctx: ServiceContext,
  finding: FindingRow,
  edit: EnqueuedEdit,
): { readonly entry: number; readonly fields: JsonObject } | null {
  const [field, ...more] = fieldsOf(edit.patch);
  if (field === undefined || more.length > 0 || !typedFields.has(field)) return null;
  const newest = newestHistory(ctx.db, finding);
  if (newest?.what !== 'edited' || newest.op !== edit.op) return null;
  const sinceMs = ctx.clock.wallMs() - Date.parse(newest.at);
  if (sinceMs < 0 || sinceMs > oneRunMs) return null;
  const told = memberOf(parseObject(newest.detailJson ?? '{}'), 'fields');
  if (told === undefined || !isObject(told) || Object.keys(told).length !== 1) return null;
  const sides = memberOf(told, field);
  if (sides === undefined || !isObject(sides)) return null;
  const [from, before, now] = [memberOf(sides, 'was'), memberOf(sides, 'now'), edit.patch[field] as Json];
  // If something else came between, or the person takes all of it back, that is to be told.
  if (!equalJson(before, memberOf(edit.effective, field)) || equalJson(from, now)) return null;
  if (typeof before !== 'string' || typeof now !== 'string' || takenOut(before, now) > maxTakenOut)
    return null;
  return { entry: newest.entry, fields: { [field]: { ...sides, now } } };
}

/** How many characters of a text lie between what it shares with a later one at both ends. */
function takenOut(before: string, now: string): number {
  const shortest = Math.min(before.length, now.length);
  let start = 0;
  while (start < shortest && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < shortest - start && before.at(-1 - end) === now.at(-1 - end)) end += 1;
  return before.length - start - end;
}

function sidesOf({ patch, effective }: EnqueuedEdit): JsonObject {
  return Object.fromEntries(
    fieldsOf(patch).map((field): [string, JsonObject] => {
      const now = patch[field] as Json;
      const was = memberOf(effective, field);
      return [field, was === undefined ? { now } : { was, now }];
    }),
  );
}
