import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { handClock, openDesk, connectDesk, sampleService } from '../../support/desk.ts';
import {
  bench,
  body,
  create,
  edit,
  findings,
  isDetail,
  isList,
  only,
  project,
  row,
  spoil,
  states,
  sync,
  titled,
  watch,
  isUpdate,
  type Bench,
} from '../support.ts';

const none = { seen: 0, created: 0, changed: 0, unchanged: 0, gone: 0 };

/** Bytes that the store's write-ahead log holds: it grows by every page that a commit writes. */
function logBytes(home: string): number {
  const stores = join(home, 'stores');
  return readdirSync(stores)
    .map((id) => statSync(join(stores, id, 'store.db-wal')).size)
    .reduce((sum, size) => sum + size, 0);
}

test('a sync tells its pages, and from the second on about how many there are', async () => {
  const service = await sampleService({
    engagement: false,
    pageCap: 10,
    seeds: [{ project, findings: findings(25) }],
  });
  const desk = openDesk({ clock: handClock() });
  await connectDesk(desk, service);
  await desk.call('engagement.add', { project });
  const syncs: unknown[] = [];
  for (let times = 1; times <= 2; times += 1) {
    const told: ProgressEvent[] = [];
    await desk.call('sync.run', {}, { progress: (event) => told.push(event) });
    syncs.push(told.flatMap((event) => ('pages' in event ? [event.pages] : [])).slice(0, 3));
  }
  expect(syncs).toEqual([
    [1, 2, 3].map((done) => ({ done, about: null })),
    [1, 2, 3].map((done) => ({ done, about: 3 })),
  ]);
});

describe('what a sweep counts', () => {
  test('distinct findings: created first, then unchanged, changed, gone', async () => {
    const service = await sampleService({
      engagement: false,
      pageCap: 10,
      seeds: [{ project, findings: findings(25) }],
    });
    const desk = openDesk({ clock: handClock() });
    await connectDesk(desk, service);
    await desk.call('engagement.add', { project });
    expect((await sync(desk)).pulled).toEqual({
      ...none,
      pages: expect.any(Number) as number,
      seen: 25,
      created: 25,
    });
    expect((await sync(desk)).pulled).toMatchObject({
      seen: 25,
      created: 0,
      changed: 0,
      unchanged: 25,
      gone: 0,
    });
    service.edit('f3', { title: 'Changed' });
    service.create(project, { body: body() });
    service.remove('f9');
    expect((await sync(desk)).pulled).toMatchObject({
      seen: 25,
      created: 1,
      changed: 1,
      unchanged: 23,
      gone: 1,
    });
  });

  test('our own landed creations and updates as unchanged', async () => {
    const { desk } = await bench();
    await edit(desk, 'f1', { title: 'Edited' });
    await create(desk, body({ title: 'New' }));
    expect((await sync(desk)).pulled).toMatchObject({
      seen: 5,
      created: 0,
      changed: 0,
      unchanged: 5,
      gone: 0,
    });
    expect((await sync(desk)).pulled).toMatchObject({
      seen: 5,
      created: 0,
      changed: 0,
      unchanged: 5,
      gone: 0,
    });
  });

  test('our own landed creation as unchanged, even where somebody edits it before the sweep comes by', async () => {
    const { desk, service, requests } = await bench({ newId: () => 'ours' });
    await create(desk, body({ title: 'New' }));
    watch(service, requests, (request) => {
      if (isList(request) && service.finding('ours')?.['title'] === 'New')
        service.edit('ours', { title: 'Theirs' });
      return undefined;
    });
    expect((await sync(desk)).pulled).toMatchObject({ seen: 5, created: 0, changed: 0, unchanged: 5 });
    expect((await row(desk, 'ours'))?.title).toBe('Theirs');
  });

  test('a creation that a sweep recognises as unchanged, also where the list shows less', async () => {
    const made = await bench({ listOmits: ['description'] });
    await create(made.desk, body({ title: 'New' }));
    spoil(made, ({ method }) => method === 'PUT', { kind: 'drop', handled: true });
    await sync(made.desk, { pull: false });
    expect((await sync(made.desk)).pulled).toMatchObject({ seen: 5, created: 0, changed: 0, unchanged: 5 });
  });

  test('an operation by its state at the end, of those that were open at the start', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Applied' });
    await edit(desk, 'f2', { title: 'Mine' });
    await edit(desk, 'f3', { title: 'Refused' });
    await edit(desk, 'f4', { title: 'Lost' });
    service.edit('f2', { title: 'Theirs' });
    watch(service, made.requests, ({ method, body: text }) =>
      method !== 'POST'
        ? undefined
        : text.includes('Refused')
          ? { kind: 'status', status: 400, handled: false }
          : text.includes('Lost')
            ? { kind: 'drop', handled: false }
            : undefined,
    );
    const summary = await sync(desk);
    expect(summary.pushed).toEqual({ applied: 1, conflict: 1, rejected: 1, unknown: 1, waiting: 0 });
    expect(summary.needsPerson).toBe(2);
    await edit(desk, 'f3', { title: 'Behind the refused one' });
    expect((await sync(desk)).pushed).toEqual({
      applied: 0,
      conflict: 1,
      rejected: 1,
      unknown: 1,
      waiting: 1,
    });
  });
});

