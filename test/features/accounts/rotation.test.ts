import { describe, expect, test } from 'vitest';
import type { FaultFunction } from '#sample/http/faults.ts';
import { putOutOfReach } from '../../support/desk.ts';
import { edit, states } from '../../engine/support.ts';
import {
  endBeforeRotation,
  endMeanwhile,
  project,
  reception,
  refuseChange,
  sentTo,
  type Reception,
} from './support.ts';

const confirm = 'replace my token';
const generate = '/users/generateToken';

function lose(fault: ReturnType<FaultFunction>): FaultFunction {
  return ({ path }) => (path.endsWith(generate) ? fault : undefined);
}

/** A desk whose rotation was begun and whose answer is lost. */
async function lost(handled: boolean): Promise<Reception> {
  const all = await reception('mara');
  all.service.setFaults(lose({ kind: 'drop', handled }));
  expect(await all.desk.call('token.rotate', { confirm })).toMatchObject({
    kind: 'unknown',
    rotation: { state: 'unknown' },
  });
  all.service.setFaults(undefined);
  return all;
}

describe('a rotation of the token', () => {
  test('stores the new token and shows it once; the old one is dead, also where a call still brings it', async () => {
    const { desk, service } = await reception('mara');
    const old = service.tokens['mara'] ?? '';
    const f1 = service.create(project, { body: { title: 'One', asset: ['a'] } });
    await desk.call('engagement.add', { project });
    await desk.call('sync.run', {});
    await edit(desk, f1, { title: 'Mine' });
    const answer = await desk.call('token.rotate', { confirm: ` ${confirm.toUpperCase()} ` });
    expect(answer).toEqual({ kind: 'rotated', token: service.tokens['mara'], kept: true });
    desk.restart();
    await desk.call('sync.run', {}, { token: old });
    expect([service.finding(f1)?.['title'], await states(desk)]).toEqual(['Mine', []]);
    expect(JSON.stringify(await desk.call('account.standing'))).not.toContain(service.tokens['mara']);
    expect(sentTo(service, generate)).toBe(1);
  });

  test('confirmed twice at once replaces the token once: nobody is shown one that is dead already', async () => {
    const { desk, service } = await reception('mara');
    const answers = await Promise.all([
      desk.call('token.rotate', { confirm }),
      desk.call('token.rotate', { confirm }),
    ]);
    expect([answers, sentTo(service, generate)]).toEqual([
      [
        { kind: 'rotated', token: service.tokens['mara'], kept: true },
        expect.objectContaining({ kind: 'refused', code: 'wrong-state', until: null }) as unknown,
      ],
      1,
    ]);
  });

  test('that follows another at once is refused: the token of that one may not be printed yet', async () => {
    const { desk, service, clock } = await reception('mara');
    const first = await desk.call('token.rotate', { confirm });
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({
      kind: 'refused',
      code: 'wrong-state',
    });
    expect(first).toMatchObject({ token: service.tokens['mara'] });
    clock.pass(6_000);
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({ kind: 'rotated' });
  });

  test('whose answer is lost after another token was entered is over, and that token is used', async () => {
    const { desk, service } = await reception('mara');
    const asked = Promise.withResolvers<void>();
    service.setFaults(({ path }) => {
      if (!path.endsWith(generate)) return undefined;
      asked.resolve();
      return { kind: 'delay', ms: 60_000 };
    });
    const rotating = desk.call('token.rotate', { confirm });
    await asked.promise;
    const pasted = service.issueToken('mara');
    await desk.call('token.replace', { token: pasted });
    await putOutOfReach(service);
    expect(await rotating).toMatchObject({ kind: 'refused', code: 'wrong-state' });
    expect(await desk.call('account.standing')).toMatchObject({ rotation: null, uses: 'token' });
  });

  test('is not begun without the words, by somebody else, with a token that is refused, or during a pause', async () => {
    const { desk, service } = await reception('mara');
    await expect(desk.call('token.rotate', { confirm: 'yes' })).rejects.toMatchObject({ code: 'usage' });
    await expect(
      desk.call('token.rotate', { confirm }, { token: service.tokens['theo'] ?? '' }),
    ).rejects.toMatchObject({ code: 'foreign-token' });
    await expect(desk.call('token.rotate', { confirm }, { token: 'x'.repeat(40) })).rejects.toMatchObject({
      code: 'credentials',
    });
    service.setFaults(lose({ kind: 'status', status: 429, handled: false, retryAfter: '90' }));
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({
      kind: 'refused',
      code: 'unreachable',
    });
    service.setFaults(lose({ kind: 'status', status: 403, handled: false, body: '{"error":"Not you."}' }));
    const { pauses } = await desk.call('account.standing');
    expect(pauses.map(({ of }) => of)).toEqual(['findings']);
    expect((await desk.call('account.standing')).rotation).toBe(null);
    expect(service.ledger.filter(({ outcome }) => outcome === 'applied')).toEqual([]);
  });

  test.each([
    ['the connection ends', { kind: 'drop', handled: true }],
    ['the service fails', { kind: 'status', status: 502, handled: true }],
    ['a web page comes', { kind: 'html', handled: true }],
  ] as const)('whose answer is lost because %s is never begun again by itself', async (_why, fault) => {
    const { desk, service } = await reception('mara');
    service.setFaults(lose(fault));
    const told = [await desk.call('token.rotate', { confirm }), await desk.call('token.rotate', { confirm })];
    desk.restart();
    told.push(await desk.call('token.rotate', { confirm }));
    expect(told.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
    expect(sentTo(service, generate)).toBe(1);
  });

  test('that did not happen is over when the old token works and nothing can land any more', async () => {
    const { desk, clock, service } = await lost(false);
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'wait', tried: true });
    clock.reboot();
    desk.restart();
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'wait' });
    clock.pass(180_001);
    expect(await desk.call('token.settle')).toEqual({ kind: 'kept' });
    expect(await desk.call('token.settle')).toEqual({ kind: 'none' });
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({ kind: 'rotated' });
    expect(sentTo(service, generate)).toBe(2);
  });

  test('whose program ended before its request left is over when nothing can land any more', async () => {
    const { desk, clock, service } = await reception('mara');
    endBeforeRotation(desk, service.tokens['mara'] ?? '');
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({
      kind: 'unknown',
      rotation: { state: 'unknown', begunAt: '2026-01-01T00:00:00.000Z' },
    });
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'wait' });
    clock.pass(180_000);
    expect(await desk.call('token.settle')).toEqual({ kind: 'kept' });
    expect(sentTo(service, generate)).toBe(0);
  });

  test('that was asked for in a session, with no token before, is not called undone when its answer is lost', async () => {
    const { desk, service, clock, signIn } = await reception(null);
    await signIn('mara');
    service.setFaults(lose({ kind: 'drop', handled: true }));
    await desk.call('token.rotate', { confirm });
    service.setFaults(undefined);
    const early = await desk.call('token.settle');
    clock.pass(181_000);
    const late = await desk.call('token.settle');
    const again = await desk.call('token.rotate', { confirm });
    expect([early, late.kind, again]).toEqual([
      expect.objectContaining({ kind: 'wait', tried: false }) as unknown,
      'untold',
      { kind: 'rotated', token: service.tokens['mara'], kept: true },
    ]);
  });

  test('that happened is lost: the token from the console is pasted, and the queue goes on', async () => {
    const { desk, service } = await lost(true);
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'lost' });
    expect(await desk.call('token.rotate', { confirm }).catch((error: unknown) => error)).toMatchObject({
      code: 'credentials',
    });
    const pasted = `  X-SERVICE-TOKEN: "${service.issueToken('mara')}"\r\n`;
    expect(await desk.call('token.replace', { token: pasted })).toMatchObject({
      kind: 'replaced',
      left: null,
      notices: [expect.stringContaining('Left out')],
    });
    expect(await desk.call('account.standing')).toMatchObject({
      rotation: null,
      trouble: null,
      uses: 'token',
    });
    await desk.call('connection.whoami');
    expect(sentTo(service, generate)).toBe(1);
  });

  test('that happened is lost: after signing in, a new one may be asked for', async () => {
    const { desk, service, signIn } = await lost(true);
    service.setFaults(({ path }) =>
      path.endsWith('/users/me') ? { kind: 'drop', handled: false } : undefined,
    );
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'unchecked' });
    service.setFaults(undefined);
    expect(await desk.call('token.settle')).toMatchObject({ kind: 'lost' });
    await signIn('mara');
    expect(await desk.call('token.rotate', { confirm })).toEqual({
      kind: 'rotated',
      token: service.tokens['mara'],
      kept: true,
    });
    expect(await desk.call('account.standing')).toMatchObject({
      rotation: null,
      hasToken: true,
      uses: 'session',
    });
  });

  test('whose token the store cannot take is shown, used meanwhile, and stored as soon as it can be', async () => {
    const { desk, service } = await reception('mara');
    const old = service.tokens['mara'] ?? '';
    const makeRoom = refuseChange(desk, 'UPDATE OF token ON connection');
    const answer = await desk.call('token.rotate', { confirm });
    expect(answer).toEqual({ kind: 'rotated', token: service.tokens['mara'], kept: false });
    await desk.call('connection.whoami');
    await desk.call('connection.whoami', {}, { token: old });
    const open = (await desk.call('account.standing')).rotation;
    makeRoom();
    await desk.call('connection.whoami');
    const after = (await desk.call('account.standing')).rotation;
    desk.restart();
    await desk.call('connection.whoami', {}, { token: old });
    expect([open?.state, after, sentTo(service, generate)]).toEqual(['unknown', null, 1]);
  });

  test('whose program ends before its token could be stored is lost, and the token that was shown is pasted', async () => {
    const { desk, service } = await reception('mara');
    const makeRoom = refuseChange(desk, 'UPDATE OF token ON connection');
    await desk.call('token.rotate', { confirm });
    desk.restart();
    makeRoom();
    expect(await desk.call('token.settle')).toMatchObject({
      kind: 'lost',
      next: expect.stringContaining('Sign in with e-mail and password') as string,
    });
    await desk.call('token.replace', { token: service.tokens['mara'] ?? '' });
    expect((await desk.call('account.standing')).rotation).toBe(null);
    expect(sentTo(service, generate)).toBe(1);
  });

  test('that cannot be written down is not begun', async () => {
    const { desk, service } = await reception('mara');
    refuseChange(desk, 'INSERT ON rotation');
    await expect(desk.call('token.rotate', { confirm })).rejects.toThrow();
    await desk.call('connection.whoami');
    expect(sentTo(service, generate)).toBe(0);
  });

  test('whose answer holds no token is lost at once', async () => {
    const { desk } = await reception('mara', { shapes: { token: () => ({ said: 'done' }) } });
    expect(await desk.call('token.rotate', { confirm })).toMatchObject({
      kind: 'unknown',
      rotation: { state: 'lost', until: null },
    });
  });

  test('whose answer holds no token after another one was entered says that the entered one may be dead', async () => {
    const token = (): object => {
      endMeanwhile(all.desk);
      return { said: 'done' };
    };
    const all = await reception('mara', { shapes: { token } });
    expect(await all.desk.call('token.rotate', { confirm })).toMatchObject({
      kind: 'refused',
      code: 'wrong-state',
      message: expect.stringContaining('Check whether that one still works.') as string,
    });
  });
});

