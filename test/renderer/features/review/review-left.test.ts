import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import type { Review } from '#renderer/features/review/review.state.svelte.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';
import { openReview } from '../../support/review.ts';

/* A candidate that leaves the list while the user has it before them. */

withBase64();

const project = 'harbour-2026';
const elsewhere = '"Title 8" is no candidate any more: someone else decided, or it was deleted.';
const unused = '"Title 8" is no candidate any more. What you wrote there was not used.';

/** The review of the candidates 7, 8 and 9, with 8 before the user. */
async function atSecond() {
  const store = { rows: [7, 8, 9], queued: [] as number[], unreadable: false, decided: [] as string[] };
  const program = new Program({
    'review.list': () => ({
      rows: words(...store.rows.filter((row) => !store.queued.includes(row))),
      returned: words(),
      accepted: words(...store.queued),
      rejected: words(),
    }),
    'list.find': () => ({ found: { kind: 'rows', rows: words(...store.rows) }, behind: 0, first: [] }),
    'review.card': ({ row }) => {
      const candidate = store.rows.includes(row);
      if (store.unreadable && !candidate) throw new ApiError('not-found', 'It is not here any more.');
      return {
        id: `f${String(row)}`,
        project,
        candidate,
        closed: null,
        fingerprint: String(candidate),
        effective: { title: `Title ${String(row)}`, status: candidate ? 'draft' : 'open' },
        decision: store.queued.includes(row)
          ? { op: 'op-1', state: 'queued', undoable: true, decision: 'accept', comment: '' }
          : null,
      };
    },
    'review.similar': () => [],
    'candidate.review': ({ id }) => {
      store.decided.push(id);
      store.queued.push(Number(id.slice(1)));
      return { op: 'op-1' };
    },
  });
  const { review, notices } = openReview(program.api);
  const read = async () => {
    await review.ask(project);
    await settled();
  };
  await read();
  review.go(8);
  await settled();
  /** A sync removes it from the list: it was decided elsewhere, or its pending decision was sent. */
  const left = async () => {
    Object.assign(store, { rows: [7, 9], queued: [] });
    await read();
  };
  return { program, store, review, read, left, told: () => notices.list.map(({ text }) => text) };
}

test.each([
  { what: 'its card tells so', unreadable: false },
  { what: 'its card cannot be read any more', unreadable: true },
])(
  'stays under the comment that is typed, decides on nothing, and is told: $what',
  async ({ unreadable }) => {
    const { store, review, read, left, told } = await atSecond();
    store.unreadable = unreadable;
    review.comment(8, 'A duplicate of');
    await left();
    await read();
    const { at, canDecide } = review;
    review.decide('accept', true);
    await settled();
    expect([at, canDecide, review.at, store.decided]).toEqual([8, false, 8, []]);
    expect(told().toSorted()).toEqual([unused, elsewhere].toSorted());
  },
);

test('cannot be decided on from the moment that the list is read, before its card is', async () => {
  const { program, review, left } = await atSecond();
  const release = program.hold('review.card');
  await left();
  const before = review.canDecide;
  await release();
  expect([review.at, before, review.canDecide]).toEqual([8, false, false]);
});

test('is left by the user, to its neighbours', async () => {
  const goes = async (go: (review: Review) => void) => {
    const { review, read, left } = await atSecond();
    await left();
    // Another sync changes nothing of it.
    await read();
    go(review);
    return review.at;
  };
  expect([
    await goes((review) => {
      review.skip();
    }),
    await goes((review) => {
      review.back();
    }),
    await goes((review) => {
      review.go(review.list.rows[review.placeBeside(1)] ?? 0);
    }),
    await goes((review) => {
      review.go(review.list.rows[review.placeBeside(-1)] ?? 0);
    }),
  ]).toEqual([9, 7, 9, 7]);
});

test('is gone on from by itself if the user decided on it here, and what they decided was sent', async () => {
  const { review, left, told } = await atSecond();
  review.decide('accept', false);
  await settled();
  await left();
  expect([review.at, told()]).toEqual([9, []]);
});

test('stays if they have begun another comment since', async () => {
  const { review, left, told } = await atSecond();
  review.decide('accept', false);
  await settled();
  review.comment(8, 'On second thought');
  await left();
  expect([review.at, review.canDecide, told()]).toEqual([8, false, [unused]]);
});

test('stays if another window decided on it, which is no news of somebody else', async () => {
  const { store, review, read, left, told } = await atSecond();
  store.queued.push(8);
  await read();
  await left();
  expect([review.at, told()]).toEqual([8, []]);
});
