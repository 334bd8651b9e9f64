import type { Json, JsonObject } from '#contract/json.ts';

/** The value as an object; one without members if it is none. */
export function objectOf(value: Json | undefined): JsonObject {
  return isPlain(value) ? value : {};
}

/** The object that is a member of another, or one without members. */
export function objectIn(value: Json | undefined, ...names: readonly string[]): JsonObject {
  return objectOf(memberIn(value, ...names));
}

/** The first of these members that is a text or a number that is not empty, as a text; empty if there is none. */
export function textIn(value: Json | undefined, ...names: readonly string[]): string {
  for (const name of names) {
    const text = wordsOf(memberIn(value, name));
    if (text !== '') return text;
  }
  return '';
}

/** The first of these members that is a number, also one written as a text. */
export function numberIn(value: Json | undefined, ...names: readonly string[]): number | null {
  const text = textIn(value, ...names);
  return text === '' || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** The first of these members as a list: one entry if it is no list, none if it is absent or null. */
export function listIn(value: Json | undefined, ...names: readonly string[]): readonly Json[] {
  const member = memberIn(value, ...names);
  if (member === undefined || member === null || member === '') return [];
  return isPlainList(member) ? member : [member];
}

/** The texts and numbers in such a list, as texts. */
export function textsIn(value: Json | undefined, ...names: readonly string[]): string[] {
  return listIn(value, ...names)
    .map(wordsOf)
    .filter((text) => text !== '');
}

function memberIn(value: Json | undefined, ...names: readonly string[]): Json | undefined {
  if (!isPlain(value)) return undefined;
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member !== undefined && member !== null) return member;
  }
  return undefined;
}

function wordsOf(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

function isPlain(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isPlainList(value);
}

function isPlainList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
