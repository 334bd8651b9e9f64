import { expect, test } from 'vitest';
import type { Round, VerdictsPreview } from '#contract/deliverable/rounds.ts';
import { changesIn, tell } from '#domain/history/history-strings.ts';
import { daysOf, heldWords, previewWords, standWords } from '#renderer/features/retest/strings.ts';

const counts = { fixed: 12, partly: 0, open: 1, 'not-retested': 0 };
const round: Round = { number: 1, name: 'First', begins: '', ends: '', note: '', counts, none: 3, images: 1 };
const preview: VerdictsPreview = {
  fresh: 2,
  replaced: { fixed: 0, partly: 0, open: 1, 'not-retested': 0 },
  reworded: 1,
  same: 1,
  offered: null,
  left_out: [],
  status: 0,
  status_left_out: [],
};

test('a round says how far it is and what it holds', () => {
  expect([
    standWords(round),
    standWords({ ...round, none: 0 }),
    heldWords(round),
    heldWords({ ...round, counts: { ...counts, fixed: 0, open: 0 }, images: 0 }),
    daysOf({ begins: '2026-11-02', ends: '2026-11-02' }) === daysOf({ begins: '2026-11-02', ends: '' }),
  ]).toEqual([
    '12 fixed · 1 still open · 3 without a verdict',
    '12 fixed · 1 still open · every finding has a verdict',
    '13 verdicts and 1 image',
    '',
    false,
  ]);
});

test('a preview says what changes, what was said before, and what stays', () => {
  expect([
    previewWords(preview, 'fixed'),
    previewWords(
      { ...preview, fresh: 4, reworded: 0, same: 0, replaced: { ...preview.replaced, open: 0 } },
      'fixed',
    ),
  ]).toEqual([
    [
      '4 findings: “Fixed”.',
      '2 had no result in this round yet.',
      '1 was “Still open” until now.',
      '1 has it so already.',
    ],
    ['4 findings: “Fixed”.'],
  ]);
});

test('the history of a finding tells of its verdicts in words, with both values', () => {
  const at = '2026-11-22T10:00:00.000Z';
  const fields = { verdict: { was: 'open', now: 'fixed' } };
  const entry = (detail: Parameters<typeof tell>[0]['detail']) => ({
    at,
    what: 'verdict',
    detail: detail ?? {},
  });
  expect([
    tell(entry({ round: 'First', fields }), []).says,
    tell(entry({ round: 'First', fields, undone: true }), []).says,
    tell(entry({ round: 'First', fields: { verdict: { was: 'open' } } }), []).says,
    tell(entry({ round: 'First', fields: { text: { now: 'More.' } } }), []).says,
    tell(entry({ round: 'First', gone: true, fields: { verdict: { was: 'open' } } }), []).says,
    changesIn(entry({ round: 'First', fields })),
  ]).toEqual([
    'First: verdict “Fixed”',
    'First: verdict “Fixed” (undone)',
    'First: verdict cleared',
    'First: words of the verdict changed',
    'First: removed, and its verdict with it',
    [{ name: 'verdict', was: 'open', now: 'fixed' }],
  ]);
});
