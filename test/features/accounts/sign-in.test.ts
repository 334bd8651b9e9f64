import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { edit, states } from '../../engine/support.ts';
import { enough, keptCookies, project, reception, sentTo } from './support.ts';

describe('a sign-in', () => {
  test('with a password opens the store of that person, in which sync pulls and pushes', async () => {
    const { desk, service, signIn } = await reception(null);
    const f1 = service.create(project, { body: { title: 'One', asset: ['a'] } });
    expect(await signIn('mara')).toMatchObject({
      kind: 'signed-in',
      baseUrl: service.baseUrl,
      user: { id: 'user-mara' },
      left: null,
      notices: [],
    });
    await desk.call('engagement.add', { project });
    await desk.call('sync.run', {});
    await edit(desk, f1, { title: 'Mine' });
    desk.restart();
    await desk.call('sync.run', {});
    expect(service.finding(f1)?.['title']).toBe('Mine');
    expect(await desk.call('account.standing')).toMatchObject({
      uses: 'session',
      hasToken: false,
      hasSession: true,
      trouble: null,
      side: 'provider',
      signIn: null,
    });
  });

  test('whose refresh cookie is good for one use lasts through a sync in which it expires again and again', async () => {
    const { desk, service, signIn, clock } = await reception(null, {
      lifetimes: { accessMs: 60_000, refreshMs: 3_600_000, refreshOnce: true, untold: true },
      pageCap: 5,
    });
    for (let n = 0; n < 60; n += 1) {
      service.create(project, { body: { title: `Finding ${String(n)}`, asset: ['a'] } });
    }
    await signIn('mara');
    await desk.call('engagement.add', { project });
    service.setFaults(() => {
      clock.pass(8_000);
      return undefined;
    });
    expect(await desk.call('sync.run', {})).toMatchObject({ engagements: [{ complete: true }] });
    expect((await desk.call('account.standing')).trouble).toBe(null);
  });

  test('asks for a code; wrong and malformed ones are told, and the right one ends it', async () => {
    const { desk, service, signIn } = await reception(null);
    expect(await signIn('jonas')).toEqual({ kind: 'mfa' });
    expect((await desk.call('account.standing')).signIn).toEqual({
      step: 'mfa',
      baseUrl: service.baseUrl,
      email: 'jonas@larkspur.example',
      mark: 'jonas',
    });
    await expect(desk.call('account.code', { code: 'nothing like it!' })).rejects.toMatchObject({
      code: 'usage',
    });
    expect(await desk.call('account.code', { code: '12' })).toEqual({
      kind: 'refused',
      code: 'refused',
      message:
        'The service did not take the code (400): code must be six digits. Check what you typed, then try again.',
      until: null,
    });
    const wrong = service.otpCode('jonas') === '123456' ? '654321' : '123456';
    expect(await desk.call('account.code', { code: wrong })).toMatchObject({
      kind: 'refused',
      code: 'credentials',
    });
    const code = service.otpCode('jonas');
    expect(
      await desk.call('account.code', { code: ` ${code.slice(0, 3)} ${code.slice(3)}\n` }),
    ).toMatchObject({
      kind: 'signed-in',
      user: { id: 'user-jonas' },
    });
  });

  test('for the first time goes on with a new password, for a required second factor with its set-up', async () => {
    const { desk, service, signIn } = await reception(null);
    expect(await signIn('ines')).toEqual({ kind: 'password-change' });
    expect(await desk.call('account.firstPassword', { password: 'short' })).toMatchObject({
      kind: 'refused',
      code: 'refused',
    });
    expect(await desk.call('account.firstPassword', { password: enough })).toMatchObject({
      kind: 'signed-in',
    });
    expect(await signIn('nadia', 'castelgrove')).toEqual({ kind: 'mfa-setup' });
    expect(await desk.call('mfa.begin', { mark: 'nadia' })).toMatchObject({
      kind: 'setup',
      uri: expect.stringMatching(/^otpauth:\/\/totp\//u) as string,
    });
    expect(await desk.call('mfa.verify', { code: '000000', mark: 'nadia' })).toMatchObject({
      kind: 'refused',
    });
    expect(await desk.call('mfa.verify', { code: service.otpCode('nadia'), mark: 'nadia' })).toMatchObject({
      kind: 'signed-in',
      user: { id: 'user-nadia' },
    });
  });

  test('that is refused, unknown, lost, or answered without cookies keeps nothing', async () => {
    const { desk, service, signIn } = await reception(null);
    const bare = { baseUrl: service.baseUrl, email: 'mara@larkspur.example' };
    const told: unknown[] = [await desk.call('account.signIn', { ...bare, password: 'Wrong password 1' })];
    const faults = [
      { kind: 'drop', handled: true },
      { kind: 'html', handled: true },
      { kind: 'status', status: 500, handled: true },
      { kind: 'body', body: '{"welcome":"sample password of mara"}' },
    ] as const;
    for (const fault of faults) {
      service.setFaults(({ path }) => (path.endsWith('/auth/signin') ? fault : undefined));
      told.push(await signIn('mara'));
    }
    service.setFaults(undefined);
    expect(told.map((answer) => (answer as { kind: string }).kind)).toEqual([
      'refused',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(JSON.stringify(told)).not.toMatch(/Wrong password|sample password/u);
    expect(await desk.call('account.standing')).toMatchObject({ baseUrl: null, uses: 'none', signIn: null });
    await expect(desk.call('account.code', { code: '123456' })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    expect(sentTo(service, '/users/me')).toBe(0);
  });

  test('whose answer nobody knows is shown, and never taken for a success', async () => {
    const { desk, signIn } = await reception(null, { shapes: { stage: () => ({ welcome: 'back' }) } });
    expect(await signIn('mara')).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining('{"welcome":"back"}') as string,
    });
    expect((await desk.call('account.standing')).baseUrl).toBe(null);
  });

  test('at an address that is none, or as nobody, sends nothing and repeats nothing', async () => {
    const { desk, service } = await reception(null);
    const password = 'a password of nobody';
    const email = 'mara@larkspur.example';
    for (const baseUrl of [
      'http://example.com/api/',
      'https://a:b@example.com/',
      `${service.baseUrl}?x=1`,
      'nonsense',
    ]) {
      await expect(desk.call('account.signIn', { baseUrl, email, password })).rejects.toMatchObject({
        code: 'usage',
      });
    }
    await expect(
      desk.call('account.signIn', { baseUrl: service.baseUrl, email: 'no address', password }),
    ).rejects.toMatchObject({ code: 'usage' });
    await expect(desk.call('account.signIn', { email, password })).rejects.toMatchObject({
      code: 'not-connected',
    });
    expect(service.ledger).toEqual([]);
  });

  test.each(['/auth/signin', '/users/me'])(
    'given up while %s is on its way opens nothing when the answer comes',
    async (path) => {
      const { desk, service, signIn } = await reception('jonas');
      service.setFaults((request) => {
        if (request.path.endsWith(path)) void desk.call('account.cancel');
        return undefined;
      });
      await expect(signIn('mara')).rejects.toMatchObject({ code: 'cancelled' });
      service.setFaults(undefined);
      expect(await desk.call('account.standing')).toMatchObject({
        user: { id: 'user-jonas' },
        uses: 'token',
        signIn: null,
      });
    },
  );

  test('that was refused, or given up, is in the activity of the user it was for, as soon as that is known', async () => {
    const { desk, service, signIn } = await reception(null);
    const email = 'jonas@larkspur.example';
    const { baseUrl } = service;
    const activity = async (): Promise<unknown> =>
      (await desk.call('activity.list')).entries.map(({ kind, outcome }) => `${kind} ${outcome}`);
    await desk.call('account.signIn', { baseUrl, email, password: 'not this one' });
    await signIn('jonas');
    await desk.call('account.cancel');
    await signIn('jonas');
    await desk.call('account.code', { code: service.otpCode('jonas') === '123456' ? '654321' : '123456' });
    await desk.call('account.code', { code: service.otpCode('jonas') });
    const told = [await activity()];
    await desk.call('account.signIn', { email: ' Jonas@Larkspur.example', password: 'not this one' });
    told.push(await activity());
    const all = ['code done', 'code refused', 'sign-in done', 'sign-in done', 'sign-in refused'];
    expect(told).toEqual([all, ['sign-in refused', ...all]]);
  });

  test('given up, or left alone for a quarter of an hour, is forgotten', async () => {
    const { desk, service, signIn, clock } = await reception(null);
    await signIn('jonas');
    expect(await desk.call('account.cancel')).toEqual({ cancelled: true });
    expect(await desk.call('account.cancel')).toEqual({ cancelled: false });
    await signIn('jonas');
    clock.pass(15 * 60_000);
    await expect(desk.call('account.code', { code: service.otpCode('jonas') })).rejects.toMatchObject({
      code: 'wrong-state',
    });
  });
});

test('a sign-in is given up by the caller that began it, whichever account is open by now; a newer one goes on', async () => {
  const { desk, service, signIn } = await reception('jonas');
  const shown = (await desk.call('desk.status')).connection?.account ?? '';
  await signIn('mara');
  const email = 'jonas@larkspur.example';
  const who = { email, password: service.passwords()['jonas'] ?? '' };
  const cancel = async (mark: string): Promise<unknown> => {
    const outcome = await desk.dispatch('account.cancel', { mark }, { account: shown });
    return [outcome, (await desk.call('account.standing')).signIn?.step ?? 'none'];
  };
  await desk.call('account.signIn', { ...who, mark: 'at the terminal' });
  await desk.call('account.signIn', who);
  const late = await cancel('at the terminal');
  await desk.call('account.signIn', { ...who, mark: 'again' });
  expect([late, await cancel('again')]).toEqual([
    [{ ok: true, value: { cancelled: false } }, 'mfa'],
    [{ ok: true, value: { cancelled: true } }, 'none'],
  ]);
});

test('what was typed for one sign-in goes to no other, and to nobody who is signed in', async () => {
  const { desk, service, signIn } = await reception('mara');
  await signIn('jonas');
  await signIn('nadia', 'castelgrove');
  const before = service.ledger.length;
  const code = service.otpCode('jonas');
  const wrong = { code: 'wrong-state' };
  await expect(desk.call('account.code', { code, mark: 'jonas' })).rejects.toMatchObject(wrong);
  await expect(desk.call('mfa.begin', { mark: 'jonas' })).rejects.toMatchObject(wrong);
  await desk.call('mfa.begin', { mark: 'nadia' });
  // Without a mark it is about who is signed in: Mara has no set-up under way.
  expect(await desk.call('mfa.verify', { code: service.otpCode('nadia') })).toMatchObject({
    kind: 'refused',
  });
  const sent = service.ledger.slice(before).map(({ user, path }) => [user, path.split('/').at(-1)]);
  expect([sent, service.hasMfa('nadia'), (await desk.call('account.standing')).signIn?.mark]).toEqual([
    [
      ['nadia', 'create'],
      ['mara', 'create'],
    ],
    false,
    'nadia',
  ]);
});

describe('a session', () => {
  test('is renewed by its refresh cookie; what came is in the store at once, and in nothing that others see', async () => {
    const { desk, clock, signIn } = await reception(null, {
      lifetimes: { accessMs: 60_000, refreshMs: 600_000 },
    });
    await signIn('mara');
    const cookies = new Set(keptCookies(desk));
    for (let round = 0; round < 2; round += 1) {
      clock.pass(61_000);
      expect(await desk.call('connection.whoami')).toMatchObject({ user: { id: 'user-mara' } });
      for (const value of keptCookies(desk)) cookies.add(value);
      desk.restart();
    }
    // One of the refresh, and three of the access.
    expect(cookies.size).toBe(4);
    const seen = [await desk.call('account.standing'), await desk.call('diagnostics.collect')];
    const files = readdirSync(desk.home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    const told = [...files, Buffer.from(JSON.stringify(seen))];
    expect([...cookies].filter((value) => told.some((bytes) => bytes.includes(value)))).toEqual([]);
  });

  test('that has ended leaves the queue waiting, until the same person signs in again', async () => {
    const { desk, service, signIn } = await reception(null);
    const f1 = service.create(project, { body: { title: 'One', asset: ['a'] } });
    await signIn('mara');
    await desk.call('engagement.add', { project });
    await desk.call('sync.run', {});
    await edit(desk, f1, { title: 'Mine' });
    service.endSessions('mara');
    await expect(desk.call('sync.run', {})).rejects.toMatchObject({ code: 'credentials' });
    expect(await desk.call('account.standing')).toMatchObject({
      trouble: 'refused',
      waiting: 1,
      uses: 'session',
    });
    expect((await desk.call('desk.status')).connection).toMatchObject({
      uses: 'session',
      trouble: 'refused',
    });
    // Another user at this desk gets a store of their own, and what waits stays where it is.
    expect(await signIn('clara', 'fjellmark')).toMatchObject({ kind: 'signed-in', left: { waiting: 1 } });
    expect(await states(desk)).toEqual([]);
    await signIn('mara');
    expect(await states(desk)).toEqual(['update queued']);
    await desk.call('sync.run', {});
    expect(service.finding(f1)?.['title']).toBe('Mine');
  });

  test('is what calls are made in, also where the program was started with the token of somebody else', async () => {
    const { desk, service } = await reception('mara');
    const token = service.tokens['mara'] ?? '';
    const password = service.passwords()['clara'] ?? '';
    const email = 'clara@fjellmark.example';
    await desk.call('account.signIn', { email, password }, { token });
    expect(await desk.call('connection.whoami', {}, { token })).toMatchObject({ user: { id: 'user-clara' } });
  });

  test('is over after signing out, also where the service cannot be told; a token goes on', async () => {
    const { desk, service, signIn } = await reception('mara');
    await signIn('mara');
    expect(await desk.call('account.signOut')).toEqual({
      told: true,
      message: 'Signed out.',
      waiting: 0,
      uses: 'token',
    });
    expect(sentTo(service, '/auth/logout')).toBe(1);
    await desk.call('connection.whoami');
    await signIn('mara');
    service.setFaults(({ path }) =>
      path.endsWith('/auth/logout') ? { kind: 'drop', handled: false } : undefined,
    );
    expect(await desk.call('account.signOut')).toMatchObject({
      told: false,
      message: expect.stringContaining('may stay valid') as string,
    });
    expect(await desk.call('account.standing')).toMatchObject({ hasSession: false, uses: 'token' });
    await expect(desk.call('account.signOut')).rejects.toMatchObject({ code: 'wrong-state' });
  });
});
