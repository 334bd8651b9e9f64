import { describe, expect, it } from 'vitest';
import { bench, body, heal, isWrite, quietMs, settle, spoil, sync, watch, type Bench } from '../support.ts';
import { project } from '../support.ts';

/** A candidate that is to be decided on, beside ordinary findings. */
async function reviewing(): Promise<Bench> {
  const ordinary = Array.from({ length: 30 }, (_, at) => ({ id: `f${String(at)}`, body: body() }));
  const candidate = { id: 'c', candidate: 'public', body: body({ title: 'C', status: 'draft' }) } as const;
  return bench({ seeds: [{ project, findings: [candidate, ...ordinary] }] });
}

async function open({ desk }: Bench): Promise<unknown[]> {
  return (await desk.call('queue.list')).map(({ kind, state, conflict }) => [
    kind,
    state,
    conflict?.reason ?? null,
  ]);
}

function decisions({ requests }: Bench): number {
  return requests.filter(isWrite).length;
}

describe('a decision on a candidate', () => {
  it('whose answer is lost after it was taken is not sent again, also if it was rejected', async () => {
    const outcomes: unknown[] = [];
    for (const decision of ['accept', 'reject']) {
      const at = await reviewing();
      await at.desk.call('candidate.review', { id: 'c', decision });
      spoil(at, isWrite, { kind: 'drop', handled: true });
      await sync(at.desk);
      at.clock.pass(quietMs);
      await settle(at);
      outcomes.push([decisions(at), await open(at)]);
    }
    expect(outcomes).toEqual([
      [1, []],
      [1, []],
    ]);
  });

  it('whose answer is lost before it was taken is sent again after the in-doubt window', async () => {
    const at = await reviewing();
    await at.desk.call('candidate.review', { id: 'c', decision: 'accept' });
    spoil(at, isWrite, { kind: 'drop', handled: false });
    await sync(at.desk);
    const early = [decisions(at), await open(at)];
    at.clock.pass(quietMs);
    await settle(at);
    expect([early, decisions(at), await open(at)]).toEqual([[1, [['review', 'unknown', null]]], 2, []]);
  });

  it('on what was changed by somebody else is asked about', async () => {
    const at = await reviewing();
    await at.desk.call('candidate.review', { id: 'c', decision: 'accept' });
    at.service.edit('c', { description: 'Changed.' });
    await sync(at.desk);
    expect([decisions(at), await open(at)]).toEqual([0, [['review', 'conflict', 'outdated']]]);
  });

  it('on what is gone is asked about', async () => {
    const at = await reviewing();
    await at.desk.call('candidate.review', { id: 'c', decision: 'accept' });
    at.service.remove('c');
    await settle(at);
    expect([decisions(at), await open(at)]).toEqual([0, [['review', 'conflict', 'gone']]]);
  });

  it('that the service refuses as outdated is asked about', async () => {
    const at = await reviewing();
    await at.desk.call('candidate.review', { id: 'c', decision: 'accept' });
    watch(at.service, at.requests, (request) => {
      if (!isWrite(request)) return undefined;
      at.service.edit('c', { description: 'Changed just now.' });
      return { kind: 'status', status: 409, handled: false, body: '{"error":"another version"}' };
    });
    await sync(at.desk);
    heal(at);
    expect([decisions(at), await open(at)]).toEqual([1, [['review', 'conflict', 'outdated']]]);
  });

  it('carries its comment only if there is one', async () => {
    const bodies: unknown[] = [];
    for (const comment of [undefined, 'Checked.']) {
      const at = await reviewing();
      await at.desk.call('candidate.review', {
        id: 'c',
        decision: 'accept',
        ...(comment === undefined ? {} : { comment }),
      });
      await sync(at.desk);
      const sent = at.requests.find(isWrite)?.body ?? '{}';
      bodies.push(Object.keys(JSON.parse(sent) as object).length);
    }
    expect(bodies).toEqual([2, 3]);
  });

  it('is undone only before anything of it was sent', async () => {
    const at = await reviewing();
    const { desk } = at;
    const undo = (op: string): Promise<unknown> =>
      desk.call('review.undo', { op }).then(
        () => 'undone',
        (error: unknown) => (error instanceof Error ? error.message : error),
      );
    const first = await desk.call('candidate.review', { id: 'c', decision: 'accept' });
    const undone = [await undo(first.op), await undo(first.op), await undo('nothing')];
    const { op } = await desk.call('finding.edit', { id: 'f1', changes: { title: 'x' } });
    const edit = await undo(op);
    const second = await desk.call('candidate.review', { id: 'c', decision: 'accept' });
    at.service.edit('c', { description: 'Changed.' });
    await sync(desk);
    const returned = await undo(second.op);
    await desk.call('queue.resolve', { op: second.op, choice: 'mine' });
    await sync(desk);
    expect([undone, edit, returned, await undo(second.op)]).toEqual([
      ['undone', 'This decision is not in the queue any more.', 'There is no operation nothing.'],
      `Operation ${op} is no decision on a candidate.`,
      'The service returned this decision: decide again, or discard it.',
      'The service has this decision already, so it cannot be undone here.',
    ]);
  });
});
