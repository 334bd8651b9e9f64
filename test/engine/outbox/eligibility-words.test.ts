import { expect, test } from 'vitest';
import {
  ineligibilityClause,
  ineligibilitySentence,
  type Ineligibility,
} from '#engine/outbox/eligibility.ts';

test.each<[Ineligibility, clause: string, sentence: string]>([
  [{ reason: 'unreadable' }, 'it could not be read as a finding', 'it can be looked at, not changed.'],
  [{ reason: 'discarded' }, 'it was discarded before it was sent', 'f1 was discarded before it was sent'],
  [
    { reason: 'already', op: 'op-1' },
    'its deletion is pending already: operation op-1',
    'f1 is to be deleted: operation op-1.',
  ],
  [
    { reason: 'deletion', op: 'op-1' },
    'its deletion is pending: operation op-1',
    'f1 is to be deleted: operation op-1.',
  ],
  [
    { reason: 'gone', ours: true },
    'it was deleted here and on the service',
    'f1 was deleted here, and the service confirmed it.',
  ],
  [
    { reason: 'gone', ours: false },
    'it was deleted on the service',
    'f1 was deleted on the service, or is no longer visible to this account.',
  ],
  [{ reason: 'not-sent' }, 'it is not on the service yet', 'f1 is not on the service yet. Sync first.'],
  [
    { reason: 'candidate' },
    'it is a pending candidate: decide with "review"',
    'f1 is a pending candidate: decide with "review".',
  ],
  [
    { reason: 'not-candidate' },
    'it is no pending candidate',
    'f1 is no pending candidate, so there is nothing to decide.',
  ],
  [
    { reason: 'same-status', status: 'closed' },
    'its status is closed already',
    'The status of f1 is closed already.',
  ],
])('why a finding is left out is said in a clause and in a sentence: %o', (why, clause, sentence) => {
  expect([ineligibilityClause(why), ineligibilitySentence('f1', why)]).toEqual([
    clause,
    expect.stringContaining(sentence),
  ]);
});
