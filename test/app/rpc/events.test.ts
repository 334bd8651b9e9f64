import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { openHost, type HostSession } from '#app/client.ts';
import { createHostEvents, type HostEvent } from '#app/rpc/events.ts';
import { handClock, openDesk, sampleService } from '../../support/desk.ts';

const never = new AbortController().signal;
const hostEntry = new URL('../support/small-host.ts', import.meta.url);

/** A clock whose sleepers wake when the test says so. */
function sleepyClock(): Clock & { wake(): Promise<void> } {
  let sleepers: (() => void)[] = [];
  return {
    wallMs: () => 0,
    awakeMs: () => 0,
    uptimeMs: () => 0,
    bootId: () => 'boot',
    sleep: () => new Promise((resolve) => sleepers.push(resolve)),
    async wake() {
      const woken = sleepers;
      sleepers = [];
      for (const resolve of woken) resolve();
      await Promise.resolve();
    },
  };
}

function sync(done: number): HostEvent & { kind: 'sync' } {
  return { kind: 'sync', progress: { kind: 'sync', project: 'p', phase: 'sweep', done, total: null } };
}

describe('the events of a host', () => {
  test('are told at once, and then one for all that came soon after', async () => {
    const clock = sleepyClock();
    const events = createHostEvents(clock);
    const told: HostEvent[] = [];
    events.subscribe((event) => told.push(event));
    for (let commit = 0; commit < 5; commit += 1) events.committed();
    expect(told).toEqual([{ kind: 'changed' }]);
    await clock.wake();
    expect(told).toEqual([{ kind: 'changed' }, { kind: 'changed' }]);
    await clock.wake();
    expect(told).toHaveLength(2);
  });

  test('tell the newest progress, and the end of a sync for sure', async () => {
    const clock = sleepyClock();
    const events = createHostEvents(clock);
    const told: HostEvent[] = [];
    events.subscribe((event) => told.push(event));
    for (const done of [1, 2, 3]) events.sync(sync(done).progress);
    await clock.wake();
    events.sync(sync(4).progress);
    events.sync(null);
    await clock.wake();
    expect(told).toEqual([sync(1), sync(3), { kind: 'sync', progress: null }]);
  });

  test('go to nobody who has not asked, or does not want them any more', async () => {
    const events = createHostEvents(sleepyClock());
    const told: string[] = [];
    events.committed();
    const end = events.subscribe(() => told.push('one'));
    events.subscribe(() => told.push('two'));
    end();
    end();
    events.committed();
    expect(told).toEqual(['two']);
  });
});

describe('the events of a home', () => {
  async function open(home: string): Promise<HostSession> {
    const session = await openHost({
      home,
      mayMakeVault: true,
      version: '1.0.0',
      passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
      tell: () => undefined,
      signal: never,
      debug: false,
      hostEntry,
    });
    onTestFinished(() => session.close());
    return session;
  }

  function freshHome(): string {
    const home = mkdtempSync(join(tmpdir(), 'dossier-events-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    return home;
  }

  /** The next event that a session is told. */
  function next(session: HostSession): Promise<HostEvent> {
    return new Promise((resolve) => {
      const end = session.subscribe((event) => {
        end();
        resolve(event);
      });
    });
  }

  const add = (session: HostSession, project: string): Promise<unknown> =>
    session.call('engagement.add', { project }, { token: null, signal: never });

  test('reach the instance and its clients, no matter who made the change', async () => {
    const home = freshHome();
    const first = await open(home);
    const second = await open(home);
    const told = [next(first), next(second)];
    await add(second, 'p');
    expect(await Promise.all(told)).toEqual([{ kind: 'changed' }, { kind: 'changed' }]);
    const toldAgain = next(second);
    // A client's subscription crosses a socket, which a call of the instance itself may overtake; not one of the client's.
    await second.call('engagement.list', {}, { token: null, signal: never });
    await add(first, 'q');
    expect(await toldAgain).toEqual({ kind: 'changed' });
  });

  test('do not tell of settings, which no window shows of another', async () => {
    const { baseUrl, tokens } = await sampleService();
    const desk = openDesk({ clock: handClock() });
    await desk.call('connection.connect', { baseUrl }, { token: tokens['mara'] ?? '' });
    const told: HostEvent[] = [];
    desk.subscribe((event) => told.push(event));
    await desk.call('setting.write', { name: 'appearance', value: { theme: 'dark' } });
    const afterSetting = [...told];
    await desk.call('engagement.add', { project: 'p' });
    expect([afterSetting, told]).toEqual([[], [{ kind: 'changed' }]]);
  });

  test('tell a client that its instance has ended, and come from the next one after that', async () => {
    const home = freshHome();
    const first = await open(home);
    const second = await open(home);
    const told: HostEvent[] = [];
    let onTold = (): void => undefined;
    second.subscribe((event) => {
      told.push(event);
      onTold();
    });
    const ended = new Promise<void>((resolve) => {
      onTold = () => {
        if (told.length === 2) resolve();
      };
    });
    await first.close();
    await ended;
    expect(told).toEqual([{ kind: 'sync', progress: null }, { kind: 'changed' }]);
    const heard = new Promise<void>((resolve) => (onTold = resolve));
    // Several at once: the home is taken over by one of them, for all.
    await Promise.all([add(second, 'p'), add(second, 'q'), add(second, 'r')]);
    await heard;
    expect(told.slice(2)).toContainEqual({ kind: 'changed' });
  });
});
