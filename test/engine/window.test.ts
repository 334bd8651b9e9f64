import { describe, expect, it } from 'vitest';
import type { ListFound } from '#contract/window/window.ts';
import { openDesk } from '../support/desk.ts';
import { bench, body, edit, isList, project, spoil, sync, watch, type Bench } from './support.ts';

async function numbers(desk: Bench['desk'], query = '', sort: string | null = null): Promise<number[]> {
  return rowsIn((await desk.call('list.query', { project, query, sort })).rows);
}

function rowsIn(packed: string): number[] {
  const words = Buffer.from(packed, 'base64');
  return Array.from({ length: words.length / 4 }, (_, at) => words.readUInt32LE(at * 4));
}

function placesOf(found: ListFound): Extract<ListFound, { kind: 'places' }> {
  if (found.kind !== 'places') throw new Error('It was told by rows.');
  return found;
}

const three = [
  { id: 'a1', body: body({ title: 'Alpha', severity: 'low', tags: ['web', 'Xss'] }) },
  { id: 'b2', body: body({ title: 'Beta', severity: 'high', asset: ['app.harbour.test'], status: 'open' }) },
  {
    id: 'c3',
    body: body({
      title: 'Gamma',
      severity: 'high',
      tags: [],
      CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
    }),
  },
];