describe('pages', () => {
  test.each([1, 7, 30, 31, 500])(
    'capped at %i are all read, and the size in force is asked for from then on',
    async (pageCap) => {
      const { desk, requests } = await bench({ count: 30, pageCap });
      const { rows } = await desk.call('finding.list', { project });
      expect(rows).toHaveLength(30);
      for (const direction of ['backwards', 'forwards']) {
        requests.length = 0;
        const summary = await sync(desk);
        expect({ direction, ...summary.pulled }).toMatchObject({
          direction,
          seen: 30,
          unchanged: 30,
          gone: 0,
        });
        expect(summary.engagements).toMatchObject([{ complete: true }]);
        const sizes = requests
          .filter(isList)
          .map(({ path }) => Number(new URLSearchParams(path.split('?')[1]).get('pageSize')));
        expect(sizes[0]).toBe(500);
        expect(new Set(sizes.slice(1))).toEqual(new Set([Math.min(30, pageCap)]));
      }
    },
  );

  test('of an engagement that grew and shrank since are all read in both directions', async () => {
    const { desk, service } = await bench({ count: 30, pageCap: 5 });
    for (let at = 0; at < 12; at += 1) service.create(project, { body: body() });
    expect((await sync(desk)).pulled).toMatchObject({ seen: 42, created: 12 });
    expect((await sync(desk)).pulled).toMatchObject({ seen: 42, unchanged: 42 });
    for (let at = 27; at <= 30; at += 1) service.remove(`f${String(at)}`);
    expect((await sync(desk)).pulled).toMatchObject({ seen: 38, gone: 4 });
    expect((await sync(desk)).pulled).toMatchObject({ seen: 38, unchanged: 38 });
  });

  test('of an empty engagement end at once, and completely', async () => {
    const { desk } = await bench({ count: 0 });
    const summary = await sync(desk);
    expect(summary.engagements).toEqual([{ project, complete: true, held: null }]);
    expect(summary.pulled).toMatchObject({ seen: 0, gone: 0 });
  });

  test('in an object with one list in it are read as the list', async () => {
    const { desk, service, requests } = await bench({ count: 3 });
    service.edit('f1', { title: 'Changed' });
    watch(service, requests, (request) =>
      isList(request)
        ? {
            kind: 'body',
            body: JSON.stringify({
              total: 3,
              data: request.path.includes('page=1&') ? service.findings(project) : [],
            }),
          }
        : undefined,
    );
    expect((await sync(desk)).pulled).toMatchObject({ seen: 3, changed: 1 });
  });

  test('with the same finding twice count and keep it once', async () => {
    const { desk, service, requests } = await bench({ count: 3 });
    const rows = service.findings(project);
    watch(service, requests, (request) =>
      isList(request)
        ? {
            kind: 'body',
            body: JSON.stringify(request.path.includes('page=1&') ? [...rows, rows[0], rows[2]] : []),
          }
        : undefined,
    );
    const summary = await sync(desk);
    expect(summary.pulled).toMatchObject({ seen: 3, created: 0, changed: 0, unchanged: 3, gone: 0 });
    expect((await desk.call('finding.list', { project })).rows).toHaveLength(3);
  });
});

