import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { comparisons, unitSeparator, type Condition } from '#contract/listing.ts';
import { selectUnordered } from '#db/tables/findings/queries.ts';
import { removeListRow } from '#db/tables/findings/lists.ts';
import { readTransaction, transaction } from '#db/store/transaction.ts';
import { fillColumnCache, rowsMeeting } from '#engine/search/column-cache.ts';
import { changing, rounds } from './changes.ts';
import { openListStore, project, type ListStore } from './store.ts';

const text = fc.constantFrom(
  ...['a', 'aa', 'b', 'é', 't1', 'low', 'high', 'open', 'x', '.test', `${unitSeparator}a.test`, '\u{10ffff}'],
);
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    column: fc.constantFrom('title', 'severity', 'status', 'assets', 'tags'),
    how: fc.constantFrom('equals', 'starts', 'ends', 'contains'),
    text,
  }),
  fc.record({
    kind: fc.constant('number' as const),
    column: fc.constantFrom('cvss', 'severity_rank', 'sync', 'unread', 'candidate'),
    by: fc.constantFrom(...comparisons),
    to: fc.constantFrom(0, 1, 2, 3, 9.8),
  }),
  fc.record({ kind: fc.constant('bits' as const), mask: fc.constantFrom(1, 2, 12, 4_095) }),
  fc.record({
    kind: fc.constant('named' as const),
    ids: fc.array(fc.constantFrom('f-1', 'F-2', 'nobody'), { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('verdict' as const), verdict: fc.constantFrom('fixed' as const, null) }),
  fc.record({ kind: fc.constant('among' as const), findings: fc.subarray([1, 2, 3]) }),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ kind: fc.constant('all' as const), of: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('any' as const), of: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant('not' as const), of: tie('condition') }),
  ),
}));

/** What the kept columns say of those that are listed, beside what SQL says. */
function both({ db }: ListStore, asked: Condition): { kept: number[]; read: number[] } {
  const listed = new Set(selectUnordered(db, { project, condition: { kind: 'all', of: [] } }));
  const kept = readTransaction(db, () => rowsMeeting(db, project, asked)).rows();
  return {
    kept: kept.filter((row) => listed.has(row)),
    read: [...selectUnordered(db, { project, condition: asked }).toSorted()],
  };
}

/** Whether anything was left to be read. */
function keepAll({ db }: ListStore): boolean {
  const any = fillColumnCache(db);
  while (fillColumnCache(db));
  return any;
}

it('columns that are kept are after any changes what SQL reads', () => {
  fc.assert(
    fc.property(fc.array(condition, { minLength: 1, maxLength: 6 }), rounds, (asked, changed) => {
      const store = openListStore();
      store.judge(store.add({ base: { title: 'a' }, project: 'other' }), 1, 'fixed');
      const change = changing(store);
      for (const changes of [[], ...changed]) {
        change(changes);
        for (const one of asked) {
          const { kept, read } = both(store, one);
          expect(kept, JSON.stringify(one)).toEqual(read);
        }
        keepAll(store);
        for (const one of asked) {
          const { kept, read } = both(store, one);
          expect(kept, JSON.stringify(one)).toEqual(read);
        }
        expect(keepAll(store)).toBe(false);
      }
      store.db.close();
    }),
    { numRuns: 200 },
  );
});

it('what is half read is after any changes what SQL reads once all of it is there', () => {
  fc.assert(
    fc.property(condition, rounds, fc.integer({ min: 1, max: 2 }), (asked, changed, limit) => {
      const store = openListStore();
      const change = changing(store);
      for (const changes of [...changed, []]) {
        change(changes);
        const { kept, read } = both(store, asked);
        expect(kept).toEqual(read);
        fillColumnCache(store.db, limit);
      }
      while (fillColumnCache(store.db, limit));
      const { kept, read } = both(store, asked);
      expect(kept).toEqual(read);
      store.db.close();
    }),
    { numRuns: 200 },
  );
});

