import { afterEach, expect, test, vi } from 'vitest';
import type { Failure } from '#contract/error.ts';
import { defaultProfile } from '#contract/profile.ts';
import { ApiError, SilentError, type ApiEvent } from '#renderer/api/api.ts';
import { Desk } from '#renderer/session/desk/desk.svelte.ts';
import { SyncRun } from '#renderer/session/desk/sync-run.svelte.ts';
import { nextSendText, pendingText } from '#renderer/shell/status/pending-text.ts';
import { Program, settled } from '../support/program.ts';

const noNetwork: Failure = { code: 'unreachable', message: 'The service cannot be reached.' };
const ownFailure: Failure = { ...noNetwork, message: 'The service has a failure.', answered: true };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A window whose syncs end as `store` says, and that hears of what other windows do. */
async function atDesk() {
  const store = {
    account: 'mara',
    lastSyncedAt: '2026-05-04T08:00:00.000Z',
    failure: null as Failure | null,
    thrown: null as Error | null,
    asked: [] as unknown[],
  };
  let tell: (event: ApiEvent) => void = () => undefined;
  const { api } = new Program({
    'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
    'desk.status': () => ({
      connection: { account: store.account, hasToken: true },
      engagements: [{ project: 'harbour-2026', lastSyncedAt: store.lastSyncedAt }],
      profile: defaultProfile,
      syncing: false,
    }),
    'sync.run': (request) => {
      store.asked.push(request);
      if (store.thrown !== null) throw store.thrown;
      return { failure: store.failure };
    },
  });
  const desk = new Desk({
    ...api,
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
  });
  desk.start();
  await settled();
  const sync = new SyncRun(desk);
  return { store, desk, sync, tell: (event: ApiEvent) => tell(event) };
}

test('a service that cannot be reached is told apart from one that answers with a failure, or asks to wait', async () => {
  const { store, sync } = await atDesk();
  const told = [];
  for (const failure of [noNetwork, ownFailure, null]) {
    store.failure = failure;
    await sync.run();
    told.push(sync.without);
  }
  expect(told).toEqual(['network', 'service', null]);
});

test('one that ends with an error says the same, and a program that is silent says nothing of the service', async () => {
  const { store, sync } = await atDesk();
  const told = [];
  for (const thrown of [
    new SilentError('The program does not answer.'),
    new ApiError('unreachable', noNetwork.message),
    new ApiError('unreachable', ownFailure.message, null, true),
  ]) {
    store.thrown = thrown;
    await expect(sync.run()).rejects.toThrow(thrown);
    told.push(sync.without);
  }
  expect(told).toEqual([null, 'network', 'service']);
});

test('a sync of another window that got through is known here too', async () => {
  const { store, sync, tell } = await atDesk();
  store.failure = noNetwork;
  await sync.run();
  const before = sync.without;
  store.lastSyncedAt = '2026-05-04T08:05:00.000Z';
  tell({ kind: 'sync', progress: null });
  await settled();
  expect([before, sync.without]).toEqual(['network', null]);
});

test('what was fetched before the way was lost is no sign that it was found again', async () => {
  const { store, sync, tell } = await atDesk();
  store.lastSyncedAt = '2026-05-04T08:05:00.000Z';
  store.failure = noNetwork;
  await sync.run();
  tell({ kind: 'sync', progress: null });
  await settled();
  expect(sync.without).toBe('network');
});

test('the way to the service of another account is another one', async () => {
  const { store, desk, sync } = await atDesk();
  store.failure = noNetwork;
  await sync.run();
  store.account = 'ivo';
  await desk.refresh();
  expect(sync.without).toBeNull();
});

test('nothing pending leaves by itself unless the user chose so, while news is fetched either way', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('window', new EventTarget());
  const { store, sync } = await atDesk();
  const pass = async (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000);
    await settled();
  };
  const nobody = () => undefined;
  let end = sync.automatic({ when: 'asked', minutes: 7 }, nobody, nobody);
  await pass(5);
  window.dispatchEvent(new Event('online'));
  await settled();
  const manual = [store.asked, sync.nextSendAt];
  store.asked = [];
  end();
  end = sync.automatic({ when: 'automatic', minutes: 7 }, nobody, nobody);
  await pass(6);
  const early = store.asked.length;
  const next = nextSendText(sync.nextSendAt, Date.now());
  await pass(1);
  end();
  await pass(60);
  expect([manual, early, next, store.asked, sync.nextSendAt]).toEqual([
    [
      [
        { projects: [], push: false },
        { projects: [], push: false },
      ],
      null,
    ],
    0,
    ' · next sync in 1 min',
    [{ projects: [], push: true }],
    null,
  ]);
});

test('the status bar counts pending changes and says when they leave', () => {
  expect([
    pendingText(1, 0) + nextSendText('manual', 0),
    pendingText(2, 1),
    pendingText(3, 0) + nextSendText(240_000, 0),
    nextSendText(10, 60_000),
    nextSendText(null, 0),
  ]).toEqual([
    '1 finding pending · manual',
    '2 findings pending, 1 held back',
    '3 findings pending · next sync in 4 min',
    ' · next sync in 1 min',
    '',
  ]);
});