describe('the list of a window', () => {
  it('is row numbers in order, and rows for those in view, in the order asked for', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: three }] });
    const [beta = 0, gamma = 0, alpha = 0] = await numbers(desk);
    const rows = await desk.call('list.rows', { rows: [alpha, 4_000_000_000, gamma] });
    expect(rows).toEqual([
      {
        row: alpha,
        id: 'a1',
        title: 'Alpha',
        severity: 'low',
        status: expect.any(String),
        asset: ['app.harbour.test', 'api.harbour.test'],
        tags: ['web', 'Xss'],
        cvss: null,
        candidate: false,
        private: false,
        sync: 'synced',
        toBeDeleted: false,
        verdict: null,
        state: 'progress',
        comments: 0,
        held: false,
        altered: [],
        assignee: '',
        updatedAt: '2025-06-15T15:23:20.000Z',
        unread: null,
      },
      expect.objectContaining({ row: gamma, id: 'c3', title: 'Gamma', tags: [], cvss: 9.8 }),
    ]);
    expect(await desk.call('list.ids', { rows: [gamma, beta] })).toEqual(['c3', 'b2']);
  });

  it('follows an edit at once', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: three }] });
    const before = await numbers(desk, '', 'title');
    await edit(desk, 'a1', { title: 'Zulu' });
    const after = await numbers(desk, '', 'title');
    expect(after).toEqual([...before.slice(1), before[0]]);
    const [row] = await desk.call('list.rows', { rows: after.slice(-1) });
    expect(row).toMatchObject({ title: 'Zulu', sync: 'queued' });
  });

  it('tells a finding whose deletion waits from one that was edited', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: three }] });
    await edit(desk, 'a1', { title: 'Zulu' });
    const [deletion] = await desk.call('finding.delete', { ids: ['b2'] });
    await desk.call('finding.bulkDelete', { selection: { ids: ['c3'] } });
    const leaving = async () =>
      (await desk.call('list.rows', { rows: await numbers(desk, '', 'id') })).map(
        ({ id, toBeDeleted }) => [id, toBeDeleted] as const,
      );
    const before = await leaving();
    await desk.call('queue.discard', { op: deletion?.op ?? '' });
    expect([before, await leaving()]).toEqual([
      [
        ['a1', false],
        ['b2', true],
        ['c3', true],
      ],
      [
        ['a1', false],
        ['b2', false],
        ['c3', true],
      ],
    ]);
  });

  it('is counted for many queries, and one that means nothing counts as null', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: three }] });
    const queries = ['', 'severity:high', 'tag:web -beta', 'alpha', 'severity:>odd', 'nofield:1', '"'];
    expect(await desk.call('list.counts', { project, queries })).toEqual([3, 2, 1, 1, null, null, null]);
  });

  it('offers what the engagement holds, the most frequent first', async () => {
    const { desk } = await bench({ seeds: [{ project, findings: three }] });
    expect(await desk.call('list.values', { project })).toMatchObject({
      severities: ['high', 'low'],
      tags: ['web', 'Xss', 'session'],
      assets: ['app.harbour.test', 'api.harbour.test'],
    });
  });

  it('is told by places in the whole order where the page has that, with the rows at its top', async () => {
    const { desk } = await bench({ count: 40 });
    await edit(desk, 'f7', { title: 'Zulu', severity: 'critical' });
    const find = (query: string, order: string, sort: string | null = null) =>
      desk.call('list.find', { project, query, sort, order, first: 3 });
    for (const sort of [null, 'title:desc']) {
      const all = await find('', '', sort);
      const { name, rows } = placesOf(all.found).order;
      const order = rowsIn(rows ?? '');
      expect(order).toEqual(await numbers(desk, '', sort));
      for (const query of ['', 'zulu', '-zulu', 'severity:medium', 'severity:info', 'is:gone']) {
        const wanted = await numbers(desk, query, sort);
        const { found, first, behind } = await find(query, name, sort);
        const { order: its, places } = placesOf(found);
        const bits = Buffer.from(places, 'base64');
        const met = order.filter((_row, place) => ((bits[place >> 3] ?? 0) >> (place & 7)) & 1);
        expect([its, met, first.map(({ row }) => row), behind]).toEqual([
          { name, rows: null },
          wanted,
          wanted.slice(0, 3),
          0,
        ]);
      }
    }
  });

  it('brings the whole order only with an answer that is not much shorter, and again once it has changed', async () => {
    const { desk } = await bench({ count: 40 });
    const find = (query: string, order: string) =>
      desk.call('list.find', { project, query, sort: null, order, first: 0 });
    await edit(desk, 'f7', { title: 'Zulu' });
    const few = await find('zulu', '');
    expect(few).toEqual({
      found: { kind: 'rows', rows: expect.any(String) },
      behind: 0,
      first: [],
    });
    expect(few.found.kind === 'rows' && rowsIn(few.found.rows)).toEqual(await numbers(desk, 'zulu'));
    const { name } = placesOf((await find('severity:medium', '')).found).order;
    // A change of something that the list is not sorted by leaves the order what it was.
    await edit(desk, 'f8', { description: 'Changed.' });
    expect(placesOf((await find('zulu', name)).found).order).toEqual({ name, rows: null });
    await edit(desk, 'f8', { severity: 'critical' });
    const after = placesOf((await find('', name)).found).order;
    expect([after.name === name, rowsIn(after.rows ?? '')]).toEqual([false, await numbers(desk)]);
  });

  it('refuses a broken query with its place, and an engagement that is not there', async () => {
    const { desk } = await bench();
    await expect(numbers(desk, 'severity:high nofield:x')).rejects.toMatchObject({
      code: 'query',
      at: 14,
    });
    await expect(numbers(desk, '', 'colour')).rejects.toMatchObject({ code: 'query' });
    for (const name of ['list.query', 'list.values'] as const) {
      await expect(desk.call(name, { project: 'nowhere' })).rejects.toMatchObject({ code: 'not-found' });
    }
  });

  it('is not made for a question that was cancelled', async () => {
    const { desk } = await bench();
    const stop = new AbortController();
    const asked = [
      desk.call('list.query', { project }, { signal: stop.signal }),
      desk.call(
        'list.find',
        { project, query: '', sort: null, order: '', first: 0 },
        { signal: stop.signal },
      ),
      desk.call('list.counts', { project, queries: ['a', 'b'] }, { signal: stop.signal }),
      desk.call('list.values', { project }, { signal: stop.signal }),
    ];
    stop.abort();
    const ends = await Promise.allSettled(asked);
    expect(ends.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'));
  });
});