describe('a list that shows less than the detail', () => {
  const listOmits = ['description', 'remediation', 'tags', 'references'];

  test('clears nothing: what it does not have was not shown', async () => {
    const { desk } = await bench({ listOmits });
    for (let round = 0; round < 3; round += 1) {
      expect((await desk.call('finding.get', { id: 'f1' })).remote).toMatchObject(
        body({ title: 'Finding 1' }),
      );
      expect((await sync(desk)).pulled).toMatchObject({ changed: 0, unchanged: 4 });
    }
  });

  test('has its details read once, not with every sweep', async () => {
    const { desk, requests } = await bench({ listOmits });
    await sync(desk);
    expect(requests.filter(({ path }) => /\/scans\/f/.test(path))).toEqual([]);
  });

  test('has the detail of what moved read again, and only that', async () => {
    const { desk, service, requests } = await bench({ listOmits });
    service.edit('f2', { title: 'Changed', description: 'Changed as well' });
    expect((await sync(desk)).pulled).toMatchObject({ changed: 1, unchanged: 3 });
    expect(requests.filter(({ path }) => /\/scans\/f/.test(path)).map(({ path }) => path)).toEqual([
      '/api/scans/f2',
    ]);
    expect((await desk.call('finding.get', { id: 'f2' })).remote).toMatchObject({
      title: 'Changed',
      description: 'Changed as well',
    });
  });

  test('leaves an edit of a field that it does not show without a conflict', async () => {
    const { desk, service } = await bench({ listOmits });
    await edit(desk, 'f1', { description: 'Mine' });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ ...body({ title: 'Finding 1' }), description: 'Mine' });
    await sync(desk);
    expect((await desk.call('finding.get', { id: 'f1' })).remote).toMatchObject({ description: 'Mine' });
  });

  test('with a detail that cannot be read keeps the rest going and reads it with the next sweep', async () => {
    const made = await bench({ listOmits });
    const { desk, service } = made;
    service.edit('f2', { title: 'Two' });
    service.edit('f3', { title: 'Three' });
    spoil(made, isDetail('f2'), { kind: 'status', status: 403, handled: false }, 99);
    await sync(desk);
    expect((await row(desk, 'f3'))?.title).toBe('Three');
    watch(service, made.requests);
    await sync(desk);
    expect((await row(desk, 'f2'))?.title).toBe('Two');
  });
});

describe('rows that cannot be read as a finding', () => {
  async function hostile(): Promise<Bench> {
    const made = await bench({ count: 3 });
    const rows = made.service.findings(project).map((one) => JSON.stringify(one));
    const text = `[${rows[0] ?? ''},null,42,"text",[1],{"title":"no id"},{"id":""},{"id":null,"title":"x"},{"id":{"a":1}},${rows[1] ?? ''},{"id":"odd","title":{"deep":[1]},"asset":"one","severity":7,"status":null},${rows[2] ?? ''}]`;
    watch(made.service, made.requests, (request) =>
      isList(request) ? { kind: 'body', body: request.path.includes('page=1&') ? text : '[]' } : undefined,
    );
    return made;
  }

  test('stop no page, and are shown raw', async () => {
    const { desk } = await hostile();
    const summary = await sync(desk);
    expect(summary.failure).toBeNull();
    expect(summary.engagements).toMatchObject([{ complete: true }]);
    const { rows } = await desk.call('finding.list', { project });
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(['f1', 'f2', 'f3', 'odd']));
    expect((await desk.call('finding.get', { id: 'odd' })).remote).toEqual({
      id: 'odd',
      title: { deep: [1] },
      asset: 'one',
      severity: 7,
      status: null,
    });
    const raw = rows.filter(({ id }) => id.startsWith('unreadable-'));
    const seen = await Promise.all(
      raw.map(async ({ id }) => (await desk.call('finding.get', { id })).remote),
    );
    expect(seen).toContainEqual({ title: 'no id' });
    await expect(edit(desk, raw[0]?.id ?? '', { title: 'x' })).rejects.toMatchObject({ code: 'wrong-state' });
  });

  test('cost nothing the next time, and leave when they are not listed any more', async () => {
    const { desk, service, requests } = await hostile();
    await sync(desk);
    expect((await sync(desk)).pulled).toMatchObject({ created: 0, changed: 0 });
    const { rows: before } = await desk.call('finding.list', { project });
    watch(service, requests);
    await sync(desk, { acceptMissing: true });
    const { rows } = await desk.call('finding.list', { project });
    expect(rows.length).toBeLessThan(before.length);
    expect(rows.filter(({ id }) => id.startsWith('unreadable-'))).toEqual([]);
  });
});

