import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortFields } from '#contract/finding/listing.ts';
import { defaultProfile } from '#contract/profile.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { removeListRow } from '#db/tables/findings/lists.ts';
import { readOrder } from '#db/tables/findings/order.ts';
import { transaction } from '#db/store/transaction.ts';
import { indexDueText } from '#engine/search/full-text.ts';
import { countFindings, queryAgain, queryFindings } from '#engine/search/query.ts';
import { changing, rounds } from './changes.ts';
import { plansOf } from './plans.ts';
import { nowMs, openListStore, project, type ListStore } from './store.ts';

const orders = sortFields.flatMap((field) => [field, `${field}:desc`]);
/** No more than are kept: an order that was let go is made anew. */
const someOrders = fc.shuffledSubarray(orders, { minLength: 1, maxLength: 6 });

function question(sort: string | undefined, query = ''): Parameters<typeof queryFindings>[1] {
  const parsed = parseQuery(query);
  if (parsed.kind === 'broken') throw new Error(parsed.message);
  return { project, query: parsed.query, sort, nowMs, profile: defaultProfile };
}

/** What a list that is asked again and again shows beside what one that is asked once shows. */
function both(store: ListStore, sort: string | undefined, query = ''): { again: number[]; once: number[] } {
  const asked = question(sort, query);
  return {
    again: [...queryAgain(store.db, asked).findings],
    once: [...queryFindings(store.db, asked).findings],
  };
}

it('words alone find neither what is gone nor what is of another engagement nor what left the lists', () => {
  const store = openListStore();
  const base = { title: 'kerberos' };
  const [stays, goes, drops, strange] = [
    store.add({ base }),
    store.add({ base, goneAt: '2026-01-01T00:00:00.000Z' }),
    store.add({ base }),
    store.add({ base, project: 'other' }),
  ];
  for (const finding of [stays, goes, drops, strange]) store.refresh(finding);
  indexDueText(store.db, 10);
  expect(both(store, 'title', 'kerb').again).toEqual([stays, drops]);
  transaction(store.db, () => removeListRow(store.db, drops));
  expect(['k', 'kerb', 'kerb k', 'kerb -nothing'].map((query) => both(store, 'title', query))).toEqual(
    Array.from({ length: 4 }, () => ({ again: [stays], once: [stays] })),
  );
});

describe('an order that is kept', () => {
  it('is after any changes the one that is made anew, in every direction', () => {
    fc.assert(
      fc.property(someOrders, rounds, (sorts, changed) => {
        const store = openListStore();
        const change = changing(store);
        for (const sort of sorts) both(store, sort);
        for (const changes of changed) {
          change(changes);
          for (const sort of sorts) {
            const { again, once } = both(store, sort);
            expect(again, sort).toEqual(once);
          }
        }
        store.db.close();
      }),
      { numRuns: 80 },
    );
  });

  it('is read by severity without any sorting', () => {
    const { db } = openListStore();
    const order = { field: 'severity', descending: false } as const;
    const plan = plansOf(db, (listening) => readOrder(listening, project, order)).join('; ');
    expect(plan).toMatch(/USING COVERING INDEX list_key_severity/u);
    expect(plan).not.toContain('TEMP B-TREE');
  });

  it('is read by anything else in one go over the table', () => {
    const { db } = openListStore();
    const plan = plansOf(db, (listening) =>
      readOrder(listening, project, { field: 'status', descending: false }),
    );
    expect(plan).toContain('SCAN k');
  });

  it('is made anew where very many have changed, and for each engagement by itself', () => {
    const store = openListStore();
    const findings = Array.from({ length: 3_200 }, (_, at) =>
      store.add({ base: { title: `t${String((at * 7) % 100)}` }, project: at % 2 === 0 ? project : 'other' }),
    );
    for (const finding of findings) store.refresh(finding);
    both(store, 'title');
    for (const finding of findings) store.operate(finding, { patch: { title: `u${String(finding % 13)}` } });
    transaction(store.db, () => undefined);
    for (const finding of findings) store.refresh(finding);
    const { again, once } = both(store, 'title:desc');
    expect([again.length, both(store, 'title').again]).toEqual([1_600, both(store, 'title').once]);
    expect(again).toEqual(once);
  });

  it('leaves out what the words of a query leave out, and counts the same', () => {
    const store = openListStore();
    for (const title of ['one two', 'two three', 'three one', 'one']) {
      store.refresh(store.add({ base: { title, severity: 'low' } }));
    }
    for (const query of ['', 'one', 'one -two', '-three', 'title:one', 'on', 'severity:high', 'one two']) {
      const { again, once } = both(store, undefined, query);
      expect([query, again, countFindings(store.db, question(undefined, query))]).toEqual([
        query,
        once,
        once.length,
      ]);
    }
  });

  it('takes a text that is not indexed yet into account up to a bound, and says what it left out', () => {
    const store = openListStore();
    for (let at = 0; at < 5; at += 1) store.refresh(store.add({ base: { title: 'one' } }));
    const asked = question(undefined, 'one');
    const answers = [4, 5].map((maxRead) => queryAgain(store.db, { ...asked, maxRead }));
    expect(answers.map(({ findings, behind }) => [findings.length, behind])).toEqual([
      [0, 5],
      [5, 0],
    ]);
  });
});
