import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { describe, expect, test } from 'vitest';
import { enough, reception, sentTo } from './support.ts';

describe('the second factor', () => {
  test('is set up by token, verified, and reset; each refusal is told in words', async () => {
    const { desk, service } = await reception('mara');
    expect(await desk.call('mfa.verify', { code: '123456' })).toMatchObject({
      kind: 'refused',
      code: 'refused',
    });
    const setup = await desk.call('mfa.enable');
    expect(setup).toMatchObject({ kind: 'setup', secret: expect.stringMatching(/^[A-Z2-7]+$/u) as string });
    expect(await desk.call('mfa.verify', { code: service.otpCode('mara') })).toEqual({
      kind: 'done',
      message: '',
    });
    expect(service.hasMfa('mara')).toBe(true);
    expect(await desk.call('mfa.enable')).toMatchObject({ kind: 'refused' });
    expect(await desk.call('mfa.reset')).toEqual({ kind: 'done', message: 'MFA reset.' });
    expect(await desk.call('mfa.disable')).toMatchObject({ kind: 'refused', code: 'refused' });
    await expect(desk.call('mfa.begin')).rejects.toMatchObject({ code: 'wrong-state' });
  });

  test('is begun in a session, and may not be turned off where the organization requires it', async () => {
    const { desk, service, signIn } = await reception(null);
    await signIn('mara');
    expect(await desk.call('mfa.begin')).toMatchObject({ kind: 'setup' });
    await desk.call('mfa.verify', { code: service.otpCode('mara') });
    service.changeOrganization('org-larkspur', { requiresMfa: true, allowsMfaReset: false });
    const words =
      'That is a rule of the organization, or a right that the account lacks: ask the person who manages it.';
    expect([await desk.call('mfa.disable'), await desk.call('mfa.reset')]).toEqual([
      {
        kind: 'refused',
        code: 'refused',
        message: `The service did not turn off the second factor (403): Your organization requires MFA. ${words}`,
        until: null,
      },
      {
        kind: 'refused',
        code: 'refused',
        message: `The service did not reset the second factor (403): Your organization does not allow resetting MFA yourself. ${words}`,
        until: null,
      },
    ]);
    service.changeOrganization('org-larkspur', { requiresMfa: false });
    expect(await desk.call('mfa.disable')).toEqual({ kind: 'done', message: 'MFA disabled.' });
  });
});

test('what is done to an account is never done to that of somebody else, whose token comes along', async () => {
  const { desk, service } = await reception('mara');
  const token = service.tokens['theo'] ?? '';
  const current = 'sample password of theo';
  const calls = [
    ['mfa.enable', {}],
    ['mfa.reset', {}],
    ['mfa.disable', {}],
    ['password.change', { current, next: enough }],
  ] as const;
  for (const [name, input] of calls) {
    await expect(desk.call(name, input, { token })).rejects.toMatchObject({ code: 'foreign-token' });
  }
  expect(service.ledger).toEqual([]);
});

describe('a password', () => {
  test('is recovered with the token of a letter, pasted bare or as the link; a used one is refused', async () => {
    const { desk, service, signIn } = await reception(null);
    const { baseUrl } = service;
    expect(await desk.call('password.request', { baseUrl, email: ' mara@larkspur.example\n' })).toMatchObject(
      {
        kind: 'done',
      },
    );
    const [mail] = service.mails.slice(-1);
    const link = `<https://console.example/reset?lang=en&token=${encodeURIComponent(mail?.token ?? '')}>`;
    const call = { baseUrl, token: link };
    expect(await desk.call('password.confirm', { ...call, password: 'short' })).toMatchObject({
      kind: 'refused',
    });
    expect(await desk.call('password.confirm', { ...call, password: enough })).toEqual({
      kind: 'done',
      message: 'Password set.',
    });
    expect(await desk.call('password.confirm', { ...call, password: enough })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('wrong or has expired') as string,
    });
    await expect(
      desk.call('password.confirm', { baseUrl, token: 'https://x.example/', password: enough }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(await signIn('mara')).toMatchObject({ kind: 'signed-in' });
  });

  test('is changed by the user who is connected; a lost answer says what to try', async () => {
    const { desk, service } = await reception('mara');
    const current = 'sample password of mara';
    expect(await desk.call('password.change', { current: 'not this one', next: enough })).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The current password is wrong') as string,
    });
    expect(await desk.call('password.change', { current, next: enough })).toMatchObject({ kind: 'done' });
    service.setFaults(({ path }) =>
      path.endsWith('change-password') ? { kind: 'drop', handled: true } : undefined,
    );
    const lost = await desk.call('password.change', { current: enough, next: current });
    expect(lost).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('Try the new password') as string,
    });
    expect(JSON.stringify(lost)).not.toContain(enough);
    expect(sentTo(service, 'change-password')).toBe(3);
  });
});