it('a letter comes between two parts of a column', () => {
  const store = openListStore();
  const findings = ['a', 'b', 'a'].map((title) => store.add({ base: { title } }));
  for (const finding of findings) store.refresh(finding);
  const asked: Condition = { kind: 'text', column: 'title', how: 'equals', text: 'a' };
  const parts: number[][] = [];
  do parts.push(rowsMeeting(store.db, project, asked).rows());
  while (fillColumnCache(store.db, 2));
  // Seven columns in two parts each, and what was there before the first.
  expect(parts).toEqual(Array.from({ length: 15 }, () => [findings[0], findings[2]]));
});

it('reads one column at a time, and what most queries are about before anybody asks', () => {
  const store = openListStore();
  store.refresh(store.add({ base: { title: 'a' } }));
  const reads = (column: 'title' | 'tags'): boolean => {
    const prepared = vi.spyOn(store.db, 'prepare');
    rowsMeeting(store.db, project, { kind: 'text', column, how: 'equals', text: 'a' });
    const texts = prepared.mock.calls.map(([text]) => text);
    prepared.mockRestore();
    return texts.some((text) => text.includes(`k.${column}`));
  };
  const columns = Array.from({ length: 9 }, () => [reads('title'), fillColumnCache(store.db)]);
  expect(columns.filter(([, kept]) => kept).length).toBe(7);
  expect([columns[0], columns[8], reads('tags'), fillColumnCache(store.db), reads('tags')]).toEqual([
    [true, true],
    [false, false],
    true,
    true,
    false,
  ]);
});

it('what has left the lists meets nothing, also where another one came', () => {
  const store = openListStore();
  const [stays, leaves] = [store.add({ base: { title: 'a' } }), store.add({ base: { title: 'a' } })];
  store.refresh(stays);
  store.refresh(leaves);
  const asked: Condition = { kind: 'text', column: 'title', how: 'equals', text: 'a' };
  const met = (): number[] => rowsMeeting(store.db, project, asked).rows();
  const asRead = met();
  expect([keepAll(store), met()]).toEqual([true, asRead]);
  transaction(store.db, () => removeListRow(store.db, leaves));
  const comes = store.add({ base: { title: 'a' } });
  store.refresh(comes);
  expect([asRead, met(), keepAll(store), met()]).toEqual([
    [stays, leaves],
    [stays, comes],
    true,
    [stays, comes],
  ]);
});

it('columns of findings with high numbers, and of very many that were written, are read as well', () => {
  const store = openListStore();
  store.db.exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('finding', 3000000)");
  const findings = Array.from({ length: 20_100 }, () => store.add({ base: { title: 'a' } }));
  transaction(store.db, () => {
    const add = store.db.prepare(
      `INSERT INTO list_row (finding, project, id, title, severity, status, asset_json, candidate, sync)
       VALUES (?, '${project}', '', '', '', '', '[]', 0, 'synced')`,
    );
    const key = store.db.prepare(
      `INSERT INTO list_key (finding, project, severity_rank, severity, title, status, assets, tags, cwe, owasp, has,
         candidate, private, sync, updated_ms, stamp)
       VALUES (?, '${project}', 1, '', 'a', '', '', '', '', '', 0, 0, 0, 0, 0, (SELECT commits FROM mark))`,
    );
    for (const finding of findings) {
      add.run(finding);
      key.run(finding);
    }
  });
  const asked = (title: string): Condition => ({ kind: 'text', column: 'title', how: 'equals', text: title });
  expect(findings[0]).toBeGreaterThan(3_000_000);
  const sizes = (): number[] => ['a', 'b'].map((title) => rowsMeeting(store.db, project, asked(title)).size);
  const before = [sizes(), keepAll(store), sizes()];
  transaction(store.db, () =>
    store.db.exec("UPDATE list_key SET title = 'b', stamp = (SELECT commits FROM mark)"),
  );
  const many = [20_100, 0];
  const others = [0, 20_100];
  expect([...before, sizes(), keepAll(store), sizes()]).toEqual([many, true, many, others, true, others]);
});
