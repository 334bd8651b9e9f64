import { expect, test } from 'vitest';
import type { ReviewCard } from '#contract/procedures/findings/review.ts';
import { announced, decidedWord, whyAlike } from '#renderer/features/review/strings.ts';

test('a candidate is announced by its place, its severity and its title', () => {
  const card = (effective: object, isPrivate = false): ReviewCard =>
    ({ id: 'f1', effective, private: isPrivate }) as unknown as ReviewCard;
  expect([
    announced(card({ severity: 'high', title: 'XSS' }), '2 of 5'),
    announced(card({}, true), ''),
    whyAlike(['title', 'asset']),
    whyAlike([]),
    decidedWord('accept'),
    decidedWord('reject'),
  ]).toEqual([
    'Candidate 2 of 5: high, public. XSS',
    'No longer a candidate: no severity, private draft. f1',
    'same title, same asset',
    '',
    'Accepted',
    'Rejected',
  ]);
});
