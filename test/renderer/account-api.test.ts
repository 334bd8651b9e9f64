import { expect, it } from 'vitest';
import { ApiError, type Api } from '#renderer/api/api.ts';
import { AccountApis } from '#renderer/state/account-api.ts';

it('lets pages that outlive their account ask nothing, and gives them their memory back with it', async () => {
  const asked: string[] = [];
  const program: Api = {
    call(name) {
      asked.push(name);
      return Promise.reject(new ApiError('not-found', 'There is none.'));
    },
    subscribe: () => () => undefined,
  };
  let present = 'mara';
  const apis = new AccountApis(program, () => present);
  const hers = apis.of('mara');
  const code = (): Promise<string> =>
    hers.call('desk.status', {}).then(
      () => 'done',
      (thrown: unknown) => (thrown instanceof ApiError ? thrown.code : 'other'),
    );
  const codes = [await code()];
  present = 'clara';
  codes.push(await code());
  present = 'mara';
  codes.push(await code());
  expect([codes, asked.length, apis.of('mara') === hers, apis.of('clara') === hers]).toEqual([
    ['not-found', 'other-account', 'not-found'],
    2,
    true,
    false,
  ]);
});
