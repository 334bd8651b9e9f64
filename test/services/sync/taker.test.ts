import { expect, test } from 'vitest';
import { rowsAfter } from '#services/sync/taker.ts';

/** The sizes of transactions, page after page, where a row takes so long. */
function sizes(pageRows: number, msPerRow: number): number[] {
  let most = 200;
  return Array.from({ length: 5 }, () => {
    const rows = Math.min(most, pageRows);
    most = rowsAfter(most, { rows, tookMs: rows * msPerRow });
    return rows;
  });
}

test('a page is stored in pieces that nobody notices: smaller on a slow machine, never tiny, larger on a quick one', () => {
  expect({
    quick: sizes(10_000, 0.01),
    usual: sizes(10_000, 0.08),
    slow: sizes(10_000, 0.3),
    crawling: sizes(10_000, 5),
    smallPages: sizes(100, 0.01),
  }).toEqual({
    quick: [200, 400, 500, 500, 500],
    usual: [200, 200, 200, 200, 200],
    slow: [200, 100, 50, 50, 50],
    crawling: [200, 100, 50, 50, 50],
    smallPages: [100, 100, 100, 100, 100],
  });
});
