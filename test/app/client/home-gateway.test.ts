import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DeskEvent } from '#contract/procedures/vault.ts';
import type { Clock } from '#contract/ports.ts';
import { openHost } from '#app/client.ts';
import { openHomeGateway } from '#app/client/home-gateway.ts';
import { createSystemClock } from '#app/platform/system.ts';
import type { HostCallOptions } from '#app/client.ts';
import type { HomeGateway, HomeGatewayOptions } from '#app/client/home-gateway.ts';

const never = new AbortController().signal;
const passphrase = 'correct horse battery';
const minute = 60_000;

let home: string;
let gateways: HomeGateway[];
let clock: HandClock;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'dossier-gateway-'));
  gateways = [];
  clock = handClock();
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.close()));
  rmSync(home, { recursive: true, force: true });
});

interface HandClock extends Clock {
  /** Lets time pass; any sleeper until then wakes up. With `asleep` the machine slept: only the wall clock went on. */
  pass(ms: number, how?: 'asleep'): void;
}

function handClock(): HandClock {
  let awake = 1_000_000;
  let wall = 1_750_000_000_000;
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    awakeMs: () => awake,
    uptimeMs: () => wall - 1_749_000_000_000,
    wallMs: () => wall,
    bootId: () => 'boot',
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const wake = (): void => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { until: awake + ms, wake };
        if (signal?.aborted === true) return resolve();
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
    pass(ms, how) {
      wall += ms;
      if (how !== 'asleep') awake += ms;
      for (const { until, wake } of sleepers) if (until <= awake) wake();
    },
  };
}

function open(more: Partial<HomeGatewayOptions> = {}): HomeGateway {
  const gateway = openHomeGateway({
    home,
    version: '1.0.0',
    passphrase: null,
    showRecoveryCode: null,
    token: null,
    tell: () => undefined,
    debug: false,
    clock,
    hostEntry: new URL('../support/small-host.ts', import.meta.url),
    ...more,
  });
  gateways.push(gateway);
  return gateway;
}

async function call(
  gateway: HomeGateway,
  name: string,
  input: unknown = {},
  more: Partial<HostCallOptions> = {},
) {
  const text = await gateway.call(name, JSON.stringify(input), { signal: never, ...more });
  return JSON.parse(text);
}

const locked = { ok: false, error: { code: 'locked' } };

/** Opens the gateway of a home that a passphrase protects. */
async function openProtected(more: Partial<HomeGatewayOptions> = {}): Promise<HomeGateway> {
  const gateway = open(more);
  expect(await call(gateway, 'home.create', { passphrase })).toMatchObject({ ok: true });
  return gateway;
}

/** Resolves with the next event of the home that is of this kind. */
function nextState(gateway: HomeGateway, kind: string): Promise<DeskEvent> {
  return new Promise((resolve) => {
    const end = gateway.subscribe((event) => {
      if (event.kind !== 'home' || event.state.kind !== kind) return;
      end();
      resolve(event);
    });
  });
}

/** Where the home stands, after everything that the time passed so far has set off. */
async function kindOf(gateway: HomeGateway): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve));
  return (await call(gateway, 'home.state')).value.kind;
}

/** A sync that runs until it is told to stop, begun. */
async function beginSync(gateway: HomeGateway): Promise<{ readonly sync: Promise<unknown> }> {
  const begun = Promise.withResolvers<void>();
  const sync = call(gateway, 'sync.run', {}, { onProgress: () => begun.resolve() });
  await begun.promise;
  return { sync };
}

