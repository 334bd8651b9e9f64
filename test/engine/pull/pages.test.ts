import { expect, test } from 'vitest';
import { parseJson } from '#domain/base/json.ts';
import type { OnlineContext } from '#engine/context.ts';
import { RequestOrder } from '#engine/request-order.ts';
import { walkPages } from '#engine/pull/pager.ts';
import { project } from '../support.ts';

/** How many pages were asked for at once at the most, in a walk over twelve. */
async function mostUnderWay(userActive: boolean): Promise<number> {
  let underWay = 0;
  let most = 0;
  const online: Pick<OnlineContext, 'profile' | 'order' | 'client' | 'scheduler' | 'signal' | 'credentials'> =
    {
      ...({ profile: { pageSize: 1 }, credentials: {} } as Pick<OnlineContext, 'profile' | 'credentials'>),
      order: new RequestOrder(),
      signal: new AbortController().signal,
      scheduler: {
        yieldToUser: () => Promise.resolve(),
        userActive: () => userActive,
        inputSince: () => false,
      },
      client: {
        async listPage(_call: unknown, { page }: { page: number }) {
          underWay += 1;
          most = Math.max(most, underWay);
          // All that are asked for together have been by then.
          await new Promise(setImmediate);
          underWay -= 1;
          return { kind: 'ok', value: page > 12 ? [] : [{ id: `f${String(page)}`, body: parseJson('{}') }] };
        },
      } as unknown as OnlineContext['client'],
    };
  const walk = await walkPages(online as OnlineContext, project, { from: 'start', lastPage: 1 }, () =>
    Promise.resolve('news'),
  );
  expect(walk).toMatchObject({ kind: 'end', lastPage: 12 });
  return most;
}

test('pages are fetched ahead, but one by one while somebody is at the window: what is asked for arrives whatever they do', async () => {
  expect([await mostUnderWay(false), await mostUnderWay(true)]).toEqual([4, 1]);
});
