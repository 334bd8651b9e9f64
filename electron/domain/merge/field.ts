import { textFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { equalJson, isList } from '../base/json.ts';
import { entriesOf, isEmptyValue, isSetField, sameOnceNormalised } from './normalise.ts';
import { mergeText } from './text.ts';

/** A field before the edit, as it was at the first unsent touch. Absent: never shown, or without a value. */
export interface FieldBase {
  readonly value?: Json;
}

export interface FieldSides {
  readonly base?: FieldBase | undefined;
  readonly mine: Json;
  readonly theirs: Json | undefined;
}

/**
 * What is to be done about one edited field. `automatic`: the service's value had moved on and both changes
 * were joined, which is logged and can be undone.
 */
export type FieldMerge =
  | { readonly kind: 'take-mine'; readonly value: Json; readonly automatic: boolean }
  | { readonly kind: 'nothing-left' }
  | { readonly kind: 'conflict'; readonly reason: 'fields' | 'empty-asset' };

const nothingLeft: FieldMerge = { kind: 'nothing-left' };
const fieldConflict: FieldMerge = { kind: 'conflict', reason: 'fields' };

/**
 * Three-way merge of one edited field with what was just read (sync, "Merge"; promise 6). If the service's value has
 * not moved, the edit is sent as it was made, down to a blank. Only if it has moved, equal changes agree by meaning. A
 * base that was never shown counts as empty: another user's value that the person did not see is not overwritten.
 */
export function mergeField(field: EditableField, sides: FieldSides): FieldMerge {
  const { mine, theirs } = sides;
  const base = sides.base?.value;
  if (sameValue(mine, theirs)) return nothingLeft;
  if (sameValue(theirs, base)) return checked(field, { kind: 'take-mine', value: mine, automatic: false });
  if (sameOnceNormalised(field, mine, theirs) || sameValue(mine, base)) return nothingLeft;
  return joined(field, base, mine, theirs);
}

/** The same value to the letter, or none on both sides. */
function sameValue(one: Json | undefined, two: Json | undefined): boolean {
  return equalJson(one, two) || (isEmptyValue(one) && isEmptyValue(two));
}

/** An update carries a nonempty `asset` (interface, "Finding"); an empty one must not get as far as the wire. */
function checked(field: EditableField, merge: FieldMerge): FieldMerge {
  if (field !== 'asset' || merge.kind !== 'take-mine' || !isEmptyValue(merge.value)) return merge;
  return { kind: 'conflict', reason: 'empty-asset' };
}

/** Both sides changed the field. */
function joined(
  field: EditableField,
  base: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): FieldMerge {
  if (isSetField(field) && [base, mine, theirs].every((side) => isList(side) || isEmptyValue(side))) {
    return joinedSet(field, base, mine, theirs);
  }
  const merged = isTextField(field) ? joinedText(base, mine, theirs) : null;
  if (merged !== null) {
    return merged === theirs ? nothingLeft : { kind: 'take-mine', value: merged, automatic: true };
  }
  // What the service did to its value is what services do when they store one: nobody's change is lost.
  if (!sameOnceNormalised(field, theirs, base)) return fieldConflict;
  return checked(field, { kind: 'take-mine', value: mine, automatic: true });
}

function joinedSet(
  field: EditableField,
  base: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): FieldMerge {
  const [before, wanted, there] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const kept = [...there].filter(([key]) => wanted.has(key) || !before.has(key));
  const added = [...wanted].filter(([key]) => !before.has(key) && !there.has(key));
  const value = [...kept, ...added].map(([, entry]) => entry);
  // Before the question whether anything is left: an asset emptied there must not end an edit that names one.
  const merge = checked(field, { kind: 'take-mine', value, automatic: true });
  return merge.kind === 'take-mine' && sameOnceNormalised(field, value, theirs) ? nothingLeft : merge;
}

function isTextField(field: EditableField): boolean {
  return textFields.some((name) => name === field);
}

/** Null if the sides are not all texts, or conflict. */
function joinedText(base: Json | undefined, mine: Json, theirs: Json | undefined): string | null {
  const [before, left, right] = [plainText(base), plainText(mine), plainText(theirs)];
  if (before === null || left === null || right === null) return null;
  return mergeText(before, left, right);
}

function plainText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : null;
}
