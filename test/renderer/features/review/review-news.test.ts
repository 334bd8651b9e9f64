import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { createDeciding } from '#renderer/shell/screens/deciding.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';
import { openReview } from '../../support/review.ts';

/*
 * What is said of a candidate that another one takes the place of: another user wrote to it, or what the person did
 * themselves came back.
 */

withBase64();

const project = 'harbour-2026';

/** The review of one candidate, which stays before the person when they have decided. */
async function atCandidate() {
  const store = {
    severity: 'low',
    title: 'Open port',
    decision: null as string | null,
    isCandidate: true,
    reason: 'outdated',
    refusal: null as ApiError | null,
  };
  const rows = () => (store.isCandidate ? words(7) : words());
  const program = new Program({
    'review.list': () => ({
      rows: store.isCandidate && store.decision !== 'queued' ? words(7) : words(),
      returned: store.decision === 'conflict' ? words(7) : words(),
      accepted: store.decision === 'queued' ? words(7) : words(),
      rejected: words(),
    }),
    'list.find': () => ({ found: { kind: 'rows', rows: rows() }, behind: 0, first: [] }),
    'review.card': () => ({
      id: 'f7',
      project,
      candidate: true,
      closed: null,
      fingerprint: store.severity,
      effective: { title: store.title, severity: store.severity },
      decision:
        store.decision === null
          ? null
          : {
              op: 'op-1',
              state: store.decision,
              undoable: store.decision === 'queued',
              comment: '',
              conflict: store.decision === 'conflict' ? { reason: store.reason } : null,
            },
    }),
    'review.similar': () => [],
    'candidate.review': () => {
      if (store.refusal !== null) throw store.refusal;
      store.decision = 'queued';
      return { op: 'op-1' };
    },
  });
  const { review, notices } = openReview(program.api);
  await review.ask(project);
  await settled();
  /** A sync did this. */
  const synced = async (done: Partial<typeof store>) => {
    Object.assign(store, done);
    await review.ask(project);
    await settled();
  };
  const decide = async () => {
    review.decide('accept', false);
    await settled();
  };
  /** As the screen of the review does it. */
  const { decide: decideAloud } = createDeciding({
    review,
    autoAdvance: () => true,
    onnews: () => undefined,
    ondone: () => undefined,
  });
  return { store, review, synced, decide, decideAloud, told: () => notices.list.map(({ text }) => text) };
}

test('what somebody else wrote while it was read is told as such', async () => {
  const { review, synced } = await atCandidate();
  await synced({ severity: 'high' });
  expect([review.shown?.now?.effective['severity'], review.shown?.decided]).toEqual(['high', false]);
});

test('a decision that came back is not told as what somebody did while the person read', async () => {
  const { review, synced, decide } = await atCandidate();
  await decide();
  await synced({ severity: 'high', decision: 'conflict' });
  const shown = [review.shown?.now?.effective['severity'], review.shown?.decided];
  review.cards.see(7);
  expect([...shown, review.shown?.decided]).toEqual(['high', true, false]);
});

test('nor is one that the store did not take, because it had another one by then', async () => {
  const { store, review, decide } = await atCandidate();
  Object.assign(store, { severity: 'high', refusal: new ApiError('outdated', 'It is another one.') });
  await decide();
  expect([review.shown?.now?.effective['severity'], review.shown?.decided]).toEqual(['high', true]);
});

test('one that the store cannot take is told by the title of the candidate, not by the words for the terminal', async () => {
  const { store, decide, told } = await atCandidate();
  store.refusal = new ApiError('wrong-state', 'A decision on f7 is already pending: operation op-0.');
  await decide();
  expect(told()).toEqual([
    '"Open port" cannot be decided: it was deleted, decided by someone else, or your decision is pending.',
  ]);
});

test('a decision that came back is made again, unless its candidate is gone', async () => {
  const { review, synced } = await atCandidate();
  await synced({ decision: 'conflict' });
  const changed = review.canDecide;
  await synced({ reason: 'gone' });
  expect([changed, review.canDecide]).toEqual([true, false]);
});

test('a candidate that left the list by the decision of the person was decided by nobody else', async () => {
  const { synced, decide, told } = await atCandidate();
  await decide();
  await synced({ isCandidate: false, decision: null });
  expect(told()).toEqual([]);
});

test('one that left it by itself is told', async () => {
  const { synced, told } = await atCandidate();
  await synced({ isCandidate: false });
  expect(told()).toEqual([expect.stringContaining('is no candidate any more: someone else decided')]);
});

test('what was decided still counts as decided when a sync has taken it out of the list, and what came back does not', async () => {
  const { review, synced, decide } = await atCandidate();
  await decide();
  const unsent = { ...review.progress };
  await synced({ isCandidate: false, decision: null });
  const sent = { ...review.progress };
  await synced({ isCandidate: true });
  expect([unsent, sent, review.progress]).toEqual([
    { total: 1, left: 0, decided: 1, waiting: 1, returned: 0 },
    { total: 1, left: 0, decided: 1, waiting: 0, returned: 0 },
    { total: 1, left: 1, decided: 0, waiting: 0, returned: 0 },
  ]);
});

test('a decision is told by the title that an edit a moment before gave the candidate', async () => {
  const { store, decideAloud, told } = await atCandidate();
  store.title = 'Open port 8080';
  decideAloud('accept');
  await settled();
  expect(told()).toEqual(['Accepted: Open port 8080']);
});

test('and is told no more, nor can be undone, when it came back while the person was on another screen', async () => {
  const { decideAloud, synced, told } = await atCandidate();
  decideAloud('accept');
  await settled();
  const before = told();
  await synced({ severity: 'high', decision: 'conflict' });
  expect([before, told()]).toEqual([['Accepted: Open port'], []]);
});

test('nor when the store did not take it', async () => {
  const { store, decideAloud, told } = await atCandidate();
  Object.assign(store, { severity: 'high', refusal: new ApiError('outdated', 'It is another one.') });
  decideAloud('accept');
  await settled();
  expect(told()).toEqual([expect.stringContaining('"Open port" has changed on the service.')]);
});
