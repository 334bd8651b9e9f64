import { describe, expect, test } from 'vitest';
import { bench, body, edit, only, project, row, settle, states, sync, titled } from '../support.ts';
import { png } from '../../domain/images/pictures.ts';

/** A finding with an image, a comment, a verdict and a pending edit, which the service has deleted. */
async function deletedWhileEdited(): Promise<Awaited<ReturnType<typeof bench>> & { readonly op: string }> {
  const made = await bench({ count: 30 });
  const { desk, service } = made;
  const content = Buffer.from(png({ width: 4, height: 4 })).toString('base64');
  await desk.call('evidence.add', { id: 'f1', name: 'login.png', caption: 'Login', content });
  await desk.call('comment.add', { id: 'f1', text: 'Look again' });
  await desk.call('round.add', { project });
  await desk.call('verdict.set', { project, round: 1, ids: ['f1'], verdict: 'fixed' });
  await edit(desk, 'f1', { description: 'Mine\n![Login](evidence:login.png)' });
  service.remove('f1');
  await sync(desk);
  const { op, conflict } = await only(desk);
  expect(conflict).toMatchObject({ reason: 'gone' });
  return { ...made, op };
}

describe('a finding that was deleted on the service while it was edited', () => {
  test('is created again with its texts, images, comments and verdicts', async () => {
    const made = await deletedWhileEdited();
    const { desk, service, op } = made;
    const before = service.ledger.length;
    const creation = await desk.call('queue.resolve', { op, choice: 'mine' });
    expect(creation).toMatchObject({ kind: 'create', state: 'queued' });
    expect(await states(desk)).toEqual(['create queued']);
    await settle(made);
    expect([await states(desk), service.ledger.length - before]).toEqual([[], 1]);
    const again = service.findings(project).find(({ title }) => title === 'Finding 1');
    expect(again).toMatchObject({
      ...body({ title: 'Finding 1', description: 'Mine\n![Login](evidence:login.png)' }),
    });
    const id = String(again?.['id']);
    expect(await row(desk, id)).toMatchObject({ sync: 'synced' });
    const kept = [
      await desk.call('evidence.list', { id }),
      await desk.call('comment.list', { id }),
      (await desk.call('round.show', { project, round: 1 })).findings.filter((one) => one.id === id),
    ];
    expect(kept).toMatchObject([
      [{ name: 'login.png' }],
      [{ text: 'Look again' }],
      [{ given: { verdict: 'fixed' } }],
    ]);
    const history = (await desk.call('finding.history', { id })).map(({ what }) => what);
    expect(history).toEqual(expect.arrayContaining(['edited', 'created-again', 'created']));
  });

  test('is found by its former identifier, until that finding is back', async () => {
    const made = await deletedWhileEdited();
    const { desk, service, op } = made;
    await desk.call('queue.resolve', { op, choice: 'mine' });
    await settle(made);
    const { id } = await desk.call('finding.get', { id: 'f1' });
    expect([id === 'f1', titled(service, 'Finding 1')]).toEqual([false, 1]);
    service.create(project, { id: 'f1', body: body({ title: 'Back' }) });
    await sync(desk);
    expect((await desk.call('finding.get', { id: 'f1' })).effective['title']).toBe('Back');
    expect((await desk.call('finding.get', { id })).effective['title']).toBe('Finding 1');
  });

  test('takes what waits behind the question along, and is discarded like any new finding', async () => {
    const { desk, service, op } = await deletedWhileEdited();
    await edit(desk, 'f1', { title: 'Mine, later' });
    await desk.call('queue.resolve', { op, choice: 'mine' });
    const creation = await only(desk);
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({ title: 'Mine, later' });
    await desk.call('queue.discard', { op: creation.op });
    await sync(desk);
    expect([await states(desk), titled(service, 'Mine, later')]).toEqual([[], 0]);
  });

  test('is settled for many at once by their cause', async () => {
    const made = await bench({ count: 60 });
    const { desk, service } = made;
    for (const id of ['f1', 'f2', 'f3']) {
      await edit(desk, id, { severity: 'low' });
      service.remove(id);
    }
    await sync(desk);
    const [cause] = await desk.call('conflict.list', { project });
    expect(cause?.answers).toEqual({ mine: true, theirs: true, own: false });
    const items = (cause?.findings ?? []).map(({ op, id, fingerprint }) => ({ op, id, fingerprint }));
    expect((await desk.call('conflict.settle', { choice: 'mine', items })).done).toHaveLength(3);
    await settle(made);
    expect(['Finding 1', 'Finding 2', 'Finding 3'].map((title) => titled(service, title))).toEqual([1, 1, 1]);
  });
});
