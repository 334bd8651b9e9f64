import { editableFields, type EditableField, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, stringify } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import {
  changeUndoEntry,
  insertUndoEntry,
  removeUndoEntry,
  removeUndone,
  entryToUndo,
  type UndoEntryRow,
} from '#db/tables/findings/undo-log.ts';
import type { WritableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';
import { parseObject } from '../record/merge-base.ts';

/** What an edit did to one field, as effective values; no `before`: the finding had no such member. */
export interface UndoEntry {
  readonly field: EditableField;
  readonly before: Json | undefined;
  readonly after: Json;
}

/** Edits of one field that follow each other within this time are one step: a word typed, not its letters. */
const oneStepMs = 5_000;

/** The fields of a stored step, in the order of the interface. */
export function fieldsOfUndoEntry({ changesJson }: Pick<UndoEntryRow, 'changesJson'>): UndoEntry[] {
  const stored = parseObject(changesJson);
  return editableFields.flatMap((field) => {
    const sides = memberOf(stored, field);
    if (sides === undefined) return [];
    const { before, after } = parseSides(sides);
    return [{ field, before, after }];
  });
}

function parseSides(sides: Json): { before: Json | undefined; after: Json } {
  const { before, after } = sides as { before?: Json; after: Json };
  return { before, after };
}

/**
 * Notes an edit so that it can be undone, in the transaction that enqueues it. What could be done again is
 * forgotten: the finding has gone another way.
 *
 * @param effective the finding as it was before the edit
 */
export function recordUndoEntry(
  { db, clock }: ServiceContext,
  finding: FindingRow,
  changes: Readonly<Record<string, Json>>,
  effective: JsonObject,
): void {
  const edited = editableFields.flatMap((field): UndoEntry[] => {
    const after = memberOf(changes, field);
    const before = memberOf(effective, field);
    return after === undefined || (before !== undefined && equalJson(before, after))
      ? []
      : [{ field, before, after }];
  });
  if (edited.length === 0) return;
  removeUndone(db, finding);
  const atMs = clock.wallMs();
  if (!joinsLast(db, finding, edited, atMs))
    insertUndoEntry(db, finding, { atMs, changesJson: undoText(edited) });
}

function joinsLast(
  db: WritableDb,
  finding: FindingRow,
  [one, ...others]: readonly UndoEntry[],
  atMs: number,
): boolean {
  const last = entryToUndo(db, finding);
  if (last === null || one === undefined || others.length > 0) return false;
  const [known, ...more] = fieldsOfUndoEntry(last);
  const sinceMs = atMs - last.atMs;
  if (known?.field !== one.field || more.length > 0 || sinceMs < 0 || sinceMs > oneStepMs) return false;
  if (one.before === undefined || !equalJson(known.after, one.before)) return false;
  if (known.before !== undefined && equalJson(known.before, one.after)) removeUndoEntry(db, last.step);
  else
    changeUndoEntry(db, { step: last.step, atMs, changesJson: undoText([{ ...known, after: one.after }]) });
  return true;
}

/** What an edit did to its fields, as it is kept: field to its value before and after. */
export function undoText(fields: readonly UndoEntry[]): string {
  return stringify(
    Object.fromEntries(
      fields.map(({ field, before, after }) => [field, before === undefined ? { after } : { before, after }]),
    ),
  );
}
