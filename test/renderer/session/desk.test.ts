import { expect, test, vi } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { ApiError, type ApiEvent } from '#renderer/api/api.ts';
import { Desk, readOnlyReason } from '#renderer/session/desk/desk.svelte.ts';
import { SyncRun } from '#renderer/session/desk/sync-run.svelte.ts';
import { Program, settled } from '../support/program.ts';

/* What the desk shows of a program that tells it things while it asks: as it begins, beside a sync, at a change. */

/** A desk, and how its program tells it something. */
function deskOf({ api }: Program) {
  let tell: (event: ApiEvent) => void = () => undefined;
  const desk = new Desk({
    ...api,
    subscribe(listener) {
      tell = listener;
      return () => undefined;
    },
  });
  return { desk, tell: (event: ApiEvent) => tell(event) };
}

test('what a sync changed is asked for when the hands rest, what anything else changed at once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  try {
    const program = new Program({
      'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
      'desk.status': () => ({ connection: null }),
    });
    const { desk, tell } = deskOf(program);
    desk.start();
    await settled();
    const changed = async (): Promise<number> => {
      tell({ kind: 'changed' });
      await settled();
      return desk.revision;
    };
    desk.worked();
    const ofAPerson = await changed();
    tell({
      kind: 'sync',
      progress: { kind: 'sync', phase: 'sweep', project: 'harbour-2026', done: 1, total: 9 },
    });
    desk.worked();
    const ofASync = await changed();
    vi.advanceTimersByTime(119);
    const another = await changed();
    vi.advanceTimersByTime(1);
    await settled();
    expect([ofAPerson, ofASync, another, desk.revision]).toEqual([1, 1, 1, 2]);
  } finally {
    vi.useRealTimers();
  }
});

/** A desk whose program is told to sync; `runs` counts the syncs that it was asked for. */
async function deskThatSyncs() {
  const store = { syncing: false, runs: 0 };
  const program = new Program({
    'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
    'desk.status': () => ({
      connection: { account: 'mara' },
      engagements: [],
      profile: defaultProfile,
      syncing: store.syncing,
    }),
    'sync.run': () => {
      store.runs += 1;
      return { failure: null };
    },
  });
  const { desk, tell } = deskOf(program);
  desk.start();
  await settled();
  return { program, store, desk, sync: new SyncRun(desk), tell };
}

const syncGetsOn: ApiEvent = {
  kind: 'sync',
  progress: { kind: 'sync', phase: 'sweep', project: 'harbour-2026', done: 1, total: 9 },
};

test('a sync is begun behind one that has ended, also where that was told as under way by what was asked before its end', async () => {
  const { program, store, sync, tell } = await deskThatSyncs();
  store.syncing = true;
  tell(syncGetsOn);
  await settled();
  store.syncing = false;
  const release = program.hold('desk.status');
  tell({ kind: 'sync', progress: null });
  await settled();
  const told = sync.running;
  const running = sync.run();
  await release();
  expect([told, await running, store.runs]).toEqual([true, { failure: null }, 1]);
});

test('a sync that ended while the program could not be reached is not shown on its way for ever', async () => {
  const { store, sync, tell } = await deskThatSyncs();
  store.syncing = true;
  tell(syncGetsOn);
  await settled();
  const told = [sync.running];
  tell({ kind: 'link', up: false });
  store.syncing = false;
  tell({ kind: 'link', up: true });
  await settled();
  told.push(sync.running);
  expect(told).toEqual([true, false]);
});

test('no sync is begun behind one of the same window that is under way: it was asked for once', async () => {
  const { program, store, sync, tell } = await deskThatSyncs();
  const end = program.hold('sync.run');
  const first = sync.run();
  store.syncing = true;
  tell(syncGetsOn);
  await settled();
  const answer = program.hold('desk.status');
  store.syncing = false;
  const second = sync.run();
  await end();
  await answer();
  expect([await first, await second, store.runs]).toEqual([{ failure: null }, null, 1]);
});

test('of two that ask for a sync while one of another window ends, one begins it', async () => {
  const { program, store, sync, tell } = await deskThatSyncs();
  store.syncing = true;
  tell(syncGetsOn);
  await settled();
  store.syncing = false;
  const release = program.hold('desk.status');
  tell({ kind: 'sync', progress: null });
  await settled();
  const asked = [sync.run(), sync.run()];
  await release();
  expect([await Promise.all(asked), store.runs]).toEqual([[{ failure: null }, null], 1]);
});

test('no sync is begun beside one that another window began', async () => {
  const { store, sync, tell } = await deskThatSyncs();
  store.syncing = true;
  tell(syncGetsOn);
  await settled();
  expect([await sync.run(), store.runs]).toEqual([null, 0]);
});

