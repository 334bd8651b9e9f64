import { describe, expect, it } from 'vitest';
import type { QueueRow } from '#contract/procedures/findings/queue.ts';
import type { DeskStatus } from '#contract/window/window.ts';
import { askedOf, questionOf, standingQuestions } from '#renderer/features/questions/question.ts';
import { shortText, wholeText } from '#renderer/features/questions/strings.ts';

const status = (over: object): DeskStatus =>
  ({ foreign: null, updatesStopped: false, held: [], ...over }) as unknown as DeskStatus;
const named = (project: string): string => `Engagement ${project}`;

describe('what is asked now', () => {
  it('is nothing before the status is known, and none without a cause', () => {
    expect([standingQuestions(null, named), standingQuestions(status({}), named), askedOf([])]).toEqual([
      [],
      [],
      null,
    ]);
  });

  it('is one question with its words, or how many there are', () => {
    const all = standingQuestions(
      status({ foreign: {}, updatesStopped: true, held: [{ project: 'p1' }, { project: 'p2' }] }),
      named,
    );
    expect(all.map(({ question }) => question)).toEqual([
      { kind: 'account' },
      { kind: 'emptied' },
      { kind: 'held', project: 'p1' },
      { kind: 'held', project: 'p2' },
    ]);
    expect(all[3]?.says).toBe('Many findings of Engagement p2 disappeared at once; nothing of it is sent.');
    expect(askedOf(all)).toEqual({ says: '4 questions for you', question: null });
    expect(askedOf(all.slice(0, 1))).toEqual(all[0]);
  });

  it('of an operation is what holds it up', () => {
    const asked = (next: object) =>
      questionOf({ next, op: 'o1', project: 'p1' } as unknown as Pick<QueueRow, 'next' | 'op' | 'project'>);
    expect([
      asked({ kind: 'held' }),
      asked({ kind: 'foreign-account' }),
      asked({ kind: 'updates-stopped' }),
      asked({ kind: 'person', need: 'creation' }),
      asked({ kind: 'person', need: 'emptied' }),
      asked({ kind: 'person', need: 'conflict' }),
      asked({ kind: 'sending' }),
    ]).toEqual([
      { kind: 'held', project: 'p1' },
      { kind: 'account' },
      { kind: 'emptied' },
      { kind: 'creation', op: 'o1' },
      { kind: 'emptied' },
      null,
      null,
    ]);
  });
});

describe('a value as evidence', () => {
  it('is a text as it is, a list line by line, anything else as its JSON', () => {
    expect([
      wholeText(undefined),
      wholeText(null),
      wholeText('a'),
      wholeText(['a', 'b']),
      wholeText(['a', 1]),
      wholeText(7),
    ]).toEqual(['', '', 'a', 'a\nb', '["a",1]', '7']);
  });

  it('is cut behind 280 characters', () => {
    expect([shortText('x'.repeat(280)), shortText(`${'x'.repeat(279)} y`)]).toEqual([
      'x'.repeat(280),
      `${'x'.repeat(279)} …`,
    ]);
  });
});
