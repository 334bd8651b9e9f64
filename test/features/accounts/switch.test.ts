import { expect, test } from 'vitest';
import { png } from '../../domain/images/pictures.ts';
import { connectDesk, sampleService } from '../../support/desk.ts';
import { body, quietMs, states, sync } from '../../engine/support.ts';
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

/** Begins what waits behind a sync that hangs, lets Jonas sign in meanwhile, and ends that sync. */
async function whileAnotherSignsIn(
  { desk, service }: Awaited<ReturnType<typeof twoPeople>>,
  begin: () => readonly Promise<unknown>[],
): Promise<PromiseSettledResult<unknown>['status'][]> {
  const reached = Promise.withResolvers<void>();
  service.setFaults(({ path }) => {
    if (!path.includes('/scans/')) return undefined;
    reached.resolve();
    return { kind: 'delay', ms: 60_000 };
  });
  const first = desk.call('sync.run').catch((thrown: unknown) => thrown);
  await reached.promise;
  service.setFaults(undefined);
  const waiting = begin();
  await connectDesk(desk, service, { login: 'jonas' });
  await desk.call('sync.cancel');
  await first;
  return (await Promise.allSettled(waiting)).map(({ status }) => status);
}

test('what waits for its turn behind a sync is done in the account that asked for it', async () => {
  const people = await twoPeople();
  const { desk, service, id } = people;
  const { op } = await desk.call('assistant.ask', { finding: id });
  const asked = await whileAnotherSignsIn(people, () => [
    desk.call('sync.run'),
    desk.call('assistant.confirm', { op }),
  ]);
  expect([asked, service.ledger.map(({ user }) => user)]).toEqual([['rejected', 'fulfilled'], ['mara']]);
  await connectDesk(desk, service);
  const destroyed = await whileAnotherSignsIn(people, () => [
    desk.call('engagement.destroy', { project, name: project, unsent: 0 }),
  ]);
  // Jonas has an engagement of the same name.
  const ofJonas = (await desk.call('engagement.list')).map(({ findings }) => findings);
  await connectDesk(desk, service);
  expect([destroyed, ofJonas, await desk.call('engagement.list')]).toEqual([['fulfilled'], [1], []]);
});

test('a finding that is named for a lost creation is taken in the account that asked, behind a sync of it', async () => {
  const people = await twoPeople();
  const { desk, service, clock } = people;
  const record = body({ title: 'New', asset: ['a'] });
  const [creation] = await desk.call('finding.create', { project, records: [record] });
  const op = creation?.op ?? '';
  service.setFaults(({ method }) => (method === 'PUT' ? { kind: 'drop', handled: false } : undefined));
  await sync(desk, { pull: false });
  service.setFaults(undefined);
  for (const id of ['n1', 'n2']) service.create(project, { id, body: record });
  for (let round = 0; round < 2; round += 1) {
    clock.pass(quietMs);
    await sync(desk);
  }
  const { candidates } = await desk.call('question.creation', { op });
  const named = await whileAnotherSignsIn(people, () => [desk.call('queue.adopt', { op, finding: 'n1' })]);
  await connectDesk(desk, service);
  expect([candidates.map(({ id }) => id), named, await states(desk)]).toEqual([
    ['n1', 'n2'],
    ['fulfilled'],
    [],
  ]);
});

test('a store keeps its service profile when somebody is let in again, from wherever they come', async () => {
  const { desk, service, signIn } = await reception(null);
  const other = await sampleService({ engagement: false });
  const profile = { updateSends: 'all-fields' };
  await connectDesk(desk, service, { profile });
  const told: unknown[] = [];
  for (const signInAgain of [() => connectDesk(desk, service), () => signIn('mara')]) {
    await connectDesk(desk, other);
    await signInAgain();
    told.push((await desk.call('connection.profile')).updateSends);
  }
  await connectDesk(desk, other);
  await connectDesk(desk, service, { profile: {} });
  told.push((await desk.call('connection.profile')).updateSends);
  expect(told).toEqual(['all-fields', 'all-fields', 'changed-fields']);
});

test('an image that is still being taken belongs to the account that was open when it was given', async () => {
  const { desk, service, id, accounts } = await twoPeople();
  const content = Buffer.from(png({ width: 1_500, height: 1_500 })).toString('base64');
  const added = desk.call('evidence.add', { id, name: 'shot.png', content });
  await connectDesk(desk, service, { login: 'jonas' });
  await added;
  const ofJonas = await desk.call('evidence.list', { id });
  await connectDesk(desk, service);
  const ofMara = await desk.call('evidence.list', { id });
  expect([accounts.length, ofJonas.length, ofMara.length]).toEqual([2, 0, 1]);
});

