import { editableFields, type EditableField, type FindingRow } from '#contract/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict, ConflictField } from '#contract/operation.ts';
import { stringify } from '#core/json.ts';
import { sameOnceNormalised } from '#core/merge/index.ts';
import type { ReadableDb } from '#db/types.ts';
import { parseObject, readBase } from '../findings/base.ts';

/** The layer of an operation over one finding: field to value as the person wants it. */
export type Patch = Readonly<Partial<Record<EditableField, Json>>>;

/**
 * Field to its value at the first unsent touch: `{value}`, or `{}` where the record had no such member. A field
 * that is absent here was never shown, so nobody knows what it was.
 */
export type Bases = Readonly<Partial<Record<EditableField, { readonly value?: Json }>>>;

/** A stored layer. Members that are no editable fields cannot be in it; they would never be sent. */
export function parsePatch(text: string): Patch {
  const stored = parseObject(text);
  return Object.fromEntries(
    editableFields.flatMap((field) => (Object.hasOwn(stored, field) ? [[field, stored[field]]] : [])),
  );
}

/** The stored bases of a layer. */
export function parseBases(text: string): Bases {
  const stored = parseObject(text);
  return Object.fromEntries(
    editableFields.flatMap((field) => {
      if (!Object.hasOwn(stored, field)) return [];
      const base = stored[field] as JsonObject;
      return [[field, Object.hasOwn(base, 'value') ? { value: base['value'] } : {}]];
    }),
  );
}

/** A conflict as it was stored; this program wrote it. */
export function parseConflict(text: string): Conflict {
  return parseObject(text) as unknown as Conflict;
}

/** A conflict as it is stored. */
export function conflictText(conflict: Conflict): string {
  return stringify(conflict as unknown as JsonObject);
}

/** What each side has of the fields of a layer; `theirs` null: the finding is not there any more. */
export function conflictFields(patch: Patch, bases: Bases, theirs: JsonObject | null): Conflict['fields'] {
  return Object.fromEntries(
    Object.entries(patch).map(([field, mine]) => {
      const base = bases[field as EditableField];
      const sides: ConflictField = {
        ...(base !== undefined && Object.hasOwn(base, 'value') ? { base: base.value as Json } : {}),
        mine,
        ...(theirs !== null && Object.hasOwn(theirs, field) ? { theirs: theirs[field] as Json } : {}),
      };
      return [field, sides];
    }),
  );
}

/** The conflict of an edit whose finding is gone, or no longer visible. */
export function goneConflict(item: { patchJson: string; basesJson: string }): Conflict {
  return {
    reason: 'gone',
    fields: conflictFields(parsePatch(item.patchJson), parseBases(item.basesJson), null),
  };
}

/** What a field of a finding was when it is touched for the first time: `{}` absent, undefined never shown. */
export function baseOfField(
  db: ReadableDb,
  finding: FindingRow,
  effective: JsonObject,
  field: EditableField,
  shownWhole: boolean,
): { value?: Json } | undefined {
  if (Object.hasOwn(effective, field)) return { value: effective[field] as Json };
  return shownWhole || readBase(db, finding) === null ? {} : undefined;
}

/** Whether a record shows every value that was sent, compared the way services normalise texts. */
export function isShown(sent: Patch, record: JsonObject): boolean {
  return editableFields.every(
    (field) => !Object.hasOwn(sent, field) || sameOnceNormalised(field, sent[field], record[field]),
  );
}
