import { describe, expect, test } from 'vitest';
import type { WorkingState } from '#contract/value-lists.ts';
import { applied, bench, body, create, project, states, sync } from '../../engine/support.ts';
import type { TestDesk } from '../../support/desk.ts';

const stateOf = async (desk: TestDesk, id: string): Promise<WorkingState> =>
  (await desk.call('finding.open', { id })).state;
const found = async (desk: TestDesk, query: string): Promise<string[]> =>
  (await desk.call('finding.list', { project, query, sort: 'title' })).rows.map(({ id }) => id);

describe('how far a finding is', () => {
  test('is in progress until it is marked, for several at once, and is found by state:', async () => {
    const { desk } = await bench({ count: 4 });
    const marked = await desk.call('state.set', { ids: ['f2', 'f3', 'f2'], state: 'ready' });
    await desk.call('state.set', { ids: ['f3'], state: 'reviewed' });
    expect(marked).toEqual([
      { id: 'f2', state: 'ready' },
      { id: 'f3', state: 'ready' },
    ]);
    expect([
      await found(desk, 'state:ready'),
      await found(desk, 'state:reviewed'),
      await found(desk, 'state:progress'),
      await found(desk, '-state:progress'),
      await found(desk, 'state:ready,reviewed title:3'),
    ]).toEqual([['f2'], ['f3'], ['f1', 'f4'], ['f2', 'f3'], ['f3']]);
    const { rows } = await desk.call('finding.list', { project, sort: 'title' });
    expect(rows.map(({ state }) => state)).toEqual([undefined, 'ready', 'reviewed', undefined]);
    await desk.call('state.set', { ids: ['f3'], state: 'progress' });
    expect(await found(desk, '-state:progress')).toEqual(['f2']);
  });

  test('stays here: nothing is queued or sent, and a sync and a restart keep it', async () => {
    const { desk, service } = await bench({ count: 2 });
    await desk.call('state.set', { ids: ['f1'], state: 'ready' });
    const waiting = await states(desk);
    service.edit('f1', { title: 'Changed by a colleague' });
    await sync(desk);
    desk.restart();
    expect([waiting, applied(service), await stateOf(desk, 'f1'), await stateOf(desk, 'f2')]).toEqual([
      [],
      [],
      'ready',
      'progress',
    ]);
  });

  test('goes with a new finding to the name that the service gives it, and with a held one', async () => {
    const { desk } = await bench();
    const made = await create(desk, body({ title: 'New' }));
    const id = made.findings[0] ?? '';
    await desk.call('state.set', { ids: [id], state: 'reviewed' });
    await sync(desk);
    const { rows } = await desk.call('finding.list', { project, query: 'state:reviewed' });
    expect(rows.map(({ title, sync: at }) => [title, at])).toEqual([['New', 'synced']]);
    expect(rows[0]?.id).not.toBe(id);
    expect(await stateOf(desk, id)).toBe('reviewed');
  });

  test('has nothing to do with what is sent: a finding in progress leaves, a reviewed one that is held does not', async () => {
    const { desk, service } = await bench({ count: 2 });
    await desk.call('finding.edit', { id: 'f1', changes: { title: 'One' } });
    await desk.call('finding.edit', { id: 'f2', changes: { title: 'Two' } });
    await desk.call('state.set', { ids: ['f2'], state: 'reviewed' });
    await desk.call('finding.hold', { ids: ['f2'], held: true });
    await sync(desk);
    expect([service.finding('f1')?.['title'], service.finding('f2')?.['title']]).toEqual([
      'One',
      'Finding 2',
    ]);
  });

  test('of a name that is not here is refused, and none of the others is marked', async () => {
    const { desk } = await bench({ count: 1 });
    await expect(desk.call('state.set', { ids: ['f1', 'nowhere'], state: 'ready' })).rejects.toThrow(
      'There is no finding nowhere here.',
    );
    expect(await stateOf(desk, 'f1')).toBe('progress');
  });

  test('is a mistake in a query if it is no state, with the nearest one', async () => {
    const { desk } = await bench({ count: 1 });
    await expect(found(desk, 'state:reddy')).rejects.toThrow('Unknown state "reddy". Did you mean "ready"?');
    await expect(found(desk, 'state:open')).rejects.toThrow('Of a status write status:');
    await expect(found(desk, 'state:>ready')).rejects.toThrow('A state has no order');
  });

  test('is a notice of the check as soon as one of the engagement is marked', async () => {
    const { desk } = await bench({ count: 3 });
    const notices = async (): Promise<(readonly [string | null, string])[]> =>
      (await desk.call('report.check', { project }))
        .filter(({ code }) => code === 'not-reviewed')
        .map(({ finding, level }) => [finding, level] as const);
    const before = await notices();
    await desk.call('state.set', { ids: ['f1'], state: 'ready' });
    await desk.call('state.set', { ids: ['f2'], state: 'reviewed' });
    expect([before, await notices()]).toEqual([
      [],
      [
        ['f1', 'warning'],
        ['f3', 'warning'],
      ],
    ]);
  });

  test('goes with its engagement when that is removed from this computer', async () => {
    const { desk } = await bench({ count: 1 });
    await desk.call('state.set', { ids: ['f1'], state: 'ready' });
    await desk.call('engagement.destroy', { project, name: project, unsent: 0 });
    await desk.call('engagement.add', { project });
    await sync(desk);
    expect(await stateOf(desk, 'f1')).toBe('progress');
  });
});
