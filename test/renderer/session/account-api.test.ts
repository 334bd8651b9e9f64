import { expect, it } from 'vitest';
import { ApiError, type Api, type CallOptions } from '#renderer/api/api.ts';
import { AccountApis } from '#renderer/session/account/account-api.ts';
import { Settings } from '#renderer/session/settings.svelte.ts';

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

it('keeps a choice for the user who made it: in the store of nobody else, whether the window knows of them or not', async () => {
  const asked: unknown[] = [];
  const program = {
    call(name: string, _input: unknown, options?: CallOptions) {
      asked.push([name, options?.account]);
      return Promise.resolve({});
    },
    subscribe: () => () => undefined,
  } as unknown as Api;
  let present = 'mara';
  const apis = new AccountApis(program, () => present);
  const failed: unknown[] = [];
  const settings = new Settings(
    () => apis.of(present),
    (thrown) => failed.push(thrown instanceof ApiError ? thrown.code : thrown),
  );
  await settings.load();
  settings.write('recent', ['findings.new']);
  await settings.flush();
  settings.write('recent', ['sync.run']);
  present = 'clara';
  await settings.flush();
  const before = [...asked];
  present = 'mara';
  await settings.load();
  expect([before, asked.slice(before.length), failed]).toEqual([
    [
      ['setting.read', 'mara'],
      ['setting.write', 'mara'],
    ],
    // What was not kept yet is kept when they are back.
    [
      ['setting.read', 'mara'],
      ['setting.write', 'mara'],
    ],
    [],
  ]);
});

it('keeps a choice for the user who made it, also if the settings were read before it was known who that is', async () => {
  const asked: unknown[] = [];
  const program = {
    call(name: string, _input: unknown, options?: CallOptions) {
      asked.push([name, options?.account]);
      return Promise.resolve({});
    },
    subscribe: () => () => undefined,
  } as unknown as Api;
  let present = '';
  const apis = new AccountApis(program, () => present);
  const settings = new Settings(
    () => apis.of(present),
    () => undefined,
  );
  await settings.load();
  present = 'mara';
  settings.write('recent', ['findings.new']);
  await settings.flush();
  expect(asked).toEqual([
    ['setting.read', undefined],
    ['setting.write', 'mara'],
  ]);
});