test('the accounts of a vault are listed with what is pending, and each is opened again without the service', async () => {
  const { desk, service, id, accounts } = await twoPeople();
  const [mara = '', jonas = ''] = accounts;
  await desk.call('finding.edit', { id, changes: { title: 'Of mara' } });
  const sentBefore = service.ledger.length;
  const listed = async () =>
    (await desk.call('account.list'))
      .toSorted((one, other) => accounts.indexOf(other.account) - accounts.indexOf(one.account))
      .map(({ account, user, waiting, current }) => [account, user['id'], waiting, current]);
  expect(await listed()).toEqual([
    [jonas, 'user-jonas', 0, false],
    [mara, 'user-mara', 1, true],
  ]);
  expect(await desk.call('account.open', { account: jonas })).toMatchObject({
    account: jonas,
    current: true,
  });
  expect([await states(desk), (await desk.call('desk.status')).connection?.account]).toEqual([[], jonas]);
  // It is the one that a next start opens.
  desk.restart();
  expect(await listed()).toEqual([
    [jonas, 'user-jonas', 0, true],
    [mara, 'user-mara', 1, false],
  ]);
  await desk.call('account.open', { account: mara });
  expect([await states(desk), service.ledger.length]).toEqual([['update queued'], sentBefore]);
  await expect(desk.call('account.open', { account: 'f'.repeat(32) })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test.each([
  {
    way: 'a token',
    enter: ({ desk, service }: Reception) =>
      desk.call(
        'connection.connect',
        { baseUrl: service.baseUrl, other: false },
        { token: service.tokens['jonas'] ?? '' },
      ),
    goOn: ({ desk, service }: Reception) =>
      desk.call(
        'connection.connect',
        { baseUrl: service.baseUrl, other: true },
        { token: service.tokens['jonas'] ?? '' },
      ),
  },
  {
    way: 'a pasted token',
    enter: ({ desk, service }: Reception) =>
      desk.call('token.replace', { token: service.tokens['jonas'] ?? '' }),
    goOn: ({ desk, service }: Reception) =>
      desk.call('token.replace', { token: service.tokens['jonas'] ?? '', other: true }),
  },
  {
    way: 'a password and a code',
    enter: async ({ desk, service }: Reception) => {
      const email = 'jonas@larkspur.example';
      const password = service.passwords()['jonas'] ?? '';
      await desk.call('account.signIn', { email, password, mark: 'form', other: false });
      return desk.call('account.code', { code: service.otpCode('jonas'), mark: 'form' });
    },
    goOn: ({ desk }: Reception) => desk.call('account.enterOther', { mark: 'form' }),
  },
])(
  '$way of somebody else opens nothing before the user says yes, who is told what is pending',
  async ({ enter, goOn }) => {
    const people = await twoPeople();
    const { desk, id, accounts } = people;
    const open = async () => (await desk.call('desk.status')).connection?.account;
    await desk.call('finding.edit', { id, changes: { title: 'Of mara' } });
    expect(await enter(people)).toMatchObject({
      kind: 'other-user',
      user: { id: 'user-jonas' },
      waiting: 1,
    });
    expect([await open(), await states(desk)]).toEqual([accounts[0], ['update queued']]);
    expect(await goOn(people)).toMatchObject({ user: { id: 'user-jonas' }, left: { waiting: 1 } });
    expect([await open(), await states(desk)]).toEqual([accounts[1], []]);
  },
);

test('a sign-in as somebody else that is not meant is forgotten, and the same user is never asked', async () => {
  const { desk, service } = await twoPeople();
  const given = (login: string) => ({
    email: `${login}@larkspur.example`,
    password: service.passwords()[login] ?? '',
    mark: login,
    other: false,
  });
  await desk.call('account.signIn', given('jonas'));
  const code = { code: service.otpCode('jonas'), mark: 'jonas' };
  expect(await desk.call('account.code', code)).toMatchObject({ kind: 'other-user', waiting: 0 });
  const elsewhere = desk.call('account.enterOther', { mark: 'mara' });
  await expect(elsewhere).rejects.toMatchObject({ code: 'wrong-state' });
  expect(await desk.call('account.cancel', { mark: 'jonas' })).toEqual({ cancelled: true });
  const late = desk.call('account.enterOther', { mark: 'jonas' });
  await expect(late).rejects.toMatchObject({ code: 'wrong-state' });
  expect(await desk.call('account.signIn', given('mara'))).toMatchObject({ kind: 'signed-in', left: null });
  const again = { baseUrl: service.baseUrl, other: false };
  expect(await desk.call('connection.connect', again, { token: service.tokens['mara'] ?? '' })).toMatchObject(
    {
      kind: 'connected',
      left: null,
    },
  );
});
