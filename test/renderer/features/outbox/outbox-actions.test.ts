import { expect, test } from 'vitest';
import type { QueueDetail } from '#contract/procedures/findings/queue.ts';
import { ApiError } from '#renderer/api/api.ts';
import { QueueActions } from '#renderer/features/outbox/outbox-actions.ts';
import type { Dropped } from '#renderer/features/outbox/outbox.state.svelte.ts';
import { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { asAnswered, Program, settled } from '../../support/program.ts';

function detail(
  over: { means?: string; allowed?: boolean; behind?: number; held?: boolean } = {},
): QueueDetail {
  const { means = 'nothing-sent', allowed = true, behind = 0, held } = over;
  return asAnswered({ row: { op: 'o1', first: { id: 'f1' }, held }, discard: { allowed, means }, behind });
}

/** The actions before a program that does what it is asked, or refuses everything. */
function actions(refuses = false) {
  const calls: unknown[] = [];
  const take = (name: string) => (input: unknown) => {
    calls.push([name, input]);
    if (refuses) throw new ApiError('busy', 'Something else is going on.');
  };
  const { api } = new Program({
    'queue.retry': take('retry'),
    'queue.discard': take('discard'),
    'queue.restore': take('restore'),
    'finding.hold': take('hold'),
  });
  const notices = new Notices();
  const queue: { dropped: Dropped | null } = { dropped: null };
  const told = () => notices.list.map(({ kind, text, action }) => [kind, text, action?.label ?? null]);
  return { calls, notices, queue, told, act: new QueueActions(api, notices, queue) };
}

test('an operation is sent again, whole or for some of its findings', async () => {
  const { act, calls, told } = actions();
  await act.retry(detail());
  await act.retry(detail(), ['f2']);
  expect(calls).toEqual([
    ['retry', { op: 'o1' }],
    ['retry', { op: 'o1', findings: ['f2'] }],
  ]);
  expect(told()).toEqual([['done', 'It is sent with the next sync.', null]]);
});

test('a discarded operation can be put back once, by the notice or by the command', async () => {
  const { act, calls, notices, queue, told } = actions();
  await act.discard(detail(), ['f2']);
  expect(queue.dropped).toEqual({ op: 'o1', findings: ['f2'] });
  expect(told()).toEqual([['done', 'Discarded. The text stays in the history of the finding.', 'Undo']]);
  notices.list[0]?.action?.run();
  await settled();
  expect(queue.dropped).toBeNull();
  expect(told()).toEqual([['done', 'Discard undone. The change is pending again.', null]]);
  await act.putBack();
  await act.discard(detail({ means: 'finding-goes' }));
  await act.putBack();
  expect(calls).toEqual([
    ['discard', { op: 'o1', findings: ['f2'] }],
    ['restore', { op: 'o1', findings: ['f2'] }],
    ['discard', { op: 'o1' }],
    ['restore', { op: 'o1' }],
  ]);
});

test('what the service may have, or what other operations stand on, is not offered to be put back', async () => {
  const others = [
    detail({ means: 'may-be-there' }),
    detail({ means: 'finding-may-be-there' }),
    detail({ behind: 1 }),
    detail({ allowed: false }),
  ];
  for (const [at, one] of others.entries()) {
    const { act, queue, told } = actions();
    await act.discard(one);
    expect(queue.dropped).toBeNull();
    const unsure =
      'Discarded here. It may have reached the service before: the next sync shows how it is there.';
    const known = 'Discarded. The text stays in the history of the finding.';
    expect(told()).toEqual([['done', at < 2 ? unsure : known, null]]);
  }
});

test('an older offer to put back does not take a newer one away', async () => {
  const { act, notices, queue } = actions();
  await act.discard(detail());
  const [first] = notices.list;
  await act.discard(detail(), ['f2']);
  const newer = queue.dropped;
  first?.action?.run();
  await settled();
  expect(queue.dropped).toBe(newer);
});

test('a finding is held back, and released if it was', async () => {
  const { act, calls, told } = actions();
  await act.hold(detail());
  await act.hold(detail({ held: true }));
  expect(calls).toEqual([
    ['hold', { ids: ['f1'], held: true }],
    ['hold', { ids: ['f1'], held: false }],
  ]);
  expect(told().map(([, text]) => text)).toEqual([
    'Held back. Not sent until you release it.',
    'Released. Its changes go with the next sync.',
  ]);
});

test('a refusal is told in the words of the program, and nothing is offered to be put back', async () => {
  const { act, queue, told } = actions(true);
  await act.discard(detail());
  expect(queue.dropped).toBeNull();
  expect(told()).toEqual([['failed', 'Something else is going on.', null]]);
});