describe('the editor of a finding', () => {
  it('gets both records, what waits and what may be done', async () => {
    const { desk } = await bench({ count: 1 });
    await edit(desk, 'f1', { severity: 'high' });
    const view = await desk.call('finding.open', { id: 'f1' });
    expect(view).toMatchObject({
      id: 'f1',
      project,
      effective: { severity: 'high' },
      remote: { severity: 'medium' },
      pending: [{ kind: 'update', state: 'queued' }],
      sync: 'queued',
      candidate: false,
      private: false,
      readable: true,
      closed: null,
      edited: ['severity'],
      lookedAt: null,
      undo: 'severity',
      redo: null,
    });
    expect(await numbers(desk)).toEqual([view.row]);
  });

  it('shows what could not be read as a finding, and lets nobody edit it', async () => {
    const { desk, service, requests } = await bench({ count: 1 });
    watch(service, requests, (request) =>
      isList(request)
        ? { kind: 'body', body: request.path.includes('page=1&') ? '[{"title":"no id"}]' : '[]' }
        : undefined,
    );
    await sync(desk);
    const ids = await desk.call('list.ids', { rows: await numbers(desk) });
    const id = ids.find((one) => one.startsWith('unreadable-')) ?? '';
    const { readable, closed, undo } = await desk.call('finding.open', { id });
    expect([readable, closed?.includes('could not be read as a finding'), undo]).toEqual([false, true, null]);
  });
});

describe('what the window keeps', () => {
  it('is read back after a restart: settings, one by one', async () => {
    const { desk } = await bench();
    const place = { project, query: 'is:queued', sort: null, finding: 'f1', split: 420.5 };
    await desk.call('setting.write', { name: 'appearance', value: { theme: 'dark' } });
    await desk.call('setting.write', { name: 'place', value: place });
    await desk.call('setting.write', { name: 'appearance', value: { theme: 'light' } });
    desk.restart();
    expect(await desk.call('setting.read')).toEqual({
      appearance: { theme: 'light', text: 'normal' },
      place,
    });
  });

  it('has of a setting what two windows chose of it, each over what it knew', async () => {
    const { desk } = await bench();
    const before = { theme: 'system', text: 'normal' };
    const choose = (value: object, known?: object) =>
      desk.call('setting.write', {
        name: 'appearance',
        value,
        ...(known === undefined ? {} : { before: { ...known } }),
      });
    await choose({ theme: 'system', text: 'large' }, before);
    await choose({ theme: 'dark', text: 'normal' }, before);
    const both = await desk.call('setting.read');
    await choose({ theme: 'light', text: 'normal' });
    expect([both, await desk.call('setting.read')]).toEqual([
      { appearance: { theme: 'dark', text: 'large' } },
      { appearance: { theme: 'light', text: 'normal' } },
    ]);
    const keys = { 'sync.run': 's', 'finding.new': 'n' };
    await desk.call('setting.write', { name: 'shortcuts', value: keys });
    await desk.call('setting.write', { name: 'shortcuts', value: { 'sync.run': 's' }, before: keys });
    expect((await desk.call('setting.read')).shortcuts).toEqual({ 'sync.run': 's' });
  });

  it('takes no value that is none', async () => {
    const { desk } = await bench();
    await expect(
      desk.call('setting.write', { name: 'appearance', value: { theme: 'pink' } }),
    ).rejects.toMatchObject({ code: 'usage' });
    expect(await desk.call('setting.read')).toEqual({});
  });

  it('is read back after a restart: saved views, in the order they were made', async () => {
    const { desk } = await bench();
    const one = await desk.call('view.save', { view: null, name: ' Mine ', query: 'is:queued', sort: null });
    const two = await desk.call('view.save', {
      view: null,
      name: 'New',
      query: 'is:new',
      sort: 'title:desc',
    });
    const changed = await desk.call('view.save', { ...one, name: 'Waiting' });
    desk.restart();
    expect([one.name, await desk.call('view.list')]).toEqual(['Mine', [changed, two]]);
    expect(await desk.call('view.remove', { view: one.view })).toEqual({ removed: changed });
    expect(await desk.call('view.remove', { view: one.view })).toEqual({ removed: null });
    await expect(desk.call('view.save', changed)).rejects.toMatchObject({ code: 'not-found' });
    expect(await desk.call('view.list')).toEqual([two]);
  });

  it('keeps what is left out of a saved view: it may be newer than what the window knows', async () => {
    const { desk } = await bench();
    const mine = { name: 'Mine', query: 'is:queued', sort: 'title:desc' };
    const { view } = await desk.call('view.save', { view: null, ...mine });
    await desk.call('view.save', { view, query: 'is:unread', sort: null });
    expect(await desk.call('view.save', { view, name: 'Waiting' })).toEqual({
      view,
      name: 'Waiting',
      query: 'is:unread',
      sort: null,
    });
    await desk.call('view.save', { view, sort: 'title' });
    expect(await desk.call('view.list')).toEqual([
      { view, name: 'Waiting', query: 'is:unread', sort: 'title' },
    ]);
  });
});

