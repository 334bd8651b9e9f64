import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Failure } from '#contract/error.ts';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { dueCount } from '#db/tables/findings/fulltext.ts';
import { createTextIndexing, type TextIndexing, type TextIndexingParts } from '#app/compose/text-indexing.ts';
import { openListStore, type ListStore } from '../../engine/search/store.ts';

interface Indexed {
  readonly indexing: TextIndexing;
  readonly store: ListStore;
  readonly due: () => number;
  /** Lets everything go on that waits for the clock, once. */
  readonly tick: () => Promise<void>;
  readonly failures: Failure[];
}

/** The indexing over a store with so many findings that are due; time goes on only by `tick`. */
function indexingOver(count: number, parts: Partial<TextIndexingParts> = {}): Indexed {
  const store = openListStore();
  for (let made = 0; made < count; made += 1)
    store.refresh(store.add({ base: { title: `word ${String(made)}` } }));
  const waiting: (() => void)[] = [];
  const failures: Failure[] = [];
  const sleep = (_ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    });
  const indexing = createTextIndexing({
    accounts: {
      currentOrNull: () =>
        ({ ctx: { db: store.db } }) as ReturnType<TextIndexingParts['accounts']['currentOrNull']>,
      noticeFailure: (failure) => failures.push(failure),
    },
    clock: { sleep } as TextIndexingParts['clock'],
    scheduler: {
      noteInput: () => undefined,
      yieldToUser: () => Promise.resolve(),
      inputSince: () => false,
      userActive: () => false,
    },
    isBusy: () => false,
    ...parts,
  });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    indexing,
    store,
    due: () => dueCount(store.db),
    async tick() {
      for (const go of waiting.splice(0)) go();
      vi.advanceTimersByTime(300);
      await settled();
    },
    failures,
  };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('text of an earlier run is indexed without being asked for, in pieces', async () => {
  const { due, tick } = indexingOver(450, { afterOpenMs: 500 });
  await tick();
  expect(due()).toBe(450);
  await tick();
  expect(due()).toBe(250);
  await tick();
  await tick();
  expect(due()).toBe(0);
});

test('pieces are small while the user is at the window', async () => {
  const { indexing, due, tick } = indexingOver(60, {
    scheduler: {
      noteInput: () => undefined,
      yieldToUser: () => Promise.resolve(),
      inputSince: () => false,
      userActive: () => true,
    },
  });
  indexing.wake();
  indexing.wake();
  await tick();
  expect(due()).toBe(35);
});

test('nothing is indexed beside a sync, and the rest behind it', async () => {
  let busy = true;
  const { indexing, due, tick } = indexingOver(10, { isBusy: () => busy });
  indexing.wake();
  await tick();
  await tick();
  expect(due()).toBe(10);
  busy = false;
  indexing.wake();
  await tick();
  expect(due()).toBe(0);
});

test('a command that ends right behind its sync does not wait for it, and what wakes it again does not put it off', async () => {
  const { indexing, due, tick } = indexingOver(10);
  indexing.wake();
  vi.advanceTimersByTime(299);
  indexing.wake();
  expect(due()).toBe(10);
  vi.advanceTimersByTime(1);
  await tick();
  expect(due()).toBe(0);
});

test('it ends with the vault, before the next piece', async () => {
  const { indexing, due, tick } = indexingOver(450);
  indexing.wake();
  await tick();
  indexing.close();
  await tick();
  indexing.wake();
  await tick();
  expect(due()).toBe(250);
});

test('who searches has all of it indexed at once, and is told how far it is', async () => {
  const { indexing, store, due, tick } = indexingOver(4_100);
  const told: ProgressEvent[] = [];
  const all = indexing.catchUp(store.db, {
    signal: new AbortController().signal,
    progress: (event) => told.push(event),
  });
  expect(due()).toBe(2_100);
  indexing.close();
  await tick();
  await tick();
  expect([await all, due()]).toEqual([4_100, 0]);
  expect(told).toEqual(
    [0, 2_000, 4_000].map((done) => ({ kind: 'sync', project: '', phase: 'index', done, total: 4_100 })),
  );
});

test('who gives up waiting leaves what is indexed', async () => {
  const { indexing, store, due, tick } = indexingOver(2_100);
  indexing.close();
  const given = new AbortController();
  const all = expect(
    indexing.catchUp(store.db, { signal: given.signal, progress: () => undefined }),
  ).rejects.toThrow();
  given.abort();
  await tick();
  await all;
  expect(due()).toBe(100);
});

test('a store that cannot be written is told once, and looked at again when there is more', async () => {
  const { indexing, store, failures, tick } = indexingOver(3);
  store.db.exec('DROP TABLE text_start');
  indexing.wake();
  await tick();
  expect(failures.map(({ code }) => code)).toEqual(['internal']);
  indexing.wake();
  await tick();
  expect(failures).toHaveLength(2);
});
