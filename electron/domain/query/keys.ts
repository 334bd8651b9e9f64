import { unitSeparator } from '#contract/finding/listing.ts';
import { bareHost, soleHost } from '../hosts/places.ts';
import { fold } from '../text/words/fold.ts';

const unsafe = /[\u0000\u001f]/g;

/**
 * A text as `list_key` holds it: folded, without the character that ends a text in SQLite's functions and the one
 * between the texts of a list.
 */
export function keyOf(text: string): string {
  return fold(text).replace(unsafe, ' ');
}

/** Joins texts into one column of `list_key`, each between unit separators; none gives the empty text. */
export function joinKeys(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  return unitSeparator + texts.map(keyOf).join(unitSeparator) + unitSeparator;
}

const addressHost = /^[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^/?#@]*@)?(\[[^\]/]*\]|[^/?#:]+)/iu;
const hostWithPort = /^([^/?#:\s]+):\d{1,5}$/u;

/** Names in ASCII and addresses of version 4 have one spelling. */
const plainHost = /^(?!.*xn--)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/iu;

/**
 * What an asset is asked by: the text itself, its host as it is written and in the one spelling of that host. By the first
 * one it is grouped and put in order.
 */
export function assetKeys(text: string): string[] {
  if (plainHost.test(text)) return [text];
  const host = (addressHost.exec(text) ?? hostWithPort.exec(text))?.[1];
  const sole = soleHost(text);
  const keys = new Map<string, string>();
  for (const key of [bareHost(text), text, host, host === `[${sole ?? ''}]` ? null : sole]) {
    if (key != null && !keys.has(keyOf(key))) keys.set(keyOf(key), key);
  }
  return [...keys.values()];
}

/**
 * What a CWE query looks for: the number of each weakness in the text or address
 * ("https://cwe.mitre.org/data/definitions/79.html", "CWE-79" and "79" are `79`), or the text.
 */
export function cweKey(text: string): string {
  const named =
    /cwe[-_ :]?(\d{1,6})(?!\d)/iu.exec(text) ?? /(?:^|[/=])(\d{1,6})(?:\.html?)?[/#?]*$/u.exec(text.trim());
  return named?.[1]?.replace(/^0+(?=\d)/u, '') ?? fold(text);
}

/**
 * What an OWASP category is asked by: the last part of its address ("a03_2021-injection"), or the text itself. A run of
 * slashes is looked at from its first one alone: from each of many thousands, a sync would stand still.
 */
export function owaspKey(text: string): string {
  const path = text
    .trim()
    .replace(/[?#].*$/su, '')
    .replace(/(?<!\/)\/+$/u, '');
  return fold(path.slice(path.lastIndexOf('/') + 1));
}
