import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { AccountApis } from '#renderer/session/account/account-api.ts';
import { LiveQuery, type LiveOptions } from '#renderer/session/live/live.svelte.ts';
import { Program, settled } from '../support/program.ts';

const gapMs = 300;

/** A query for the notes of an engagement, of a store that a test writes in. */
function open(options: LiveOptions = { gapMs }) {
  const store = { notes: ['first'], failure: null as ApiError | null, asked: 0 };
  const program = new Program({
    'comment.list': (input) => {
      store.asked += 1;
      if (store.failure !== null) throw store.failure;
      const of = 'project' in input ? input.project : '';
      return store.notes.map((note) => `${of}: ${note}`);
    },
  });
  const apis = new AccountApis(program.api, () => 'anna');
  const query = new LiveQuery<{ project: string }, unknown>(
    (api, input, signal) => api.call('comment.list', input, { signal }),
    options,
  );
  const show = async (project: string | null): Promise<void> => {
    query.show(apis.of('anna'), project === null ? null : { project });
    await settled();
  };
  return { store, program, apis, query, show };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function later(ms: number): Promise<void> {
  await settled();
  vi.advanceTimersByTime(ms);
  await settled();
}

test('asks for its input, and says so until the answer is there', async () => {
  const { program, query, show } = open();
  const release = program.hold('comment.list');
  await show('harbour');
  const before = [query.value, query.asking];
  await release();
  expect([before, [query.value, query.asking, query.error]]).toEqual([
    [null, true],
    [['harbour: first'], false, null],
  ]);
});

test('keeps the last good value while it asks again', async () => {
  const { store, program, query, show } = open();
  await show('harbour');
  store.notes = ['first', 'second'];
  const release = program.hold('comment.list');
  await show('harbour');
  const meanwhile = [query.value, query.asking];
  await release();
  expect([meanwhile, query.value]).toEqual([
    [['harbour: first'], true],
    ['harbour: first', 'harbour: second'],
  ]);
});

test('takes no late answer to an input before the present one', async () => {
  const { program, query, show } = open();
  const release = program.hold('comment.list');
  await show('harbour');
  await show('lighthouse');
  await release();
  expect([query.value, query.asking]).toEqual([['lighthouse: first'], false]);
});

test('takes no late failure of an input before the present one', async () => {
  const { store, program, query, show } = open();
  const release = program.hold('comment.list');
  store.failure = new ApiError('internal', 'The disk is full.');
  await show('harbour');
  store.failure = null;
  await show('lighthouse');
  await release();
  expect([query.value, query.error]).toEqual([['lighthouse: first'], null]);
});

test('shows nothing of another input while it asks, and has its answer as the last one', async () => {
  const { program, query, show } = open();
  await show('harbour');
  const release = program.hold('comment.list');
  await show('lighthouse');
  const meanwhile = [query.value, query.last];
  await release();
  expect([meanwhile, query.value]).toEqual([[null, ['harbour: first']], ['lighthouse: first']]);
});

test('has neither value nor last one without an input', async () => {
  const { query, show } = open();
  await show('harbour');
  await show(null);
  expect([query.value, query.last, query.asking]).toEqual([null, null, false]);
});

test('tells an error beside the last good value, and forgets it with the next answer', async () => {
  const { store, query, show } = open();
  await show('harbour');
  store.failure = new ApiError('internal', 'The disk is full.');
  await show('harbour');
  const failed = [query.value, query.error, query.asking];
  store.failure = null;
  await later(gapMs);
  await show('harbour');
  expect([failed, [query.value, query.error]]).toEqual([
    [['harbour: first'], 'The disk is full.', false],
    [['harbour: first'], null],
  ]);
});

test('tells no error of another input', async () => {
  const { store, program, query, show } = open();
  store.failure = new ApiError('internal', 'The disk is full.');
  await show('harbour');
  const before = query.error;
  program.hold('comment.list');
  await show('lighthouse');
  expect([before, query.error]).toEqual(['The disk is full.', null]);
});

test('asks again after an unlock, and takes the lock for no error', async () => {
  const { store, query, show } = open();
  await show('harbour');
  store.failure = new ApiError('locked', 'The vault is locked.');
  await show('harbour');
  const locked = [query.value, query.error];
  query.leave();
  store.failure = null;
  store.notes = ['since then'];
  await show('harbour');
  expect([locked, query.value]).toEqual([[['harbour: first'], null], ['harbour: since then']]);
});

test('takes no answer that was under way when it was left', async () => {
  const { program, query, show } = open();
  const release = program.hold('comment.list');
  await show('harbour');
  query.leave();
  await release();
  expect([query.value, query.asking]).toEqual([null, false]);
});

test('asks no more once it was left, however often the store changed before', async () => {
  const { store, query, show } = open();
  await show('harbour');
  await show('harbour');
  await show('harbour');
  query.leave();
  await later(gapMs);
  expect(store.asked).toBe(2);
});

test('shows nothing of another account', async () => {
  const { apis, query, show } = open();
  await show('harbour');
  query.show(apis.of('ben'), { project: 'harbour' });
  await settled();
  expect([query.value, query.last, query.error]).toEqual([null, null, null]);
});

test('asks at most once in a while, however often the store changes', async () => {
  const { store, show } = open();
  for (let change = 0; change < 20; change += 1) await show('harbour');
  const atOnce = store.asked;
  await later(gapMs - 1);
  const before = store.asked;
  await later(1);
  expect([atOnce, before, store.asked]).toEqual([2, 2, 3]);
});

test('asks at once for another input, in the middle of the pause after a change', async () => {
  const { query, show } = open();
  await show('harbour');
  await show('harbour');
  await show('lighthouse');
  expect(query.value).toEqual(['lighthouse: first']);
});

test('lets a request end although the store changes meanwhile, and then asks once more', async () => {
  const { store, program, query, show } = open();
  const release = program.hold('comment.list');
  await show('harbour');
  store.notes = ['second'];
  await show('harbour');
  const meanwhile = store.asked;
  await release();
  expect([meanwhile, store.asked, query.value]).toEqual([1, 2, ['harbour: second']]);
});

test('waits until what is typed rests', async () => {
  const { store, query, show } = open({ restMs: 120 });
  await show('h');
  await later(100);
  await show('ha');
  await later(100);
  const asked = store.asked;
  await later(20);
  expect([asked, store.asked, query.value]).toEqual([0, 1, ['ha: first']]);
});

test('takes what a change answers, over a question that was under way', async () => {
  const { program, query, show } = open();
  const release = program.hold('comment.list');
  await show('harbour');
  await query.again(() => Promise.resolve(['changed']));
  await release();
  expect(query.value).toEqual(['changed']);
});

test('is done asking again only when the newest answer is there', async () => {
  const { program, query, show } = open();
  await show('harbour');
  let isDone = false;
  const first = query.again().then(() => (isDone = true));
  const release = program.hold('comment.list');
  const second = query.again();
  await settled();
  const early = isDone;
  await release();
  await Promise.all([first, second]);
  expect([early, isDone]).toEqual([false, true]);
});

test('asks again after a change, although a request for an input before never ends', async () => {
  const { store, program, query, show } = open();
  program.hold('comment.list');
  await show('harbour');
  // The store changed: this waits for the request.
  await show('harbour');
  await show('lighthouse');
  store.notes = ['second'];
  await show('lighthouse');
  await later(gapMs);
  expect(query.value).toEqual(['lighthouse: second']);
});

test('asks again after a change, although the request under way was given up by the program', async () => {
  const { store, program, query, show } = open();
  const release = program.hold('comment.list');
  store.failure = new ApiError('cancelled', 'Stopped.');
  await show('harbour');
  store.failure = null;
  await show('harbour');
  await release();
  expect([query.value, query.error]).toEqual([['harbour: first'], null]);
});
