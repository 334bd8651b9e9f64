import { describe, expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import { applied, bench, body, create, edit, isUpdate, quietMs, sync, states, watch } from '../support.ts';

describe('promise 7: order holds per finding, a stuck operation holds up nothing but its own', () => {
  test.each([
    ['refused', { kind: 'status', status: 400, handled: false }, 'rejected'],
    ['unknown', { kind: 'drop', handled: false }, 'unknown'],
  ] as [string, Fault, string][])(
    'one that is %s leaves the other findings alone, and its own later edit waits',
    async (_name, fault, state) => {
      const { desk, service, requests } = await bench({ count: 12 });
      for (let at = 1; at <= 12; at += 1) await edit(desk, `f${String(at)}`, { title: `Mine ${String(at)}` });
      await create(desk, body({ title: 'New' }));
      watch(service, requests, (request) =>
        isUpdate(request) && request.body.includes('"Mine 1"') ? fault : undefined,
      );
      await sync(desk);
      expect(await states(desk)).toEqual([`update ${state}`]);
      expect(applied(service)).toHaveLength(12);

      await edit(desk, 'f1', { severity: 'low' });
      await edit(desk, 'f2', { severity: 'low' });
      watch(service, requests);
      await sync(desk);
      expect(await states(desk)).toEqual([`update ${state}`, 'update blocked']);
      expect(service.finding('f1')).toMatchObject({ title: 'Finding 1', severity: 'medium' });
      expect(service.finding('f2')).toMatchObject({ severity: 'low' });
    },
  );

  test('one in conflict leaves the other findings alone', async () => {
    const { desk, service } = await bench({ count: 6 });
    for (let at = 1; at <= 6; at += 1) await edit(desk, `f${String(at)}`, { title: `Mine ${String(at)}` });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    expect(await states(desk)).toEqual(['update conflict']);
    expect(applied(service)).toHaveLength(5);
  });

  test('one whose finding cannot be read leaves the other findings alone', async () => {
    const { desk, service, requests } = await bench({ count: 6 });
    for (let at = 1; at <= 6; at += 1) await edit(desk, `f${String(at)}`, { title: `Mine ${String(at)}` });
    watch(service, requests, ({ path }) =>
      path === '/api/scans/f1' ? { kind: 'status', status: 500, handled: false } : undefined,
    );
    await sync(desk);
    expect(await states(desk)).toEqual(['update queued']);
    expect(applied(service)).toHaveLength(5);
  });

  test('a creation that is stuck holds up its own edits alone', async () => {
    const made = await bench();
    const { desk, service, requests } = made;
    const stuck = await create(desk, body({ title: 'Stuck' }));
    await create(desk, body({ title: 'Free' }));
    watch(service, requests, ({ method, body: text }) =>
      method === 'PUT' && text.includes('Stuck') ? { kind: 'drop', handled: false } : undefined,
    );
    await sync(desk);
    await edit(desk, stuck.findings[0] ?? '', { severity: 'low' });
    await edit(desk, 'f1', { severity: 'low' });
    await sync(desk);
    expect(await states(desk)).toEqual(['create unknown', 'update blocked']);
    expect(service.finding('f1')).toMatchObject({ severity: 'low' });
  });

  test('edits of one finding arrive in the order they were made', async () => {
    const { desk, service, requests, clock } = await bench();
    await edit(desk, 'f1', { title: 'One' });
    let lost = false;
    watch(service, requests, (request) => {
      if (!isUpdate(request) || lost) return undefined;
      lost = true;
      return { kind: 'drop', handled: false };
    });
    await sync(desk);
    await edit(desk, 'f1', { title: 'Two' });
    clock.pass(-500_000);
    await edit(desk, 'f1', { title: 'Three' });
    clock.pass(500_000 + quietMs);
    await sync(desk);
    await sync(desk);
    const sent = requests
      .filter(isUpdate)
      .map((request) => (JSON.parse(request.body) as { title: string }).title);
    expect(sent).toEqual(['One', 'One', 'Three']);
    expect(service.finding('f1')).toMatchObject({ title: 'Three' });
  });

  test('an engagement that cannot be reached holds up no other', async () => {
    const { desk, service, requests } = await bench({
      seeds: [
        { project: 'harbour-2026', findings: [{ id: 'f1', body: body() }] },
        { project: 'other-2026', findings: [{ id: 'o1', body: body() }] },
      ],
    });
    await desk.call('engagement.add', { project: 'other-2026' });
    await sync(desk);
    await edit(desk, 'o1', { title: 'Mine' });
    watch(service, requests, ({ path }) =>
      path.includes('project=harbour-2026') ? { kind: 'status', status: 403, handled: false } : undefined,
    );
    const summary = await sync(desk);
    expect(service.finding('o1')).toMatchObject({ title: 'Mine' });
    expect(summary.engagements).toMatchObject([{ complete: false }, { complete: true }]);
  });
});
