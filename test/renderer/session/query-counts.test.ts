import { expect, test } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { requestFocus, takePendingFocus } from '#renderer/session/pending-focus.ts';
import { QueryCounts, queriesOf } from '#renderer/session/values/query-counts.svelte.ts';
import { Program, settled, withBase64, words } from '../support/program.ts';

withBase64();

/** A store that finds these rows for a query. */
function store(found: Readonly<Record<string, readonly number[]>>) {
  const asked: string[] = [];
  const program = new Program({
    'list.query': ({ query = '' }) => {
      asked.push(query);
      if (query.includes('broken')) throw new ApiError('internal', 'The store broke.');
      return { rows: words(...(found[query] ?? [])) };
    },
    'list.rows': ({ rows }) => rows.map((row) => ({ row })),
  });
  return { program, asked };
}

const rowsOf = (counts: QueryCounts): number[] => counts.rows.map(({ row }) => row);

test('one word is looked for as an identifier first, several as a title that holds each', () => {
  expect(['', '  "" ', 'F-1', ' sql  "login" '].map(queriesOf)).toEqual([
    [],
    [],
    ['id:"F-1"', 'title:"F-1"'],
    ['title:"sql" title:"login"'],
  ]);
});

test('findings are offered once, the one of that name first, and twenty at most', async () => {
  const many = Array.from({ length: 30 }, (_, at) => at + 1);
  const { program } = store({ 'id:"F-7"': [7], 'title:"F-7"': many });
  const counts = new QueryCounts(program.api, 'p');
  const looking = counts.look('F-7');
  expect(counts.looking).toBe(true);
  await looking;
  expect([rowsOf(counts), counts.looking]).toEqual([
    [7, ...many.filter((row) => row !== 7).slice(0, 19)],
    false,
  ]);
});

test('nothing is asked for no words, or without an engagement, and nothing stays offered', async () => {
  const { program, asked } = store({ 'title:"sql" title:"login"': [1] });
  const counts = new QueryCounts(program.api, 'p');
  await counts.look('sql login');
  expect(rowsOf(counts)).toEqual([1]);
  await counts.look(' ');
  await new QueryCounts(program.api, '').look('sql');
  expect([rowsOf(counts), counts.looking, asked.length]).toEqual([[], false, 1]);
});

test('the newest typing wins, also over a failure that comes late', async () => {
  const { program } = store({ 'title:"a" title:"b"': [1], 'title:"a" title:"c"': [2] });
  const counts = new QueryCounts(program.api, 'p');
  const release = program.hold('list.query');
  const first = counts.look('a b');
  await counts.look('a c');
  await release();
  await first;
  expect(rowsOf(counts)).toEqual([2]);
  const releaseBroken = program.hold('list.query');
  const broken = counts.look('broken one');
  counts.stop();
  expect(counts.looking).toBe(false);
  await releaseBroken();
  await broken;
  expect([rowsOf(counts), counts.failure]).toEqual([[2], null]);
});

test('why nothing is offered is told until something else is typed', async () => {
  const { program } = store({});
  const counts = new QueryCounts(program.api, 'p');
  await counts.look('broken one');
  expect([counts.failure, counts.looking]).toEqual(['The store broke.', false]);
  const next = counts.look('sql');
  expect(counts.failure).toBeNull();
  await next;
  await settled();
});

test('a place of a finding is gone to once, and forgotten if another finding is shown', () => {
  const place = { id: 'f1', field: 'title' } as const;
  expect(takePendingFocus('f1')).toBeNull();
  requestFocus(place);
  expect([takePendingFocus('f1'), takePendingFocus('f1')]).toEqual([place, null]);
  requestFocus(place);
  expect([takePendingFocus('f2'), takePendingFocus('f1')]).toEqual([null, null]);
});
