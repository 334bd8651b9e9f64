import { describe, expect, it } from 'vitest';
import { bench, body, edit, project, states, sync, type Bench } from '../../engine/support.ts';
import { chosen, leftOut, preview, run, states as bulkStates, tally } from './support.ts';

const candidate = (id: string, title: string) =>
  ({ id, candidate: 'public', body: body({ title, status: 'draft' }) }) as const;

/** A desk with three candidates beside one finding. */
async function reviewing(): Promise<Bench> {
  return bench({
    seeds: [
      {
        project,
        findings: [
          candidate('c1', 'One'),
          candidate('c2', 'Two'),
          candidate('c3', 'Three'),
          { id: 'f1', body: body({ title: 'A finding', status: 'open' }) },
        ],
      },
    ],
  });
}

const reject = { kind: 'review', decision: 'reject', comment: 'Duplicates.' } as const;
const accept = { kind: 'review', decision: 'accept' } as const;

describe('a decision on several candidates', () => {
  it('is one review each, with its comment, and reaches the service', async () => {
    const { desk, service } = await reviewing();
    const summary = await run(desk, await chosen(desk, ['c1', 'c2']), reject);
    expect([tally(summary), await states(desk)]).toEqual([{ queued: 2 }, ['review queued', 'review queued']]);
    await sync(desk);
    const sent = service.ledger.filter(({ path }) => path.endsWith('/review'));
    expect(sent.map(({ body: one }) => one)).toMatchObject([
      { decision: 'reject', comment: 'Duplicates.' },
      { decision: 'reject', comment: 'Duplicates.' },
    ]);
    expect((await desk.call('review.list', { project })).total).toBe(1);
  });

  it('leaves out what is no candidate, and what is decided already', async () => {
    const { desk } = await reviewing();
    await desk.call('candidate.review', { id: 'c1', decision: 'accept' });
    const shown = await preview(desk, await chosen(desk), accept);
    expect([shown.total, leftOut(shown)]).toEqual([2, { 'not-candidate': ['f1'], decided: ['c1'] }]);
    const rows = Buffer.from(shown.candidates ?? '', 'base64').length / 4;
    expect(rows).toBe(2);
  });

  it('is not taken on a record that nobody saw', async () => {
    const { desk, service } = await reviewing();
    const rows = await chosen(desk, ['c1', 'c2']);
    const { fingerprints } = await preview(desk, rows, accept);
    service.edit('c2', { severity: 'critical' });
    await desk.call('sync.run', { push: false });
    const summary = await desk.call('bulk.run', {
      bulk: crypto.randomUUID(),
      project,
      rows,
      fingerprints,
      action: accept,
    });
    expect([tally(summary), await bulkStates(desk, summary.bulk)]).toEqual([
      { queued: 1, 'left-out': 1 },
      { c1: 'queued', c2: 'left-out' },
    ]);
  });

  it('goes behind a pending edit, and is undone as one without it', async () => {
    const { desk } = await reviewing();
    await edit(desk, 'c1', { title: 'One, reworded' });
    const { bulk } = await run(desk, await chosen(desk, ['c1', 'c2', 'c3']), accept);
    const { takenBack, stays, summary } = await desk.call('bulk.undo', { bulk });
    expect({ takenBack, stays, tally: tally(summary), queue: await states(desk) }).toEqual({
      takenBack: 3,
      stays: [],
      tally: { 'taken-back': 3 },
      queue: ['update queued'],
    });
    expect((await desk.call('review.list', { project })).total).toBe(3);
  });

  it('stays once it was sent', async () => {
    const { desk } = await reviewing();
    const { bulk } = await run(desk, await chosen(desk, ['c1', 'c2']), accept);
    await sync(desk);
    const { takenBack, stays } = await desk.call('bulk.undo', { bulk });
    expect([takenBack, stays.map(({ reason, count }) => [reason, count])]).toEqual([0, [['sent', 2]]]);
  });
});
