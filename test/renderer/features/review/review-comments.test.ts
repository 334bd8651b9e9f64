import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import type { Review } from '#renderer/features/review/review.state.svelte.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';
import { openReview } from '../../support/review.ts';

withBase64();

const project = 'harbour-2026';
const text = 'Words that took a while.';

/** The review of one candidate on which a decision with a comment stands in the store. */
async function atDecided(state: 'queued' | 'conflict') {
  const store = { state: state as 'queued' | 'conflict' | null, isSent: false };
  const undone = () => {
    if (store.isSent) throw new ApiError('wrong-state', 'It is being sent.');
    store.state = null;
    return {};
  };
  const program = new Program({
    'review.list': () => ({
      rows: store.state === 'queued' || store.isSent ? words() : words(7),
      returned: store.state === 'conflict' ? words(7) : words(),
      accepted: store.state === 'queued' && !store.isSent ? words(7) : words(),
      rejected: words(),
    }),
    'list.find': () => ({
      found: { kind: 'rows', rows: store.isSent ? words() : words(7) },
      behind: 0,
      first: [],
    }),
    'review.card': () => ({
      id: 'f7',
      project,
      candidate: true,
      closed: null,
      fingerprint: 'as read',
      effective: { title: 'Open port' },
      decision:
        store.state === null
          ? null
          : { op: 'op-1', state: store.state, undoable: true, decision: 'accept', comment: text },
    }),
    'review.similar': () => [],
    'review.undo': undone,
    'queue.discard': undone,
  });
  const { review, notices } = openReview(program.api);
  await review.ask(project);
  review.go(7);
  await settled();
  return { program, store, review, told: () => notices.list.map((notice) => notice.text) };
}

test.each([
  { what: 'taken back', state: 'queued', undo: (review: Review) => review.undoOf(7, 'op-1') },
  { what: 'dropped', state: 'conflict', undo: (review: Review) => review.drop(7, 'op-1') },
] as const)('a decision that is $what leaves its comment with the candidate', async ({ state, undo }) => {
  const { store, review } = await atDecided(state);
  const before = review.commentOn(7);
  undo(review);
  await settled();
  await review.ask(project);
  await settled();
  expect([before, store.state, review.isOpen(7), review.commentOn(7)]).toEqual([text, null, true, text]);
});

test.each(['before the store refused', 'behind it'])(
  'a comment that was sent all the same is not told as unused, where the list is read %s',
  async (when) => {
    const { program, store, review, told } = await atDecided('queued');
    store.isSent = true;
    const release = program.hold('review.undo');
    review.undoOf(7, 'op-1');
    await settled();
    if (when === 'before the store refused') await review.ask(project);
    await release();
    await review.ask(project);
    await settled();
    expect([told(), review.commentOn(7)]).toEqual([['It is being sent.'], text]);
  },
);

test('what was written since is told as unused', async () => {
  const { store, review, told } = await atDecided('queued');
  store.isSent = true;
  review.undoOf(7, 'op-1');
  review.comment(7, 'Another thought.');
  await settled();
  await review.ask(project);
  expect(told()).toContain('"Open port" is no candidate any more. What you wrote there was not used.');
});
