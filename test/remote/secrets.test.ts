import { expect, onTestFinished, test } from 'vitest';
import { failureText, type RemoteFailure } from '#domain/answers/failure.ts';
import type { AccountClient, SessionCall } from '#remote/endpoints/account-client.ts';
import type { Call, ServiceClient } from '#remote/endpoints/service-client.ts';
import { createJar } from '#remote/auth/cookie-jar.ts';
import { faultServer, httpAnswer, type Answer, type Received } from '../faults/servers.ts';
import { clientsOf } from './support/clients.ts';
import { leapingClock } from './support/clocks.ts';

/** Every secret that a request can carry, marked: what contains a mark has let one out. */
const token = 'tok-s3cr3t-1';
const cookie = 'cookie-s3cr3t-2';
const password = 'pass s3cr3t-3 "\\ü%';
const next = 'next-s3cr3t-4';
const code = '739201';
const invitation = 'invite-s3cr3t-5';
const mark = /s3cr3t|739201/iu;

type Run = (
  account: AccountClient,
  client: ServiceClient,
  call: Call,
  session: SessionCall,
) => Promise<unknown>;

const calls: Readonly<Record<string, Run>> = {
  generateToken: (account, _client, call) => account.generateToken(call),
  'generateToken, session': (account, _client, _call, session) => account.generateToken(session),
  signIn: (account, _client, _call, session) => account.signIn(session, 'a@b.test', password),
  validateOtp: (account, _client, _call, session) => account.validateOtp(session, code),
  signOut: (account, _client, _call, session) => account.signOut(session),
  beginOtp: (account, _client, _call, session) => account.beginOtp(session),
  verifyOtp: (account, _client, call) => account.verifyOtp(call, code),
  enableOtp: (account, _client, call) => account.enableOtp(call),
  resetOtp: (account, _client, call) => account.resetOtp(call),
  disableOtp: (account, _client, call) => account.disableOtp(call),
  requestRecovery: (account, _client, call) => account.requestRecovery(call, 'a@b.test'),
  confirmRecovery: (account, _client, call) => account.confirmRecovery(call, invitation, password),
  changePassword: (account, _client, _call, session) => account.changePassword(session, password, next),
  register: (account, _client, call) => account.register(call, invitation, { name: 'A', password }),
  'a read by session': (_account, client, _call, session) => client.me(session),
  'a read by token': (_account, client, call) => client.me(call),
  'an AI action by session': (_account, client, _call, session) =>
    client.generateDemonstration(session, 'p', 'F'),
};

/** What the request carried, as a service that is careless with it would repeat it. */
function echo({ headers, body }: Received): string {
  const carried = [headers.get('x-service-token'), headers.get('cookie'), body];
  return carried.filter((part) => part !== undefined && part !== '').join(' ');
}

const failures: Readonly<Record<string, (request: Received) => Uint8Array>> = {
  ...Object.fromEntries(
    [200, 400, 401, 403, 404, 409, 429, 500].map((status) => [
      `${String(status)} with an error in JSON`,
      (request: Received) => httpAnswer(status, JSON.stringify({ error: echo(request) })),
    ]),
  ),
  '400 with text': (request) => httpAnswer(400, `You sent ${echo(request)}`),
  '400 with fields': (request) => {
    const { password: sent = '', ...rest } = JSON.parse(request.body || '{}') as Record<string, string>;
    return httpAnswer(400, JSON.stringify({ fields: [sent, ...Object.values(rest)], message: sent }));
  },
  '200 that is unknown': (request) => httpAnswer(200, JSON.stringify({ strange: { you: echo(request) } })),
  '200 as text': (request) => httpAnswer(200, `You sent ${echo(request)}`),
  '200 with success:false': (request) =>
    httpAnswer(200, JSON.stringify({ success: false, message: echo(request) })),
  '200 as HTML': (request) => httpAnswer(200, `<p>${echo(request)}</p>`, { 'Content-Type': 'text/html' }),
  '200 that is cut off': (request) => httpAnswer(200, JSON.stringify({ error: echo(request) }).slice(0, -1)),
  'a redirect': (request) => {
    const carried = [token, cookie, next, code, invitation].filter((one) => echo(request).includes(one));
    return httpAnswer(302, '', { Location: `https://${[...carried, 'elsewhere'].join('.')}.test/` });
  },
  'a renewed cookie that is repeated': () =>
    httpAnswer(403, JSON.stringify({ error: 'Not with fresh-s3cr3t-6.' }), {
      'Set-Cookie': 'access_token=fresh-s3cr3t-6; Path=/api/',
    }),
  'a cookie that is taken away and repeated': (request) =>
    httpAnswer(401, JSON.stringify({ error: `Ended: ${echo(request)}` }), {
      'Set-Cookie': 'access_token=; Path=/api/; Max-Age=0',
    }),
  'no HTTP at all': (request) => Buffer.from(`${echo(request)}\r\n\r\n`),
};

/** Every text of a result that a person, a log or a report could see. */
function told(result: unknown): string {
  const failure = failureIn(result);
  return `${JSON.stringify(result)} ${failure === undefined ? '' : failureText(failure)}`;
}

function failureIn(result: unknown): RemoteFailure | undefined {
  return typeof result === 'object' && result !== null && 'failure' in result
    ? (result.failure as RemoteFailure)
    : undefined;
}

test.each(Object.keys(failures))('no secret is in any answer of any call: %s', async (kind) => {
  const answer: Answer = (socket, request) => {
    socket.end(failures[kind]?.(request) ?? '');
  };
  const server = await faultServer(answer);
  onTestFinished(() => server.close());
  const clock = leapingClock();
  const { account, client } = clientsOf(server, { clock });
  const leaks: string[] = [];
  for (const [name, run] of Object.entries(calls)) {
    const jar = createJar({ baseUrl: server.baseUrl, clock });
    jar.take([`access_token=${cookie}; Path=/api/`]);
    const session = { credentials: { kind: 'session', jar }, priority: 'person', maxWaitMs: 9e9 } as const;
    const text = told(
      await run(account, client, { ...session, credentials: { kind: 'token', token } }, session),
    );
    // What the service gives on purpose is the value of its route; here it never does.
    if (mark.test(text)) leaks.push(`${name}: ${text}`);
  }
  expect(leaks).toEqual([]);
  expect(server.received.length).toBeGreaterThanOrEqual(Object.keys(calls).length);
});
