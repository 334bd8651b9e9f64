import { expect, test } from 'vitest';
import type { Api, CallOptions } from '#renderer/api/api.ts';
import { PausedCalls } from '#renderer/session/waits.svelte.ts';
import { asAnswered } from '../support/program.ts';

/** Calls that go on until a test ends them. */
function waiting() {
  const under: { options: CallOptions; end: () => void; fail: () => void }[] = [];
  const calls: unknown[] = [];
  const call = (name: string, input: unknown, options: CallOptions = {}): Promise<unknown> => {
    calls.push([name, input]);
    if (name !== 'sync.run') return Promise.resolve({});
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    under.push({ options, end: () => resolve('done'), fail: () => reject(new Error('cut')) });
    return promise;
  };
  const paused = new PausedCalls(asAnswered<Api>({ call }));
  const pause = (at: number, wait: string, leftMs: number | null): void => {
    under[at]?.options.onProgress?.(asAnswered({ kind: 'pause', wait, leftMs }));
  };
  return { paused, pause, under, calls, names: () => paused.list.map(({ name }) => name) };
}

test('what the service makes wait is told until it goes on or ends, each call by itself', async () => {
  const { paused, pause, under, names } = waiting();
  const [one, two] = [paused.api.call('sync.run', {}), paused.api.call('sync.run', {})];
  pause(0, 'w1', 5_000);
  pause(1, 'w2', 9_000);
  const both = names();
  const earliest = Date.now();
  pause(0, 'w1', 60_000);
  expect(paused.list.find(({ name }) => name === 'w1')?.until).toBeGreaterThanOrEqual(earliest + 60_000);
  expect([both, names()]).toEqual([
    ['w1', 'w2'],
    ['w2', 'w1'],
  ]);
  pause(0, 'w1', null);
  expect(names()).toEqual(['w2']);
  under[1]?.fail();
  await expect(two).rejects.toThrow('cut');
  expect(names()).toEqual([]);
  under[0]?.end();
  expect(await one).toBe('done');
});

test('progress still reaches the caller, and other progress is no wait', () => {
  const { paused, pause, under, names } = waiting();
  const told: string[] = [];
  void paused.api.call('sync.run', {}, { onProgress: ({ kind }) => told.push(kind) });
  under[0]?.options.onProgress?.(asAnswered({ kind: 'sync' }));
  expect(names()).toEqual([]);
  pause(0, 'w1', 10);
  expect([told, names()]).toEqual([['sync', 'pause'], ['w1']]);
});

test('a wait is given up by its name, and a pause is ended for all', async () => {
  const { paused, calls } = waiting();
  await paused.giveUp('w1');
  await paused.tryNow();
  expect(calls).toEqual([
    ['wait.giveUp', { wait: 'w1' }],
    ['pause.end', {}],
  ]);
});
