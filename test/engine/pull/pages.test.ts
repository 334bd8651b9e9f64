import { expect, test } from 'vitest';
import { createSystemClock } from '#app/platform/system.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { OnlineContext } from '#engine/context.ts';
import { RequestOrder } from '#engine/request-order.ts';
import { metSincePause } from '#engine/pull/page-importer.ts';
import { walkPages } from '#engine/pull/pager.ts';
import { project } from '../support.ts';

/** How many pages were asked for at once at the most, in a walk over twelve. */
async function maxUnderWay(userActive: boolean): Promise<number> {
  let underWay = 0;
  let max = 0;
  const online: Pick<
    OnlineContext,
    'profile' | 'order' | 'client' | 'scheduler' | 'signal' | 'credentials' | 'clock'
  > = {
    ...({ profile: { pageSize: 1 }, credentials: {} } as Pick<OnlineContext, 'profile' | 'credentials'>),
    order: new RequestOrder(),
    clock: createSystemClock(),
    signal: new AbortController().signal,
    scheduler: {
      yieldToUser: () => Promise.resolve(),
      userActive: () => userActive,
      inputSince: () => false,
    },
    client: {
      async refreshPage(_call: unknown, { page }: { page: number }) {
        underWay += 1;
        max = Math.max(max, underWay);
        // All that are asked for together have been by then.
        await new Promise(setImmediate);
        underWay -= 1;
        const rows = page > 12 ? [] : [{ kind: 'record', id: `f${String(page)}`, record: {} }];
        return { kind: 'ok', value: { kind: 'new', rows, bodyHash: '' } };
      },
    } as unknown as OnlineContext['client'],
  };
  const walk = await walkPages(
    online as OnlineContext,
    project,
    { from: 'start', lastPage: 1 },
    {
      before: () => null,
      take: () => Promise.resolve('news'),
    },
  );
  expect(walk).toMatchObject({ kind: 'end', lastPage: 12 });
  return max;
}

test('pages are fetched ahead, but one by one while somebody is at the window: what is asked for arrives whatever they do', async () => {
  expect([await maxUnderWay(false), await maxUnderWay(true)]).toEqual([4, 1]);
});

test('what a walk met before its last pause is not recent, in whatever order its pages are taken; a slow walk has no pause', () => {
  const met = (finding: number, answeredAtMs: number) => ({
    answeredAtMs,
    findings: [finding as FindingRow],
  });
  const recent = (pages: Parameters<typeof metSincePause>[0], endedAtMs: number) => [
    ...metSincePause(pages, endedAtMs),
  ];
  expect([
    recent([met(1, 0), met(2, 45_000), met(3, 100), met(4, 45_500)], 45_600),
    recent([met(1, 0), met(2, 100)], 30_100),
    recent([met(1, 0), met(2, 2_900), met(3, 5_800)], 8_000),
    recent([], 10),
  ]).toEqual([[2, 4], [], [1, 2, 3], []]);
});
