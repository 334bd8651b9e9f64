import catalogue from './weakness-names.json' with { type: 'json' };

/** An entry that a finding may name by its address: a weakness, or a category of a list of risks. */
export interface Catalogued {
  /** As it is written in reports: `CWE-79`, `A03:2021`. */
  readonly key: string;
  readonly name: string;
  /** What the finding holds: the interface wants an address. */
  readonly url: string;
}

const address = /^https?:\/\/cwe\.mitre\.org\/data\/definitions\/(\d{1,5})(?:\.html)?\/?$/i;

/** No name or address is half as long: what goes beyond it was pasted here by mistake, and fits nothing. */
const longestTyped = 500;

let read: readonly Catalogued[] | null = null;

/** All weaknesses of the Common Weakness Enumeration that are not deprecated, by number. Read at the first call. */
export function weaknesses(): readonly Catalogued[] {
  read ??= Object.entries(catalogue.names).map(([number, name]) => ({
    key: `CWE-${number}`,
    name,
    url: `https://cwe.mitre.org/data/definitions/${number}.html`,
  }));
  return read;
}

/** The weakness that an address of the enumeration's site names; undefined for any other text. */
export function weaknessAt(url: string): Catalogued | undefined {
  const number = address.exec(url)?.[1];
  return number === undefined ? undefined : weaknesses().find(({ key }) => key === `CWE-${Number(number)}`);
}

/**
 * The entries that fit a typed text, the best first. The key is or starts with it, then every word begins a word of the
 * name, then every word occurs somewhere.
 *
 * @param typed a number (`79`, `cwe 79`), a key or words; if it is blank, the first entries come as they stand
 */
export function searchCatalogue(entries: readonly Catalogued[], typed: string, max: number): Catalogued[] {
  if (typed.trim().length > longestTyped) return [];
  const wanted = folded(typed);
  if (wanted === '') return entries.slice(0, max);
  const words = wanted.split(' ');
  const ranked = entries.flatMap((entry, at) => {
    const rank = rankOf(entry, wanted, words);
    return rank === null ? [] : [{ entry, at, rank }];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank || one.at - other.at)
    .slice(0, max)
    .map(({ entry }) => entry);
}

function rankOf({ key, name, url }: Catalogued, wanted: string, words: readonly string[]): number | null {
  if (url.toLowerCase() === wanted) return 0;
  const [ownKey, ownName] = [folded(key), folded(name)];
  const bare = ownKey.replace(/^cwe /, '');
  const asked = wanted.replace(/^cwe ?(?=\d)/, '');
  if (asked === bare || wanted === ownKey) return 0;
  if (bare.startsWith(asked) || ownKey.startsWith(wanted)) return 1;
  const all = ` ${ownKey} ${ownName}`;
  if (words.every((word) => all.includes(` ${word}`))) return 2;
  return words.every((word) => all.includes(word)) ? 3 : null;
}

/** Lower case, with one blank for every run of what is neither letter nor digit. */
function folded(text: string): string {
  if (/^https?:/i.test(text.trim())) return text.trim().toLowerCase();
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
