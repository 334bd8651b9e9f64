import { describe, expect, test } from 'vitest';
import type { Fault, FaultRequest } from '#sample/http/faults.ts';
import {
  bench,
  body,
  edit,
  isDetail,
  isList,
  only,
  project,
  row,
  states,
  sync,
  watch,
  type Bench,
} from '../support.ts';

async function shown(desk: Bench['desk']): Promise<string[]> {
  return (await desk.call('finding.list', { project })).rows.map(({ id }) => id).sort();
}

function page(request: FaultRequest): number {
  return Number(new URLSearchParams(request.path.split('?')[1]).get('page'));
}

/** Thirty findings on pages of ten, swept `sweeps` times, so that the next one goes the way that is wanted. */
async function paged(
  direction: 'forwards' | 'backwards',
  over: Parameters<typeof bench>[0] = {},
): Promise<Bench> {
  const made = await bench({ count: 30, pageCap: 10, ...over });
  if (direction === 'forwards') await sync(made.desk);
  return made;
}

const directions = ['forwards', 'backwards'] as const;

describe('promise 5: a finding that is alive and visible is never dropped', () => {
  test.each(directions)('by a page that fails, sweeping %s', async (direction) => {
    for (const fault of [
      { kind: 'status', status: 500, handled: false },
      { kind: 'html', handled: true },
      { kind: 'drop', handled: true },
      { kind: 'body', body: '{"error":"no","data":[]}' },
      { kind: 'body', body: '[{"id":"f1"' },
      { kind: 'status', status: 403, handled: false },
    ] as Fault[]) {
      const { desk, service, requests } = await paged(direction);
      watch(service, requests, (request) => (isList(request) && page(request) === 2 ? fault : undefined));
      const summary = await sync(desk);
      expect(summary.engagements).toMatchObject([{ project, complete: false }]);
      expect(summary.failure).not.toBeNull();
      expect(summary.pulled.gone).toBe(0);
      expect(await shown(desk)).toHaveLength(30);
    }
  });

  test.each(directions)(
    'by a list that hides rows which can still be read, sweeping %s',
    async (direction) => {
      const { desk, service, requests } = await paged(direction);
      watch(service, requests, (request) => {
        if (!isList(request) || page(request) !== 2) return undefined;
        const rows = service
          .findings(project)
          .slice(10, 20)
          .filter((_, at) => at % 2 === 0);
        return { kind: 'body', body: JSON.stringify(rows) };
      });
      for (let round = 0; round < 5; round += 1) {
        const summary = await sync(desk);
        expect(summary.pulled.gone).toBe(0);
        expect(await shown(desk)).toHaveLength(30);
      }
    },
  );

  test('by a short page followed by more rows: that sweep is incomplete, and goes on to the empty page', async () => {
    const { desk, service, requests } = await paged('forwards');
    service.remove('f15');
    service.create(project, { id: 'g1', body: body({ title: 'On the last page' }) });
    watch(service, requests, (request) => {
      if (!isList(request) || page(request) !== 2) return undefined;
      return { kind: 'body', body: JSON.stringify(service.findings(project).slice(10, 17)) };
    });
    const summary = await sync(desk);
    expect(summary.engagements).toMatchObject([{ complete: false, held: null }]);
    expect(summary.pulled.gone).toBe(0);
    expect(await shown(desk)).toContain('f15');
    expect(await shown(desk)).toContain('g1');
    // A service that filters after paging does so every time: said once, then reads of single findings count.
    const notices: string[] = [];
    for (let round = 0; round < 4; round += 1) notices.push(...(await sync(desk)).notices);
    expect(notices.filter((notice) => /not full/.test(notice))).toHaveLength(1);
    expect(await shown(desk)).not.toContain('f15');
    expect(await shown(desk)).toHaveLength(30);
  });

  test.each(directions)(
    'by rows that move between pages while others add and remove, sweeping %s',
    async (direction) => {
      for (let when = 1; when <= 5; when += 1) {
        const { desk, service, requests } = await paged(direction);
        let lists = 0;
        watch(service, requests, (request) => {
          if (!isList(request)) return undefined;
          lists += 1;
          if (lists === when) {
            service.remove('f2');
            service.remove('f12');
            service.edit('f20', { title: 'Edited meanwhile' });
            service.create(project, { id: 'g1', body: body() });
          }
          return undefined;
        });
        await sync(desk);
        const alive = service.findings(project).map(({ id }) => String(id));
        expect(await shown(desk)).toEqual(expect.arrayContaining(alive.filter((id) => id !== 'g1')));
        watch(service, requests);
        await sync(desk);
        await sync(desk);
        expect(await shown(desk)).toEqual(alive.sort());
        expect((await desk.call('finding.get', { id: 'f20' })).remote).toMatchObject({
          title: 'Edited meanwhile',
        });
      }
    },
  );

  test('by the same page over and over: the sweep stops and marks nothing', async () => {
    const { desk, service, requests } = await paged('backwards');
    await sync(desk);
    const first = JSON.stringify(service.findings(project).slice(0, 10));
    watch(service, requests, (request) => (isList(request) ? { kind: 'body', body: first } : undefined));
    requests.length = 0;
    for (let round = 0; round < 2; round += 1) {
      const summary = await sync(desk);
      expect(summary.engagements).toMatchObject([{ complete: false }]);
      expect(summary.pulled.gone).toBe(0);
    }
    expect(requests.length).toBeLessThan(40);
    expect(await shown(desk)).toHaveLength(30);
  });

  test('by an edit that waits for it: it is kept as well', async () => {
    const { desk, service, requests } = await paged('backwards');
    await edit(desk, 'f5', { title: 'Mine' });
    watch(service, requests, (request) =>
      isList(request)
        ? {
            kind: 'body',
            body: JSON.stringify(
              service
                .findings(project)
                .filter(({ id }) => id !== 'f5')
                .slice(0, page(request) === 1 ? 30 : 0),
            ),
          }
        : undefined,
    );
    await sync(desk, { push: false });
    expect(await row(desk, 'f5')).toMatchObject({ title: 'Mine', sync: 'queued' });
  });
});

