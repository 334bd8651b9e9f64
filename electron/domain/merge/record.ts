import type { Json, JsonObject } from '#contract/json.ts';
import { editableFields, type EditableField } from '#contract/finding/finding.ts';
import type { Conflict, ConflictField } from '#contract/finding/operation.ts';
import { memberOf, type FieldPatch } from '../finding/record.ts';
import { mergeField, type FieldBase } from './field.ts';
import { isEmptyValue } from './normalise.ts';

/** The base of each edited field, as it was at the first unsent touch. */
export type FieldBases = Readonly<Partial<Record<EditableField, FieldBase>>>;

/**
 * What is to be done about an edit after the fresh read. `fields` are those that still differ, with the values
 * to send; a conflict names the contested fields alone.
 */
export type RecordMerge =
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'send'; readonly fields: FieldPatch }
  | { readonly kind: 'conflict'; readonly conflict: Conflict };

/**
 * Three-way merge of an edit with the record that was just read (sync, "Queue", replaying an update). One
 * contested field makes the whole edit a conflict: half of it is never sent. A record whose own `asset` is
 * empty cannot be updated at all (interface, "Finding"), which is a conflict too, for a person must name one.
 */
export function mergeRecord(patch: FieldPatch, bases: FieldBases, theirs: JsonObject): RecordMerge {
  const edited = editableFields.filter((field) => Object.hasOwn(patch, field));
  const merges = edited.map((field) => {
    const sides = { base: baseOf(bases, field), mine: patch[field] ?? null, theirs: memberOf(theirs, field) };
    return { field, sides, merge: mergeField(field, sides) };
  });

  const contested = merges.filter(({ merge }) => merge.kind === 'conflict');
  if (contested.length > 0) {
    const onlyAsset = contested.every(
      ({ merge }) => merge.kind === 'conflict' && merge.reason === 'empty-asset',
    );
    const fields = contested.map(({ field, sides }): [EditableField, ConflictField] => [
      field,
      conflictField({ base: sides.base?.value, mine: sides.mine, theirs: sides.theirs }),
    ]);
    return conflictOf(onlyAsset ? 'empty-asset' : 'fields', Object.fromEntries(fields));
  }

  const left = merges.flatMap(({ field, merge }): [EditableField, Json][] =>
    merge.kind === 'take-mine' ? [[field, merge.value]] : [],
  );
  if (left.length === 0) return { kind: 'nothing-left' };
  const fields: FieldPatch = Object.fromEntries(left);
  const asset = memberOf(theirs, 'asset');
  if (fields.asset === undefined && isEmptyValue(asset)) {
    const base = baseOf(bases, 'asset')?.value;
    return conflictOf('empty-asset', { asset: conflictField({ base, theirs: asset }) });
  }
  return { kind: 'send', fields };
}

function baseOf(bases: FieldBases, field: EditableField): FieldBase | undefined {
  return Object.hasOwn(bases, field) ? bases[field] : undefined;
}

function conflictOf(reason: Conflict['reason'], fields: Conflict['fields']): RecordMerge {
  return { kind: 'conflict', conflict: { reason, fields } };
}

/** A side that has no value has no member. */
function conflictField(sides: {
  [Side in keyof ConflictField]: ConflictField[Side] | undefined;
}): ConflictField {
  return Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined));
}
