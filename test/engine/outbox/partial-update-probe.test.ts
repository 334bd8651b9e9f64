import { describe, expect, test } from 'vitest';
import { connectDesk } from '../../support/desk.ts';
import {
  bench,
  body,
  edit,
  heal,
  isDetail,
  isUpdate,
  only,
  project,
  spoil,
  states,
  sync,
  watch,
  type Body,
} from '../support.ts';

const rich = body({
  cwe: 'https://cwe.test/613',
  CVSS: '7.5',
  requests: [{ request: 'GET /', response: '200' }],
});
const seeds = [{ project, findings: ['f1', 'f2', 'f3'].map((id) => ({ id, body: rich })) }];

async function service(over: Parameters<typeof bench>[0] = {}): ReturnType<typeof bench> {
  return bench({ seeds, updateReplaces: true, ...over });
}

function unsent(finding: Record<string, unknown> | undefined): Body {
  return Object.fromEntries(
    Object.entries(finding ?? {}).filter(([name]) =>
      ['severity', 'description', 'remediation', 'references', 'tags', 'cwe', 'CVSS', 'requests'].includes(
        name,
      ),
    ),
  ) as Body;
}

describe('a service whose update empties the fields that it is not sent', () => {
  test('is noticed by the first update: no second one leaves, and what was emptied is offered back', async () => {
    const { desk, service: remote } = await service();
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    const summary = await sync(desk);
    expect(remote.ledger).toHaveLength(1);
    expect(summary.pushed).toEqual({ applied: 1, conflict: 0, rejected: 0, unknown: 0, waiting: 2 });
    expect(summary.needsPerson).toBe(1);
    expect(summary.notices.join('\n')).toContain('updateSends');
    const open = await desk.call('queue.list');
    const offered = open.find(({ state }) => state === 'conflict');
    expect(offered?.findings).toEqual([remote.ledger[0]?.ids[0]]);
    expect(Object.keys(offered?.conflict?.fields ?? {}).sort()).toEqual([
      'CVSS',
      'cwe',
      'description',
      'references',
      'remediation',
      'requests',
      'severity',
      'tags',
    ]);
    expect(offered?.conflict?.fields.description).toEqual({
      base: rich['description'],
      mine: rich['description'],
      theirs: null,
    });
    expect(remote.finding('f2')).toMatchObject(rich);
    expect(remote.finding('f3')).toMatchObject(rich);
    await sync(desk);
    expect(remote.ledger).toHaveLength(1);
  });

  test('gets everything back and goes on once the profile says to send all fields', async () => {
    const { desk, service: remote } = await service();
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    await sync(desk);
    const offered = (await desk.call('queue.list')).find(({ state }) => state === 'conflict');
    await connectDesk(desk, remote, { profile: { updateSends: 'all-fields' } });
    await desk.call('queue.resolve', { op: offered?.op ?? '', choice: 'mine' });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    for (const id of ['f1', 'f2', 'f3']) {
      expect(remote.finding(id)).toMatchObject({ ...rich, title: `Edited ${id}` });
    }
  });

  test('loses nothing when all fields are sent from the start', async () => {
    const { desk, service: remote } = await service({ profile: { updateSends: 'all-fields' } });
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    for (const id of ['f1', 'f2', 'f3']) expect(unsent(remote.finding(id))).toEqual(unsent(rich));
  });

  test('keeps what somebody else changed meanwhile when all fields are sent', async () => {
    const { desk, service: remote } = await service({ profile: { updateSends: 'all-fields' } });
    await edit(desk, 'f1', { title: 'Mine' });
    remote.edit('f1', { severity: 'critical', remediation: 'Theirs.' });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(remote.finding('f1')).toMatchObject({
      title: 'Mine',
      severity: 'critical',
      remediation: 'Theirs.',
    });
  });

  test('is noticed as well when the answer of the first update was lost', async () => {
    const made = await bench({ updateReplaces: true });
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Edited f1' });
    await edit(desk, 'f2', { title: 'Edited f2' });
    spoil(made, isUpdate, { kind: 'drop', handled: true });
    await sync(desk);
    await sync(desk);
    expect(service.ledger).toHaveLength(1);
    const open = await desk.call('queue.list');
    expect(open.map(({ findings, state }) => [findings, state])).toContainEqual([
      [service.ledger[0]?.ids[0]],
      'conflict',
    ]);
  });
});

describe('a service whose update leaves the rest alone', () => {
  test('is found to do so by the first update, and the others go', async () => {
    const { desk, service: remote } = await service({ updateReplaces: false });
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    expect((await sync(desk)).pushed).toMatchObject({ applied: 3, waiting: 0 });
    for (const id of ['f1', 'f2', 'f3']) expect(unsent(remote.finding(id))).toEqual(unsent(rich));
  });

  test('sends id, title, asset and the changed fields alone', async () => {
    const { desk, requests } = await service({ updateReplaces: false });
    await edit(desk, 'f1', { severity: 'low' });
    await sync(desk);
    expect(requests.filter(isUpdate).map(({ body: text }) => JSON.parse(text) as unknown)).toEqual([
      { id: 'f1', title: rich['title'], asset: rich['asset'], severity: 'low' },
    ]);
  });

  test('is asked one update at a time until the first has told', async () => {
    const made = await service({ updateReplaces: false });
    const { desk, service: remote } = made;
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    spoil(made, isUpdate, { kind: 'status', status: 400, handled: false });
    await sync(desk);
    expect((await only(desk)).state).toBe('rejected');
    expect(remote.ledger).toHaveLength(3);
  });
});

describe('a service that was found to leave alone what it is not sent', () => {
  test('is not taken for one that empties fields when somebody clears a field', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f2', { title: 'The first update tells' });
    await sync(desk);
    await edit(desk, 'f1', { title: 'Mine' });
    let lost = false;
    watch(service, made.requests, (request) => {
      if (isUpdate(request)) {
        lost = true;
        return { kind: 'drop', handled: true };
      }
      return lost && isDetail('f1')(request) ? { kind: 'status', status: 500, handled: false } : undefined;
    });
    await sync(desk);
    service.edit('f1', { remediation: null });
    heal(made);
    await sync(desk);
    await edit(desk, 'f3', { title: 'Goes on' });
    await sync(desk);
    expect(service.finding('f3')).toMatchObject({ title: 'Goes on' });
    expect(await states(desk)).toEqual([]);
  });
});