test('what costs a frame waits until the hands rest, however long they work', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance', 'Date'] });
  try {
    const desk = new Desk(new Program({}).api);
    let rested = 0;
    await desk.rests();
    for (let step = 0; step < 20; step += 1) {
      desk.worked();
      if (step === 0) void desk.rests().then(() => (rested = performance.now()));
      vi.advanceTimersByTime(100);
      await settled();
    }
    const working = rested;
    const lastMs = performance.now() - 100;
    for (let step = 0; step < 50 && rested === 0; step += 1) {
      vi.advanceTimersByTime(10);
      await settled();
    }
    expect([working, rested - lastMs]).toEqual([0, 120]);
  } finally {
    vi.useRealTimers();
  }
});

test('a home that is locked is not shown open by an answer of before, and is by one of after', async () => {
  const { program, desk, tell } = await deskThatSyncs();
  const release = program.hold('home.state');
  const asking = desk.enter();
  tell({ kind: 'home', state: { kind: 'locked', home: '/home' } });
  await release();
  await asking;
  const shown = [desk.home?.kind];
  const releaseLater = program.hold('home.state');
  const first = desk.enter();
  await desk.enter();
  shown.push(desk.home?.kind);
  await releaseLater();
  await first;
  expect(shown).toEqual(['locked', 'open']);
});

test('what was asked before a lock and is refused behind it does not keep the desk from its answer', async () => {
  const store = { locked: true };
  const program = new Program({
    'home.state': () => ({ kind: 'open', home: '/home', protected: true, lockAfterMinutes: 15 }),
    'desk.status': () => {
      if (store.locked) throw new ApiError('locked', 'The vault is locked.');
      return { connection: null, engagements: [], profile: null, waiting: 1, syncing: false };
    },
  });
  const { desk, tell } = deskOf(program);
  desk.start();
  await settled();
  const release = program.hold('desk.status');
  void desk.refresh();
  await settled();
  tell({ kind: 'home', state: { kind: 'locked', home: '/home' } });
  store.locked = false;
  tell({ kind: 'home', state: { kind: 'open', home: '/home', protected: true, lockAfterMinutes: 15 } });
  await release();
  expect([desk.status?.waiting, desk.failure]).toEqual([1, null]);
});

/** A page that opens: where its home stands is held back until `release`; `asked` counts questions for the desk. */
async function pageThatOpens(locked = false) {
  const store = { waiting: 1, asked: 0, locked };
  const program = new Program({
    'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15 }),
    'desk.status': () => {
      store.asked += 1;
      if (store.locked) throw new ApiError('locked', 'The vault is locked.');
      return { connection: null, engagements: [], profile: null, waiting: store.waiting, syncing: false };
    },
  });
  const release = program.hold('home.state');
  const { desk, tell } = deskOf(program);
  desk.start();
  await settled();
  return { store, desk, release, tell };
}

test('a page that opens asks for its desk once, along with where the home stands', async () => {
  const { store, desk, release } = await pageThatOpens();
  const before = desk.status;
  await release();
  expect([before, desk.status?.waiting, store.asked]).toEqual([null, 1, 1]);
});

test('a page that opens asks for its desk again where something changed meanwhile', async () => {
  const { store, desk, release, tell } = await pageThatOpens();
  store.waiting = 2;
  tell({ kind: 'changed' });
  await release();
  expect([desk.status?.waiting, store.asked]).toEqual([2, 2]);
});

test('a page that opens shows the desk of a home that was still locked when it asked', async () => {
  const { store, desk, release } = await pageThatOpens(true);
  store.locked = false;
  await release();
  expect([desk.status?.waiting, desk.failure, store.asked]).toEqual([1, null, 2]);
});

test('a page that listens only after it has its desk asks for it again: a sync that ended before would be shown for ever', async () => {
  const { store, desk, release, tell } = await pageThatOpens();
  tell({ kind: 'link', up: true });
  await release();
  const asked = store.asked;
  store.waiting = 2;
  tell({ kind: 'link', up: true });
  await settled();
  expect([asked, desk.status?.waiting]).toEqual([2, 2]);
});

test('a page that listens only after it has its desk asks again for all that it shows: what changed before was told to nobody', async () => {
  const { desk, release, tell } = await pageThatOpens();
  await release();
  const shown = desk.revision;
  tell({ kind: 'link', up: true });
  await settled();
  expect([shown, desk.revision]).toEqual([0, 1]);
});

test.each([
  [{ readOnly: true }, true, readOnlyReason, false],
  [{ readOnly: false }, true, null, true],
  [{}, false, null, false],
])(
  'a vault of %j with a token: %s says why nothing can be changed: %j',
  async (over, hasToken, why, connected) => {
    const program = new Program({
      'home.state': () => ({ kind: 'open', home: '/home', protected: false, lockAfterMinutes: 15, ...over }),
      'desk.status': () => ({ connection: { hasToken } }),
    });
    const { desk } = deskOf(program);
    desk.start();
    await settled();
    expect([desk.whyReadOnly, desk.connected]).toEqual([why, connected]);
  },
);
