import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { createSlots } from '#renderer/api/slots.ts';
import { settled } from '../support/program.ts';

/** Calls by name: each begins when it has a slot, and ends when the test says so. */
function calls(most: number) {
  const inSlot = createSlots(most);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<void>>();
  const call = (name: string, signal?: AbortSignal): Promise<void> => {
    const end = Promise.withResolvers<void>();
    ends.set(name, end);
    return inSlot(() => {
      begun.push(name);
      return end.promise;
    }, signal);
  };
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.resolve();
    await settled();
  };
  const fail = async (name: string): Promise<void> => {
    ends.get(name)?.reject(new ApiError('internal', 'It broke.'));
    await settled();
  };
  return { begun, call, end, fail };
}

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (thrown: unknown) => (thrown instanceof ApiError ? thrown.code : 'other'),
  );

test('so many calls are under way, and the next begins when one ends or fails, in the order of asking', async () => {
  const { begun, call, end, fail } = calls(2);
  const first = codeOf(call('first'));
  for (const name of ['second', 'third', 'fourth']) void call(name);
  await settled();
  const atOnce = [...begun];
  await fail('first');
  const next = [...begun];
  await end('second');
  expect([atOnce, next, begun, await first]).toEqual([
    ['first', 'second'],
    ['first', 'second', 'third'],
    ['first', 'second', 'third', 'fourth'],
    'internal',
  ]);
});

test('a call that never ends holds its own slot alone', async () => {
  const { begun, call, end } = calls(2);
  for (const name of ['never', 'second', 'third', 'fourth']) void call(name);
  await end('second');
  await end('third');
  expect(begun).toEqual(['never', 'second', 'third', 'fourth']);
});

test('a call that is given up before its turn never begins, and takes no slot', async () => {
  const { begun, call, end } = calls(1);
  const left = new AbortController();
  void call('first');
  const second = codeOf(call('second', left.signal));
  void call('third');
  left.abort();
  await end('first');
  await end('third');
  void call('fourth');
  await settled();
  expect([await second, begun]).toEqual(['cancelled', ['first', 'third', 'fourth']]);
});

test('a call that was given up before it was asked for waits for no slot', async () => {
  const { begun, call } = calls(1);
  void call('never');
  expect([await codeOf(call('second', AbortSignal.abort())), begun]).toEqual(['cancelled', ['never']]);
});
