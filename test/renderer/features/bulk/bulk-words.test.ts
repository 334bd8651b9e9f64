import { expect, test } from 'vitest';
import type { BulkPreview, BulkSummary } from '#contract/procedures/findings/bulk.ts';
import {
  actionWords,
  beforeWords,
  buttonOf,
  dropWords,
  elsewhereWords,
  outcomeWords,
  nextSyncWords,
  reviewWords,
  undoneWords,
  whyState,
} from '#renderer/features/bulk/strings.ts';

const preview: BulkPreview = {
  selected: 1_200,
  total: 1_188,
  severities: [],
  before: [],
  leftOut: [],
  requests: { writes: 3, reads: 2_376 },
  hits: null,
  drops: null,
  candidates: null,
  fingerprints: '',
};
const none = {
  'not-done': 0,
  queued: 0,
  behind: 0,
  sending: 0,
  done: 0,
  conflict: 0,
  rejected: 0,
  unknown: 0,
  'taken-back': 0,
  'left-out': 0,
};
const summary: BulkSummary = {
  bulk: 'b',
  project: 'p',
  at: '',
  action: { kind: 'delete' },
  counts: none,
  running: false,
  undoable: 0,
};

test('the button says how much it does, exactly', () => {
  expect([
    buttonOf('status', preview),
    buttonOf('delete', { ...preview, total: 1 }),
    buttonOf('replace', { ...preview, hits: { replaced: 1, found: 4, over: 0, broken: [], elsewhere: [] } }),
    buttonOf('tags', null),
    buttonOf('tags', { ...preview, total: 0 }),
  ]).toEqual([
    'Set the status of 1,188 findings',
    'Delete 1 finding',
    'Replace 1 match in 1,188 findings',
    'Change the tags',
    'Change the tags',
  ]);
});

test('what the next sync does is told by its findings: all of a status, those that are written for edits', () => {
  expect([
    nextSyncWords('status', preview),
    nextSyncWords('severity', { ...preview, requests: { writes: 1, reads: 2 } }),
    nextSyncWords('delete', {
      ...preview,
      total: 2,
      requests: { writes: 0, reads: 0 },
      drops: { changes: 0, unsent: 2 },
    }),
  ]).toEqual([
    '1,188 findings will be updated at the next sync.',
    '1 finding will be updated at the next sync.',
    'Nothing is sent to the service.',
  ]);
});

test('what findings have now is said where their counts by severity do not say it', () => {
  const severities = [{ severity: 'low', count: 470 }];
  expect([
    beforeWords({ severities, before: [{ value: 'Low', count: 470 }] }),
    beforeWords({
      severities,
      before: [
        { value: 'Low', count: 400 },
        { value: 'low', count: 70 },
      ],
    }),
    beforeWords({
      severities,
      before: [
        { value: 'open', count: 469 },
        { value: '', count: 1 },
      ],
    }),
    beforeWords({ severities, before: [] }),
  ]).toEqual([null, 'Now: Low 400, Low 70', 'Now: Open 469, None 1', null]);
});

test('a replacement says in which other texts there are hits', () => {
  const hits = { replaced: 1, found: 1, over: 0, broken: [] };
  const elsewhere = [
    { field: 'requests', count: 1_200 },
    { field: 'title', count: 3 },
  ] as const;
  expect([
    elsewhereWords({ hits: { ...hits, elsewhere } }),
    elsewhereWords({ hits: { ...hits, elsewhere: [] } }),
    elsewhereWords({ hits: null }),
  ]).toEqual(['More matches in: Requests 1,200, Title 3.', null, null]);
});

test('a deletion says what goes with it', () => {
  expect(dropWords({ ...preview, drops: { changes: 1, unsent: 2 } })).toEqual([
    '1 pending change is discarded with them.',
    '2 findings were never sent, are discarded here.',
  ]);
});

test('what became of an action names what needs a person first, and what undo left', () => {
  expect([
    outcomeWords({ ...none, done: 1_100, rejected: 2, 'left-out': 12 }),
    outcomeWords({ ...none, queued: 4, behind: 3 }),
    whyState('behind', null, null),
    ...undoneWords({
      summary,
      takenBack: 180,
      stays: [{ reason: 'sent', count: 8, findings: [] }],
    }),
    ...undoneWords({ summary, takenBack: 0, stays: [] }),
    actionWords({ kind: 'tags', add: ['retest'], remove: ['old', 'x'] }),
  ]).toEqual([
    '2 findings refused, 12 left out, 1,100 done',
    '3 findings held up by an earlier change, 4 with pending changes',
    'Waiting for an earlier change of this finding.',
    'Undone for 180 findings.',
    '8 findings stay as they are: already sent, or may have been.',
    'Nothing could be undone.',
    'Tags: retest added; old, x removed',
  ]);
});

test('a review says how many candidates are decided on, and what is left out', () => {
  expect([
    reviewWords.button('accept', 1),
    reviewWords.button('reject', 1_200),
    reviewWords.button('reject', 0),
    whyState('left-out', 'not-candidate', null),
    whyState('left-out', 'decided', null),
    actionWords({ kind: 'review', decision: 'reject' }),
  ]).toEqual([
    'Accept 1 candidate',
    'Reject 1,200 candidates',
    'Reject candidates',
    'Not a candidate.',
    'Decided already. See Review.',
    'Candidates rejected',
  ]);
});