it('is:held finds what is held back from sending, until it is released', async () => {
  const { desk } = await bench();
  const count = async (query: string) => (await numbers(desk, query)).length;
  const hold = (ids: string[], held: boolean) => desk.call('finding.hold', { ids, held });
  await hold(['f1', 'f3'], true);
  const both = [await count('is:held'), await count('-is:held')];
  await hold(['f1'], false);
  expect([both, await count('is:held')]).toEqual([[2, 2], 1]);
});

describe('the status of the desk', () => {
  it('is empty before the first connect', async () => {
    const desk = openDesk();
    expect([
      await desk.call('desk.status'),
      await desk.call('view.list'),
      await desk.call('setting.read'),
    ]).toEqual([
      {
        connection: null,
        engagements: [],
        profile: null,
        waiting: 0,
        needsPerson: 0,
        heldBack: 0,
        held: [],
        foreign: null,
        updatesStopped: false,
        firstUse: { opened: false, reported: false },
        notices: [],
        syncing: false,
      },
      [],
      {},
    ]);
  });

  it('knows whether a finding was ever opened and a report ever made', async () => {
    const { desk } = await bench();
    const firstUse = async () => (await desk.call('desk.status')).firstUse;
    const before = await firstUse();
    await desk.call('finding.look', { ids: ['f1'] });
    const opened = await firstUse();
    await desk.call('report.keep', { project, format: 'csv', force: true });
    expect([before, opened, await firstUse()]).toEqual([
      { opened: false, reported: false },
      { opened: true, reported: false },
      { opened: true, reported: true },
    ]);
  });

  it('counts what waits and what needs a person, and knows of a sync', async () => {
    const { desk, service, requests } = await bench();
    await edit(desk, 'f1', { severity: 'high' });
    await edit(desk, 'f2', { severity: 'high' });
    service.edit('f1', { severity: 'low' });
    spoil(
      { service, requests },
      ({ path }) => path.includes('f2'),
      { kind: 'status', status: 503, handled: false },
      50,
    );
    const running = sync(desk);
    const during = await desk.call('desk.status');
    await running;
    const { connection, ...after } = await desk.call('desk.status');
    expect([during.syncing, after, connection]).toMatchObject([
      true,
      {
        waiting: 1,
        needsPerson: 1,
        held: [],
        engagements: await desk.call('engagement.list'),
        profile: await desk.call('connection.profile'),
        syncing: false,
      },
      { baseUrl: service.baseUrl, hasToken: true },
    ]);
    await desk.call('connection.disconnect');
    expect((await desk.call('desk.status')).connection?.hasToken).toBe(false);
  });
});
