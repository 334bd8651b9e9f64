import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import type { Words } from '../languages/index.ts';
import type { SeverityCount, SeverityKey } from './blocks.ts';
import { severityKeys } from './blocks.ts';
import { asLine } from './values.ts';

/** The severity of a record and its words for it; what the field does not know is kept under `unknown`. */
export function severityOf(
  value: unknown,
  words: Words,
): { readonly key: SeverityKey; readonly text: string } {
  const line = asLine(value);
  const key = severityKeyOf(line);
  return {
    key,
    text: line === '' ? words.notRated : key === 'unknown' ? line.slice(0, 40) : words.severities[key],
  };
}

/** A status in the words of the report's language; one that the language does not know is spelled out. */
export function statusText(status: string, words: Words): string {
  return (Object.hasOwn(words.statuses, status) ? words.statuses[status] : undefined) ?? valueLabel(status);
}

/** How many of each, worst first; `unknown` only if there are any. */
export function countSeverities(keys: readonly SeverityKey[], words: Words): SeverityCount[] {
  return severityKeys
    .map((severity) => ({
      severity,
      label: words.severities[severity],
      count: keys.filter((key) => key === severity).length,
    }))
    .filter(({ severity, count }) => severity !== 'unknown' || count > 0);
}