describe('a home that nobody touches', () => {
  test('locks after its minutes, counted from the last touch', async () => {
    const gateway = await openProtected();
    clock.pass(14 * minute);
    expect(await call(gateway, 'home.touch')).toEqual({ ok: true, value: { lockAfterMinutes: 15 } });
    clock.pass(14 * minute);
    expect(await kindOf(gateway)).toBe('open');
    const lockedThen = nextState(gateway, 'locked');
    clock.pass(minute);
    expect(await lockedThen).toEqual({ kind: 'home', state: { kind: 'locked', home } });
    expect(await call(gateway, 'engagement.list')).toMatchObject(locked);
  });

  test('locks soon after the machine slept that long', async () => {
    const gateway = await openProtected();
    clock.pass(60 * minute, 'asleep');
    expect(await kindOf(gateway)).toBe('open');
    clock.pass(minute / 2);
    expect(await kindOf(gateway)).toBe('locked');
  });

  test('stays open without a passphrase, which locking would not protect, until it gets one', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase: null });
    clock.pass(60 * minute);
    expect(await call(gateway, 'home.state')).toEqual({
      ok: true,
      value: { kind: 'open', home, protected: false, lockAfterMinutes: 15 },
    });
    expect(await call(gateway, 'home.lock')).toMatchObject({ ok: false, error: { code: 'wrong-state' } });
    expect(await call(gateway, 'engagement.list')).toEqual({ ok: true, value: [] });
    await call(gateway, 'home.protect', { current: null, passphrase });
    const lockedThen = nextState(gateway, 'locked');
    clock.pass(15 * minute);
    await lockedThen;
  });

  test('is watched anew after each unlocking', async () => {
    const gateway = await openProtected({ lockAfterMinutes: 2 });
    await call(gateway, 'home.lock');
    clock.pass(60 * minute);
    await call(gateway, 'home.unlock', { passphrase });
    clock.pass(minute);
    expect(await kindOf(gateway)).toBe('open');
    const lockedThen = nextState(gateway, 'locked');
    clock.pass(minute);
    await lockedThen;
  });
});

describe('wrong passphrases', () => {
  const attempt = (gateway: HomeGateway, given: string, signal = never) =>
    call(gateway, 'home.unlock', { passphrase: given }, { signal });

  test('make the next attempt wait longer and longer, from the third on; a right one ends that', async () => {
    const gateway = await openProtected();
    await call(gateway, 'home.lock');
    const said: string[] = [];
    for (const waitMs of [0, 0, 0, 1_000, 2_000]) {
      const answer = attempt(gateway, 'not the passphrase');
      await passUntilSettled(gateway, answer, waitMs);
      said.push((await answer).error.message);
    }
    expect(said).toEqual([
      'The passphrase is wrong. Nothing was changed; try again.',
      'The passphrase is wrong. Nothing was changed; try again.',
      'The passphrase is wrong, as several were before. The next attempt waits 1 s.',
      'The passphrase is wrong, as several were before. The next attempt waits 2 s.',
      'The passphrase is wrong, as several were before. The next attempt waits 4 s.',
    ]);
    const right = attempt(gateway, passphrase);
    await passUntilSettled(gateway, right, 4_000);
    expect(await right).toMatchObject({ ok: true, value: { kind: 'open' } });
    await call(gateway, 'home.lock');
    expect((await attempt(gateway, 'not the passphrase')).error.message).toContain('try again');
  });

  test('are told as recovery codes if the user gave a recovery code, and count together', async () => {
    const gateway = await openProtected();
    await call(gateway, 'home.lock');
    const said: string[] = [];
    for (const secret of ['recovery-code', 'passphrase', 'recovery-code']) {
      const { error } = await call(gateway, 'home.unlock', { passphrase: 'not the code', secret });
      said.push(error.message);
    }
    expect(said).toEqual([
      'The recovery code is wrong. Nothing was changed; try again.',
      'The passphrase is wrong. Nothing was changed; try again.',
      'The recovery code is wrong, as several were before. The next attempt waits 1 s.',
    ]);
  });

  test('cannot be tried at the same time, and one that waits can be given up', async () => {
    const gateway = await openProtected();
    await call(gateway, 'home.lock');
    for (const _ of [1, 2, 3]) await attempt(gateway, 'not the passphrase');
    const gone = new AbortController();
    const waiting = [attempt(gateway, passphrase, gone.signal), attempt(gateway, 'not the passphrase')];
    expect(await kindOf(gateway)).toBe('locked');
    gone.abort();
    expect(await waiting[0]).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    clock.pass(1_000);
    expect(await waiting[1]).toMatchObject({ ok: false, error: { code: 'wrong-passphrase' } });
    expect(await kindOf(gateway)).toBe('locked');
  });

  /** Fails if the answer comes before the time has passed. */
  async function passUntilSettled(
    gateway: HomeGateway,
    answer: Promise<unknown>,
    waitMs: number,
  ): Promise<void> {
    let settled = false;
    void answer.then(() => (settled = true));
    if (waitMs > 0) {
      clock.pass(waitMs - 1);
      // Answered behind an attempt that has begun, so an answer that came too early is here by then.
      expect(await kindOf(gateway)).toBe('locked');
      await new Promise((resolve) => setImmediate(resolve));
      expect(settled).toBe(false);
      clock.pass(1);
    }
    await answer;
  }
});

