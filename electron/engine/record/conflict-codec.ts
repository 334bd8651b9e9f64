import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict, ConflictField, ConflictReason } from '#contract/finding/operation.ts';
import { isObject, stringify } from '#domain/base/json.ts';
import { sameOnceNormalised, type FieldBases } from '#domain/merge/index.ts';
import { memberOf, type FieldPatch } from '#domain/finding/record.ts';
import { parseObject } from './merge-base.ts';

/** A stored pending patch, without members that are no editable fields: they would never be sent. */
export function parsePatch(text: string): FieldPatch {
  const stored = parseObject(text);
  return Object.fromEntries(
    editableFields.flatMap((field) => (Object.hasOwn(stored, field) ? [[field, stored[field]]] : [])),
  );
}

/**
 * The stored merge bases: `{value}`, or `{}` if the record had no such member then. An absent field was never shown.
 */
export function parseBases(text: string): FieldBases {
  const stored = parseObject(text);
  return Object.fromEntries(
    editableFields.flatMap((field) => {
      const base = stored[field];
      if (!Object.hasOwn(stored, field) || base === undefined || !isObject(base)) return [];
      return [[field, sidesOf(base, ['value'])]];
    }),
  );
}

/** The merge bases of a pending patch, as they are stored. */
export function basesText(bases: FieldBases): string {
  return stringify(Object.fromEntries(Object.entries(bases).map(([field, base]) => [field, { ...base }])));
}

/** A conflict as it was stored. What is no reason and no field of this program cannot be in it. */
export function parseConflict(text: string): Conflict {
  const stored = parseObject(text);
  const reason = reasons.find((known) => known === stored['reason']) ?? 'fields';
  const fields = stored['fields'];
  if (fields === undefined || !isObject(fields)) return { reason, fields: {} };
  return {
    reason,
    fields: Object.fromEntries(
      editableFields.flatMap((field) => {
        const sides = memberOf(fields, field);
        if (sides === undefined || !isObject(sides)) return [];
        return [[field, sidesOf(sides, ['base', 'mine', 'theirs'])]];
      }),
    ),
  };
}

const reasons = ['fields', 'gone', 'outdated', 'empty-asset'] as const satisfies readonly ConflictReason[];

/** The named members that are there. */
function sidesOf(stored: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = memberOf(stored, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A conflict as it is stored. */
export function conflictText({ reason, fields }: Conflict): string {
  const sides = Object.entries(fields).map(([field, side]): [string, JsonObject] => [field, { ...side }]);
  return stringify({ reason, fields: Object.fromEntries(sides) });
}

/** What each side has of the fields of a pending patch; `theirs` is null if the finding is gone. */
export function conflictFields(
  patch: FieldPatch,
  bases: FieldBases,
  theirs: JsonObject | null,
): Conflict['fields'] {
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

/** Whether a record shows every value that was sent, compared the way services normalise texts. */
export function isShown(sent: FieldPatch, record: JsonObject): boolean {
  return editableFields.every(
    (field) => !Object.hasOwn(sent, field) || sameOnceNormalised(field, sent[field], record[field]),
  );
}

/** The fields of a pending patch, in the order of the interface. */
export function fieldsOf(patch: FieldPatch): EditableField[] {
  return editableFields.filter((field) => Object.hasOwn(patch, field));
}
