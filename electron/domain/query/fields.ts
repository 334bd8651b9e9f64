import { queryFields, type QueryField } from './query.ts';

/** What else a field may be called: the names of the interface's members, and the plural. */
const otherNames: ReadonlyMap<string, QueryField> = new Map([
  ['assets', 'asset'],
  ['tags', 'tag'],
]);

/** All names that a query may use before a colon, as they are suggested. */
export const fieldNames: readonly string[] = queryFields;

/** The field that a name in a query means (case does not matter), or null. */
export function knownField(name: string): QueryField | null {
  const lower = name.toLowerCase();
  return queryFields.find((field) => field === lower) ?? otherNames.get(lower) ?? null;
}

/** What other programs call a field, and what is asked for instead. */
const foreignNames: readonly (readonly [names: readonly string[], instead: string])[] = [
  [['host', 'hostname', 'ip', 'url', 'target', 'domain'], 'Write asset:value'],
  [['label', 'labels'], 'Write tag:value'],
  [['risk', 'priority', 'rating'], 'Write severity:value'],
  [['score'], 'Write cvss:value'],
  [['tool', 'scanner', 'source', 'origin', 'import', 'imported'], 'Write from:value'],
  [['no', 'missing', 'without', 'lacks'], 'Write -has:remediation'],
  [['modified', 'changed', 'since', 'after', 'newer'], 'Write updated:<7d, or updated:>=2026-03-01'],
  [['before', 'until', 'older'], 'Write updated:>7d, or updated:<2026-03-01'],
  [['sort', 'order', 'orderby'], 'A query has no order; sort the list'],
  [['cve'], 'Write the number as a word: CVE-2026-1234'],
];

/** What to write instead of a field of another program, or null. */
export function insteadOfField(name: string): string | null {
  const lower = name.toLowerCase();
  return foreignNames.find(([names]) => names.includes(lower))?.[1] ?? null;
}
