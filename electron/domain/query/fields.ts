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
