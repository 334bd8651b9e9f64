import { describe, expect, it } from 'vitest';
import { bench, body, edit, project, sync, type Bench } from '../engine/support.ts';

const other = 'quay-2026';

/** Two engagements, each fetched once. */
async function twoEngagements(): Promise<Bench> {
  const made = await bench({
    seeds: [
      {
        project,
        findings: ['f1', 'f2', 'f3'].map((id) => ({ id, body: body({ title: `Harbour ${id}` }) })),
      },
      { project: other, findings: [{ id: 'q1', body: body({ title: 'Quay login', severity: 'high' }) }] },
    ],
  });
  await made.desk.call('engagement.add', { project: other });
  await sync(made.desk);
  return made;
}

const inbox = async ({ desk }: Pick<Bench, 'desk'>, max: number | null = null) => {
  const { rows, total } = await desk.call('inbox.list', { since: null, max });
  return { told: rows.map(({ kind, finding }) => `${kind} ${finding}`), total };
};

describe('the inbox', () => {
  it('is empty after the first fetch, which brings no news', async () => {
    expect(await inbox(await twoEngagements())).toEqual({ told: [], total: 0 });
  });

  it('has what others changed, added and deleted, of all engagements, the newest first', async () => {
    const made = await twoEngagements();
    const { desk, service, clock } = made;
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    clock.pass(60_000);
    service.edit('q1', { title: 'Quay login, again' });
    await sync(desk);
    clock.pass(60_000);
    service.remove('f2');
    await sync(desk, { acceptMissing: true });
    expect(await inbox(made)).toEqual({ told: ['deleted f2', 'changed q1', 'changed f1'], total: 3 });
    expect(await inbox(made, 1)).toEqual({ told: ['deleted f2'], total: 3 });
    await desk.call('finding.look', { ids: ['f1'] });
    clock.pass(15 * 86_400_000);
    expect((await inbox(made)).told).toEqual(['changed q1']);
  });

  it('has a conflict once, with its operation, though the finding is unread as well', async () => {
    const made = await twoEngagements();
    const { desk, service } = made;
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    const { rows } = await desk.call('inbox.list', { since: null, max: null });
    expect(rows).toEqual([
      { project, at: expect.any(String), kind: 'conflict', finding: 'f1', title: 'Mine', op },
    ]);
  });

  it('has nothing from before the day that is asked for', async () => {
    const made = await twoEngagements();
    const { desk, service, clock } = made;
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    clock.pass(86_400_000);
    const since = new Date(clock.wallMs() - 3_600_000).toISOString();
    expect((await desk.call('inbox.list', { since, max: null })).total).toBe(0);
  });
});

describe('a search over all engagements', () => {
  it('answers by engagement, those that have any', async () => {
    const { desk } = await twoEngagements();
    const hits = await desk.call('list.search', { query: 'severity:high OR title:f3', max: null });
    expect(hits.map(({ project: of, count, findings }) => [of, count, findings.map(({ id }) => id)])).toEqual(
      [
        [project, 1, ['f3']],
        [other, 1, ['q1']],
      ],
    );
    expect(await desk.call('list.search', { query: 'nowhere', max: 5 })).toEqual([]);
  });

  it('shows the first of many, and counts them all', async () => {
    const { desk } = await twoEngagements();
    const [first] = await desk.call('list.search', { query: 'harbour', max: 2 });
    expect([first?.count, first?.findings.length]).toEqual([3, 2]);
  });

  it('finds a status that one engagement alone has, and refuses one that none has', async () => {
    const { desk, service } = await twoEngagements();
    service.edit('q1', { status: 'parked' });
    await sync(desk);
    const hits = await desk.call('list.search', { query: 'status:parked', max: null });
    expect(hits.map(({ project: of }) => of)).toEqual([other]);
    await expect(desk.call('list.search', { query: 'status:nonesuch', max: null })).rejects.toMatchObject({
      code: 'query',
      at: 7,
    });
  });
});
