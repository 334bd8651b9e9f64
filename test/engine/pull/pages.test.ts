import { expect, test } from 'vitest';
import { parseJson } from '#domain/base/json.ts';
import type { Online } from '#engine/context.ts';
import { RequestOrder } from '#engine/request-order.ts';
import { walkPages } from '#engine/pull/pager.ts';
import { project } from '../support.ts';

/** How many pages were asked for at once at the most, in a walk over twelve. */
async function mostUnderWay(isNear: boolean): Promise<number> {
  let underWay = 0;
  let most = 0;
  const online: Pick<Online, 'profile' | 'order' | 'client' | 'courtesy' | 'signal' | 'credentials'> = {
    ...({ profile: { pageSize: 1 }, credentials: {} } as Pick<Online, 'profile' | 'credentials'>),
    order: new RequestOrder(),
    signal: new AbortController().signal,
    courtesy: { giveWay: () => Promise.resolve(), isNear: () => isNear, workedAfter: () => false },
    client: {
      async listPage(_call: unknown, { page }: { page: number }) {
        underWay += 1;
        most = Math.max(most, underWay);
        // All that are asked for together have been by then.
        await new Promise(setImmediate);
        underWay -= 1;
        return { kind: 'ok', value: page > 12 ? [] : [{ id: `f${String(page)}`, body: parseJson('{}') }] };
      },
    } as unknown as Online['client'],
  };
  const walk = await walkPages(online as Online, project, { from: 'start', lastPage: 1 }, () =>
    Promise.resolve('news'),
  );
  expect(walk).toMatchObject({ kind: 'end', lastPage: 12 });
  return most;
}

test('pages are fetched ahead, but one by one while somebody is at the window: what is asked for arrives whatever they do', async () => {
  expect([await mostUnderWay(false), await mostUnderWay(true)]).toEqual([4, 1]);
});
