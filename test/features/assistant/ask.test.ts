import { describe, expect, it, test } from 'vitest';
import type { AskHindrance } from '#contract/procedures/findings/assistant.ts';
import { hindranceWords } from '#features/assistant/ask.ts';
import { bench, create, edit, findings, project, settle, sync } from '../../engine/support.ts';

async function refusal(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => 'taken',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
}

test.each<[AskHindrance, string]>([
  [{ kind: 'not-at-service', id: 'f1' }, 'The service does not have f1 yet'],
  [{ kind: 'gone', id: 'f1' }, 'f1 is not on the service any more'],
  [{ kind: 'deletion', id: 'f1' }, 'f1 is to be deleted. Discard the deletion'],
  [{ kind: 'other-engagement', id: 'f1' }, 'f1 is of another engagement'],
  [{ kind: 'asked-already', op: 'op-1', state: 'unknown' }, 'op-1 may have run and been charged'],
  [{ kind: 'asked-already', op: 'op-1', state: 'rejected' }, 'the service refused op-1'],
  [{ kind: 'asked-already', op: 'op-1', state: 'sending' }, 'is being asked this right now (op-1)'],
  [{ kind: 'asked-already', op: 'op-1', state: 'queued' }, 'op-1 waits in the queue'],
])('why the assistant cannot be asked is said: %o', (hindrance, words) => {
  expect(hindranceWords(hindrance)).toContain(words);
});

describe('a preview of a question to the assistant', () => {
  it('names the findings once each, those with pending changes, and what it would be', async () => {
    const { desk } = await bench({ count: 3 });
    await edit(desk, 'f2', { title: 'Second' });
    const alone = await desk.call('assistant.preview', { finding: 'f1' });
    const merge = await desk.call('assistant.preview', { finding: 'f1', others: ['f2', 'f1', 'f3', 'f2'] });
    expect([alone, merge]).toEqual([
      {
        kind: 'ai-demonstration',
        finding: { id: 'f1', title: 'Finding 1' },
        others: [],
        unsent: [],
        waiting: null,
        hindrance: null,
      },
      {
        kind: 'ai-merge',
        finding: { id: 'f1', title: 'Finding 1' },
        others: [
          { id: 'f2', title: 'Second' },
          { id: 'f3', title: 'Finding 3' },
        ],
        unsent: ['f2'],
        waiting: null,
        hindrance: null,
      },
    ]);
  });

  it('says what stands in the way of any of its findings', async () => {
    const at = await bench({
      seeds: [
        { project, findings: findings(30) },
        { project: 'other', findings: [{ id: 'o1', body: { title: 'Other', asset: ['x.test'] } }] },
      ],
    });
    const { desk, service } = at;
    await desk.call('engagement.add', { project: 'other' });
    await sync(desk);
    const { findings: made } = await create(desk);
    await desk.call('finding.delete', { ids: ['f2'] });
    service.remove('f3');
    await desk.call('sync.run', { push: false });
    const own = made[0] ?? '';
    const hindrances: unknown[] = [];
    for (const others of [[own], ['o1'], ['f2'], ['f3'], ['f4']]) {
      hindrances.push((await desk.call('assistant.preview', { finding: 'f1', others })).hindrance);
    }
    hindrances.push((await desk.call('assistant.preview', { finding: own })).hindrance);
    expect(hindrances).toEqual([
      { kind: 'not-at-service', id: own },
      { kind: 'other-engagement', id: 'o1' },
      { kind: 'deletion', id: 'f2' },
      { kind: 'gone', id: 'f3' },
      null,
      { kind: 'not-at-service', id: own },
    ]);
    expect(await refusal(desk.call('assistant.ask', { finding: 'f1', others: ['f2'] }))).toBe('wrong-state');
  });

  it('says that the same was asked already, but not that something else was', async () => {
    const { desk } = await bench({ count: 2 });
    const { op } = await desk.call('assistant.ask', { finding: 'f1' });
    const same = await desk.call('assistant.preview', { finding: 'f1' });
    const merge = await desk.call('assistant.preview', { finding: 'f1', others: ['f2'] });
    const other = await desk.call('assistant.preview', { finding: 'f2' });
    expect([same, merge, other].map(({ hindrance }) => hindrance)).toEqual([
      { kind: 'asked-already', op, state: 'queued' },
      null,
      null,
    ]);
  });
});

describe('asking the assistant', () => {
  it('to merge a finding with itself alone is refused', async () => {
    const { desk } = await bench({ count: 1 });
    const asked = desk.call('assistant.ask', { finding: 'f1', others: ['f1', 'f1'] });
    expect([await refusal(asked), await desk.call('queue.list')]).toEqual(['invalid', []]);
  });

  it('again drops the earlier question, if that was the same about the same finding', async () => {
    const { desk } = await bench({ count: 2 });
    const { op } = await desk.call('assistant.ask', { finding: 'f1' });
    const { op: merge } = await desk.call('assistant.ask', { finding: 'f1', others: ['f2'] });
    const { op: other } = await desk.call('assistant.ask', { finding: 'f2' });
    const refused = [
      await refusal(desk.call('assistant.ask', { finding: 'f1', again: merge })),
      await refusal(desk.call('assistant.ask', { finding: 'f1', again: other })),
    ];
    const again = await desk.call('assistant.ask', { finding: 'f1', again: op });
    const open = (await desk.call('queue.list')).map((each) => each.op);
    expect([refused, open]).toEqual([
      ['wrong-state', 'wrong-state'],
      [merge, other, again.op],
    ]);
  });

  it('is noted in the history, and waits for a confirmation whatever syncs run', async () => {
    const at = await bench({ count: 1 });
    const { op } = await at.desk.call('assistant.ask', { finding: 'f1' });
    await settle(at, 2);
    const past = await at.desk.call('finding.history', { id: 'f1' });
    const [open] = await at.desk.call('queue.list');
    expect([past.some((entry) => entry.what === 'assistant-asked' && entry.op === op), open?.state]).toEqual([
      true,
      'queued',
    ]);
  });
});
