import { safeHref } from '#domain/text/index.ts';
import type { Value } from './blocks.ts';

/** Longer titles are cut where they stand as a heading and given whole in a section of their own. */
const MAX_TITLE = 240;

/**
 * Any JSON value as text that a person can read: a string as it is, other scalars as written, the rest as
 * JSON. Null and a missing member are empty. Records come from a service that promises no types.
 */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : asJson(value);
}

/** Indented JSON; never throws: what cannot be written as JSON is an ellipsis in braces. */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, null, 2) ?? String(value);
  } catch {
    return '{\u2026}';
  }
}

/** The value as one line: line breaks and runs of blanks become one blank. */
export function asLine(value: unknown): string {
  return asText(value).replace(/\s+/gu, ' ').trim();
}

/** A title without the back-ticks around code: it is one line of plain text wherever it stands. */
export function withoutCodeMarks(title: string): string {
  return title.replace(/(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)/gu, (_whole, _mark, code: string) =>
    code.trim(),
  );
}

/** A title for headings and lists, cut if needed, `untitled` if there is none; `full` is set when something was cut off. */
export function asTitle(
  value: unknown,
  untitled: string,
): { readonly title: string; readonly full?: string } {
  const line = withoutCodeMarks(asLine(value));
  if (line === '') return { title: untitled };
  if (line.length <= MAX_TITLE) return { title: line };
  return {
    title: `${Array.from(line.slice(0, MAX_TITLE)).slice(0, -1).join('')}\u2026`,
    full: asText(value),
  };
}

/** A list of any shape as values: an array item by item, anything else as one; empty ones left out. */
export function asValues(value: unknown): Value[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items
    .map((item) => asLine(item))
    .filter((line) => line !== '')
    .map((line) => {
      const href = safeHref(line);
      return href === undefined ? { text: line } : { text: line, href };
    });
}
