import { engagementKey } from '#domain/engagement/engagement-key.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchExpression, type TextTest } from '#domain/text/words/words.ts';
import { deleteEngagement } from '#db/tables/destroy.ts';
import { matchText } from '#db/tables/findings/fulltext.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { transaction } from '#db/store/transaction.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { postingsOf } from '#engine/search/posting-cache.ts';
import { changing, rounds } from './changes.ts';
import { openListStore, project } from './store.ts';

const tests: readonly TextTest[] = [
  { words: ['t1'], prefix: false },
  { words: ['t'], prefix: true },
  { words: ['a'], prefix: true },
  { words: ['aa'], prefix: false },
  { words: ['closed'], prefix: true },
];

function found(db: ReadableDb): number[][] {
  return tests.map((test) => postingsOf(db, test).rows());
}

/** The same asked of the index itself. */
function indexed(db: ReadableDb): number[][] {
  return tests.map((test) => [...matchText(db, matchExpression(test)).toSorted()]);
}

it('what is kept of a word is after any changes what the full text has for it', () => {
  fc.assert(
    fc.property(rounds, fc.array(fc.nat(3), { minLength: 5, maxLength: 5 }), (changed, indexings) => {
      const store = openListStore();
      const change = changing(store);
      indexDueText(store.db, 10);
      found(store.db);
      for (const [round, changes] of changed.entries()) {
        change(changes);
        const limit = indexings[round] ?? 0;
        if (limit > 0) indexDueText(store.db, limit);
        expect(found(store.db)).toEqual(indexed(store.db));
      }
      transaction(store.db, () => deleteEngagement(store.db, project, engagementKey(project)));
      expect(found(store.db)).toEqual(tests.map(() => []));
      store.db.close();
    }),
    { numRuns: 60 },
  );
});

it('a word is looked up once for as long as the full text stays as it is, whatever else is written', () => {
  const store = openListStore();
  const finding = store.add({ base: { title: 'cross site' } });
  store.refresh(finding);
  indexDueText(store.db, 10);
  const cross: TextTest = { words: ['cross'], prefix: false };
  const first = postingsOf(store.db, cross);
  store.operate(finding, { patch: { title: 'other' } });
  store.refresh(finding);
  expect([first.rows(), postingsOf(store.db, cross) === first]).toEqual([[finding], true]);
  indexDueText(store.db, 10);
  expect(postingsOf(store.db, cross).rows()).toEqual([]);
});

it('keeps the words that were asked for last', () => {
  const { db } = openListStore();
  const asked = (word: string) => postingsOf(db, { words: [word], prefix: false });
  const [first, second] = [asked('first'), asked('second')];
  for (const word of ['3', '4', '5', '6', '7', '8']) asked(word);
  expect(asked('first') === first).toBe(true);
  asked('9');
  expect([asked('first') === first, asked('second') === second]).toEqual([true, false]);
});
