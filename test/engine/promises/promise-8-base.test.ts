import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import {
  bench,
  body,
  create,
  edit,
  isUpdate,
  project,
  quietMs,
  sync,
  watch,
  type Bench,
} from '../support.ts';

/** Every state that f1 had at the service, written down after each request. */
function witness(
  { service, requests }: Bench,
  spoil: Parameters<typeof watch>[2] = () => undefined,
): Set<string> {
  const had = new Set([JSON.stringify(service.finding('f1'))]);
  watch(service, requests, (request) => {
    had.add(JSON.stringify(service.finding('f1')));
    return spoil(request);
  });
  return had;
}

async function remote(desk: Bench['desk'], id = 'f1'): Promise<JsonObject | null> {
  return (await desk.call('finding.get', { id })).remote;
}

describe('promise 8: base only ever holds a state that the service had', () => {
  test('while edits wait, are sent, are lost, conflict and are resolved', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    let lost = false;
    const had = witness(made, (request) => {
      if (!isUpdate(request) || lost) return undefined;
      lost = true;
      return { kind: 'drop', handled: false };
    });
    const check = async (): Promise<void> => {
      had.add(JSON.stringify(service.finding('f1')));
      expect(had).toContain(JSON.stringify(await remote(desk)));
    };
    await edit(desk, 'f1', { title: 'Mine', description: 'Mine.' });
    await check();
    await sync(desk);
    await check();
    await edit(desk, 'f1', { title: 'Mine, later' });
    await check();
    clock.pass(quietMs);
    service.edit('f1', { description: 'Theirs.' });
    await sync(desk);
    await check();
    expect(await remote(desk)).toMatchObject({ title: 'Finding 1', description: 'Theirs.' });
    for (const { op, state } of await desk.call('queue.list')) {
      if (state === 'conflict') await desk.call('queue.resolve', { op, choice: 'mine' });
    }
    await check();
    await sync(desk);
    await sync(desk);
    await check();
    expect(await remote(desk)).toMatchObject({ title: 'Mine, later', description: 'Mine.' });
  });

  test('effective is base and the pending edits over it, in their order', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    service.edit('f1', { severity: 'critical', title: 'Theirs' });
    await sync(desk, { push: false });
    const seen = await desk.call('finding.get', { id: 'f1' });
    expect(seen.remote).toMatchObject({ title: 'Theirs', severity: 'critical' });
    expect(seen.effective).toEqual({ ...seen.remote, title: 'Mine' });
  });

  test('a creation has none until the service has shown it', async () => {
    const { desk } = await bench();
    const { findings } = await create(desk, body({ title: 'New' }));
    expect(await remote(desk, findings[0])).toBeNull();
    await sync(desk);
    expect(await remote(desk, findings[0])).toMatchObject({ title: 'New', status: 'open' });
  });

  test('what the service made of a text is the base, not what was sent', async () => {
    const made = await bench({ normaliseText: (text) => text.trim() });
    const { desk } = made;
    await edit(desk, 'f1', { description: '  Sent with blanks.  ' });
    await sync(desk);
    expect(await remote(desk)).toMatchObject({ description: 'Sent with blanks.' });
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({
      description: 'Sent with blanks.',
    });
    expect(await desk.call('queue.list')).toEqual([]);
    await edit(desk, 'f1', { description: 'Sent again.' });
    await sync(desk);
    expect(await remote(desk)).toMatchObject({ description: 'Sent again.' });
  });

  test('an edit while a sweep is under way changes no base', async () => {
    const made = await bench({ count: 10, pageCap: 3 });
    const { desk, service, requests } = made;
    const edits: Promise<unknown>[] = [];
    watch(service, requests, ({ path }) => {
      if (path.includes('page=2') && edits.length === 0) edits.push(edit(desk, 'f5', { title: 'Mine' }));
      return undefined;
    });
    await sync(desk);
    await Promise.all(edits);
    expect(await remote(desk, 'f5')).toMatchObject({ title: 'Finding 5' });
    expect((await desk.call('finding.list', { project })).rows.find(({ id }) => id === 'f5')).toMatchObject({
      title: 'Mine',
      sync: 'queued',
    });
  });
});
