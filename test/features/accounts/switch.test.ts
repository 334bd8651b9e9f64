import { expect, test } from 'vitest';
import { connectDesk } from '../../support/desk.ts';
import { states, sync } from '../../engine/support.ts';
import { project, reception, type Reception } from './support.ts';

/** Two people of one provider who both see the same finding, in one home. Mara's store is the open one. */
async function twoPeople(): Promise<
  Reception & { readonly id: string; readonly accounts: readonly string[] }
> {
  const all = await reception('mara');
  const { desk, service } = all;
  const id = service.create(project, { body: { title: 'One', asset: ['a'] } });
  const accounts: string[] = [];
  for (const login of ['jonas', 'mara']) {
    await connectDesk(desk, service, { login });
    await desk.call('engagement.add', { project });
    await sync(desk);
    accounts.unshift((await desk.call('desk.status')).connection?.account ?? '');
  }
  return { ...all, id, accounts };
}

test("an edit that was on its way while somebody else was let in elsewhere lands in nobody else's store", async () => {
  const { desk, service, id, accounts } = await twoPeople();
  const [mara = '', jonas = ''] = accounts;
  const edit = { id, changes: { title: 'Of mara' } };
  const calls = [
    ['finding.edit', edit],
    ['finding.open', { id }],
    ['finding.delete', { ids: [id] }],
    ['sync.run', {}],
  ] as const;
  const token = service.tokens['jonas'] ?? '';
  const opened = await desk.dispatch(
    'connection.connect',
    { baseUrl: service.baseUrl },
    { token, account: mara },
  );
  const elsewhere = await Promise.all(
    calls.map(([name, input]) => desk.dispatch(name, input, { account: mara })),
  );
  const other = {
    ok: false,
    error: {
      code: 'other-account',
      message: 'Another account is open by now. Nothing was done for this one.',
    },
  };
  expect([opened.account, elsewhere, await states(desk), mara === jonas, service.ledger]).toEqual([
    jonas,
    [other, other, other, other],
    [],
    false,
    [],
  ]);
  expect(await desk.dispatch('finding.open', { id }, { account: jonas })).toMatchObject({ ok: true });
  await connectDesk(desk, service);
  expect(await desk.dispatch('finding.edit', edit, { account: mara })).toMatchObject({ ok: true });
  expect(await states(desk)).toEqual(['update queued']);
});

test('what waits for its turn behind a sync is done in the account that asked for it', async () => {
  const { desk, service, id } = await twoPeople();
  const reached = Promise.withResolvers<void>();
  service.setFaults(({ path }) => {
    if (!path.includes('/scans/')) return undefined;
    reached.resolve();
    return { kind: 'delay', ms: 60_000 };
  });
  const first = desk.call('sync.run').catch((thrown: unknown) => thrown);
  await reached.promise;
  service.setFaults(undefined);
  const { op } = await desk.call('assistant.ask', { finding: id });
  const waiting = [
    desk.call('sync.run'),
    desk.call('assistant.confirm', { op }),
    desk.call('engagement.destroy', { project, name: project, unsent: 0 }),
  ] as const;
  await connectDesk(desk, service, { login: 'jonas' });
  await desk.call('sync.cancel');
  await first;
  const [synced, confirmed, destroyed] = await Promise.allSettled(waiting);
  expect([synced.status, confirmed.status, destroyed.status]).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(service.ledger.map(({ user }) => user)).toEqual(['mara']);
  // Jonas has an engagement of the same name.
  expect((await desk.call('engagement.list')).map(({ findings }) => findings)).toEqual([1]);
  await connectDesk(desk, service);
  expect(await desk.call('engagement.list')).toEqual([]);
});
