import { describe, expect, it, test } from 'vitest';
import type { ConflictCause, ConflictView } from '#contract/procedures/findings/conflict.ts';
import {
  allWords,
  answerWords,
  causeWords,
  createdAgainText,
  entryWords,
  questionWords,
  shown,
} from '#renderer/features/conflicts/strings.ts';

test.each([
  [undefined, 'No value', true],
  [null, 'No value', true],
  ['', 'Empty', true],
  [[], 'Empty', true],
  ['a_b', 'a_b', false],
  [['a', 'b'], 'a\nb', false],
  [['a', 7], '[\n  "a",\n  7\n]', false],
  [7, '7', false],
])('the value %j is shown as %j', (value, text, empty) => {
  expect(shown(value)).toEqual({ text, empty });
});

test('a value that is chosen from a list is shown as words', () => {
  expect([shown('risk_accepted', 'status').text, shown('risk_accepted', 'title').text]).toEqual([
    'Risk accepted',
    'risk_accepted',
  ]);
});

const cause = (over: object): ConflictCause =>
  ({
    kind: 'update',
    reason: 'fields',
    offered: null,
    decision: null,
    fields: ['title'],
    values: [],
    findings: ['f1', 'f2'],
    ...over,
  }) as unknown as ConflictCause;
const view = (over: object): ConflictView =>
  ({ kind: 'update', reason: 'fields', offered: null, review: null, ...over }) as unknown as ConflictView;

describe('conflicts of one cause', () => {
  it('are headed by why they wait', () => {
    const values = [{ field: 'status', mine: 'open', theirs: null }];
    const long = [{ field: 'title', mine: 'x'.repeat(41), theirs: `${'y'.repeat(40)}\nz` }];
    expect([
      causeWords(cause({ reason: 'gone', kind: 'review' })),
      causeWords(cause({ reason: 'gone' })),
      causeWords(cause({ reason: 'empty-asset' })),
      causeWords(cause({ reason: 'outdated', kind: 'delete', fields: [] })),
      causeWords(cause({ reason: 'outdated', kind: 'review', decision: 'accept' })),
      causeWords(cause({ reason: 'outdated', kind: 'review', decision: 'reject' })),
      causeWords(cause({ offered: 'emptied' })),
      causeWords(cause({ offered: 'overwritten', fields: ['title', 'asset'] })),
      causeWords(cause({ fields: ['status'], values })),
      causeWords(cause({ values: long })),
      causeWords(cause({ fields: ['status', 'title'], values })),
      causeWords(cause({})),
    ]).toEqual([
      'Decisions on candidates deleted on the service',
      'Changes to findings deleted on the service',
      'No asset would be left',
      'To be deleted, changed since',
      'To be accepted, title changed since',
      'To be rejected, title changed since',
      'Emptied by an edit: title',
      'No longer as you left it: title and assets',
      'Status: you Open, the service no value',
      `Title: you ${'x'.repeat(39)}…, the service ${'y'.repeat(40)}`,
      'Both changed status and title',
      'Both changed title',
    ]);
  });

  it('say what one answer does to all', () => {
    const both = (over: object) => (['mine', 'theirs'] as const).map((side) => allWords(cause(over), side));
    expect([
      both({ reason: 'gone' }),
      both({ reason: 'outdated', kind: 'review', decision: 'accept' }),
      both({ reason: 'outdated', kind: 'review', decision: 'reject' })[0],
      both({ reason: 'outdated', kind: 'delete' }),
      both({}),
      both({ reason: 'empty-asset', fields: ['asset'] })[0],
    ]).toEqual([
      [
        '2 findings are created again, with their images, comments and verdicts.',
        'Your changes of 2 findings are discarded. They stay in the history.',
      ],
      ['2 findings are accepted as they are now.', 'Your decisions on 2 findings are withdrawn.'],
      '2 findings are rejected as they are now.',
      [
        '2 findings are deleted for everyone, in their current version.',
        '2 findings stay. Nothing is deleted.',
      ],
      [
        'Your title replaces the version on the service, for 2 findings.',
        'Your change of title is discarded for 2 findings. It stays in the history.',
      ],
      'Your assets replaces the version on the service, for 2 findings.',
    ]);
    expect(createdAgainText(1)).toBe('1 finding created again. Sent at the next sync.');
  });
});

describe('one conflict', () => {
  it('says what has happened and what is asked', () => {
    expect([
      questionWords(view({ reason: 'gone' })),
      questionWords(view({ reason: 'empty-asset' })),
      questionWords(view({ reason: 'outdated', kind: 'review' })),
      questionWords(view({ reason: 'outdated', kind: 'delete' })),
      questionWords(view({ offered: 'emptied' })),
      questionWords(view({ offered: 'overwritten' })),
      questionWords(view({ kind: 'bulk-status' })),
      questionWords(view({})),
    ]).toEqual([
      expect.stringContaining('was deleted on the service'),
      expect.stringContaining('remove every asset'),
      expect.stringContaining('The candidate changed'),
      expect.stringContaining('after you asked to delete it'),
      expect.stringContaining('Your edit emptied this'),
      expect.stringContaining('shows another one now'),
      expect.stringContaining('Someone else changed the status'),
      expect.stringContaining('edited the same field'),
    ]);
  });

  it('has buttons that say what they do', () => {
    const both = (over: object) => (['mine', 'theirs'] as const).map((side) => answerWords(view(over), side));
    expect([
      both({ reason: 'gone' }),
      both({ reason: 'outdated', kind: 'review', review: { decision: 'accept' } }),
      both({ reason: 'outdated', kind: 'review', review: { decision: 'reject' } }),
      both({ reason: 'outdated', kind: 'review' })[0],
      both({ reason: 'outdated', kind: 'delete' }),
      both({ kind: 'bulk-status' }),
      both({}),
    ]).toEqual([
      ['Create again', 'Discard my change'],
      ['Accept current version', 'Withdraw my decision'],
      ['Reject current version', 'Withdraw my decision'],
      'Reject current version',
      ['Delete anyway', 'Keep the finding'],
      ['Set my status', 'Leave their status'],
      ['Use yours', 'Use theirs'],
    ]);
  });
});

test.each([
  [true, true, true, 'in both'],
  [true, true, false, 'removed by them'],
  [true, false, true, 'removed by you'],
  [true, false, false, 'removed by both'],
  [false, true, true, 'added by both'],
  [false, true, false, 'added by you'],
  [false, false, true, 'added by them'],
  [false, false, false, 'added now'],
])('an entry that was there: %s, is mine: %s, is theirs: %s, is told as %s', (base, mine, theirs, words) => {
  expect(entryWords({ base, mine, theirs }, false)).toBe(words);
});

test('an entry that the service has lost is told so', () => {
  const entry = { base: true, mine: true, theirs: false };
  expect(entryWords(entry, true)).toBe('not on the service');
  expect(entryWords({ ...entry, mine: false }, true)).toBe('removed by both');
});
