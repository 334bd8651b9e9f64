import { describe, expect, test } from 'vitest';
import { changedFields, formerValue } from '#domain/peer-review/changed-fields.ts';
import { bench, edit, sync } from '../../engine/support.ts';
import type { TestDesk } from '../../support/desk.ts';

const changed = async (desk: TestDesk, id: string): Promise<string[] | null> => {
  const { ready, effective } = await desk.call('finding.open', { id });
  return ready === null ? null : changedFields(ready.fields, effective).map(({ name }) => name);
};
const mark = (desk: TestDesk, state: 'progress' | 'ready' | 'reviewed') =>
  desk.call('state.set', { ids: ['f1'], state });

describe('a finding that is marked ready for review', () => {
  test('tells which fields changed since, here and at the service, whatever its state is by then', async () => {
    const { desk, service } = await bench({ count: 2 });
    const before = await changed(desk, 'f1');
    await mark(desk, 'ready');
    const untouched = await changed(desk, 'f1');
    await edit(desk, 'f1', { title: 'Better', remediation: 'Do this.' });
    service.edit('f1', { severity: 'high' });
    await sync(desk);
    await mark(desk, 'reviewed');
    desk.restart();
    expect([before, untouched, await changed(desk, 'f1'), await changed(desk, 'f2')]).toEqual([
      null,
      [],
      ['title', 'severity', 'remediation'],
      null,
    ]);
  });

  test('is compared anew with the next time that it is marked so, and not if it is so already', async () => {
    const { desk } = await bench({ count: 1 });
    await mark(desk, 'ready');
    await edit(desk, 'f1', { title: 'Better' });
    await mark(desk, 'ready');
    const same = await changed(desk, 'f1');
    await mark(desk, 'reviewed');
    await mark(desk, 'ready');
    expect([same, await changed(desk, 'f1')]).toEqual([['title'], []]);
  });

  test('keeps a change as the user saw it: what came after is still one', async () => {
    const { desk } = await bench({ count: 1 });
    await mark(desk, 'ready');
    await edit(desk, 'f1', { title: 'Better', remediation: 'Do this.' });
    await desk.call('ready.keep', { id: 'f1', seen: { title: 'Better' } });
    const left = await changed(desk, 'f1');
    await edit(desk, 'f1', { remediation: 'Do that.' });
    const { ready } = await desk.call('ready.keep', { id: 'f1', seen: { remediation: 'Do this.' } });
    expect([left, await changed(desk, 'f1'), ready?.fields['remediation']]).toEqual([
      ['remediation'],
      ['remediation'],
      'Do this.',
    ]);
  });

  test('has a former value back by an edit like any other, which is pending', async () => {
    const { desk } = await bench({ count: 1 });
    await edit(desk, 'f1', { title: 'As it was marked' });
    await mark(desk, 'ready');
    await edit(desk, 'f1', { title: 'Worse', remediation: 'Do this.' });
    const { ready, effective } = await desk.call('finding.open', { id: 'f1' });
    const [title] = changedFields(ready?.fields ?? {}, effective);
    await edit(desk, 'f1', { title: title === undefined ? '' : formerValue(title) });
    const { effective: now, edited } = await desk.call('finding.open', { id: 'f1' });
    expect([now['title'], edited, await changed(desk, 'f1')]).toEqual([
      'As it was marked',
      ['title', 'remediation'],
      ['remediation'],
    ]);
  });

  test('is compared no more once everything is kept and it is in progress again', async () => {
    const { desk } = await bench({ count: 1 });
    await mark(desk, 'ready');
    await edit(desk, 'f1', { title: 'Better' });
    await mark(desk, 'progress');
    const still = await changed(desk, 'f1');
    await desk.call('ready.keep', { id: 'f1', seen: { title: 'Better' } });
    expect([still, await changed(desk, 'f1')]).toEqual([['title'], null]);
  });
});
