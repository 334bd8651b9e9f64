import { describe, expect, test } from 'vitest';
import type { ReviewCard } from '#contract/procedures/findings/review.ts';
import type { TestDesk } from '../../support/desk.ts';
import {
  bench,
  body,
  edit,
  only,
  project,
  states,
  sync,
  type Bench,
  type Body,
} from '../../engine/support.ts';

const candidate = (id: string, over: Body = {}) =>
  ({ id, candidate: 'public', body: body({ status: 'draft', ...over }) }) as const;

/** A desk with three candidates, the last one private, beside one finding. */
async function reviewing(login?: string): Promise<Bench> {
  return bench({
    ...(login === undefined ? {} : { login }),
    seeds: [
      {
        project,
        findings: [
          candidate('c-low', { title: 'B low', severity: 'low' }),
          candidate('c-high', { title: 'High', severity: 'high' }),
          { ...candidate('c-mine', { title: 'A low', severity: 'low' }), candidate: 'private' },
          { id: 'f1', body: body({ title: 'A finding', status: 'open' }) },
        ],
      },
    ],
  });
}

function rowsIn(packed: string): number[] {
  const bytes = Buffer.from(packed, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}

/** The list with ids in the place of row numbers. */
async function listed(desk: TestDesk): Promise<Record<string, unknown>> {
  const { total, ...lists } = await desk.call('review.list', { project });
  const ids = (packed: string) => desk.call('list.ids', { rows: rowsIn(packed) });
  const named = Object.entries(lists).map(async ([name, rows]) => [name, await ids(rows)] as const);
  return { ...Object.fromEntries(await Promise.all(named)), total };
}

async function card(desk: TestDesk, id: string): Promise<ReviewCard> {
  const { row } = await desk.call('finding.open', { id });
  return desk.call('review.card', { row });
}

async function decide(desk: TestDesk, id: string, decision: 'accept' | 'reject', comment?: string) {
  const { fingerprint } = await card(desk, id);
  return desk.call('candidate.review', {
    id,
    decision,
    fingerprint,
    ...(comment === undefined ? {} : { comment }),
  });
}

describe('the list of what is to be decided', () => {
  test('has candidates alone, by severity and title, and counts what is decided on', async () => {
    const { desk } = await reviewing();
    const before = await listed(desk);
    await decide(desk, 'c-mine', 'accept');
    expect([before, await listed(desk)]).toEqual([
      { rows: ['c-high', 'c-mine', 'c-low'], returned: [], accepted: [], rejected: [], total: 3 },
      { rows: ['c-high', 'c-low'], returned: [], accepted: ['c-mine'], rejected: [], total: 3 },
    ]);
  });

  test('is read where it was decided on as it was shown', async () => {
    const { desk, service } = await reviewing();
    service.edit('c-mine', { remediation: 'Another one.' });
    await sync(desk);
    const unread = async () => (await desk.call('finding.list', { project, query: 'is:unread' })).rows.length;
    const before = await unread();
    await decide(desk, 'c-mine', 'accept');
    await sync(desk);
    expect([before, await unread()]).toEqual([1, 0]);
  });

  test('leaves out what is to be deleted', async () => {
    const { desk } = await reviewing();
    await desk.call('finding.delete', { ids: ['c-low'] });
    expect(await listed(desk)).toEqual({
      rows: ['c-high', 'c-mine'],
      returned: [],
      accepted: [],
      rejected: [],
      total: 3,
    });
  });
});

describe('a decision', () => {
  test('is refused over a record that is another one now, and queues nothing', async () => {
    const { desk, service } = await reviewing();
    const { fingerprint } = await card(desk, 'c-high');
    service.edit('c-high', { description: 'There is more to it.' });
    await sync(desk);
    const refused = desk.call('candidate.review', { id: 'c-high', decision: 'accept', fingerprint });
    await expect(refused).rejects.toMatchObject({ code: 'outdated' });
    expect([await states(desk), (await card(desk, 'c-high')).fingerprint === fingerprint]).toEqual([
      [],
      false,
    ]);
  });

  test('is taken over an own edit that was not sent: the fingerprint names what the service has', async () => {
    const { desk, service } = await reviewing();
    const { fingerprint } = await card(desk, 'c-high');
    await edit(desk, 'c-high', { title: 'Better' });
    await desk.call('candidate.review', { id: 'c-high', decision: 'accept', fingerprint });
    const waiting = await states(desk);
    await sync(desk);
    expect([waiting, service.finding('c-high')]).toMatchObject([
      ['update queued', 'review blocked'],
      { title: 'Better', status: 'open' },
    ]);
  });

  test('shows on its card, with what was decided on, until it is undone', async () => {
    const { desk } = await reviewing();
    const before = await card(desk, 'c-high');
    const { op } = await decide(desk, 'c-high', 'reject', 'A duplicate.');
    const decided = await card(desk, 'c-high');
    await desk.call('review.undo', { op });
    const after = await card(desk, 'c-high');
    const entries = await desk.call('finding.history', { id: 'c-high' });
    expect([decided.decision, after.decision, await listed(desk), entries.map(({ what }) => what)]).toEqual([
      {
        op,
        decision: 'reject',
        comment: 'A duplicate.',
        state: 'queued',
        error: null,
        conflict: null,
        undoable: true,
        decidedOn: before.remote,
      },
      null,
      { rows: ['c-high', 'c-mine', 'c-low'], returned: [], accepted: [], rejected: [], total: 3 },
      ['seen', 'review-asked', 'taken-back'],
    ]);
  });

  test('gives way to another one as long as it was not sent', async () => {
    const { desk, service } = await reviewing();
    await decide(desk, 'c-high', 'accept');
    await decide(desk, 'c-high', 'reject', 'On second thoughts.');
    const waiting = await states(desk);
    await sync(desk);
    expect([waiting, service.finding('c-high')]).toMatchObject([
      ['review queued'],
      { status: 'rejected', review: { comment: 'On second thoughts.' } },
    ]);
  });

  test('without a fingerprint never replaces one that waits', async () => {
    const { desk } = await reviewing();
    await decide(desk, 'c-high', 'accept');
    const again = desk.call('candidate.review', { id: 'c-high', decision: 'reject' });
    await expect(again).rejects.toMatchObject({ code: 'wrong-state' });
  });

  test('that was sent cannot be undone', async () => {
    const { desk } = await reviewing();
    const { op } = await decide(desk, 'c-high', 'accept');
    await sync(desk);
    await expect(desk.call('review.undo', { op })).rejects.toMatchObject({
      code: 'wrong-state',
      message: 'The service has this decision already, so it cannot be undone here.',
    });
  });
});

describe('a decision that came back', () => {
  /** Accepted with an own edit before it; meanwhile another user rewrote the description. */
  async function outdated(): Promise<Bench & { op: string }> {
    const all = await reviewing();
    const { op } = await decide(all.desk, 'c-high', 'accept', 'Reproduced.');
    all.service.edit('c-high', { description: 'There is more to it.' });
    await sync(all.desk);
    return { ...all, op };
  }

  test('is to be decided again, with the record that was decided on and the one there is now', async () => {
    const { desk } = await outdated();
    const { decision, remote } = await card(desk, 'c-high');
    expect([await listed(desk), decision, remote]).toMatchObject([
      { rows: ['c-high', 'c-mine', 'c-low'], returned: ['c-high'], accepted: [], rejected: [], total: 3 },
      {
        decision: 'accept',
        comment: 'Reproduced.',
        state: 'conflict',
        undoable: false,
        conflict: { reason: 'outdated' },
        decidedOn: { description: body()['description'] },
      },
      { description: 'There is more to it.' },
    ]);
  });

  test('goes out when the person stands by it, as the same operation', async () => {
    const { desk, service, op } = await outdated();
    const again = await decide(desk, 'c-high', 'accept', 'Reproduced.');
    await sync(desk);
    expect([again.op, await states(desk), service.finding('c-high')]).toMatchObject([
      op,
      [],
      { status: 'open', description: 'There is more to it.' },
    ]);
  });

  test('stands over what is there now, not over what was there when it came back', async () => {
    const { desk, service } = await outdated();
    service.edit('c-high', { description: 'And more.' });
    await sync(desk);
    await decide(desk, 'c-high', 'accept', 'Reproduced.');
    await sync(desk);
    expect(service.finding('c-high')).toMatchObject({ status: 'open', description: 'And more.' });
  });

  test('gives way to another decision, and what was edited here stays', async () => {
    const { desk, service } = await outdated();
    await edit(desk, 'c-high', { title: 'My title' });
    await decide(desk, 'c-high', 'reject');
    const waiting = await states(desk);
    await sync(desk);
    expect([waiting, service.finding('c-high')]).toMatchObject([
      ['update queued', 'review blocked'],
      { status: 'rejected', title: 'My title', description: 'There is more to it.' },
    ]);
  });

  test('goes out behind what was edited since, also where it is the same decision', async () => {
    const { desk, service } = await outdated();
    await edit(desk, 'c-high', { title: 'My title' });
    await decide(desk, 'c-high', 'accept', 'Reproduced.');
    const waiting = await states(desk);
    await sync(desk);
    expect([waiting, service.finding('c-high')]).toMatchObject([
      ['update queued', 'review blocked'],
      { status: 'open', title: 'My title', review: { comment: 'Reproduced.' } },
    ]);
  });

  test('because the service refused it says so in its words', async () => {
    const { desk } = await reviewing('theo');
    await decide(desk, 'c-high', 'accept');
    await sync(desk);
    const { decision } = await card(desk, 'c-high');
    expect([(await only(desk)).state, decision?.error, (await listed(desk))['returned']]).toEqual([
      'rejected',
      { status: 403, message: 'Your role does not allow reviewing candidates.' },
      ['c-high'],
    ]);
  });
});

describe('findings like a candidate', () => {
  const like = async (desk: TestDesk, id: string) => {
    // Words are compared by the full text, which follows a sync.
    await desk.call('sync.index', {});
    const { row } = await desk.call('finding.open', { id });
    return (await desk.call('review.similar', { row })).map(({ id: other, why }) => ({ id: other, why }));
  };

  test('are named with the reason: findings before other candidates', async () => {
    const { desk } = await bench({
      seeds: [
        {
          project,
          findings: [
            candidate('twin', { title: 'SQL injection in login', asset: ['x.test'] }),
            candidate('new', { title: 'SQL injection in login', asset: ['app.test'], cwe: 'CWE-89' }),
            { id: 'words', body: body({ title: 'Login: SQL injection', asset: ['y.test'] }) },
            { id: 'place', body: body({ title: 'Bad query', asset: ['APP.test'], cwe: 'CWE-89' }) },
            { id: 'other', body: body({ title: 'Weak ciphers', asset: ['app.test'] }) },
          ],
        },
        { project: 'other-2026', findings: [{ id: 'far', body: body({ title: 'SQL injection in login' }) }] },
      ],
    });
    expect(await like(desk, 'new')).toEqual([
      { id: 'words', why: ['words'] },
      { id: 'place', why: ['asset', 'cwe'] },
      { id: 'twin', why: ['title'] },
    ]);
  });

  test('are found by a rare word where every finding has the common ones', async () => {
    const { desk } = await bench({
      seeds: [
        {
          project,
          findings: [
            ...Array.from({ length: 90 }, (_, at) => ({
              id: `n${String(at)}`,
              body: body({ title: `Injection finding number ${String(at)}`, asset: ['x.test'] }),
            })),
            { id: 'match', body: body({ title: 'Kerberos injection', asset: ['y.test'] }) },
            candidate('new', { title: 'Injection through Kerberos', asset: ['z.test'] }),
          ],
        },
      ],
    });
    expect(await like(desk, 'new')).toEqual([{ id: 'match', why: ['words'] }]);
  });
});
