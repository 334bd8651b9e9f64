import { setFields, type EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { canonical, isExact, isList, isObject } from '../base/json.ts';

/** Whether a value says nothing: services write "no value" in any of these ways and change between them. */
export function isEmptyValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0);
}

/** Whether a field merges as a set. */
export function isSetField(field: EditableField): boolean {
  return setFields.some((name) => name === field);
}

/**
 * Whether two values of a field are the same after what services change when they store them. Texts: NFC, LF, no blanks
 * at line ends and around the whole. Numbers may be written otherwise (`7.0`, `7`). Lists of `asset`, `tags`,
 * `references` ignore order and duplicates. No value is absent, null, `''` or `[]`. Whether a write landed is told by
 * this (sync, "unknown is settled by reading").
 */
export function sameOnceNormalised(
  field: EditableField,
  one: Json | undefined,
  two: Json | undefined,
): boolean {
  if (one === two) return true;
  if (isBlank(one) || isBlank(two)) return isBlank(one) && isBlank(two);
  if (one === undefined || two === undefined) return false;
  if (isSetField(field)) {
    const [left, right] = [entriesOf(one), entriesOf(two)];
    return left.size === right.size && [...left.keys()].every((key) => right.has(key));
  }
  return keyOf(one) === keyOf(two);
}

function isBlank(value: Json | undefined): boolean {
  return isEmptyValue(value) || (typeof value === 'string' && value.trim() === '');
}

/**
 * The entries of a set by their normalised text, each once, in their order. A value that is no list is a list
 * of one.
 */
export function entriesOf(value: Json | undefined): ReadonlyMap<string, Json> {
  if (isEmptyValue(value) || value === undefined) return new Map();
  const entries = isList(value) ? value : [value];
  const byKey = new Map<string, Json>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (!byKey.has(key)) byKey.set(key, entry);
  }
  return byKey;
}

/** A text that two values share exactly when they are the same once normalised. */
function keyOf(value: Json): string {
  return canonical(normalised(value));
}

function normalised(value: Json): Json {
  if (typeof value === 'string') return normalisedText(value);
  // As a pair, so that no text can be taken for a number.
  if (typeof value === 'number') return { number: decimalOf(String(value)) };
  if (isExact(value)) return { number: decimalOf(value.rawJSON) };
  if (isList(value)) return value.map(normalised);
  if (!isObject(value)) return value;
  return {
    members: Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, normalised(inner)])),
  };
}

/** A text as services store it. Line by line, because one pattern over the whole is slow on long runs of blanks. */
function normalisedText(text: string): string {
  const unified = text.normalize('NFC').replace(/\r\n?/g, '\n');
  return unified
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim();
}

/** One spelling for every spelling of a decimal number: its significant digits and the power of ten. */
function decimalOf(source: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(source);
  if (parts === null) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = (whole + fraction).replace(/^0+/, '');
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end -= 1;
  if (end === 0) return '0';
  const power = Number(exponent) - fraction.length + (digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}