describe('locking', () => {
  test('stops a sync at a safe point, and a caller meanwhile is told', async () => {
    const gateway = await openProtected();
    const { sync } = await beginSync(gateway);
    const [lock, meanwhile] = await Promise.all([
      call(gateway, 'home.lock'),
      call(gateway, 'engagement.list'),
    ]);
    expect(lock).toEqual({ ok: true, value: { kind: 'locked', home } });
    expect(meanwhile).toMatchObject(locked);
    expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  });

  test('does not wait for ever for a call that does not stop', async () => {
    const gateway = await openProtected();
    const begun = Promise.withResolvers<void>();
    const endless = call(
      gateway,
      'finding.create',
      { project: 'p', records: [{}] },
      { onProgress: () => begun.resolve() },
    );
    await begun.promise;
    const told = nextState(gateway, 'locked');
    const lock = call(gateway, 'home.lock');
    // Findings shall not stand on the screen until it has ended.
    await told;
    clock.pass(10_000);
    expect(await lock).toMatchObject({ ok: true });
    expect(await endless).toMatchObject(locked);
  });

  test('stops the calls of other windows that work through this one; they get an answer', async () => {
    const gateway = await openProtected();
    const other = open();
    expect(await kindOf(other)).toBe('open');
    const { sync } = await beginSync(other);
    const told = nextState(other, 'locked');
    expect(await call(gateway, 'home.lock')).toMatchObject({ ok: true });
    await told;
    expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await call(other, 'engagement.list')).toMatchObject(locked);
  });

  test.each(['first', 'second'])(
    'in the %s window locks the vault for every window and command, although their passphrase is known',
    async (where) => {
      // Both were started with the passphrase: neither may open the vault by it again without being asked.
      const first = open({ passphrase, showRecoveryCode: () => undefined });
      expect(await kindOf(first)).toBe('open');
      const second = open({ passphrase });
      expect(await kindOf(second)).toBe('open');
      const gone = Promise.all([nextState(first, 'locked'), nextState(second, 'locked')]);
      const { sync } = await beginSync(first);
      expect(await call(where === 'first' ? first : second, 'home.lock')).toMatchObject({ ok: true });
      await gone;
      expect(await sync).toMatchObject({ ok: false, error: { code: 'cancelled' } });
      for (const gateway of [first, second]) {
        expect(await kindOf(gateway)).toBe('locked');
        expect(await call(gateway, 'engagement.list')).toMatchObject(locked);
      }
      // Nobody has it open any more: another one becomes its instance and is asked.
      const third = open({ clock: createSystemClock() });
      expect(await kindOf(third)).toBe('locked');
      expect(await call(third, 'home.unlock', { passphrase })).toMatchObject({ ok: true });
      expect(await kindOf(first)).toBe('locked');
    },
  );

  test('in a window stops a command that has the vault open, which is told so and gives it back', async () => {
    await (await openProtected()).close();
    const command = await openHost({
      home,
      version: '1.0.0',
      tell: () => undefined,
      signal: never,
      debug: false,
      clock,
      mayMakeVault: true,
      passphrase: { given: passphrase, ask: null, askNew: null, showRecoveryCode: null },
      hostEntry: new URL('../support/small-host.ts', import.meta.url),
    });
    const window = open();
    expect(await kindOf(window)).toBe('open');
    const begun = Promise.withResolvers<void>();
    const options = { token: null, signal: never };
    const sync = command.call('sync.run', {}, { ...options, onProgress: () => begun.resolve() });
    const told = expect(sync).rejects.toMatchObject({ code: 'locked' });
    await begun.promise;
    expect(await call(window, 'home.lock')).toMatchObject({ ok: true });
    await told;
    await expect(command.call('engagement.list', {}, options)).rejects.toMatchObject({ code: 'locked' });
    // The command may still be closing the store.
    expect(await kindOf(open({ clock: createSystemClock() }))).toBe('locked');
    await command.close();
  });
});

