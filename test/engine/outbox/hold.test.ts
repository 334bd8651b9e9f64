import { describe, expect, test } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { applied, bench, body, create, edit, project, states, sync, watch } from '../support.ts';

describe('what is held back', () => {
  test('stays pending and says so over syncs and a restart, holds up nothing else, and goes once released', async () => {
    const made = await bench({ count: 3 });
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Half a sentence' });
    await edit(desk, 'f2', { title: 'Whole' });
    await desk.call('finding.hold', { ids: ['f1'], held: true });
    const first = await sync(desk);
    const [waiting] = await desk.call('queue.list');
    const restarted = openDesk({ home: desk.home, clock });
    await sync(restarted);
    const before = applied(service).length;
    await restarted.call('finding.hold', { ids: ['f1'], held: false });
    await sync(restarted);
    expect([first.pushed, first.needsPerson, waiting?.state, waiting?.held, before]).toEqual([
      { applied: 1, conflict: 0, rejected: 0, unknown: 0, waiting: 1 },
      0,
      'queued',
      true,
      1,
    ]);
    expect([service.finding('f1')?.['title'], await states(restarted)]).toEqual(['Half a sentence', []]);
  });

  test('is no part of a bulk change, which is done for the others', async () => {
    const { desk, service } = await bench({ count: 3 });
    await desk.call('finding.hold', { ids: ['f2'], held: true });
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2', 'f3'] } });
    await sync(desk);
    const there = ['f1', 'f2', 'f3'].map((id) => service.finding(id)?.['status']);
    const [left] = await desk.call('queue.list');
    await desk.call('finding.hold', { ids: ['f2'], held: false });
    await sync(desk);
    expect([there, left?.held, left?.results.map(({ state }) => state)]).toEqual([
      ['closed', 'open', 'closed'],
      true,
      ['done', 'queued', 'done'],
    ]);
    expect([service.finding('f2')?.['status'], await states(desk)]).toEqual(['closed', []]);
  });

  test('keeps everything of a new finding here, which is still made once when released', async () => {
    const { desk, service } = await bench();
    const made = await create(desk, body({ title: 'New' }));
    const id = made.findings[0] ?? '';
    await desk.call('finding.hold', { ids: [id], held: true });
    await sync(desk);
    await edit(desk, id, { title: 'New and ready' });
    await sync(desk);
    const before = applied(service).length;
    await desk.call('finding.hold', { ids: [id], held: false });
    await sync(desk);
    const titles = service.findings(project).map(({ title }) => title);
    expect([before, titles.filter((title) => title === 'New and ready').length]).toEqual([0, 1]);
  });

  test('while its finding is read for the send is not sent any more', async () => {
    const { desk, service, requests } = await bench({ count: 2 });
    await edit(desk, 'f1', { title: 'Half a sentence' });
    const holds: Promise<unknown>[] = [];
    watch(service, requests, ({ method, path }) => {
      if (holds.length === 0 && method === 'GET' && path.endsWith('/f1'))
        holds.push(desk.call('finding.hold', { ids: ['f1'], held: true }));
      return undefined;
    });
    await sync(desk);
    await Promise.all(holds);
    expect([holds.length, applied(service), await states(desk)]).toEqual([1, [], ['update queued']]);
  });

  test('of a name that is not here is refused, and nothing of the rest is held', async () => {
    const { desk } = await bench({ count: 1 });
    await expect(desk.call('finding.hold', { ids: ['f1', 'nowhere'], held: true })).rejects.toThrow(
      'There is no finding nowhere here.',
    );
    expect((await desk.call('finding.open', { id: 'f1' })).held).toBe(false);
  });
});
