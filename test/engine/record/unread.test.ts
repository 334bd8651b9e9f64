import { describe, expect, it } from 'vitest';
import type { ListRow } from '#contract/window/window.ts';
import { bench, body, create, edit, findings, project, settle, sync, type Bench } from '../support.ts';

/** Every finding of the engagement as the table shows it. */
async function table(desk: Bench['desk'], query = ''): Promise<readonly ListRow[]> {
  const { rows } = await desk.call('list.query', { project, query, sort: 'id' });
  const words = Buffer.from(rows, 'base64');
  const numbers = Array.from({ length: words.length / 4 }, (_, at) => words.readUInt32LE(at * 4));
  return desk.call('list.rows', { rows: numbers });
}

/** A desk to which, after its first sync, findings f1, f2, … came: what the first one brings counts as read. */
async function benchWithNews(count: number): Promise<Bench> {
  const made = await bench({
    seeds: [{ project, findings: [{ id: 'f0', body: body({ title: 'Finding 0' }) }] }],
  });
  await made.desk.call('finding.look', { project });
  for (const seed of findings(count)) made.service.create(project, seed);
  await sync(made.desk);
  return made;
}

async function marks(desk: Bench['desk']): Promise<Record<string, string | null>> {
  return Object.fromEntries((await table(desk)).map(({ title, unread }) => [title, unread]));
}

describe('a finding is unread', () => {
  it('until it is looked at, and again when somebody else has changed it', async () => {
    const { desk, service } = await benchWithNews(3);
    const first = await marks(desk);
    await desk.call('finding.look', { ids: ['f1', 'f2'] });
    const looked = await marks(desk);
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    expect([first, looked, await marks(desk)]).toEqual([
      { 'Finding 0': null, 'Finding 1': 'new', 'Finding 2': 'new', 'Finding 3': 'new' },
      { 'Finding 0': null, 'Finding 1': null, 'Finding 2': null, 'Finding 3': 'new' },
      { 'Finding 0': null, 'Finding 1': 'changed', 'Finding 2': null, 'Finding 3': 'new' },
    ]);
  });

  it('not after the first fetch of its engagement, but as soon as somebody changes it', async () => {
    const { desk, service } = await bench({ count: 2 });
    const first = await marks(desk);
    const { firstUse } = await desk.call('desk.status', {});
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    const { lookedAt } = await desk.call('finding.open', { id: 'f1' });
    expect([first, firstUse.opened, await marks(desk), lookedAt?.record['severity']]).toEqual([
      { 'Finding 1': null, 'Finding 2': null },
      false,
      { 'Finding 1': 'changed', 'Finding 2': null },
      'medium',
    ]);
  });

  it('and shows the record as it was looked at, until it is looked at again, also after a restart', async () => {
    const { desk, service } = await bench();
    await desk.call('finding.look', { ids: ['f1'] });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    service.edit('f1', { severity: 'low' });
    await sync(desk);
    desk.restart();
    const { lookedAt } = await desk.call('finding.open', { id: 'f1' });
    await desk.call('finding.look', { ids: ['f1'] });
    expect([lookedAt?.record['severity'], (await desk.call('finding.open', { id: 'f1' })).lookedAt]).toEqual([
      'medium',
      null,
    ]);
  });

  it('not when it is as it was looked at once more', async () => {
    const { desk, service } = await bench({ count: 1 });
    await desk.call('finding.look', { ids: ['f1'] });
    for (const severity of ['low', 'medium']) {
      service.edit('f1', { severity });
      await sync(desk);
    }
    expect(await marks(desk)).toEqual({ 'Finding 1': null });
  });

  it('not by what was edited here, whether before or after the look', async () => {
    const { desk, clock, service } = await bench({ count: 1 });
    await edit(desk, 'f1', { severity: 'high' });
    await desk.call('finding.look', { ids: ['f1'] });
    await edit(desk, 'f1', { tags: ['mine'] });
    await settle({ desk, clock });
    expect([service.finding('f1')?.['severity'], await marks(desk)]).toEqual(['high', { 'Finding 1': null }]);
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1'] } });
    await settle({ desk, clock });
    expect([service.finding('f1')?.['status'], await marks(desk)]).toEqual(['closed', { 'Finding 1': null }]);
  });

  it('by what somebody else did to the text that was edited here too', async () => {
    const { desk, clock, service } = await bench({ count: 1 });
    await desk.call('finding.look', { ids: ['f1'] });
    const lines = ['First line.', 'Second line.', 'Third line.', 'Fourth line.', 'Fifth line.'];
    await edit(desk, 'f1', { description: ['Mine.', ...lines.slice(1)].join('\n') });
    service.edit('f1', { description: [...lines.slice(0, 4), 'Theirs.'].join('\n') });
    await settle({ desk, clock });
    expect([service.finding('f1')?.['description'], await marks(desk)]).toEqual([
      'Mine.\nSecond line.\nThird line.\nFourth line.\nTheirs.',
      { 'Finding 1': 'changed' },
    ]);
  });

  it('not by being created here, but by a change of somebody else after that', async () => {
    const { desk, clock, service } = await bench({ count: 0 });
    const { findings } = await create(desk, body({ title: 'Mine' }));
    const queued = await marks(desk);
    await settle({ desk, clock });
    const landed = await marks(desk);
    const { id } = await desk.call('finding.open', { id: findings[0] ?? '' });
    service.edit(id, { severity: 'critical' });
    await sync(desk);
    expect([queued, landed, await marks(desk)]).toEqual([
      { Mine: null },
      { Mine: null },
      { Mine: 'changed' },
    ]);
  });

  it('not any more once all of an engagement was looked at', async () => {
    const { desk } = await benchWithNews(5);
    await desk.call('finding.look', { ids: ['f2'] });
    expect(await desk.call('finding.look', { project })).toEqual({ looked: 4 });
    expect(await desk.call('finding.look', { project })).toEqual({ looked: 0 });
    expect(await table(desk, 'is:unread')).toEqual([]);
  });

  it('and is found by that', async () => {
    const { desk, service } = await benchWithNews(4);
    await desk.call('finding.look', { ids: ['f1', 'f2'] });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    const titles = async (query: string): Promise<string[]> =>
      (await table(desk, query)).map(({ title }) => title);
    expect([await titles('is:unread'), await titles('is:new'), await titles('-is:new is:unread')]).toEqual([
      ['Finding 1', 'Finding 3', 'Finding 4'],
      ['Finding 3', 'Finding 4'],
      ['Finding 1'],
    ]);
  });

  it('and looking at what is not writes nothing', async () => {
    const { desk } = await benchWithNews(2);
    await desk.call('finding.look', { ids: ['f1'] });
    expect(await desk.call('finding.look', { ids: ['f1', 'f2'] })).toEqual({ looked: 1 });
    await expect(desk.call('finding.look', { ids: ['f1', 'nowhere'] })).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
