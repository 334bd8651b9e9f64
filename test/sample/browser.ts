import type { SampleService } from '#sample/http/server.ts';
import type { Reply } from './support.ts';

/** A visitor of the web console: keeps what Set-Cookie says, and sends it along. */
export interface Browser {
  readonly cookies: Map<string, string>;
  send(method: string, path: string, body?: unknown): Promise<Reply & { readonly setCookies: string[] }>;
}

export function browse(service: SampleService): Browser {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async send(method, path, body) {
      const response = await fetch(service.baseUrl + path, {
        method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(5_000),
      });
      const setCookies = response.headers.getSetCookie();
      for (const line of setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (line.includes('Max-Age=0;')) cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: JSON.parse(text), setCookies };
    },
  };
}

/** The credentials that a user of the sample world signs in with. */
export function credentials(
  service: SampleService,
  login: string,
  organization = 'larkspur',
): { readonly email: string; readonly password: string } {
  return { email: `${login}@${organization}.example`, password: service.passwords()[login] ?? '' };
}

/** A clock that a test moves. */
export function movable(): { now: () => Date; pass(ms: number): void } {
  let ms = Date.parse('2026-03-02T08:00:00Z');
  return {
    now: () => new Date(ms),
    pass: (more) => {
      ms += more;
    },
  };
}
