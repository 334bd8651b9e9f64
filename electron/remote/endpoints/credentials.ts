import type { Secrets } from '#domain/answers/server-message.ts';
import type { Credentials } from './service-api.ts';
import { shortestCookie } from '../auth/shortest-cookie.ts';
import type { SessionTurn } from '../auth/renewal.ts';
import type { TransportAnswer } from '../http/transport.ts';

/** What of the credentials must not be told. */
export function secretsOf(credentials: Credentials): Secrets {
  switch (credentials.kind) {
    case 'token':
      return [credentials.token];
    case 'session':
      return credentials.jar.secrets();
    case 'none':
      return [];
  }
}

/** Values that an answer sets, also if nobody keeps them. Short ones open nothing: a language, a colour. */
export function cookiesIn(answer: TransportAnswer): Secrets {
  const lines = answer.kind === 'response' ? (answer.setCookies ?? []) : [];
  const values = lines.map((line) => /^[^=;]*=\s*"?([^;"]*)/u.exec(line)?.[1]?.trim() ?? '');
  return values.filter((value) => value.length >= shortestCookie);
}

/** A token is never sent together with cookies, and cookies never with a token. */
function identifying(credentials: Credentials): Record<string, string> {
  switch (credentials.kind) {
    case 'token':
      return { 'X-SERVICE-TOKEN': credentials.token };
    case 'session': {
      const cookies = credentials.jar.header();
      return cookies === '' ? {} : { Cookie: cookies };
    }
    case 'none':
      return {};
  }
}

/** Only a session keeps cookies, and only from an answer of the service itself: not from a redirect or a gateway. */
export function keepCookies(credentials: Credentials, answer: TransportAnswer): void {
  if (credentials.kind !== 'session' || answer.kind === 'failed') return;
  const { status, setCookies } = answer;
  if ((status >= 200 && status < 300) || (status >= 400 && status < 500)) {
    credentials.jar.take(setCookies ?? []);
  }
}

/** The headers of a request on behalf of a user. */
export function headersFor(credentials: Credentials, withBody: boolean): Record<string, string> {
  return {
    ...identifying(credentials),
    Accept: 'application/json',
    ...(withBody ? { 'Content-Type': 'application/json' } : {}),
  };
}

/** What has no session to renew takes no turn. */
const alone: SessionTurn = {
  leave(_refused, take) {
    take();
    return Promise.resolve(false);
  },
};

/** The turn of a request in its session (`Renewal`); null if the signal aborts before it comes. */
export function sessionTurn(
  credentials: Credentials,
  signal: AbortSignal | undefined,
  isLong: boolean,
): Promise<SessionTurn | null> {
  return credentials.kind === 'session'
    ? credentials.jar.renewal.enter(signal, isLong)
    : Promise.resolve(alone);
}