describe('a finding that is gone', () => {
  test('is hidden after a read says so, is found by is:gone, and comes back when it reappears', async () => {
    const { desk, service, requests } = await bench({ count: 30 });
    const was = service.finding('f7') ?? {};
    service.remove('f7');
    const summary = await sync(desk);
    expect(summary.pulled).toMatchObject({ seen: 29, unchanged: 29, gone: 1 });
    expect(requests.some(isDetail('f7'))).toBe(true);
    expect(await shown(desk)).toHaveLength(29);
    const hidden = await desk.call('finding.list', { project, query: 'is:gone' });
    expect(hidden.rows).toMatchObject([{ id: 'f7', sync: 'gone' }]);
    expect((await desk.call('finding.get', { id: 'f7' })).remote).toMatchObject({ title: 'Finding 7' });
    expect((await sync(desk)).pulled.gone).toBe(0);

    const { id: _id, project: _project, createdAt: _createdAt, updatedAt: _updatedAt, ...again } = was;
    service.create(project, { id: 'f7', body: again });
    await sync(desk);
    expect(await shown(desk)).toHaveLength(30);
    expect((await row(desk, 'f7'))?.sync).toBe('synced');
    const told = (await desk.call('finding.history', { id: 'f7' })).map(({ what }) => what);
    expect(told).toEqual(expect.arrayContaining(['gone', 'returned']));
  });

  test('comes back also as it was, as after a right that was taken away and given again', async () => {
    const { desk, service } = await bench({ count: 30 });
    service.setFaults((request) => {
      if (isDetail('f7')(request)) return { kind: 'status', status: 404, handled: false };
      if (!isList(request)) return undefined;
      const others = service.findings(project).filter(({ id }) => id !== 'f7');
      return { kind: 'body', body: JSON.stringify(page(request) === 1 ? others : []) };
    });
    expect((await sync(desk)).pulled.gone).toBe(1);
    expect(await shown(desk)).toHaveLength(29);
    service.setFaults(() => undefined);
    await sync(desk);
    expect(await shown(desk)).toHaveLength(30);
    expect((await row(desk, 'f7'))?.sync).toBe('synced');
  });

  test('with an edit on it becomes the conflict gone, and the edit goes when it is back', async () => {
    const { desk, service } = await bench({ count: 30 });
    await edit(desk, 'f7', { title: 'Mine' });
    service.remove('f7');
    await sync(desk, { push: false });
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { reason: 'gone', fields: { title: { mine: 'Mine' } } },
    });
    await sync(desk);
    service.create(project, { id: 'f7', body: body({ title: 'Finding 7' }) });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f7')).toMatchObject({ title: 'Mine' });
  });

  test('takes an edit as the conflict gone at once, one however often it is edited, and the edit goes when it is back', async () => {
    const { desk, service, requests } = await bench({ count: 30 });
    service.remove('f7');
    await sync(desk);
    await edit(desk, 'f7', { title: 'Mine' });
    await edit(desk, 'f7', { severity: 'low' });
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: {
        reason: 'gone',
        fields: { title: { base: 'Finding 7', mine: 'Mine' }, severity: { base: 'medium', mine: 'low' } },
      },
    });
    requests.length = 0;
    await sync(desk, { pull: false });
    expect(requests.filter(isDetail('f7'))).toEqual([]);

    service.create(project, { id: 'f7', body: body({ title: 'Finding 7' }) });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f7')).toMatchObject({ title: 'Mine', severity: 'low' });
  });

  test('and whose edit is undone asks nobody any more', async () => {
    const { desk, service } = await bench({ count: 30 });
    service.remove('f7');
    await sync(desk);
    await edit(desk, 'f7', { title: 'Mine' });
    await edit(desk, 'f7', { title: 'Finding 7' });
    expect(await states(desk)).toEqual([]);
  });

  test('for 30 days is let go then, unless work waits on it', async () => {
    const { desk, service, clock } = await bench({ count: 30 });
    await edit(desk, 'f8', { title: 'Mine' });
    service.remove('f7');
    service.remove('f8');
    await sync(desk, { push: false });
    clock.pass(29 * 86_400_000);
    await sync(desk, { push: false });
    const query = 'is:gone';
    expect((await desk.call('finding.list', { project, query })).rows.map(({ id }) => id)).toContain('f7');
    clock.pass(2 * 86_400_000);
    await sync(desk, { push: false });
    expect((await desk.call('finding.list', { project, query })).rows.map(({ id }) => id)).not.toContain(
      'f7',
    );
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
    expect((await desk.call('finding.get', { id: 'f8' })).effective).toMatchObject({ title: 'Mine' });
  });
});

