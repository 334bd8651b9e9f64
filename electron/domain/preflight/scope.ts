import type { ScopeEntry } from '#contract/engagement.ts';
import { isWithin, parseAddresses, type AddressRange } from '../hosts/addresses.ts';
import { matchesPieces } from '../query/wildcard.ts';
import { placeOf, placesIn, wordsOf, type HostPlace } from '../hosts/places.ts';

/*
 * What was to be tested and what was not, and where an asset stands to it. People write both in many ways: hosts,
 * addresses and URLs are read out of what they wrote; everything else is a name, which only equals itself.
 */

/** One entry of a scope. */
interface Entry {
  /** As the person wrote it. */
  readonly what: string;
  readonly name: string;
  readonly place: HostPlace | null;
  /** `*.acme.test`, `app-*.acme.test`: the host stands for all that fit, whatever is in the place of the star. */
  readonly isPattern: boolean;
}

/** A scope as it is asked. */
export interface Scope {
  readonly inside: readonly Entry[];
  readonly outside: readonly Entry[];
}

/** No scope is known: nothing is said of any asset. */
export const noScope: Scope = { inside: [], outside: [] };

/** Reads the scope of an engagement. Never throws; blank lines count for nothing. */
export function scopeOf(facts: {
  readonly scopeIn: readonly ScopeEntry[];
  readonly scopeOut: readonly ScopeEntry[];
}): Scope {
  return { inside: facts.scopeIn.flatMap(entryOf), outside: facts.scopeOut.flatMap(entryOf) };
}

/** Where an asset stands. `excluded` tells by which entry; `unknown`: nothing can be said of it. */
export type Coverage =
  { readonly kind: 'covered' | 'uncovered' | 'unknown' } | { readonly kind: 'excluded'; readonly by: string };

/**
 * Where an asset stands to a scope. The closer entry counts: a host before its domain, a small network before a large
 * one. Of two that are as close, the one that is out of scope. A host is only missed in a scope that names hosts, an
 * address in one that names addresses: nobody knows which host has which address.
 */
export function coverageOf(asset: string, scope: Scope): Coverage {
  return coverageAt(readAsset(asset), scope);
}

/** An asset as a scope is asked about it: by its name, and by the hosts and addresses in it. */
export interface ReadAsset {
  readonly name: string;
  readonly places: readonly HostPlace[];
}

/** Reads an asset once for several scopes. */
export function readAsset(asset: string): ReadAsset {
  return { name: folded(asset), places: placesIn(asset) };
}

/** Lines of a scope to which none of the assets belongs, as they are written, each once. */
export function linesWithoutAsset(
  facts: { readonly scopeIn: readonly ScopeEntry[]; readonly scopeOut: readonly ScopeEntry[] },
  assets: Iterable<ReadAsset>,
): string[] {
  const { outside } = scopeOf(facts);
  const lines = new Map(facts.scopeIn.map((entry) => [entry.what.trim(), entryOf(entry)]));
  lines.delete('');
  for (const asset of assets) {
    if (lines.size === 0) break;
    for (const [line, inside] of lines)
      if (coverageAt(asset, { inside, outside }).kind === 'covered') lines.delete(line);
  }
  return [...lines.keys()];
}

function coverageAt({ name, places }: ReadAsset, { inside, outside }: Scope): Coverage {
  const named = outside.find((entry) => entry.name === name);
  if (inside.some((entry) => entry.name === name) && named === undefined) return { kind: 'covered' };
  if (named !== undefined) return { kind: 'excluded', by: named.what };
  let covered = false;
  for (const place of places) {
    const into = Math.max(...inside.map((entry) => closeness(place, entry, 'host')));
    const out = outside
      .map((entry) => ({ entry, close: closeness(place, entry, 'exact') }))
      .reduce<{ entry: Entry; close: number } | null>(
        (best, next) => (next.close > (best?.close ?? 0) ? next : best),
        null,
      );
    if (out !== null && out.close >= into) return { kind: 'excluded', by: out.entry.what };
    covered ||= into > 0;
  }
  if (covered) return { kind: 'covered' };
  const asked = places.some(
    (place) =>
      !place.isUser &&
      inside.some((entry) => (place.host === null ? entry.place?.addresses : entry.place?.host) != null),
  );
  return { kind: asked ? 'uncovered' : 'unknown' };
}

