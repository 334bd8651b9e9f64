import { describe, expect, test } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { serviceProfileSchema } from '#contract/profile.ts';
import type { AccountClient, SessionCall } from '#remote/endpoints/account-client.ts';
import type { Call } from '#remote/endpoints/service-client.ts';
import { createJar } from '#remote/auth/cookie-jar.ts';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { sampleService } from '../support/desk.ts';
import { clientsOf, type Clients } from './support/clients.ts';
import { manualClock } from './support/clocks.ts';

const enough = 'a password long enough';
const nobody: Call = { credentials: { kind: 'none' }, priority: 'person' };

interface Setting extends Clients {
  readonly service: SampleService;
}

/** Service and client by the same clock: what one sets, the other judges. */
async function setting(options: SampleOptions = {}, clock: Clock = manualClock()): Promise<Setting> {
  const service = await sampleService({ engagement: false, now: () => new Date(clock.wallMs()), ...options });
  return { service, ...clientsOf(service, { clock }) };
}

function byToken({ service }: Setting, login: string): Call {
  return { credentials: { kind: 'token', token: service.tokens[login] ?? '' }, priority: 'person' };
}

function session({ service, clock }: Setting): SessionCall {
  const jar = createJar({ baseUrl: service.baseUrl, clock });
  return { credentials: { kind: 'session', jar }, priority: 'person' };
}

async function signedIn(all: Setting, login: string, organization = 'larkspur'): Promise<SessionCall> {
  const call = session(all);
  const password = all.service.passwords()[login] ?? '';
  await all.account.signIn(call, `${login}@${organization}.example`, password);
  return call;
}

