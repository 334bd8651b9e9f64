import { Cookie, CookieJar, MemoryCookieStore } from 'tough-cookie';
import type { Clock } from '#contract/ports.ts';
import { shortestCookie } from './shortest-cookie.ts';
import { createRenewal, type Renewal } from './renewal.ts';

/**
 * The cookies of one session with one service. What is in here opens the account: it belongs into the encrypted store
 * and nowhere else.
 */
export interface SessionJar {
  /** The value of a Cookie header for the service; '' if there is nothing to send. */
  header(): string;
  /** Takes the Set-Cookie lines of an answer of the service. Those for another host, and broken ones, are dropped. */
  take(lines: readonly string[]): void;
  /** Whether nothing is left that could open a session. */
  isEmpty(): boolean;
  /** The values that could open something, for keeping them out of messages. */
  secrets(): readonly string[];
  /** Everything as a text, for the encrypted store; `createJar` takes it back. */
  kept(): string;
  /** Every request with these cookies takes a turn in it. */
  readonly renewal: Renewal;
}

export interface JarOptions {
  /** As `parseBaseUrl` gives it; cookies are sent to nothing but this. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** What `kept` gave. A text that cannot be read is an empty jar: the person signs in again. */
  readonly kept?: string;
  /** Called after each change with what `kept` gives. */
  readonly changed?: (kept: string) => void;
}

/** The session cookies that the interface names: the second renews the first. */
const accessCookie = 'access_token';
const refreshCookie = 'refresh_token';

/** A service sends two; what is far beyond that is no session. */
const maxCookies = 20;
const longestLine = 8_192;

/** An empty jar, or one as it was kept. */
export function createJar({ baseUrl, clock, kept, changed }: JarOptions): SessionJar {
  const jar = kept === undefined ? emptyJar() : openJar(kept);

  /** Expiry is judged by our own clock, against an absolute time: see `take`. */
  function current(): readonly Cookie[] {
    const now = clock.wallMs();
    return jar
      .getCookiesSync(baseUrl, { expire: false, http: true })
      .filter((cookie) => (cookie.expiryTime() ?? Infinity) > now)
      .filter(({ value }) => /^[\x20-\x7e]+$/u.test(value));
  }

  const header = (): string =>
    current()
      .map((cookie) => cookie.cookieString())
      .join('; ');

  return {
    header,
    renewal: createRenewal({
      header,
      isDue() {
        const names = current().map(({ key }) => key);
        return names.includes(refreshCookie) && !names.includes(accessCookie);
      },
    }),
    take(lines) {
      const before = keptText(jar);
      const now = new Date(clock.wallMs());
      for (const line of lines.slice(0, maxCookies)) {
        const cookie = line.length > longestLine ? undefined : Cookie.parse(line);
        if (cookie === undefined) continue;
        // The package counts Max-Age from the last use, so that a cookie in use would never expire.
        const expiry = cookie.maxAge === null ? undefined : cookie.expiryTime(now);
        if (expiry !== undefined) {
          cookie.maxAge = null;
          cookie.expires = new Date(Math.max(0, Math.min(expiry, 8.64e15)));
        }
        jar.setCookieSync(cookie, baseUrl, { ignoreError: true, now, http: true });
      }
      const after = keptText(jar);
      if (after !== before) changed?.(after);
    },
    isEmpty: () => current().length === 0,
    secrets: () =>
      current()
        .map(({ value }) => value)
        .filter(({ length }) => length >= shortestCookie),
    kept: () => keptText(jar),
  };
}

function emptyJar(): CookieJar {
  return new CookieJar(new MemoryCookieStore());
}

function openJar(kept: string): CookieJar {
  try {
    return CookieJar.deserializeSync(kept, new MemoryCookieStore());
  } catch {
    return emptyJar();
  }
}

/** Times of use are left out: they change with every request, and nothing is judged by them. */
function keptText(jar: CookieJar): string {
  const { cookies = [], ...rest } = jar.serializeSync() ?? {};
  return JSON.stringify({
    ...rest,
    cookies: cookies.map((cookie) => ({ ...cookie, lastAccessed: undefined })),
  });
}
