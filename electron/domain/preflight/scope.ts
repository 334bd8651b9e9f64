import type { ScopeEntry } from '#contract/engagement.ts';
import { isWithin, parseAddresses, type AddressRange } from './addresses.ts';
import { looksLikeHost } from './hosts.ts';

/*
 * What was to be tested and what was not, and where an asset stands to it. People write both in many ways: hosts,
 * addresses and URLs are read out of what they wrote; everything else is a name, which only equals itself.
 */

/** A host, or addresses; a URL is one by its host. */
interface Place {
  /** In lower case; null if it is addresses. */
  readonly host: string | null;
  readonly addresses: AddressRange | null;
  readonly port: string | null;
  /** `/portal` of a URL; empty for all of it. */
  readonly path: string;
}

/** One entry of a scope. */
interface Entry {
  /** As the person wrote it. */
  readonly what: string;
  readonly name: string;
  readonly place: Place | null;
  /** `*.acme.test`: the host stands for all below it. */
  readonly below: boolean;
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
export function coverageOf(asset: string, { inside, outside }: Scope): Coverage {
  const name = folded(asset);
  const named = outside.find((entry) => entry.name === name);
  if (inside.some((entry) => entry.name === name) && named === undefined) return { kind: 'covered' };
  if (named !== undefined) return { kind: 'excluded', by: named.what };
  const places = placesIn(asset);
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
  const asked = places.some((place) =>
    inside.some((entry) => (place.host === null ? entry.place?.addresses : entry.place?.host) != null),
  );
  return { kind: asked ? 'uncovered' : 'unknown' };
}

/** How closely an entry speaks of a place; 0 if it does not. Larger than that of any wider entry. */
function closeness(place: Place, { place: entry, below }: Entry, by: 'host' | 'exact'): number {
  if (entry === null) return 0;
  const base = hostCloseness(place, entry, below);
  if (base === 0) return 0;
  const port = entry.port === null || entry.port === place.port;
  const path = entry.path === '' || place.path === entry.path || place.path.startsWith(`${entry.path}/`);
  if (!port || !path) return by === 'exact' ? 0 : base;
  return base + (entry.port === null ? 0 : 1_000) + (entry.path === '' ? 0 : 2_000 + entry.path.length);
}

function hostCloseness(place: Place, entry: Place, below: boolean): number {
  if (place.host !== null && entry.host !== null) {
    if (below) return place.host.endsWith(`.${entry.host}`) ? entry.host.length : 0;
    return place.host === entry.host ? 500 : 0;
  }
  if (place.addresses === null || entry.addresses === null) return 0;
  const { from, to } = entry.addresses;
  return isWithin(place.addresses, entry.addresses) ? 300 - (to - from).toString(2).length : 0;
}

function entryOf({ what }: ScopeEntry): Entry[] {
  const text = what.trim();
  if (text === '') return [];
  const below = /^(?:[a-z]+:\/\/)?\*\./iu.test(text);
  const [place = null] = placesIn(text.replace('*.', ''));
  return [{ what: text, name: folded(text), place, below }];
}

/** Every host and address in what a person wrote. */
function placesIn(text: string): Place[] {
  const spaced = text.replace(/(\d)\s*([-\u2013])\s*(?=\d)/gu, '$1-');
  return spaced
    .split(/[\s,;()<>"'|]+/u)
    .map((word) => placeOf(word.replace(/(?<![.:])[.:]+$/u, '').toLowerCase()))
    .filter((place) => place !== null);
}

function placeOf(word: string): Place | null {
  const whole = parseAddresses(word);
  if (whole !== null) return { host: null, addresses: whole, port: null, path: '' };
  const parts =
    /^(?<scheme>[a-z][a-z0-9+.-]*:\/\/)?(?:[^@/?#]*@)?(?:\[(?<six>[^\]]+)\]|(?<host>[^:/?#[\]]+))(?::(?<port>\d{1,5}))?(?<path>\/[^?#]*)?(?:[?#].*)?$/u.exec(
      word,
    )?.groups;
  if (parts === undefined) return null;
  const name = parts['six'] ?? parts['host'] ?? '';
  const rest = { port: parts['port'] ?? null, path: (parts['path'] ?? '').replace(/(?<!\/)\/+$/u, '') };
  const addresses = parseAddresses(name);
  if (addresses !== null) return { host: null, addresses, ...rest };
  // With a scheme before it, anything is a host; without, it has to look like one. An address of mail is neither.
  const isHost = parts['scheme'] === undefined ? !word.includes('@') && looksLikeHost(name) : name !== '';
  return isHost ? { host: name, addresses: null, ...rest } : null;
}

function folded(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase();
}
