import { expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import { enough, reception, type Reception } from './support.ts';

/**
 * Each route of the interface's table "Authentication, sessions and account routes" with each kind of failure. It
 * checks what the user is told, that it was sent once, and that nothing is half stored.
 */
interface Route {
  readonly method: string;
  readonly path: string;
  /** What leads up to it, if it needs something. */
  readonly before?: (all: Reception) => Promise<unknown>;
  readonly ask: (all: Reception) => Promise<{ readonly kind: string }>;
}

const given = (login: string): string => `sample password of ${login}`;
const email = 'mara@larkspur.example';

const routes: Readonly<Record<string, Route>> = {
  'POST /users/generateToken': {
    method: 'POST',
    path: '/users/generateToken',
    // Ends what the failure before has left open.
    before: ({ desk, service }) => desk.call('token.replace', { token: service.issueToken('mara') }),
    ask: ({ desk }) => desk.call('token.rotate', { confirm: 'replace my token' }),
  },
  'POST /auth/signin': {
    method: 'POST',
    path: '/auth/signin',
    ask: ({ signIn }) => signIn('clara', 'fjellmark'),
  },
  'GET /auth/logout': {
    method: 'GET',
    path: '/auth/logout',
    before: ({ signIn }) => signIn('mara'),
    // It ends here in any case, and the answer says whether the service was told.
    ask: async ({ desk }) => {
      const { told, uses } = await desk.call('account.signOut');
      return { kind: `${told ? 'told' : 'not told'}, ${uses}` };
    },
  },
  'GET /auth/otp/create': {
    method: 'GET',
    path: '/auth/otp/create',
    before: ({ signIn }) => signIn('mara'),
    ask: ({ desk }) => desk.call('mfa.begin'),
  },
  'POST /auth/otp/create': {
    method: 'POST',
    path: '/auth/otp/create',
    ask: ({ desk }) => desk.call('mfa.verify', { code: '123456' }),
  },
  'POST /auth/otp/validate': {
    method: 'POST',
    path: '/auth/otp/validate',
    before: ({ signIn }) => signIn('jonas'),
    ask: ({ desk, service }) => desk.call('account.code', { code: service.otpCode('jonas') }),
  },
  'POST /users/otp/enable': {
    method: 'POST',
    path: '/users/otp/enable',
    ask: ({ desk }) => desk.call('mfa.enable'),
  },
  'POST /users/otp/reset': {
    method: 'POST',
    path: '/users/otp/reset',
    ask: ({ desk }) => desk.call('mfa.reset'),
  },
  'POST /users/otp/disable': {
    method: 'POST',
    path: '/users/otp/disable',
    ask: ({ desk }) => desk.call('mfa.disable'),
  },
  'POST /auth/password-reset/request': {
    method: 'POST',
    path: '/auth/password-reset/request',
    ask: ({ desk }) => desk.call('password.request', { email }),
  },
  'POST /auth/password-reset/confirm': {
    method: 'POST',
    path: '/auth/password-reset/confirm',
    ask: ({ desk }) => desk.call('password.confirm', { token: 'letter-token', password: enough }),
  },
  'POST /users/me/change-password': {
    method: 'POST',
    path: '/users/me/change-password',
    ask: ({ desk }) => desk.call('password.change', { current: given('mara'), next: enough }),
  },
  'POST /users/me/change-password, at the first sign-in': {
    method: 'POST',
    path: '/users/me/change-password',
    before: ({ signIn }) => signIn('ines'),
    ask: ({ desk }) => desk.call('account.firstPassword', { password: enough }),
  },
  'POST /auth/register': {
    method: 'POST',
    path: '/auth/register',
    ask: ({ desk }) =>
      desk.call('account.register', {
        invitation: 'sample-invitation-lena',
        fields: { name: 'Lena', password: enough },
      }),
  },
};

const status = (code: number, more: object = {}): Fault => ({
  kind: 'status',
  status: code,
  handled: false,
  body: '{"error":"As it is."}',
  ...more,
});

/** What a person is told if the request surely was not carried out, and if nobody knows. */
const failures: readonly (readonly [string, Fault, string])[] = [
  ['400', status(400), 'refused refused'],
  ['401', status(401), 'refused credentials'],
  ['403', status(403), 'refused refused'],
  ['404', status(404), 'refused not-found'],
  ['409', status(409), 'refused refused'],
  ['429', status(429, { retryAfter: '5' }), 'refused unreachable, until'],
  ['500', status(500), 'unknown'],
  ['302', status(302, { location: 'https://elsewhere.example/' }), 'unknown'],
  ['a web page', { kind: 'html', handled: false }, 'unknown'],
  ['success:false', { kind: 'success-false', handled: false }, 'unknown'],
  ['no answer', { kind: 'drop', handled: false }, 'unknown'],
];

/** What came of it in one line. */
function short(answer: { readonly kind: string }): string {
  const { kind, code, until } = { code: undefined, until: null, ...answer };
  return `${kind}${code === undefined ? '' : ` ${String(code)}`}${until === null ? '' : ', until'}`;
}

/** What is told of a route under each failure. */
async function outcomesOf(
  all: Reception,
  { method, path, before, ask }: Route,
): Promise<Record<string, string>> {
  const { desk, service, clock } = all;
  const outcomes: Record<string, string> = {};
  for (const [how, fault] of failures) {
    let sent = 0;
    service.setFaults(undefined);
    await before?.(all);
    service.setFaults((request) => {
      if (request.method !== method || !request.path.endsWith(path)) return undefined;
      sent += 1;
      return fault;
    });
    const told = short(await ask(all));
    await desk.call('account.cancel');
    const { user, uses } = await desk.call('account.standing');
    outcomes[how] = [told, `sent ${String(sent)}`, JSON.stringify(user?.['id']), uses].join(', ');
    clock.pass(10_000);
  }
  service.setFaults(undefined);
  return outcomes;
}

test('a route of the account that fails is told, was sent once, and leaves nothing half kept', async () => {
  const all = await reception('mara');
  const outcomes: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [name, route] of Object.entries(routes)) {
    // Whatever the route before has left: a session, or a token that was set aside.
    await all.desk.call('token.replace', { token: all.service.issueToken('mara') });
    outcomes[name] = await outcomesOf(all, route);
    const uses = route.path === '/auth/otp/create' && route.method === 'GET' ? 'session' : 'token';
    const told = (words: string): string =>
      [route.path === '/auth/logout' ? 'not told, token' : words, 'sent 1', '"user-mara"', uses].join(', ');
    expected[name] = Object.fromEntries(failures.map(([how, , words]) => [how, told(words)]));
  }
  expect(outcomes).toEqual(expected);
});
