import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Why a request is not let in; null if it is. */
export type AccessRefusal =
  /** Sent to another name than the address we listen on: a page whose name was made to point here (DNS rebinding). */
  | 'foreign-host'
  /** Sent by a page that is not ours. */
  | 'foreign-page'
  /** Without our cookie. */
  | 'no-cookie';

/** What only a browser that came in by the key knows. */
export interface Pass {
  /** The address as a browser names it: `127.0.0.1:PORT`. */
  readonly authority: string;
  /** Two servers on one machine share their cookies, so the port is part of the name. */
  readonly cookieName: string;
  readonly cookieValue: string;
}

/** Checks the headers of a request that asks for anything but the entrance. */
export function refusalOf(headers: IncomingHttpHeaders, pass: Pass): AccessRefusal | null {
  return refusalAtEntrance(headers, pass) ?? (hasCookie(headers.cookie, pass) ? null : 'no-cookie');
}

/**
 * Checks what holds for every request. `Origin` and `Sec-Fetch-Site` are looked at if a browser sends them;
 * `none` is an address that a person typed or opened.
 */
export function refusalAtEntrance(headers: IncomingHttpHeaders, { authority }: Pass): AccessRefusal | null {
  if (headers.host !== authority) return 'foreign-host';
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${authority}`) return 'foreign-page';
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none' ? null : 'foreign-page';
}

function hasCookie(header: string | undefined, { cookieName, cookieValue }: Pass): boolean {
  const given = (header ?? '').split(';').map((part) => part.trim());
  return given.some((part) => sameText(part, `${cookieName}=${cookieValue}`));
}

/** Compares secrets in a time that tells nothing but their length. */
export function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
