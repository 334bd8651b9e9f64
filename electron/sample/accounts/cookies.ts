/** The cookies of a browser session, named by the interface. */
export const ACCESS = 'access_token';
export const REFRESH = 'refresh_token';

/** Both reach every route below the base path: the interface does not name one where renewal happens. */
const PATH = '/api/';

/** The cookies that a request carries, by name; of two alike the first counts. */
export function readCookies(header: string | undefined): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at === -1) continue;
    const name = pair.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

/** A Set-Cookie line; without `lifeMs` it does not say how long it holds. Without `Secure`: the service speaks HTTP on loopback, where a jar would keep it back. */
export function setCookie(name: string, value: string, lifeMs?: number): string {
  const age = lifeMs === undefined ? '' : ` Max-Age=${String(Math.floor(lifeMs / 1000))};`;
  return `${name}=${value}; Path=${PATH};${age} HttpOnly; SameSite=Strict`;
}

/** The Set-Cookie lines that take both cookies away. */
export function clearedCookies(): string[] {
  return [setCookie(ACCESS, '', 0), setCookie(REFRESH, '', 0)];
}
