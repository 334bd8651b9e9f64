import { describe, expect, test } from 'vitest';
import { browse, credentials, movable } from './browser.ts';
import { call, start } from './support.ts';

const bare = { engagement: false } as const;
const enough = 'a password long enough';

describe('MFA', () => {
  test('is set up by token, verified by a code, then disabled', async () => {
    const service = await start(bare);
    const send = (path: string, body?: unknown): ReturnType<typeof call> =>
      call(service, 'mara', 'POST', path, body);
    expect((await send('auth/otp/create', { code: '123456' })).status).toBe(409);
    expect((await call(service, 'mara', 'GET', 'auth/otp/create')).status).toBe(403);
    expect((await send('users/otp/enable')).json).toMatchObject({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    expect((await send('auth/otp/create', { code: 'x' })).status).toBe(400);
    expect(service.hasMfa('mara')).toBe(false);
    expect((await send('auth/otp/create', { code: service.otpCode('mara') })).status).toBe(200);
    expect(service.hasMfa('mara')).toBe(true);
    expect((await send('users/otp/enable')).status).toBe(409);
    expect((await send('users/otp/disable')).status).toBe(200);
    expect([service.hasMfa('mara'), (await send('users/otp/disable')).status]).toEqual([false, 409]);
  });

  test('can be reset, and set up anew with another secret', async () => {
    const service = await start(bare);
    expect((await call(service, 'jonas', 'POST', 'users/otp/reset')).status).toBe(200);
    expect(service.hasMfa('jonas')).toBe(false);
    const secrets = [];
    for (let n = 0; n < 2; n += 1)
      secrets.push((await call(service, 'jonas', 'POST', 'users/otp/enable')).text);
    expect(new Set(secrets).size).toBe(2);
  });

  test('stays where the organization does not allow to take it away', async () => {
    const service = await start(bare);
    service.changeOrganization('org-larkspur', { requiresMfa: true, allowsMfaReset: false });
    const replies = [
      await call(service, 'jonas', 'POST', 'users/otp/disable'),
      await call(service, 'jonas', 'POST', 'users/otp/reset'),
    ];
    expect(replies.map(({ status, json }) => [status, json])).toEqual([
      [403, { error: 'Your organization requires MFA.' }],
      [403, { error: 'Your organization does not allow resetting MFA yourself.' }],
    ]);
    expect(service.hasMfa('jonas')).toBe(true);
  });
});

describe('recovery', () => {
  test('sends a token that sets a password once, and ends every session', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    const given = credentials(service, 'mara');
    await visitor.send('POST', 'auth/signin', given);
    const asked = await browse(service).send('POST', 'auth/password-reset/request', { email: given.email });
    const { token } = service.mails.at(-1) ?? {};
    expect(service.mails.at(-1)).toMatchObject({ to: given.email, kind: 'recovery' });
    const confirm = async (password: string): Promise<number> =>
      (await visitor.send('POST', 'auth/password-reset/confirm', { token, password })).status;
    expect([await confirm('short'), await confirm(enough), await confirm(`${enough}!`)]).toEqual([
      400, 200, 400,
    ]);
    expect((await visitor.send('GET', 'users/me')).status).toBe(401);
    expect((await visitor.send('POST', 'auth/signin', { ...given, password: enough })).status).toBe(200);

    const letters = service.mails.length;
    const unknownUser = await browse(service).send('POST', 'auth/password-reset/request', {
      email: 'a@b.example',
    });
    expect([unknownUser.status, unknownUser.text, service.mails.length]).toEqual([200, asked.text, letters]);
  });

  test('takes neither an old token nor one that was followed by another', async () => {
    const clock = movable();
    const service = await start({ ...bare, now: clock.now });
    const visitor = browse(service);
    const { email } = credentials(service, 'mara');
    for (let n = 0; n < 2; n += 1) await visitor.send('POST', 'auth/password-reset/request', { email });
    const [first, second] = service.mails.slice(-2);
    const confirm = async (token: string | undefined): Promise<unknown> =>
      (await visitor.send('POST', 'auth/password-reset/confirm', { token, password: enough })).json;
    const refusal = { message: 'The recovery token is wrong or has expired.' };
    expect(await confirm(first?.token)).toEqual(refusal);
    clock.pass(30 * 60_000);
    expect(await confirm(second?.token)).toEqual(refusal);
  });
});

describe('registration', () => {
  test('names the required fields to the holder of an invitation, and activates the account once', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    const { token } = service.mails[0] ?? {};
    const register = async (body: object): Promise<unknown[]> => {
      const { status, json } = await visitor.send('POST', 'auth/register', body);
      return [status, json];
    };
    expect(await register({})).toEqual([400, { message: 'token is required.' }]);
    expect(await register({ token: 'made up', name: 'L', password: enough })).toEqual([
      400,
      { message: 'The invitation is wrong or has expired.' },
    ]);
    expect(await register({ token, name: ' ' })).toEqual([
      400,
      { message: 'These fields are required: name, password.', fields: ['name', 'password'] },
    ]);
    expect((await register({ token, name: 'Lena O.', password: 'short' }))[0]).toBe(400);
    expect((await register({ token, name: 'Lena O.', password: enough }))[0]).toBe(201);
    expect((await register({ token, name: 'Lena O.', password: enough }))[0]).toBe(409);
    await visitor.send('POST', 'auth/signin', { email: 'lena@larkspur.example', password: enough });
    expect((await visitor.send('GET', 'users/me')).json).toMatchObject({ name: 'Lena O.', id: 'user-lena' });
  });

  test('asks for the fields that the service was told to ask for', async () => {
    const shapes = {
      registration: ['password', 'job'],
      missing: (fields: readonly string[]) => ({
        errors: fields.map((path) => ({ path, message: 'Required' })),
      }),
    };
    const service = await start({ ...bare, shapes });
    const { token } = service.mails[0] ?? {};
    const reply = await browse(service).send('POST', 'auth/register', { token, password: enough });
    expect(reply.json).toEqual({ errors: [{ path: 'job', message: 'Required' }] });
  });
});

describe('rate limits', () => {
  const one = { burst: 1, perSecond: 0.1, retryAfter: 'seconds' } as const;

  test('of sign-in, OTP and recovery are apart from each other and from those of findings', async () => {
    const rateLimits = { 'sign-in': one, otp: { ...one, retryAfter: 'none' }, recovery: one } as const;
    const clock = movable();
    const service = await start({ ...bare, now: clock.now, rateLimits });
    const visitor = browse(service);
    const given = credentials(service, 'jonas');
    const send = async (path: string, body: object): Promise<unknown[]> => {
      const { status, headers } = await visitor.send('POST', path, body);
      return [status, headers.get('retry-after')];
    };
    expect(await send('auth/signin', given)).toEqual([200, null]);
    expect(await send('auth/signin', given)).toEqual([429, '10']);
    expect(await send('auth/signin', credentials(service, 'mara'))).toEqual([200, null]);
    clock.pass(10_000);
    expect(await send('auth/signin', given)).toEqual([200, null]);
    expect(await send('auth/otp/validate', { code: '12' })).toEqual([400, null]);
    expect(await send('auth/otp/validate', { code: '12' })).toEqual([429, null]);
    expect(await send('auth/password-reset/request', given)).toEqual([200, null]);
    expect(await send('auth/password-reset/request', given)).toEqual([429, '10']);
    for (let n = 0; n < 3; n += 1) expect((await call(service, 'jonas', 'GET', 'users/me')).status).toBe(200);
  });
});
