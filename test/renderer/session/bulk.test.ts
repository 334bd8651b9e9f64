import { expect, test, vi } from 'vitest';
import { bulkProcedures } from '#contract/procedures/findings/bulk.ts';
import type { Api, PageAnswer, PageInput, PageProcedure } from '#renderer/api/api.ts';
import { BulkResults } from '#renderer/features/bulk/bulk-results.state.svelte.ts';
import { BulkWork } from '#renderer/session/bulk.svelte.ts';
import { Program, settled, withBase64 } from '../support/program.ts';

withBase64();

test('a preview that takes longer than a sync lets the store be arrives all the same, and again with what changed', async () => {
  vi.useFakeTimers();
  try {
    let [changes, asked] = [0, 0];
    const program = new Program({
      'bulk.preview': () => {
        asked += 1;
        return { total: changes, fingerprints: [] };
      },
    });
    const slow: Api = {
      ...program.api,
      async call<N extends PageProcedure>(name: N, input: PageInput<N>): Promise<PageAnswer<N>> {
        const answer = await program.api.call(name, input);
        await new Promise((resolve) => setTimeout(resolve, 2_500));
        return answer;
      },
    };
    const work = new BulkWork(slow, { kind: 'delete', project: 'harbour-2026', rows: [1, 2, 3] });
    const freshen = (): void => work.lookAgain();
    const seen: (number | undefined)[] = [];
    work.lookSoon();
    for (changes = 1; changes <= 30; changes += 1) {
      freshen();
      await vi.advanceTimersByTimeAsync(300);
      if (changes % 10 === 0) seen.push(work.preview?.total);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    seen.push(work.preview?.total);
    // Nobody looks at it any more: what is under way is given up, and nothing is asked behind it.
    freshen();
    await settled();
    freshen();
    const before = asked;
    work.leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([seen, asked - before]).toEqual([[1, 9, 18, 31], 0]);
  } finally {
    vi.useRealTimers();
  }
});

test('a finding that went on between two pages, and so moved behind the first, is shown once', async () => {
  const row = (at: number, state: string) => ({ row: at, state });
  const program = new Program({
    'bulk.results': (input) =>
      bulkProcedures['bulk.results'].input.parse(input).from === 0
        ? { summary: null, rows: [row(1, 'not-done'), row(2, 'not-done')], next: 2 }
        : { summary: null, rows: [row(3, 'not-done'), row(1, 'queued')], next: null },
  });
  const results = new BulkResults(program.api, 'b1');
  await results.again();
  await results.more();
  expect(results.rows.map(({ row: shown }) => shown)).toEqual([1, 2, 3]);
});

test('all findings of an outcome are chosen, and shown ones are read again, where they are more than one call answers', async () => {
  const rows = Array.from({ length: 25_000 }, (_one, at) => ({ row: at, state: 'rejected' }));
  const program = new Program({
    'bulk.results': (input) => {
      const { from, limit } = bulkProcedures['bulk.results'].input.parse(input);
      const end = from + limit;
      return { summary: null, rows: rows.slice(from, end), next: end < rows.length ? end : null };
    },
  });
  const results = new BulkResults(program.api, 'b1');
  const chosen = await results.inStates(['rejected']);
  await results.again();
  for (let page = 0; page < 55; page += 1) await results.more();
  await results.again();
  const numbers = (all: typeof results.rows) => all.map(({ row }) => row);
  expect(numbers(chosen)).toEqual(rows.map(({ row }) => row));
  expect(numbers(results.rows)).toEqual(rows.slice(0, 11_200).map(({ row }) => row));
  expect([results.next, results.failure]).toEqual([11_200, null]);
});
