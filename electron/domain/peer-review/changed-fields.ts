import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isList } from '../base/json.ts';
import { isFilled } from '../finding/filled.ts';
import { memberOf } from '../finding/record.ts';

/** A field that differs between two states of a finding; undefined: it had none. */
export interface ChangedField {
  readonly name: EditableField;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/** The fields of a record that can be edited, without those that it does not have. */
export function fieldsOf(record: JsonObject): JsonObject {
  return Object.fromEntries(
    editableFields.flatMap((name) => {
      const value = memberOf(record, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The fields that differ between two states of a finding; an empty one is like none. */
export function changedFields(was: JsonObject, now: JsonObject): readonly ChangedField[] {
  return editableFields
    .map((name) => ({ name, was: memberOf(was, name), now: memberOf(now, name) }))
    .filter((one) => !equalJson(one.was, one.now) && (isFilled(one.was) || isFilled(one.now)));
}

/** What an edit writes to give a field its former value: of none, an empty one of the same kind. */
export function formerValue({ was, now }: ChangedField): Json {
  if (was !== undefined && was !== null) return was;
  if (typeof now === 'string') return '';
  return isList(now ?? null) ? [] : null;
}
