import { describe, expect, it } from 'vitest';
import type { QueueDetail } from '#contract/procedures/findings/queue.ts';
import type { TestDesk } from '../../support/desk.ts';
import { png } from '../../domain/images/pictures.ts';
import {
  bench,
  body,
  create,
  edit,
  isCreation,
  isDetail,
  isUpdate,
  quietMs,
  spoil,
  sync,
  watch,
} from '../../engine/support.ts';

/** What is offered for an operation, and how its attempts ended. */
async function offers(
  desk: TestDesk,
  op: string,
): Promise<Pick<QueueDetail, 'retry' | 'discard'> & { outcomes: string[] }> {
  const { retry, discard, attempts } = await desk.call('queue.open', { op });
  return { retry, discard, outcomes: attempts.map(({ outcome }) => outcome) };
}

describe('a creation whose answer was lost', () => {
  it('is still looked for, then may be sent again at the price of a double, and says what was seen', async () => {
    const at = await bench({ count: 1 });
    const { desk, clock } = at;
    const { op } = await create(desk, body({ title: 'New' }));
    spoil(at, isCreation, { kind: 'drop', handled: false });
    await sync(desk, { pull: false });
    const looking = await desk.call('queue.open', { op });
    for (let looks = 0; looks < 4; looks += 1) {
      clock.pass(quietMs);
      await sync(desk);
    }
    const lost = await desk.call('queue.open', { op });
    expect([looking.retry, looking.row.next.kind, lost.retry, lost.row.next]).toEqual([
      { allowed: false, why: 'still-looking' },
      'look',
      { allowed: true, means: 'may-double' },
      { kind: 'person', need: 'creation' },
    ]);
    expect([looking.discard, lost.discard]).toEqual(
      Array.from({ length: 2 }, () => ({ allowed: true, means: 'finding-may-be-there' })),
    );
    expect(lost.attempts.map(({ outcome, status }) => [outcome, status])).toEqual([['unknown', null]]);
    expect([lost.row.said, lost.parts[0]?.said]).toEqual([looking.parts[0]?.said, expect.anything()]);
  });

  it('says how many images wait for its finding', async () => {
    const { desk } = await bench({ count: 0 });
    const { op, findings } = await create(desk);
    const content = Buffer.from(png({ width: 3, height: 8 })).toString('base64');
    await desk.call('evidence.add', { id: findings[0], name: 'shot.png', content });
    expect((await desk.call('queue.open', { op })).evidence).toBe(1);
  });
});

describe('an update', () => {
  it('of unknown outcome is read before it is sent again, and may be at the service', async () => {
    const at = await bench({ count: 1 });
    const { op } = await edit(at.desk, 'f1', { title: 'Mine' });
    spoil(at, isUpdate, { kind: 'drop', handled: false });
    await sync(at.desk, { pull: false });
    expect(await offers(at.desk, op)).toEqual({
      retry: { allowed: true, means: 'reads-first' },
      discard: { allowed: true, means: 'may-be-there' },
      outcomes: ['unknown'],
    });
  });

  it('in a conflict is sent by the answer to that alone', async () => {
    const { desk, service } = await bench({ count: 1 });
    const { op } = await edit(desk, 'f1', { severity: 'low' });
    service.edit('f1', { severity: 'high' });
    await sync(desk);
    expect(await offers(desk, op)).toEqual({
      retry: { allowed: false, why: 'conflict' },
      discard: { allowed: true, means: 'nothing-sent' },
      outcomes: [],
    });
  });

  it('that is being sent can neither be sent again nor be dropped', async () => {
    const { desk, service, requests } = await bench({ count: 1 });
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    const seen: Promise<unknown>[] = [];
    watch(service, requests, (request) => {
      if (isUpdate(request)) seen.push(offers(desk, op));
      return undefined;
    });
    await sync(desk);
    expect(await Promise.all(seen)).toEqual([
      {
        retry: { allowed: false, why: 'sending' },
        discard: { allowed: false, why: 'sending' },
        outcomes: ['under-way'],
      },
    ]);
  });

  it('that was acknowledged and is not shown is told as not confirmed', async () => {
    const { desk, service, requests } = await bench({ count: 1 });
    const before = JSON.stringify(service.finding('f1'));
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    let wrote = false;
    watch(service, requests, (request) => {
      if (isUpdate(request)) wrote = true;
      return wrote && isDetail('f1')(request) ? { kind: 'body', body: before } : undefined;
    });
    await sync(desk, { pull: false });
    expect((await offers(desk, op)).outcomes).toEqual(['not-confirmed']);
  });
});