describe('the idle time of a vault', () => {
  test.each(['first', 'second'])('is that of every window: work in the %s keeps both open', async (where) => {
    const first = await openProtected();
    const second = open();
    expect(await kindOf(second)).toBe('open');
    const [worked, other] = where === 'first' ? [first, second] : [second, first];
    for (let round = 0; round < 3; round += 1) {
      clock.pass(10 * minute);
      await call(worked, 'home.touch');
      // What was signalled before is read before what is asked after it.
      await call(worked, 'engagement.list');
      await call(other, 'engagement.list');
    }
    clock.pass(10 * minute);
    expect([await kindOf(first), await kindOf(second)]).toEqual(['open', 'open']);
    const gone = Promise.all([nextState(first, 'locked'), nextState(second, 'locked')]);
    clock.pass(5 * minute);
    await gone;
  });
});

describe('a home that cannot be opened', () => {
  test('says why, and is opened once that is mended', async () => {
    const first = open();
    await call(first, 'home.create', { passphrase: null });
    await first.close();
    const files = ['key.json', 'key.backup.json'].map((name) => join(home, name));
    const kept = files.map((path) => readFileSync(path, 'utf8'));
    for (const path of files) writeFileSync(path, 'no key');
    const gateway = open();
    expect(await call(gateway, 'home.state')).toEqual({
      ok: true,
      value: { kind: 'closed', home, message: expect.stringContaining('Put key.json back from a backup') },
    });
    expect(await call(gateway, 'engagement.list')).toMatchObject({ error: { code: 'damaged-store' } });
    expect(await call(gateway, 'home.create', { passphrase: null })).toMatchObject({
      error: { code: 'wrong-state' },
    });
    files.forEach((path, at) => writeFileSync(path, kept[at] ?? ''));
    expect(await kindOf(gateway)).toBe('open');
  });

  test('is not taken for a new one where its key file is missing', async () => {
    const first = open();
    await call(first, 'home.create', { passphrase: null });
    await first.close();
    for (const name of ['key.json', 'key.backup.json']) rmSync(join(home, name));
    writeFileSync(join(home, 'stores'), '');
    expect(await call(open(), 'home.state')).toMatchObject({
      value: { kind: 'closed', message: expect.stringContaining('The key file') },
    });
  });
});

describe('tokens', () => {
  test('of a call go before the one that the program was started with', async () => {
    const gateway = open({ token: 'start', passphrase: 'given at the start' });
    const asked = async (more: Partial<HostCallOptions> = {}) =>
      (await call(gateway, 'connection.whoami', {}, more)).value.user.id;
    expect([await asked(), await asked({ token: 'call' })]).toEqual(['st', 'ca']);
  });

  test('are taken as they were pasted, or refused without being quoted', async () => {
    const gateway = open({ passphrase: 'given at the start' });
    const connect = (token: string | null) =>
      call(gateway, 'home.connect', { baseUrl: 'http://127.0.0.1:1/api/', token });
    expect((await connect(' "abc"\n')).value.notices).toEqual([
      'Left out blanks, quotes or line breaks around the token (as pasted).',
    ]);
    expect((await connect(null)).value.notices).toBe(undefined);
    const refused = await connect('secret with blanks');
    expect(refused).toMatchObject({ ok: false, error: { code: 'usage' } });
    expect(JSON.stringify(refused)).not.toContain('secret');
  });
});