describe('records of another engagement', () => {
  test('in this list are left out, said, and stay where they are', async () => {
    const service = await sampleService({
      engagement: false,
      seeds: [
        { project, findings: findings(3) },
        { project: 'other-2026', findings: [{ id: 'o1', body: body({ title: 'Other' }) }] },
      ],
    });
    const desk = openDesk({ clock: handClock() });
    await connectDesk(desk, service);
    await desk.call('engagement.add', { project: 'other-2026' });
    await sync(desk);
    await desk.call('engagement.add', { project });
    service.setFaults((request) =>
      isList(request) && request.path.includes(project)
        ? {
            kind: 'body',
            body: JSON.stringify(
              request.path.includes('page=1&') ? [...service.findings(project), service.finding('o1')] : [],
            ),
          }
        : undefined,
    );
    const summary = await sync(desk);
    expect(summary.pulled.seen).toBe(4);
    expect(summary.notices.join('\n')).toContain(project);
    expect((await desk.call('finding.list', { project })).rows.map(({ id }) => id).sort()).toEqual([
      'f1',
      'f2',
      'f3',
    ]);
    expect((await desk.call('finding.list', { project: 'other-2026' })).rows.map(({ id }) => id)).toEqual([
      'o1',
    ]);
  });
});

describe('an unchanged sweep', () => {
  test('writes no more for two thousand findings than for twenty', async () => {
    const grown: number[] = [];
    // As many pages for the one as for the other: a page is a transaction, and that may cost something.
    for (const pageCap of [2, 200]) {
      const { desk } = await bench({ count: 10 * pageCap, pageCap });
      await sync(desk);
      desk.restart();
      await sync(desk);
      const before = logBytes(desk.home);
      for (let round = 0; round < 2; round += 1) await sync(desk);
      grown.push(logBytes(desk.home) - before);
    }
    const [few = 0, many = 0] = grown;
    expect(many).toBeLessThanOrEqual(few * 1.25);
  });
});

describe('somebody else edits', () => {
  test('while a page is under way: the next sweep has it', async () => {
    const { desk, service, requests } = await bench({ count: 20, pageCap: 5 });
    let once = true;
    watch(service, requests, (request) => {
      if (isList(request) && request.path.includes('page=3') && once) {
        once = false;
        service.edit('f1', { title: 'Meanwhile 1' });
        service.edit('f20', { title: 'Meanwhile 20' });
      }
      return undefined;
    });
    await sync(desk);
    await sync(desk);
    expect((await row(desk, 'f1'))?.title).toBe('Meanwhile 1');
    expect((await row(desk, 'f20'))?.title).toBe('Meanwhile 20');
  });

  test('between the write and the reading back: ours is done, theirs is there', async () => {
    const made = await bench();
    const { desk, service, requests } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    let written = false;
    watch(service, requests, (request) => {
      if (isUpdate(request)) written = true;
      else if (written && isDetail('f1')(request)) {
        written = false;
        service.edit('f1', { severity: 'critical' });
      }
      return undefined;
    });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect((await desk.call('finding.get', { id: 'f1' })).remote).toMatchObject({
      title: 'Mine',
      severity: 'critical',
    });
  });

  test('the same field between the write and the reading back: unknown, and a person decides, never sent over theirs', async () => {
    const made = await bench();
    const { desk, service, requests, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    let written = false;
    watch(service, requests, (request) => {
      if (isUpdate(request)) written = true;
      else if (written && isDetail('f1')(request)) {
        written = false;
        service.edit('f1', { title: 'Theirs' });
      }
      return undefined;
    });
    await sync(desk);
    expect(await states(desk)).toEqual(['update unknown']);
    clock.pass(180_000);
    await sync(desk);
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
    expect(titled(service, 'Theirs')).toBe(1);
  });
});

describe('a list that leaves out a member that few findings have', () => {
  test('never clears it: what a detail has shown stays', async () => {
    const made = await bench({
      listOmits: ['demonstration'],
      seeds: [
        {
          project,
          findings: findings(9).map((one) =>
            one.id === 'f3'
              ? { ...one, body: { ...one.body, demonstration: 'Shown by the detail alone.' } }
              : one,
          ),
        },
      ],
    });
    const { desk } = made;
    await edit(desk, 'f3', { title: 'Edited' });
    await sync(desk);
    for (let round = 0; round < 2; round += 1) {
      expect((await desk.call('finding.get', { id: 'f3' })).remote).toMatchObject({
        demonstration: 'Shown by the detail alone.',
      });
      expect((await sync(desk)).pulled).toMatchObject({ changed: 0 });
    }
  });
});
