import { expect, test } from 'vitest';
import type { PersonNeed, QueueNext, QueueRow } from '#contract/procedures/findings/queue.ts';
import { answerOf } from '#renderer/shell/commands/queue-answers.ts';
import type { Navigation } from '#renderer/shell/navigation/navigation.svelte.ts';

/** What the button of an operation says, and what it leads to. */
function answer(next: QueueNext, kind: QueueRow['kind'] = 'update') {
  const dialogs: Record<string, unknown> = {};
  const settled: unknown[] = [];
  const work = { dialogs, settle: (conflict: unknown) => settled.push(conflict) } as unknown as Navigation;
  const row = { op: 'o1', project: 'p', kind, next, first: { id: 'f1', title: 'XSS' }, others: ['f2'] };
  const action = answerOf(row as unknown as QueueRow, work);
  action?.run();
  return [action?.label ?? null, { ...dialogs, ...(settled.length > 0 ? { settled } : {}) }];
}
const person = (need: PersonNeed): QueueNext => ({ kind: 'person', need });

test('what cannot go on by itself has a way out, and everything else none', () => {
  const assistant = (kind: string) => ({ assistant: { kind, op: 'o1', finding: 'f1', others: ['f2'] } });
  expect([
    answer({ kind: 'held' }),
    answer({ kind: 'foreign-account' }),
    answer({ kind: 'updates-stopped' }),
    answer(person('creation')),
    answer({ kind: 'credentials' }),
    answer(person('refused')),
    answer(person('refused'), 'ai-merge'),
    answer(person('refused'), 'ai-demonstration')[0],
    answer(person('confirmation')),
    answer(person('may-have-run')),
    answer(person('conflict')),
    answer({ kind: 'sync' }),
  ]).toEqual([
    ['Review missing findings…', { question: { kind: 'held', project: 'p' } }],
    ['Check the account…', { question: { kind: 'account' } }],
    ['Review the emptied fields…', { question: { kind: 'emptied' } }],
    ['Check what became of it…', { question: { kind: 'creation', op: 'o1' } }],
    ['Connect…', { about: 'connection' }],
    [null, {}],
    ['Ask again…', { assistant: { kind: 'ask', finding: 'f1', others: ['f2'], again: 'o1' } }],
    'Ask again…',
    ['Confirm…', assistant('confirm')],
    ['Check, or ask again…', assistant('unknown')],
    ['Decide…', { settled: [{ op: 'o1', id: 'f1' }] }],
    [null, {}],
  ]);
});