describe('an answer with a success status', () => {
  test.each<[string, string]>([
    ['an error', '{"error":"The current password is wrong"}'],
    ['an error beside success', '{"success":true,"error":{"message":"The current password is wrong"}}'],
    ['an error in a wrapper', '{"data":{"error":"The current password is wrong"}}'],
    ['success: false', '{"success":false,"message":"no"}'],
    ['a sentence that denies it', '{"message":"The current password is incorrect."}'],
    ['a demand for a code', '{"message":"MFA required"}'],
    ['a flag that demands a code', '{"mfaRequired":true}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
  ])('that holds %s is no success of any account route', async (_what, body) => {
    const { desk, service } = await reception('mara');
    service.setFaults(({ path }) =>
      path.endsWith('/me') ? undefined : { kind: 'status', status: 200, handled: false, body },
    );
    const current = 'sample password of mara';
    expect([
      (await desk.call('password.change', { current, next: enough })).kind,
      (await desk.call('mfa.disable')).kind,
      (await desk.call('mfa.reset')).kind,
      (await desk.call('mfa.verify', { code: '123456' })).kind,
      (await desk.call('mfa.enable')).kind,
      (await desk.call('token.rotate', { confirm: 'replace my token' })).kind,
    ]).toEqual(Array<string>(6).fill('unknown'));
    // The old token still works, and nobody is told that it is dead.
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'wait', tried: true });
  });

  test('says in the words of the service what it refused', async () => {
    const { desk, service } = await reception('mara');
    service.setFaults(({ path }) =>
      path.endsWith('/me')
        ? undefined
        : { kind: 'status', status: 200, handled: false, body: '{"error":"The current password is wrong"}' },
    );
    const current = 'sample password of mara';
    expect(await desk.call('password.change', { current, next: enough })).toEqual({
      kind: 'unknown',
      message: expect.stringContaining('The current password is wrong') as string,
    });
  });
});

describe('a registration', () => {
  test('asks for the fields that the service names, and activates the account once', async () => {
    const { desk, service, signIn } = await reception(null, {
      shapes: { registration: ['name', 'password', 'acceptTerms'] },
    });
    const given = { baseUrl: service.baseUrl, invitation: ' sample-invitation-lena ' };
    expect((await desk.call('account.standing')).registration).toEqual(['name', 'password']);
    expect(
      await desk.call('account.register', { ...given, invitation: 'not-invited', fields: {} }),
    ).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('The invitation is wrong') as string,
    });
    const fields = { name: 'Lena', password: enough };
    expect(await desk.call('account.register', { ...given, fields })).toMatchObject({
      kind: 'needs',
      fields: ['acceptTerms'],
    });
    const all = { ...given, fields: { ...fields, acceptTerms: 'yes' } };
    expect(await desk.call('account.register', all)).toEqual({ kind: 'done', message: 'Account activated.' });
    expect(await desk.call('account.register', all)).toMatchObject({ kind: 'refused' });
    expect(await signIn('lena')).toMatchObject({ kind: 'signed-in' });
  });
});

const once = { burst: 1, perSecond: 1 / 60, retryAfter: 'seconds' } as const;

describe('rate limits', () => {
  test('of sign-in, codes and recovery stand apart, tell their end, and leave findings alone', async () => {
    const { desk, service, signIn, clock } = await reception('mara', {
      rateLimits: { 'sign-in': once, recovery: once, otp: once },
    });
    await signIn('jonas');
    const late = await signIn('jonas');
    expect(late).toMatchObject({
      kind: 'refused',
      code: 'unreachable',
      until: expect.stringMatching(/Z$/u) as string,
    });
    // Nothing leaves during the pause.
    const before = sentTo(service, '/auth/signin');
    expect(await signIn('jonas')).toMatchObject({ kind: 'refused', until: expect.any(String) as string });
    expect(sentTo(service, '/auth/signin')).toBe(before);
    await desk.call('password.request', { email: 'mara@larkspur.example' });
    await desk.call('password.request', { email: 'mara@larkspur.example' });
    await desk.call('mfa.enable');
    await desk.call('mfa.enable');
    const { pauses } = await desk.call('account.standing');
    expect(pauses.map(({ of }) => of)).toEqual(['sign-in', 'otp', 'recovery']);
    await desk.call('connection.whoami');
    clock.pass(61_000);
    expect((await desk.call('account.standing')).pauses).toEqual([]);
    expect(await signIn('jonas')).toEqual({ kind: 'mfa' });
  });

  test('that an action waits out are told with their end, and given up before anything is sent', async () => {
    const { desk, service } = await reception('mara');
    let busy = true;
    service.setFaults(({ path }) => {
      if (!busy || !path.endsWith('/users/me')) return undefined;
      busy = false;
      return { kind: 'status', status: 429, handled: false, retryAfter: '30' };
    });
    const given = { current: service.passwords()['mara'] ?? '', next: enough };
    const told: ProgressEvent[] = [];
    await desk.call('password.change', given, { progress: (event) => told.push(event) });
    busy = true;
    const ends: unknown[] = [];
    const progress = (event: ProgressEvent): void => {
      if (event.kind === 'pause') ends.push(desk.call('wait.giveUp', { wait: event.wait }));
    };
    const back = { current: enough, next: given.current };
    await expect(desk.call('password.change', back, { progress })).rejects.toMatchObject({
      code: 'cancelled',
    });
    const wait = expect.any(String) as string;
    expect([told, await Promise.all(ends), sentTo(service, 'change-password')]).toEqual([
      [
        { kind: 'pause', wait, leftMs: 30_000 },
        { kind: 'pause', wait, leftMs: null },
      ],
      [{ given: true }, { given: false }],
      1,
    ]);
  });
});