describe('a host that crashes', () => {
  let hosts: Worker[];
  const note = (message: unknown): void => {
    hosts.push((message as { readonly worker: Worker }).worker);
  };
  /** Ends the thread of the host that was started last under any caller that waits for it. */
  const crash = async (): Promise<void> => {
    await hosts.at(-1)?.terminate();
  };

  beforeEach(() => {
    hosts = [];
    subscribe('worker_threads', note);
  });
  afterEach(() => {
    unsubscribe('worker_threads', note);
  });

  test('under a change has that told, not made again, and without a passphrase another one goes on', async () => {
    const gateway = open();
    await call(gateway, 'home.create', { passphrase: null });
    const begun = Promise.withResolvers<void>();
    const change = call(
      gateway,
      'finding.create',
      { project: 'p', records: [{ title: 'x' }] },
      { onProgress: () => begun.resolve() },
    );
    await begun.promise;
    await crash();
    expect(await change).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(await call(gateway, 'queue.list')).toEqual({ ok: true, value: [] });
    expect([hosts.length, await kindOf(gateway)]).toEqual([2, 'open']);
  });

  test('locks a home that has a passphrase, tells so, and is another one behind the lock', async () => {
    const gateway = await openProtected();
    const told = nextState(gateway, 'locked');
    const { sync } = await beginSync(gateway);
    await crash();
    expect(await sync).toMatchObject(locked);
    await told;
    expect(await call(gateway, 'queue.list')).toMatchObject(locked);
    expect(await call(gateway, 'home.unlock', { passphrase })).toMatchObject({ value: { kind: 'open' } });
    expect(await call(gateway, 'queue.list')).toEqual({ ok: true, value: [] });
  });

  test('while it opens the home has that told, and leaves the home to the next one', async () => {
    await (await openProtected()).close();
    const crashing = `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => process.exit(1));`;
    const broken = open({ hostEntry: new URL(`data:text/javascript,${encodeURIComponent(crashing)}`) });
    expect(await call(broken, 'home.unlock', { passphrase })).toMatchObject({
      ok: false,
      error: { code: 'internal', message: expect.stringMatching(/ended unexpectedly/) },
    });
    expect(await kindOf(broken)).toBe('locked');
    expect(await call(open(), 'home.unlock', { passphrase })).toMatchObject({ value: { kind: 'open' } });
  });
});

test('a program that is given a passphrase makes a new home with it, and shows the recovery code', async () => {
  const codes: string[] = [];
  const gateway = open({ passphrase, showRecoveryCode: (code) => codes.push(code) });
  expect(await call(gateway, 'home.state')).toMatchObject({ value: { kind: 'open', protected: true } });
  expect(codes).toHaveLength(1);
  await call(gateway, 'home.lock');
  expect(await call(gateway, 'home.unlock', { passphrase: codes[0] })).toMatchObject({ ok: true });
});

test('makes no vault in a folder with other files, and says so', async () => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'letter.txt'), 'Dear …');
  const gateway = open();
  const message = `There is no vault in ${home}, and other files lie there. Name an empty folder, or one that is not there yet.`;
  expect(await call(gateway, 'home.state')).toMatchObject({ value: { kind: 'closed', message } });
  expect(await call(gateway, 'home.create', { passphrase })).toMatchObject({
    error: { code: 'wrong-state' },
  });
  expect(readdirSync(home)).toEqual(['letter.txt']);
});

test('a protection that is taken away leaves the home open, and tells so', async () => {
  const gateway = await openProtected();
  const told = nextState(gateway, 'open');
  expect(await call(gateway, 'home.protect', { current: passphrase, passphrase: null })).toEqual({
    ok: true,
    value: { recoveryCode: null },
  });
  expect(await told).toMatchObject({ state: { protected: false } });
});

test('locks the home though somebody who listens fails at it', async () => {
  const gateway = await openProtected();
  gateway.subscribe(() => {
    throw new Error('nothing can be written');
  });
  const locking = nextState(gateway, 'locked');
  expect(await call(gateway, 'home.lock')).toMatchObject({ ok: true });
  await locking;
  expect(await call(gateway, 'engagement.list')).toMatchObject(locked);
  expect(await call(gateway, 'home.unlock', { passphrase })).toMatchObject({ value: { kind: 'open' } });
});