describe('a pasted token', () => {
  test.each([
    ['blanks and a line break', (token: string) => `  ${token} \n`],
    ['quotes', (token: string) => `“${token}”`],
    ['Bearer', (token: string) => `Authorization: Bearer ${token}`],
    ['the setting of an integration', (token: string) => `"api_key": "${token}",`],
  ])('is read through %s around it', async (_what, dressed) => {
    const { desk, service } = await reception('mara');
    const answer = await desk.call('token.replace', { token: dressed(service.issueToken('mara')) });
    expect(answer).toMatchObject({ kind: 'replaced', user: { id: 'user-mara' } });
  });

  test('is used from then on, also where the program was started with the one before', async () => {
    const { desk, service } = await reception('mara');
    const token = service.tokens['mara'] ?? '';
    await desk.call('token.replace', { token: service.issueToken('mara') }, { token });
    expect(await desk.call('connection.whoami', {}, { token })).toMatchObject({ user: { id: 'user-mara' } });
  });

  test('of somebody else is told and kept nowhere; asked again, their store is opened', async () => {
    const { desk, service } = await reception('mara');
    const token = service.tokens['theo'] ?? '';
    expect(await desk.call('token.replace', { token })).toMatchObject({
      kind: 'other-user',
      user: { id: 'user-theo' },
      waiting: 0,
    });
    expect(await desk.call('connection.whoami')).toMatchObject({ user: { id: 'user-mara' } });
    expect(await desk.call('token.replace', { token, other: true })).toMatchObject({
      kind: 'replaced',
      left: { waiting: 0 },
    });
    expect(await desk.call('connection.whoami')).toMatchObject({ user: { id: 'user-theo' } });
  });

  test('that is refused, or cannot be one, changes nothing and is not repeated', async () => {
    const { desk } = await reception('mara');
    for (const token of ['dead-token-dead-token', 'two words', '  ', 'ünicode-token']) {
      const error: unknown = await desk.call('token.replace', { token }).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:credentials|usage)$/u) as string });
      expect(String(error)).not.toContain(token.trim() || '\0');
    }
    await desk.call('connection.whoami');
  });
});
