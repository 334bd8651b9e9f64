import { expect, test } from 'vitest';
import { SendReview } from '#renderer/features/outbox/send-review.state.svelte.ts';
import { Program, settled, withBase64, words } from '../../support/program.ts';

withBase64();

/** A store with pending changes: operation 1 over findings 7 and 8, operation 2 on finding 9. */
function reviewed() {
  const store = { pairs: [7, 1, 8, 1, 9, 2], held: [9], fingerprint: 'one' };
  const asked: number[][] = [];
  const chosen: unknown[] = [];
  const program = new Program({
    'pending.list': () => ({
      pairs: words(...store.pairs),
      held: words(...store.held),
      fingerprint: store.fingerprint,
      newest: 4,
    }),
    'pending.changes': ({ rows }) => {
      asked.push([...rows]);
      return rows.map((row) => ({ row, title: `Finding ${String(row)}`, operations: [] }));
    },
    'pending.choose': (input) => {
      chosen.push(input);
      return { held: 0 };
    },
  });
  return { store, asked, chosen, review: new SendReview(program.api) };
}

test('what is held back is left out, and findings are counted, however many changes they have', async () => {
  const { review } = reviewed();
  await review.open();
  const counts = [[review.size, review.included]];
  review.toggle(0);
  counts.push([review.size, review.included]);
  review.toggle(1);
  counts.push([review.size, review.included]);
  review.all(true);
  counts.push([review.size, review.included]);
  review.all(false);
  counts.push([review.size, review.included]);
  expect(counts).toEqual([
    [3, 2],
    [3, 1],
    [3, 0],
    [3, 3],
    [3, 0],
  ]);
});

test('only what is included is let go, of exactly the list that was shown', async () => {
  const { review, chosen } = reviewed();
  await review.open();
  review.toggle(1);
  review.toggle(2);
  await review.choose();
  expect(chosen).toEqual([{ fingerprint: 'one', held: words(8) }]);
});

test('what comes while it is open is shown, and what was chosen stays chosen', async () => {
  const { review, store } = reviewed();
  await review.open();
  review.toggle(0);
  review.to(2);
  Object.assign(store, { pairs: [7, 1, 5, 3, 9, 2, 6, 4], held: [6], fingerprint: 'two' });
  await review.again();
  expect([review.line, [0, 1, 2, 3].map((line) => review.isIncluded(line))]).toEqual([
    2,
    [false, true, false, false],
  ]);
});

test('of a thousand findings only those near the view are asked for', async () => {
  const { review, store, asked } = reviewed();
  store.pairs = Array.from({ length: 1_000 }, (_, at) => [at + 1, at + 1]).flat();
  review.show(0, 12);
  await review.open();
  review.show(500, 512);
  await settled();
  expect([review.at(505)?.title, asked.flat().length]).toEqual(['Finding 506', 60]);
});

test('opened again it begins anew', async () => {
  const { review } = reviewed();
  await review.open();
  review.all(false);
  await review.open();
  expect([review.included, review.line]).toEqual([2, 0]);
});
