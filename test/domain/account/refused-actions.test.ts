import { expect, it } from 'vitest';
import { refusedActions, type LastAnswer } from '#domain/account/refused-actions.ts';

const [early, between, late, after] = [27, 28, 29, 30].map(
  (day) => `2026-11-${String(day)}T09:00:00.000Z`,
) as [string, string, string, string];
const answer = (more: Partial<LastAnswer>): LastAnswer => ({
  kind: 'ai-merge',
  project: 'p1',
  refused: true,
  at: early,
  ...more,
});

it('an action is off where its last answer was a refusal, until another sign-in or other rights', () => {
  const answers = [
    answer({}),
    answer({ project: 'p2', refused: false }),
    answer({ kind: 'mfa-reset', project: null, at: late }),
  ];
  const [merge, reset] = [
    { kind: 'ai-merge', project: 'p1', since: early },
    { kind: 'mfa-reset', project: null, since: late },
  ];
  expect([null, early, between, after].map((since) => refusedActions(answers, since))).toEqual([
    [merge, reset],
    [merge, reset],
    [reset],
    [],
  ]);
});
