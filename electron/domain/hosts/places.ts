import { parseAddresses, parseNumberHost, shownAddress, type AddressRange } from './addresses.ts';
import { looksLikeHost } from './host-form.ts';
import { canonicalHost } from './host-name.ts';

/*
 * Where an asset is: one host is one host in whatever spelling, be it a name, an address, a URL, a share (`\\host\c$`), or
 * `user@host`.
 */

/** A host, or addresses; a URL is one by its host. */
export interface HostPlace {
  /** As `canonicalHost` spells it; null if it is addresses. */
  readonly host: string | null;
  readonly addresses: AddressRange | null;
  readonly port: string | null;
  /** `/portal` of a URL; empty for all of it. */
  readonly path: string;
  /** `user@host` without a scheme, which may as well be an address of mail. */
  readonly isUser: boolean;
}

/** Every host and address in what a user wrote. */
export function placesIn(text: string): HostPlace[] {
  return wordsOf(text)
    .map(placeOf)
    .filter((place) => place !== null);
}

/** What a user wrote in words that may be places: in lower case, without the signs around them. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/(\d)\s*([-\u2013])\s*(?=\d)/gu, '$1-')
    .split(/[\s,;()<>"'|]+/u)
    .map((word) => word.replace(/(?<![.:])[.:]+$/u, '').toLowerCase())
    .filter((word) => word !== '');
}

/** The place that a word of `wordsOf` names; null if it names none. */
export function placeOf(word: string): HostPlace | null {
  const whole = parseAddresses(word);
  if (whole !== null) return { host: null, addresses: whole, port: null, path: '', isUser: false };
  const share = /^(?:\\\\|\/\/)(?:\?\\unc\\)?(?<host>[^\\/@]+)(?:@[^\\/]*)?(?:[\\/].*)?$/u.exec(word)
    ?.groups?.['host'];
  if (share !== undefined)
    return hostPlace(literalSix(share), { isNamed: true, port: null, path: '', isUser: false });
  const scheme = /^[a-z][a-z0-9+.:-]*:\/\//u.exec(word)?.[0] ?? '';
  const authority = /^[^/?#\\]*/u.exec(word.slice(scheme.length))?.[0] ?? '';
  const path = /^\/[^?#]*/u.exec(word.slice(scheme.length + authority.length))?.[0] ?? '';
  const name = authority.slice(authority.lastIndexOf('@') + 1);
  const parts = /^(?:\[(?<six>[^\]]+)\]|(?<host>[^:[\]]+))(?::(?<port>\d{1,5})?)?(?<rest>.*)$/u.exec(
    name,
  )?.groups;
  // Behind the colon of `host:folder` stands a path of another machine; a URL has a port there.
  if (parts === undefined || (parts['rest'] !== '' && (scheme !== '' || parts['six'] !== undefined)))
    return null;
  return hostPlace(parts['six'] ?? decodedName(parts['host'] ?? ''), {
    isNamed: scheme !== '',
    port: parts['port'] ?? null,
    path: path.replace(/(?<!\/)\/+$/u, ''),
    isUser: scheme === '' && authority.includes('@'),
  });
}

/** With a scheme before it, or as a share, anything is a host; without, it has to look like one. */
function hostPlace(
  name: string,
  { isNamed, ...rest }: Pick<HostPlace, 'port' | 'path' | 'isUser'> & { readonly isNamed: boolean },
): HostPlace | null {
  const addresses = parseAddresses(name) ?? (isNamed ? parseNumberHost(name) : null);
  // Behind an address and no scheme, a number is the length of a network that is none.
  if (addresses !== null && !isNamed && /^\/\d+$/u.test(rest.path)) return null;
  if (addresses !== null) return { host: null, addresses, ...rest };
  const host = canonicalHost(name);
  return (isNamed ? host !== '' : looksLikeHost(host)) ? { host, addresses: null, ...rest } : null;
}

/** `fe80--1s4.ipv6-literal.net` is how Windows writes an address of version 6 in a share. */
function literalSix(name: string): string {
  const six = /^(.+)\.ipv6-literal\.net$/u.exec(name)?.[1];
  return six === undefined ? name : six.replaceAll('-', ':').replace('s', '%');
}

function decodedName(name: string): string {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The host or address that a text names, in its one spelling, if it names one alone; null if it does not. */
export function soleHost(text: string): string | null {
  const [word, ...more] = wordsOf(text);
  const place = word === undefined || more.length > 0 ? null : placeOf(word);
  return place === null ? null : shownHost(place);
}

/** The same of a text that is a host or an address and nothing else: no port, path, share or user. */
export function bareHost(text: string): string | null {
  const [word = '', ...more] = wordsOf(text);
  if (more.length > 0 || /[\\/@?#]/u.test(word)) return null;
  const place = placeOf(word);
  return place === null || place.port !== null ? null : shownHost(place);
}

function shownHost({ host, addresses }: HostPlace): string | null {
  if (host !== null) return host;
  return addresses === null || addresses.from !== addresses.to ? null : shownAddress(addresses);
}

/** By what assets are the same one: a host in any spelling; what has a port, a path or a user is told by all of it. */
export function assetIdentity(text: string): string {
  return bareHost(text) ?? text.trim().replace(/\s+/gu, ' ');
}