describe('signing in', () => {
  test('gives a session that every client call can be made with, renewed by its refresh cookie', async () => {
    const clock = manualClock();
    const all = await setting({ lifetimes: { accessMs: 60_000, refreshMs: 600_000 } }, clock);
    const call = session(all);
    expect(await all.account.signIn(call, 'mara@larkspur.example', 'sample password of mara')).toEqual({
      kind: 'done',
      value: { kind: 'signed-in' },
    });
    expect(await all.client.me(call)).toMatchObject({ kind: 'ok', value: { id: 'user-mara' } });
    const first = call.credentials.jar.header();
    await clock.advance(60_000);
    expect(
      await all.client.createFinding(call, 'fjm-portal-2026', { title: 'T', asset: ['a'] }),
    ).toMatchObject({
      kind: 'acknowledged',
    });
    expect(call.credentials.jar.header()).not.toBe(first);
    await clock.advance(600_000);
    expect(await all.client.me(call)).toMatchObject({ failure: { kind: 'credentials' } });
  });

  test.each([
    ['expires as it said', {}],
    ['expires without having said when', { untold: true }],
  ])('whose access cookie %s is renewed once for all requests under way', async (_what, how) => {
    const clock = manualClock();
    const lifetimes = { accessMs: 60_000, refreshMs: 600_000, refreshOnce: true, ...how };
    const all = await setting({ lifetimes }, clock);
    const call = await signedIn(all, 'mara');
    for (let round = 0; round < 3; round += 1) {
      await clock.advance(60_000);
      const results = await Promise.all([
        ...Array.from({ length: 6 }, () => all.client.me(call)),
        all.client.createFinding(call, 'fjm-portal-2026', { title: `T${String(round)}`, asset: ['a'] }),
      ]);
      expect(results.map(({ kind }) => kind)).toEqual([...Array<string>(6).fill('ok'), 'acknowledged']);
    }
    expect(all.service.findings('fjm-portal-2026').length).toBe(3);
  });

  test('whose refresh cookie is refused as well is over for all requests under way, each sent once', async () => {
    const clock = manualClock();
    const all = await setting({ lifetimes: { accessMs: 60_000, refreshMs: 600_000 } }, clock);
    const call = await signedIn(all, 'mara');
    await clock.advance(600_000);
    let sent = 0;
    all.service.setFaults(() => {
      sent += 1;
      return undefined;
    });
    const results = await Promise.all(Array.from({ length: 6 }, () => all.client.me(call)));
    expect(results.every((one) => one.kind === 'failed' && one.failure.kind === 'credentials')).toBe(true);
    expect(sent).toBe(6);
  });

  test('with MFA asks for a code, tells a wrong one, and is done with the right one', async () => {
    const all = await setting();
    const call = session(all);
    const steps = [
      await all.account.signIn(call, 'jonas@larkspur.example', 'sample password of jonas'),
      await all.account.validateOtp(call, '12'),
      await all.account.validateOtp(call, all.service.otpCode('jonas') === '123456' ? '654321' : '123456'),
      await all.account.validateOtp(call, all.service.otpCode('jonas')),
    ];
    expect(steps).toEqual([
      { kind: 'done', value: { kind: 'mfa-required' } },
      { kind: 'refused', status: 400, message: 'code must be six digits.' },
      { kind: 'refused', status: 401, message: 'The code is wrong or has expired.' },
      { kind: 'done', value: { kind: 'signed-in' } },
    ]);
    expect((await all.client.me(call)).kind).toBe('ok');
  });

  test('for the first time goes on with the change of the password', async () => {
    const all = await setting();
    const call = session(all);
    const given = 'sample password of ines';
    const steps = [
      await all.account.signIn(call, 'ines@larkspur.example', given),
      await all.account.changePassword(call, given, 'short'),
      await all.account.changePassword(call, given, enough),
    ];
    expect(steps).toEqual([
      { kind: 'done', value: { kind: 'password-change-required' } },
      { kind: 'refused', status: 400, message: 'The new password must have at least 12 characters.' },
      { kind: 'done', value: { kind: 'signed-in' } },
    ]);
  });

  test('where MFA is required goes on with its set-up', async () => {
    const all = await setting();
    const call = session(all);
    const first = await all.account.signIn(call, 'nadia@castelgrove.example', 'sample password of nadia');
    expect(first).toEqual({ kind: 'done', value: { kind: 'mfa-setup-required' } });
    expect(await all.account.beginOtp(call)).toMatchObject({
      kind: 'done',
      value: { kind: 'setup', setup: { url: expect.stringMatching(/^otpauth:\/\/totp\//) } },
    });
    expect(await all.account.verifyOtp(call, '000')).toMatchObject({ kind: 'refused', status: 400 });
    expect(await all.account.verifyOtp(call, all.service.otpCode('nadia'))).toEqual({
      kind: 'done',
      value: { kind: 'signed-in' },
    });
  });

  test('with a wrong password is refused, and leaves no cookie', async () => {
    const all = await setting();
    const call = session(all);
    expect(await all.account.signIn(call, 'mara@larkspur.example', 'not this one')).toEqual({
      kind: 'refused',
      status: 401,
      message: 'E-mail or password is wrong.',
    });
    expect(call.credentials.jar.isEmpty()).toBe(true);
  });

  test.each([
    ['says what nobody knows', { stage: () => ({ welcome: 'back' }) }, '{"welcome":"back"}'],
    ['says nothing', { stage: () => ({}) }, '{}'],
  ])('is unknown where the service %s, and shown', async (_what, shapes, shown) => {
    const all = await setting({ shapes });
    const result = await all.account.signIn(session(all), 'mara@larkspur.example', 'sample password of mara');
    expect(result).toEqual({ kind: 'done', value: { kind: 'unknown', shown } });
  });

  test('is unknown where no cookie came with it', async () => {
    const all = await setting();
    all.service.setFaults(() => ({ kind: 'body', body: '{"success":true}' }));
    const result = await all.account.signIn(session(all), 'mara@larkspur.example', 'sample password of mara');
    expect(result).toEqual({
      kind: 'done',
      value: { kind: 'unknown', shown: 'it set no cookie that this program could use' },
    });
  });

  test('ends with signing out, after which the cookies are worth nothing', async () => {
    const all = await setting();
    const call = await signedIn(all, 'mara');
    const kept = call.credentials.jar.kept();
    expect(await all.account.signOut(call)).toEqual({ kind: 'done', value: 'Signed out.' });
    expect(call.credentials.jar.isEmpty()).toBe(true);
    const jar = createJar({ baseUrl: all.service.baseUrl, clock: all.clock, kept });
    expect(await all.client.me({ ...call, credentials: { kind: 'session', jar } })).toMatchObject({
      failure: { kind: 'credentials' },
    });
  });
});

describe('a token', () => {
  test('is replaced, by token or by session', async () => {
    const all = await setting();
    const old = byToken(all, 'mara');
    expect(await all.account.generateToken(old)).toEqual({
      kind: 'done',
      value: { kind: 'token', token: all.service.tokens['mara'] },
    });
    expect(await all.account.generateToken(old)).toMatchObject({ kind: 'refused', status: 401 });
    expect(await all.account.generateToken(await signedIn(all, 'mara'))).toMatchObject({
      value: { token: all.service.tokens['mara'] },
    });
  });

  test('whose answer is lost is asked for once, and a session finds a way out', async () => {
    const all = await setting();
    all.service.setFaults(() => ({ kind: 'drop', handled: true }));
    expect(await all.account.generateToken(byToken(all, 'mara'))).toMatchObject({ kind: 'unknown' });
    expect(all.service.requestCount).toBe(1);
    all.service.setFaults(undefined);
    expect(await all.client.me(byToken(all, 'mara'))).toMatchObject({ kind: 'ok' });
    expect((await all.account.generateToken(await signedIn(all, 'mara'))).kind).toBe('done');
  });

  test('that the answer does not name is said to be unreadable: the old one is dead', async () => {
    const all = await setting({ shapes: { token: () => ({ message: 'Made.' }) } });
    expect(await all.account.generateToken(byToken(all, 'mara'))).toEqual({
      kind: 'done',
      value: { kind: 'unreadable' },
    });
  });
});

describe('MFA', () => {
  test('is enabled, disabled and reset by somebody who is signed in', async () => {
    const all = await setting();
    const call = byToken(all, 'mara');
    const { account, service } = all;
    expect(await account.beginOtp(await signedIn(all, 'mara'))).toMatchObject({ value: { kind: 'setup' } });
    expect(await account.enableOtp(call)).toMatchObject({ value: { kind: 'setup' } });
    expect(await account.verifyOtp(call, service.otpCode('mara'))).toEqual({
      kind: 'done',
      value: { kind: 'signed-in' },
    });
    expect(await account.enableOtp(call)).toMatchObject({ kind: 'refused', status: 409 });
    expect(await account.disableOtp(call)).toEqual({ kind: 'done', value: 'MFA disabled.' });
    expect(await account.resetOtp(byToken(all, 'jonas'))).toEqual({ kind: 'done', value: 'MFA reset.' });
    expect([service.hasMfa('mara'), service.hasMfa('jonas')]).toEqual([false, false]);
  });

  test('stays where policy forbids, and the service says so', async () => {
    const all = await setting();
    all.service.changeOrganization('org-larkspur', { requiresMfa: true, allowsMfaReset: false });
    const call = byToken(all, 'jonas');
    expect([await all.account.disableOtp(call), await all.account.resetOtp(call)]).toEqual([
      { kind: 'refused', status: 403, message: 'Your organization requires MFA.' },
      { kind: 'refused', status: 403, message: 'Your organization does not allow resetting MFA yourself.' },
    ]);
  });

  test('whose secret the answer does not name is said to be unreadable', async () => {
    const all = await setting({ shapes: { otpSetup: () => ({ picture: 'data:image/png;base64,AAAA' }) } });
    expect(await all.account.enableOtp(byToken(all, 'mara'))).toEqual({
      kind: 'done',
      value: { kind: 'unreadable' },
    });
  });
});

describe('recovery and registration', () => {
  test('a lost password is set with the token of the letter', async () => {
    const all = await setting();
    const { account, service } = all;
    expect(await account.requestRecovery(nobody, 'mara@larkspur.example')).toMatchObject({ kind: 'done' });
    const token = service.mails.at(-1)?.token ?? '';
    expect([
      await account.confirmRecovery(nobody, 'made up', enough),
      await account.confirmRecovery(nobody, token, enough),
      await account.confirmRecovery(nobody, token, enough),
    ]).toEqual([
      { kind: 'refused', status: 400, message: 'The recovery token is wrong or has expired.' },
      { kind: 'done', value: 'Password set.' },
      { kind: 'refused', status: 400, message: 'The recovery token is wrong or has expired.' },
    ]);
    expect(service.passwords()['mara']).toBe(enough);
  });

  test('an invitation is taken up with the fields that its 400 names', async () => {
    const shapes = {
      registration: ['name', 'password', 'job'],
      missing: (fields: readonly string[]) => ({
        message: 'Not complete.',
        errors: fields.map((field) => ({ field, message: 'Required' })),
      }),
    };
    const all = await setting({ shapes });
    const { account, service } = all;
    const invitation = service.mails[0]?.token ?? '';
    const fields = { name: 'Lena', password: enough };
    expect([
      await account.register(nobody, 'made up', fields),
      await account.register(nobody, invitation, fields),
      await account.register(nobody, invitation, { ...fields, job: 'Tester' }),
      await account.register(nobody, invitation, { ...fields, job: 'Tester' }),
    ]).toEqual([
      { kind: 'refused', status: 400, message: 'The invitation is wrong or has expired.' },
      { kind: 'fields-required', fields: ['job'], message: 'Not complete.' },
      { kind: 'done', value: 'Account activated.' },
      { kind: 'refused', status: 409, message: 'This invitation has been used.' },
    ]);
    const call = session(all);
    expect(await account.signIn(call, 'lena@larkspur.example', enough)).toMatchObject({ kind: 'done' });
  });
});

test('the profile names what codes and invitations are sent in', async () => {
  const clock = manualClock();
  const service = await sampleService({
    engagement: false,
    now: () => new Date(clock.wallMs()),
    shapes: { code: 'otp', invitation: 'invite' },
  });
  const profile = serviceProfileSchema.parse({ account: { code: 'otp', invitation: 'invite' } });
  const all = { service, ...clientsOf(service, { clock, profile }) };
  const call = await signedIn(all, 'jonas');
  expect(await all.account.validateOtp(call, service.otpCode('jonas'))).toMatchObject({ kind: 'done' });
  const invitation = service.mails[0]?.token ?? '';
  const fields = { name: 'Lena', password: enough };
  expect(await all.account.register(nobody, invitation, fields)).toMatchObject({ kind: 'done' });
});

test('a pause of sign-in, codes or recovery holds up nothing else, and is told instead of waited out', async () => {
  const one = { burst: 1, perSecond: 0.02, retryAfter: 'seconds' } as const;
  const rateLimits = { 'sign-in': one, otp: { ...one, retryAfter: 'none' }, recovery: one } as const;
  const all = await setting({ rateLimits });
  const { account, client, limiters, service } = all;
  const email = 'jonas@larkspur.example';
  const call = await signedIn(all, 'jonas');
  const password = 'sample password of jonas';
  const again = await account.signIn(session(all), email, password);
  expect(again).toEqual({
    kind: 'refused',
    status: 429,
    message: 'Too many requests.',
    retryAfterMs: 50_000,
  });
  const sent = service.requestCount;
  expect(await account.signIn(session(all), email, password)).toMatchObject({
    kind: 'not-sent',
    failure: { kind: 'rate-limited', retryAfterMs: 50_000 },
  });
  expect(service.requestCount).toBe(sent);
  await account.validateOtp(call, '12');
  expect(await account.validateOtp(call, '12')).toEqual({
    kind: 'refused',
    status: 429,
    message: 'Too many requests.',
  });
  await account.requestRecovery(nobody, email);
  expect(await account.requestRecovery(nobody, email)).toMatchObject({ status: 429, retryAfterMs: 50_000 });
  expect((await client.me(byToken(all, 'mara'))).kind).toBe('ok');
  expect(Object.entries(limiters).map(([name, limiter]) => [name, limiter.pausedForMs()])).toEqual([
    ['findings', 0],
    ['sign-in', 50_000],
    ['otp', 1_000],
    ['recovery', 50_000],
    ['ai', 0],
  ]);
});

type Run = (account: AccountClient, call: SessionCall) => Promise<{ readonly kind: string }>;

test.each<[string, Run]>([
  ['POST /api/users/generateToken', (account, call) => account.generateToken(call)],
  ['POST /api/auth/signin', (account, call) => account.signIn(call, 'mara@larkspur.example', enough)],
  ['POST /api/auth/otp/validate', (account, call) => account.validateOtp(call, '123456')],
  ['GET /api/auth/logout', (account, call) => account.signOut(call)],
  ['GET /api/auth/otp/create', (account, call) => account.beginOtp(call)],
  ['POST /api/auth/otp/create', (account, call) => account.verifyOtp(call, '123456')],
  ['POST /api/users/otp/enable', (account, call) => account.enableOtp(call)],
  ['POST /api/users/otp/reset', (account, call) => account.resetOtp(call)],
  ['POST /api/users/otp/disable', (account, call) => account.disableOtp(call)],
  ['POST /api/auth/password-reset/request', (account, call) => account.requestRecovery(call, 'a@b.test')],
  ['POST /api/auth/password-reset/confirm', (account, call) => account.confirmRecovery(call, 'r', enough)],
  ['POST /api/users/me/change-password', (account, call) => account.changePassword(call, 'old', enough)],
  ['POST /api/auth/register', (account, call) => account.register(call, 'i', { name: 'L' })],
])('%s is sent once when its answer is lost, and its outcome is unknown', async (route, run) => {
  const all = await setting();
  const call = await signedIn(all, 'mara');
  const sent: string[] = [];
  all.service.setFaults(({ method, path }) => {
    sent.push(`${method} ${path}`);
    return { kind: 'drop', handled: true };
  });
  expect([(await run(all.account, call)).kind, sent]).toEqual(['unknown', [route]]);
});
