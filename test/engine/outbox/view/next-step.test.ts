import { describe, expect, it, test } from 'vitest';
import type { QueueNext } from '#contract/procedures/findings/queue.ts';
import { groupOf, nextOf, type QueuedFacts, type QueueState } from '#engine/outbox/view/next-step.ts';

const queued: QueuedFacts = {
  kind: 'update',
  state: 'queued',
  lost: false,
  asked: false,
  conflict: null,
  lookAt: null,
  before: null,
  held: false,
  notReady: false,
};
const clear: QueueState = { updatesStopped: false, token: 'right', pausedUntil: null };

const at = '2026-11-29T12:00:00.000Z';
const emptied = { reason: 'fields', fields: { title: { base: 'Old', mine: 'Old', theirs: '' } } } as const;

describe('what happens next with an operation', () => {
  test.each<[string, Partial<QueuedFacts>, QueueNext]>([
    ['that is pending', {}, { kind: 'sync' }],
    ['that is being sent', { state: 'sending' }, { kind: 'sending' }],
    ['that was refused', { state: 'rejected' }, { kind: 'person', need: 'refused' }],
    ['that waits for its confirmation', { asked: true }, { kind: 'person', need: 'confirmation' }],
    ['of unknown outcome that is looked at', { state: 'unknown', lookAt: at }, { kind: 'look', at }],
    ['of unknown outcome that nothing holds up', { state: 'unknown' }, { kind: 'sync' }],
    [
      'that may have made a finding',
      { kind: 'create', state: 'unknown', lost: true },
      { kind: 'person', need: 'creation' },
    ],
    [
      'that may have asked the assistant',
      { kind: 'ai-demonstration', state: 'unknown', lost: true },
      { kind: 'person', need: 'may-have-run' },
    ],
    ['that stands behind another', { state: 'blocked', before: 'op-1' }, { kind: 'behind', op: 'op-1' }],
    ['that stood behind one that is settled', { state: 'blocked' }, { kind: 'sync' }],
    ['that is settled', { state: 'done' }, { kind: 'sync' }],
    ['with a conflict that cannot be read', { state: 'conflict' }, { kind: 'person', need: 'conflict' }],
    [
      'whose finding is gone',
      { state: 'conflict', conflict: { reason: 'gone', fields: {} } },
      { kind: 'person', need: 'gone' },
    ],
    [
      'that was decided over an older record',
      { state: 'conflict', conflict: { reason: 'outdated', fields: {} } },
      { kind: 'person', need: 'outdated' },
    ],
    [
      'that leaves no asset',
      { state: 'conflict', conflict: { reason: 'empty-asset', fields: {} } },
      { kind: 'person', need: 'conflict' },
    ],
    [
      'with fields that both changed',
      {
        state: 'conflict',
        conflict: { reason: 'fields', fields: { title: { base: 'Old', mine: 'Mine', theirs: 'Theirs' } } },
      },
      { kind: 'person', need: 'conflict' },
    ],
    [
      'with a field that the service emptied',
      { state: 'conflict', conflict: emptied },
      { kind: 'person', need: 'emptied' },
    ],
  ])('%s', (_which, facts, next) => {
    expect(nextOf({ ...queued, ...facts }, clear)).toEqual(next);
  });
});

describe('what holds an operation up', () => {
  test.each<[string, Partial<QueueState>, QueueNext]>([
    ['a token of somebody else', { token: 'foreign' }, { kind: 'foreign-account' }],
    ['a token that is missing', { token: 'missing' }, { kind: 'credentials' }],
    ['a token that is refused', { token: 'refused' }, { kind: 'credentials' }],
    [
      'a service that takes no updates as they are sent',
      { updatesStopped: true },
      { kind: 'updates-stopped' },
    ],
    ['a pause that the service wants', { pausedUntil: at }, { kind: 'pause', until: at }],
  ])('%s', (_what, standing, next) => {
    expect(nextOf(queued, { ...clear, ...standing })).toEqual(next);
  });

  it('is told by what has to be done first', () => {
    const all: QueueState = { token: 'foreign', updatesStopped: true, pausedUntil: at };
    const facts = { ...queued, held: true, notReady: true };
    expect(
      [
        nextOf(facts, all),
        nextOf({ ...facts, notReady: false }, all),
        nextOf(queued, all),
        nextOf(queued, { ...all, token: 'right' }),
        nextOf(queued, { ...all, token: 'right', updatesStopped: false }),
      ].map(({ kind }) => kind),
    ).toEqual(['not-ready', 'held', 'foreign-account', 'updates-stopped', 'pause']);
  });

  it('is no stop of updates if it is something else', () => {
    expect(nextOf({ ...queued, kind: 'create' }, { ...clear, updatesStopped: true })).toEqual({
      kind: 'sync',
    });
  });
});

test('an operation stands in the group of what is most urgent of it', () => {
  expect([
    groupOf({ person: 1, unknown: 1, sending: 1 }),
    groupOf({ person: 0, unknown: 1, sending: 1 }),
    groupOf({ person: 0, unknown: 0, sending: 1 }),
    groupOf({ person: 0, unknown: 0, sending: 0 }),
  ]).toEqual(['person', 'unknown', 'sending', 'waiting']);
});
