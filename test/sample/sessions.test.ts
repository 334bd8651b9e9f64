import { describe, expect, test } from 'vitest';
import { browse, credentials, movable } from './browser.ts';
import { call, raw, start } from './support.ts';

const bare = { engagement: false } as const;

describe('a sign-in', () => {
  test('sets two cookies that scripts cannot read, for the service alone', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    const reply = await visitor.send('POST', 'auth/signin', credentials(service, 'mara'));
    expect([reply.status, reply.json]).toEqual([200, { message: 'Signed in.' }]);
    expect(reply.setCookies.map((line) => line.replace(/=[0-9a-f]+/, '='))).toEqual([
      'access_token=; Path=/api/; Max-Age=900; HttpOnly; SameSite=Strict',
      'refresh_token=; Path=/api/; Max-Age=43200; HttpOnly; SameSite=Strict',
    ]);
    expect((await visitor.send('GET', 'users/me')).json).toMatchObject({ id: 'user-mara' });
  });

  test.each([
    ['a wrong password', { email: 'mara@larkspur.example', password: 'nothing like it' }, 401],
    ['an address that nobody has', { email: 'nobody@larkspur.example', password: 'sample' }, 401],
    ['somebody invited who has not registered', { email: 'lena@larkspur.example', password: 'sample' }, 401],
    ['no password', { email: 'mara@larkspur.example' }, 400],
    ['a password that is no text', { email: 'mara@larkspur.example', password: 5 }, 400],
  ])('with %s sets none', async (_what, body, status) => {
    const reply = await browse(await start(bare)).send('POST', 'auth/signin', body);
    expect([reply.status, reply.setCookies]).toEqual([status, []]);
  });

  test('of somebody with MFA opens nothing but the code, which counts once', async () => {
    const clock = movable();
    const service = await start({ ...bare, now: clock.now });
    const visitor = browse(service);
    const signedIn = await visitor.send('POST', 'auth/signin', credentials(service, 'jonas'));
    expect(signedIn.json).toEqual({ mfaRequired: true });
    expect((await visitor.send('GET', 'users/me')).status).toBe(401);
    expect((await visitor.send('POST', 'users/generateToken')).status).toBe(401);
    const code = service.otpCode('jonas');
    const codes = [{ code: 'abc' }, { code: code === '000000' ? '000001' : '000000' }, { code }];
    const replies = [];
    for (const body of codes) replies.push((await visitor.send('POST', 'auth/otp/validate', body)).status);
    expect(replies).toEqual([400, 401, 200]);
    expect((await visitor.send('GET', 'users/me')).json).toMatchObject({ id: 'user-jonas' });

    const thief = browse(service);
    await thief.send('POST', 'auth/signin', credentials(service, 'jonas'));
    expect((await thief.send('POST', 'auth/otp/validate', { code })).status).toBe(401);
    clock.pass(90_000);
    expect((await thief.send('POST', 'auth/otp/validate', { code: service.otpCode('jonas') })).status).toBe(
      200,
    );
  });

  test('for the first time opens nothing but the change of the password', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    const given = credentials(service, 'ines');
    expect((await visitor.send('POST', 'auth/signin', given)).json).toEqual({ passwordChangeRequired: true });
    expect((await visitor.send('GET', 'users/me')).json).toEqual({
      error: 'Finish signing in: change your password first.',
    });
    const currentPassword = given.password;
    const change = async (newPassword: string): Promise<unknown> =>
      (await visitor.send('POST', 'users/me/change-password', { currentPassword, newPassword })).json;
    expect(await change('short')).toEqual({ message: 'The new password must have at least 12 characters.' });
    expect(await change('long enough to count')).toEqual({ message: 'Signed in.' });
    expect((await visitor.send('GET', 'users/me')).status).toBe(200);
  });

  test('where the organization requires MFA opens nothing but its set-up', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    const reply = await visitor.send('POST', 'auth/signin', credentials(service, 'nadia', 'castelgrove'));
    expect(reply.json).toEqual({ mfaSetupRequired: true });
    expect((await visitor.send('GET', 'organizations/me')).status).toBe(401);
    expect((await visitor.send('GET', 'auth/otp/create')).json).toMatchObject({
      otpauth_url: expect.stringMatching(/^otpauth:\/\/totp\/.+secret=[A-Z2-7]+/),
    });
    expect((await visitor.send('POST', 'auth/otp/create', { code: '12345' })).status).toBe(400);
    const done = await visitor.send('POST', 'auth/otp/create', { code: service.otpCode('nadia') });
    expect([done.json, service.hasMfa('nadia')]).toEqual([{ message: 'Signed in.' }, true]);
    expect((await visitor.send('GET', 'organizations/me')).status).toBe(200);
  });
});

