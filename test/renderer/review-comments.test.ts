import { expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { Notices } from '#renderer/state/notices.svelte.ts';
import { Review } from '#renderer/state/review.svelte.ts';
import { Program, settled, withBase64, words } from './program.ts';

withBase64();

const project = 'harbour-2026';
const text = 'Words that took a while.';

/** The review of one candidate on which a decision with a comment stands in the store. */
async function atDecided(state: 'queued' | 'conflict') {
  const store = { state: state as 'queued' | 'conflict' | null };
  const undone = () => {
    store.state = null;
    return {};
  };
  const program = new Program({
    'review.list': () => ({
      rows: store.state === 'queued' ? words() : words(7),
      returned: store.state === 'conflict' ? words(7) : words(),
      accepted: store.state === 'queued' ? words(7) : words(),
      rejected: words(),
    }),
    'list.find': () => ({ found: { kind: 'rows', rows: words(7) }, behind: 0, first: [] }),
    'review.card': () => ({
      ...{ id: 'f7', project, candidate: true, closed: null, stamp: 'as read' },
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
  const review = new Review(
    program.api,
    new Notices(),
    () => defaultProfile,
    () => undefined,
  );
  await review.ask(project);
  review.go(7);
  await settled();
  return { store, review };
}

test.each([
  { what: 'taken back', state: 'queued', undo: (review: Review) => review.takeBack(7, 'op-1') },
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
