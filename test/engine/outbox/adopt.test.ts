import { describe, expect, test } from 'vitest';
import type { CreationQuestion } from '#contract/procedures/findings/queue.ts';
import { itemsInState } from '#db/tables/outbox/operations.ts';
import {
  bench,
  body,
  create,
  edit,
  heal,
  isCreation,
  isList,
  only,
  project,
  quietMs,
  spoil,
  states,
  sync,
  titled,
  watch,
  within,
  type Bench,
} from '../support.ts';

/** A creation that was not carried out and of which nobody could find out, with what others made meanwhile. */
async function lost(
  others: readonly { id: string; title: string; description?: string }[],
): Promise<Bench & { op: string; id: string }> {
  const made = await bench();
  const { desk, service, clock } = made;
  const { op, findings } = await create(desk, body({ title: 'New' }));
  spoil(made, isCreation, { kind: 'drop', handled: false });
  await sync(desk, { pull: false });
  heal(made);
  for (const { id, title, description } of others) {
    service.create(project, {
      id,
      body: body({ title, ...(description === undefined ? {} : { description }) }),
    });
  }
  clock.pass(quietMs);
  await sync(desk);
  clock.pass(quietMs);
  await sync(desk);
  return { ...made, op, id: findings[0] ?? '' };
}

function shown({ candidates }: CreationQuestion): unknown[] {
  return candidates.map(({ id, alike }) => [id, alike]);
}

describe('a creation that nobody could find out about', () => {
  test('is asked about with what was sent and all that came since, the likeliest first', async () => {
    const { desk, op, id } = await lost([
      { id: 'n1', title: 'Another' },
      { id: 'n2', title: 'New', description: 'Shortened.' },
      { id: 'n3', title: 'New' },
      { id: 'n4', title: 'New' },
    ]);
    const asked = await desk.call('question.creation', { op });
    expect({
      ...asked,
      sentAt: typeof asked.sentAt,
      said: typeof asked.said,
      candidates: shown(asked),
    }).toEqual({
      op,
      project,
      id,
      sent: body({ title: 'New' }),
      sentAt: 'string',
      said: 'string',
      candidates: [
        ['n3', true],
        ['n4', true],
        ['n2', false],
        ['n1', false],
      ],
      behind: 0,
    });
  });

  test('becomes the finding that the person names: one finding, what waits goes there, nothing is sent', async () => {
    const { desk, service, op, id } = await lost([
      { id: 'n3', title: 'New' },
      { id: 'n4', title: 'New' },
    ]);
    await edit(desk, id, { severity: 'high' });
    const written = service.ledger.length;
    expect(await desk.call('queue.adopt', { op, finding: 'n4' })).toMatchObject({ op, state: 'done' });
    expect(service.ledger).toHaveLength(written);
    expect(await states(desk)).toEqual(['update queued']);
    expect((await desk.call('finding.get', { id })).id).toBe('n4');
    const { rows } = await desk.call('finding.list', { project });
    expect(rows.map((row) => row.id).sort()).toEqual(['f1', 'f2', 'f3', 'f4', 'n3', 'n4']);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect([service.finding('n3')?.['severity'], service.finding('n4')?.['severity']]).toEqual([
      'medium',
      'high',
    ]);
    expect(titled(service, 'New')).toBe(2);
  });

  test('keeps both texts where the service has another: a person looks, nobody is overwritten', async () => {
    const { desk, service, op } = await lost([{ id: 'n2', title: 'New', description: 'Shortened.' }]);
    await desk.call('queue.adopt', { op, finding: 'n2' });
    await sync(desk);
    expect((await only(desk)).conflict?.fields).toEqual({
      description: { base: null, mine: body()['description'], theirs: 'Shortened.' },
    });
    expect(service.finding('n2')?.['description']).toBe('Shortened.');
  });

  test('leaves the last word to what was written over it since', async () => {
    const { desk, service, op, id } = await lost([{ id: 'n2', title: 'New', description: 'Shortened.' }]);
    await edit(desk, id, { description: 'Written later.' });
    await desk.call('queue.adopt', { op, finding: 'n2' });
    await sync(desk);
    const asked = await only(desk);
    expect(asked.conflict?.fields).toEqual({
      description: { base: null, mine: 'Written later.', theirs: 'Shortened.' },
    });
    await desk.call('queue.resolve', { op: asked.op, choice: 'mine' });
    await sync(desk);
    expect([await states(desk), service.finding('n2')?.['description']]).toEqual([[], 'Written later.']);
  });

  test('is no finding that was there before, that another creation made, or of another operation', async () => {
    const { desk, op, id } = await lost([
      { id: 'n3', title: 'New' },
      { id: 'n4', title: 'New' },
    ]);
    const { op: other, findings } = await create(desk, body({ title: 'Own' }));
    await sync(desk);
    const own = (await desk.call('finding.get', { id: findings[0] ?? '' })).id;
    for (const [operation, finding] of [
      [op, 'f1'],
      [op, own],
      [op, id],
      [other, 'n3'],
    ] as const) {
      await expect(desk.call('queue.adopt', { op: operation, finding })).rejects.toMatchObject({
        code: 'wrong-state',
      });
    }
    await expect(desk.call('queue.adopt', { op, finding: 'nowhere' })).rejects.toMatchObject({
      code: 'not-found',
    });
    expect(await states(desk)).toEqual(['create unknown']);
  });

  test('is not asked about while it is still looked for', async () => {
    const made = await bench();
    const { op } = await create(made.desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(made.desk, { pull: false });
    made.service.create(project, { id: 'n1', body: body({ title: 'New' }) });
    for (const asked of [
      made.desk.call('question.creation', { op }),
      made.desk.call('queue.adopt', { op, finding: 'f1' }),
    ]) {
      await expect(asked).rejects.toMatchObject({ code: 'wrong-state' });
    }
  });

  test('is named by the user only once no sync runs: a sweep may still hold the row that goes', async () => {
    const { desk, service, requests, op } = await lost([
      { id: 'n3', title: 'New' },
      { id: 'n4', title: 'New' },
    ]);
    const naming: Promise<unknown>[] = [];
    const meanwhile: number[] = [];
    watch(service, requests, (request) => {
      if (naming.length > 0) meanwhile.push(within(desk, (db) => itemsInState(db, 'unknown').length));
      if (isList(request) && naming.length === 0)
        naming.push(desk.call('queue.adopt', { op, finding: 'n4' }));
      return undefined;
    });
    await sync(desk);
    await Promise.all(naming);
    expect(meanwhile.length).toBeGreaterThan(0);
    expect(new Set(meanwhile)).toEqual(new Set([1]));
    expect(await states(desk)).toEqual([]);
  });

  test('of which two are lost takes one finding each, never the same', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const ops = [await create(desk, body({ title: 'New' })), await create(desk, body({ title: 'New' }))];
    spoil(made, isCreation, { kind: 'drop', handled: true }, 2);
    await sync(desk, { pull: false });
    clock.pass(quietMs);
    for (let round = 0; round < 3; round += 1) await sync(desk);
    const [one, two] = ops.map(({ op }) => op);
    const { candidates } = await desk.call('question.creation', { op: one ?? '' });
    const [first, second] = candidates.map(({ id }) => id);
    await desk.call('queue.adopt', { op: one ?? '', finding: first ?? '' });
    await expect(desk.call('queue.adopt', { op: two ?? '', finding: first ?? '' })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    await desk.call('queue.adopt', { op: two ?? '', finding: second ?? '' });
    expect([await states(desk), titled(service, 'New')]).toEqual([[], 2]);
  });
});
