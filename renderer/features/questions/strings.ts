import type { Json } from '#contract/json.ts';
import { exchangesText } from '#domain/finding/http-text.ts';
import { isList, stringify } from '#domain/base/json.ts';

/** The longest value that evidence shows whole (characters). */
const longest = 280;

/** A value as evidence, long ones cut. */
export function shortText(value: Json | undefined): string {
  const text = wholeText(value);
  return text.length <= longest ? text : `${text.slice(0, longest).trimEnd()} …`;
}

/** A value as evidence: lists line by line, exchanges one below the other. */
export function wholeText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (isList(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  return exchangesText(value) ?? stringify(value);
}