describe('a session', () => {
  test('is renewed by its refresh cookie on any call once its access cookie has run out, and only then', async () => {
    const clock = movable();
    const service = await start({
      ...bare,
      now: clock.now,
      lifetimes: { accessMs: 60_000, refreshMs: 300_000 },
    });
    const visitor = browse(service);
    await visitor.send('POST', 'auth/signin', credentials(service, 'mara'));
    const first = visitor.cookies.get('access_token');
    expect((await visitor.send('GET', 'users/me')).setCookies).toEqual([]);
    clock.pass(60_000);
    const renewed = await visitor.send('GET', 'users/me');
    expect([renewed.status, renewed.setCookies.length]).toEqual([200, 1]);
    expect(visitor.cookies.get('access_token')).not.toBe(first);
    expect((await visitor.send('GET', 'users/me')).setCookies).toEqual([]);

    const refresh = visitor.cookies.get('refresh_token') ?? '';
    visitor.cookies.delete('refresh_token');
    clock.pass(60_000);
    expect((await visitor.send('GET', 'users/me')).status).toBe(401);
    visitor.cookies.set('refresh_token', refresh);
    clock.pass(200_000);
    expect((await visitor.send('GET', 'users/me')).status).toBe(401);
  });

  test('ends with sign-out, for the cookies that somebody kept as well', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    await visitor.send('POST', 'auth/signin', credentials(service, 'mara'));
    const kept = new Map(visitor.cookies);
    expect((await visitor.send('GET', 'auth/logout')).status).toBe(200);
    expect([...visitor.cookies]).toEqual([]);
    for (const [name, value] of kept) visitor.cookies.set(name, value);
    expect((await visitor.send('GET', 'users/me')).status).toBe(401);
    expect((await browse(service).send('GET', 'auth/logout')).status).toBe(200);
  });

  test('yields to a token that is sent with it', async () => {
    const service = await start(bare);
    const visitor = browse(service);
    await visitor.send('POST', 'auth/signin', credentials(service, 'mara'));
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const as = async (token: string): Promise<number> =>
      (await fetch(`${service.baseUrl}users/me`, { headers: { cookie, 'X-SERVICE-TOKEN': token } })).status;
    expect([await as('nobody'), await as(service.tokens['theo'] ?? '')]).toEqual([401, 200]);
  });

  test('survives a change of its own password; the others of that person end', async () => {
    const service = await start(bare);
    const [own, other] = [browse(service), browse(service)];
    const given = credentials(service, 'mara');
    for (const visitor of [own, other]) await visitor.send('POST', 'auth/signin', given);
    const body = { currentPassword: given.password, newPassword: 'another good password' };
    const wrong = await own.send('POST', 'users/me/change-password', { ...body, currentPassword: 'wrong' });
    expect(wrong.json).toEqual({ message: 'The current password is wrong.' });
    expect((await own.send('POST', 'users/me/change-password', body)).status).toBe(200);
    const statuses = [await own.send('GET', 'users/me'), await other.send('GET', 'users/me')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 401]);
    expect((await other.send('POST', 'auth/signin', given)).status).toBe(401);
  });
});

describe('a token', () => {
  test('is replaced by a new one, and dead from that moment on', async () => {
    const service = await start(bare);
    const old = service.tokens['mara'] ?? '';
    const reply = await call(service, 'mara', 'POST', 'users/generateToken');
    const token = service.tokens['mara'] ?? '';
    expect(reply.json).toEqual({ token });
    const statuses = [
      await raw(service, old, 'GET', 'users/me'),
      await raw(service, token, 'GET', 'users/me'),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([401, 200]);
  });

  test('is replaced also where the answer is lost: the old one is dead all the same', async () => {
    const service = await start(bare);
    const old = service.tokens['mara'] ?? '';
    service.setFaults(({ path }) =>
      path.endsWith('generateToken') ? { kind: 'drop', handled: true } : undefined,
    );
    await expect(call(service, 'mara', 'POST', 'users/generateToken')).rejects.toThrow();
    expect((await raw(service, old, 'GET', 'users/me')).status).toBe(401);
    expect(service.ledger).toMatchObject([{ user: 'mara', outcome: 'applied', fault: 'drop', body: null }]);
  });
});

test('the ledger keeps that somebody signed in, without the password', async () => {
  const service = await start(bare);
  await browse(service).send('POST', 'auth/signin', credentials(service, 'mara'));
  expect(service.ledger).toMatchObject([
    { path: '/api/auth/signin', body: { email: 'mara@larkspur.example', password: '(left out)' } },
  ]);
});