describe('many findings missing at once', () => {
  test.each([
    ['more than 20', 200, 21],
    ['a quarter', 20, 5],
    ['all', 6, 6],
    ['the only one', 1, 1],
  ])('(%s) hold the engagement: nothing is marked gone, nothing is sent', async (_name, count, lost) => {
    const { desk, service } = await bench({ count });
    await edit(desk, `f${String(count)}`, { title: 'Mine' });
    for (let at = 1; at <= lost; at += 1) service.remove(`f${String(at)}`);
    const summary = await sync(desk, { push: false });
    expect(summary.engagements).toMatchObject([{ project, complete: false }]);
    expect(summary.engagements[0]?.held).toEqual(expect.any(String));
    expect(summary.pulled.gone).toBe(0);
    expect(await shown(desk)).toHaveLength(count);
    const next = await sync(desk);
    expect(next.engagements[0]?.held).toEqual(expect.any(String));
    expect(next.pushed).toMatchObject({ waiting: 1 });
    expect(service.ledger).toEqual([]);
    desk.restart();
    expect((await sync(desk)).engagements[0]?.held).toEqual(expect.any(String));
    expect(service.ledger).toEqual([]);
  });

  test.each([
    ['20 of 200', 200, 20],
    ['4 of 20', 20, 4],
  ])('(%s) are few enough to be gone', async (_name, count, lost) => {
    const { desk, service } = await bench({ count });
    for (let at = 1; at <= lost; at += 1) service.remove(`f${String(at)}`);
    const summary = await sync(desk);
    expect(summary.engagements).toMatchObject([{ complete: true, held: null }]);
    expect(summary.pulled.gone).toBe(lost);
    expect(await shown(desk)).toHaveLength(count - lost);
  });

  test('are gone when the person accepts it, and edits on them stay as conflicts', async () => {
    const { desk, service } = await bench({ count: 20 });
    await edit(desk, 'f1', { title: 'Mine' });
    await edit(desk, 'f20', { title: 'Mine as well' });
    for (let at = 1; at <= 10; at += 1) service.remove(`f${String(at)}`);
    await sync(desk, { push: false });
    const summary = await sync(desk, { acceptMissing: true });
    expect(summary.pulled.gone).toBe(10);
    expect(summary.engagements).toMatchObject([{ complete: true, held: null }]);
    const synced = await desk.call('finding.list', { project, query: '-is:conflict' });
    expect(synced.rows.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, at) => `f${String(at + 11)}`),
    );
    expect(
      (await desk.call('queue.list')).map(({ findings, conflict }) => [findings[0], conflict?.reason]),
    ).toContainEqual(['f1', 'gone']);
    await sync(desk);
    expect(service.finding('f20')).toMatchObject({ title: 'Mine as well' });
  });

  test('that come back lift the hold by themselves', async () => {
    const { desk, service } = await bench({ count: 8 });
    await edit(desk, 'f1', { title: 'Mine' });
    service.changeUser('mara', { memberships: [] });
    const away = await sync(desk, { push: false });
    expect(away.pulled.gone).toBe(0);
    expect(await shown(desk)).toHaveLength(8);
    service.changeUser('mara', { memberships: [project] });
    await sync(desk);
    const back = await sync(desk);
    expect(back.engagements).toMatchObject([{ complete: true, held: null }]);
    expect(service.finding('f1')).toMatchObject({ title: 'Mine' });
    expect(await states(desk)).toEqual([]);
  });

  test('where the list still shows what reading denies hold the engagement as well', async () => {
    const { desk, service, requests } = await bench({ count: 30 });
    service.remove('f7');
    watch(service, requests, ({ method, path }) =>
      method === 'GET' && /^\/api\/scans\/f\d+$/.test(path)
        ? { kind: 'status', status: 404, handled: false }
        : undefined,
    );
    const summary = await sync(desk);
    expect(summary.engagements[0]?.held).toEqual(expect.any(String));
    expect(await shown(desk)).toHaveLength(30);
  });

  test('while an empty list is answered hold the engagement, whatever each read says', async () => {
    const { desk, service, requests } = await bench({ count: 6 });
    watch(service, requests, (request) => (isList(request) ? { kind: 'body', body: '[]' } : undefined));
    const summary = await sync(desk);
    expect(summary.pulled.gone).toBe(0);
    expect(await shown(desk)).toHaveLength(6);
  });
});

test('what a sweep of many findings did not meet is looked for among all of them', async () => {
  const { desk, service } = await bench({ count: 5_010, pageCap: 1_000 });
  service.remove('f5005');
  const { pulled } = await sync(desk);
  const { rows } = await desk.call('finding.list', { project, query: 'id:f5005 is:gone' });
  expect([pulled.gone, rows.map(({ id }) => id)]).toEqual([1, ['f5005']]);
});
