/**
 * The entries of a text that a person typed or pasted: lines, parts between commas or semicolons, words between
 * blanks. A duplicate is dropped, the order stays. Assets hold no blanks; if `blanks` is false (tags may be
 * of several words), only line ends, tabs, commas and semicolons part.
 */
export function entriesOf(text: string, blanks: boolean): string[] {
  const parts = text.split(blanks ? /[\s,;]+/u : /[\r\n\t,;]+/u).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/**
 * The addresses of a text that a person pasted. An address may hold commas and semicolons itself, so these part only
 * if another one follows; blanks and line ends part always. A duplicate is dropped, the order stays.
 */
export function addressesOf(text: string): string[] {
  const parts = text.split(/\s+|[,;](?=\s*https?:\/\/)/iu);
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** A list with entries behind it that it does not hold yet, their order kept; what the list holds stays as it is. */
export function withEntries(list: readonly string[], added: readonly string[]): string[] {
  const known = new Set(list);
  return [...list, ...added.filter((entry) => !known.has(entry))];
}
