import { describe, expect, it } from 'vitest';
import { bench, body, create, edit, findings, project, sync } from '../../engine/support.ts';
import { chosen, leftOut, preview, run, type Asked } from './support.ts';

const replace: Asked = { kind: 'replace', find: 'line', with: 'row', fields: ['title'] };

describe('a preview of a replacement', () => {
  it('counts hits in other texts only of findings that could be changed', async () => {
    const { desk } = await bench({ count: 3 });
    await edit(desk, 'f1', { title: 'A line' });
    await edit(desk, 'f2', { title: 'A line' });
    await desk.call('finding.delete', { ids: ['f2'] });
    const { hits, total } = await preview(desk, await chosen(desk), replace);
    // Five lines in the description of f1 and f3; f2 cannot be changed.
    expect([total, hits?.found, hits?.elsewhere]).toEqual([1, 1, [{ field: 'description', count: 10 }]]);
  });
});

describe('a preview', () => {
  it('names severities by their rank, those that have none last, and values by how often they are', async () => {
    const rated = ['low', 'High', 'high', '', 'odd', 'critical'].map((severity, at) => ({
      id: `r${String(at)}`,
      body: body({ severity, status: at < 2 ? 'open' : 'new' }),
    }));
    const { desk } = await bench({ seeds: [{ project, findings: rated }] });
    const { severities, before } = await preview(desk, await chosen(desk), {
      kind: 'status',
      status: 'closed',
    });
    expect([severities.map(({ severity, count }) => [severity, count]), before]).toEqual([
      [
        ['critical', 1],
        ['high', 2],
        ['low', 1],
        ['odd', 1],
        ['', 1],
      ],
      [
        { value: 'new', count: 4 },
        { value: 'open', count: 2 },
      ],
    ]);
  });

  it('counts requests: one for many findings by status or deletion, one for each edit, and two reads for each', async () => {
    const { desk } = await bench({ count: 3 });
    const rows = await chosen(desk);
    const requests = [
      (await preview(desk, rows, { kind: 'status', status: 'closed' })).requests,
      (await preview(desk, rows, { kind: 'delete' })).requests,
      (await preview(desk, rows, { kind: 'severity', severity: 'low' })).requests,
    ];
    expect(requests).toEqual([
      { writes: 1, reads: 6 },
      { writes: 1, reads: 6 },
      { writes: 3, reads: 6 },
    ]);
  });

  it('of a deletion counts the changes that go with it and what was never sent, which needs no request', async () => {
    const { desk } = await bench({ count: 2 });
    await edit(desk, 'f1', { title: 'Mine' });
    await create(desk, body({ title: 'New' }));
    const { drops, requests, hits } = await preview(desk, await chosen(desk), { kind: 'delete' });
    expect([drops, requests, hits]).toEqual([{ changes: 1, unsent: 1 }, { writes: 1, reads: 4 }, null]);
  });

  it('names what is left out by reason, the most frequent reason first', async () => {
    const { desk, service } = await bench({ seeds: [{ project, findings: findings(5) }] });
    service.edit('f3', { status: 'closed' });
    service.edit('f4', { status: 'closed' });
    await sync(desk);
    await desk.call('finding.delete', { ids: ['f1'] });
    const shown = await preview(desk, await chosen(desk), { kind: 'status', status: 'closed' });
    expect([shown.selected, shown.total, Object.keys(leftOut(shown)), leftOut(shown)]).toEqual([
      5,
      2,
      ['already', 'deletion'],
      { already: ['f3', 'f4'], deletion: ['f1'] },
    ]);
  });
});

it('entries are added to lists once and behind what stays, and what changes nothing is left out', async () => {
  const { desk } = await bench({ count: 2 });
  await edit(desk, 'f2', { tags: ['new', 'web'] });
  const rows = await chosen(desk);
  await run(desk, rows, { kind: 'tags', add: ['new', 'new'], remove: ['session'] });
  const { effective: first } = await desk.call('finding.get', { id: 'f1' });
  const { effective: second } = await desk.call('finding.get', { id: 'f2' });
  const same = await preview(desk, rows, { kind: 'tags', add: ['web'], remove: ['nothing'] });
  expect([first['tags'], second['tags'], same.total, leftOut(same)]).toEqual([
    ['web', 'new'],
    ['new', 'web'],
    0,
    { already: ['f1', 'f2'] },
  ]);
});