/** How closely an entry speaks of a place; 0 if it does not. Larger than that of any wider entry. */
function closeness(place: HostPlace, { place: entry, isPattern }: Entry, by: 'host' | 'exact'): number {
  if (entry === null) return 0;
  const base = hostCloseness(place, entry, isPattern);
  if (base === 0) return 0;
  const port = entry.port === null || entry.port === place.port;
  const path = entry.path === '' || place.path === entry.path || place.path.startsWith(`${entry.path}/`);
  if (!port || !path) return by === 'exact' ? 0 : base;
  return base + (entry.port === null ? 0 : 1_000) + (entry.path === '' ? 0 : 2_000 + entry.path.length);
}

function hostCloseness(place: HostPlace, entry: HostPlace, isPattern: boolean): number {
  if (place.host !== null && entry.host !== null) {
    if (isPattern) return matchesPieces(place.host, entry.host.split('*')) ? entry.host.length : 0;
    return place.host === entry.host ? 500 : 0;
  }
  if (place.addresses === null || entry.addresses === null) return 0;
  const { from, to } = entry.addresses;
  return isWithin(place.addresses, entry.addresses) ? 300 - (to - from).toString(2).length : 0;
}

/** An entry of several places is one for each, if it has nothing but them; otherwise the first is what is meant. */
function entryOf({ what }: ScopeEntry): Entry[] {
  const text = what.trim();
  if (text === '') return [];
  const words = wordsOf(text);
  const patterns = words.map(patternOf);
  const entry = (found: Pattern | null): Entry => ({
    what: text,
    name: folded(text),
    place: found?.place ?? null,
    isPattern: found?.isPattern ?? false,
  });
  if (patterns.every((found) => found !== null)) return patterns.map(entry);
  return [entry(patterns.find((found) => found !== null) ?? null)];
}

type Pattern = Pick<Entry, 'isPattern'> & { readonly place: HostPlace };

/** What a word of an entry stands for; null if it stands for no host and no address. */
function patternOf(word: string): Pattern | null {
  const addresses = addressPattern(word);
  if (addresses !== null) {
    return { place: { host: null, addresses, port: null, path: '', isUser: false }, isPattern: false };
  }
  if (word === '*') {
    const all = { host: word, addresses: null, port: null, path: '', isUser: false };
    return { place: all, isPattern: true };
  }
  const starred = word.startsWith('.') ? `*${word}` : word;
  if (!starred.includes('*')) {
    const place = placeOf(starred);
    return place === null ? null : { place, isPattern: false };
  }
  // A letter in the place of each star makes a host of it: whether it has the form of one, and which part of it is which.
  const place = placeOf(starred.replaceAll('*', star));
  if (place?.host == null || !place.host.includes(star)) return null;
  return { place: { ...place, host: place.host.replaceAll(star, '*') }, isPattern: true };
}

/** A letter that no host has. */
const star = '\ua66e';

/** `10.1.*.*`, `10.1.2.x`: all addresses that begin so. */
function addressPattern(word: string): AddressRange | null {
  const fixed = /^(?<fixed>(?:\d{1,3}\.){1,3})(?:(?:\*|x)(?:\.(?:\*|x))*)$/u.exec(word)?.groups?.['fixed'];
  if (fixed === undefined) return null;
  const octets = fixed.split('.').filter((octet) => octet !== '');
  const first = [...octets, '0', '0', '0'].slice(0, 4).join('.');
  return parseAddresses(`${first}/${String(8 * octets.length)}`);
}

/** Signs of a pattern; and words that are addresses but for a mistake. */
const patternSigns = /[*?^$\\[\]{}]/u;
const addressLike = /^\d{1,5}(?:\.(?:\d{1,5}|[x*]))+(?:[/-].*)?$|^[\da-f]*:[\da-f:]*:[\da-f:.]*(?:\/.*)?$/u;

/** What of a scope is written as a pattern, a network or a range and is none that is understood. */
export function unreadPatterns(entries: readonly ScopeEntry[]): string[] {
  return entries.flatMap(({ what }) => {
    const words = wordsOf(what);
    const isUnread = (word: string): boolean =>
      patternOf(word) === null &&
      (addressLike.test(word) ||
        (patternSigns.test(word) && (words.length === 1 || /\*\.|\.\*/u.test(word))));
    return words.some(isUnread) ? [what.trim()] : [];
  });
}

function folded(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/gu, ' ').toLowerCase();
}
