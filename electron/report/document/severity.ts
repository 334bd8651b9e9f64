import { severityKeyOf } from '#domain/finding/severity-names.ts';
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

/** How many of each, worst first; `unknown` only where there are any. */
export function countSeverities(keys: readonly SeverityKey[], words: Words): SeverityCount[] {
  return severityKeys
    .map((severity) => ({
      severity,
      label: words.severities[severity],
      count: keys.filter((key) => key === severity).length,
    }))
    .filter(({ severity, count }) => severity !== 'unknown' || count > 0);
}
