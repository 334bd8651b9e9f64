import { expect, test } from 'vitest';
import type { FindingRound } from '#contract/deliverable/rounds.ts';
import type { ShownComment } from '#contract/procedures/findings/peer-review.ts';
import type { Verdict } from '#contract/value-lists.ts';
import type { Evidence } from '#contract/finding/evidence.ts';
import { gapWords, isWhole, mergeGaps, type MergedFinding } from '#renderer/features/assistant/merge-gaps.ts';

const image = (sha256: string, name: string): Evidence => ({
  evidence: name,
  name,
  usedIn: [],
  finding: 'f',
  caption: '',
  type: 'image/png',
  width: 1,
  height: 1,
  bytes: 1,
  sha256,
  originalSha256: sha256,
  originalName: name,
  addedAt: '',
  changedAt: null,
  annotations: [],
  pictureSha256: sha256,
});

const comment = (text: string): ShownComment => ({
  comment: text,
  project: 'P',
  finding: 'f',
  field: null,
  quote: null,
  anchor: null,
  replyTo: null,
  text,
  author: 'Mara',
  addedAt: '',
  changedAt: null,
  resolvedAt: null,
  passage: null,
});

const round = (number: number, verdict: Verdict | null): FindingRound => ({
  number,
  name: `Round ${String(number)}`,
  begins: '',
  ends: '',
  note: '',
  images: 0,
  given: verdict === null ? null : { verdict, at: '2026-11-02', who: 'Mara', text: '', setAt: '' },
  refused: null,
  offered: null,
});

const finding = (given: Partial<MergedFinding>): MergedFinding => ({
  id: 'f',
  project: 'P',
  effective: {},
  images: [],
  comments: [],
  rounds: [],
  ...given,
});

const survivor = finding({
  effective: { asset: ['a.test'], references: ['https://one.test/'] },
  images: [image('1', 'login.png')],
  comments: [comment('Seen?')],
  rounds: [round(1, 'open'), round(2, null)],
});

test('the finding that stays lacks what only the others have, each once', () => {
  const others = [
    finding({
      effective: { asset: ['a.test', 'b.test'], references: ['https://two.test/'] },
      images: [image('1', 'other-name.png'), image('2', 'cookie.png')],
      comments: [comment('Seen?'), comment('On both?')],
      rounds: [round(1, 'fixed'), round(2, 'fixed')],
    }),
    finding({
      effective: { asset: 'b.test' },
      images: [image('2', 'cookie.png')],
      rounds: [round(2, 'partly')],
    }),
  ];
  const gaps = mergeGaps(survivor, others);
  expect(gaps.rounds.map(({ number, given }) => [number, given?.verdict])).toEqual([[2, 'partly']]);
  expect(gapWords(gaps).map((line) => line.replaceAll(/[\u2066-\u2069]/gu, ''))).toEqual([
    '1 asset: b.test',
    '1 reference: https://two.test/',
    '1 image: cookie.png',
    '1 comment',
    '1 verdict: Round 2',
  ]);
});

test('nothing is lacking if the others have the same', () => {
  expect([isWhole(mergeGaps(survivor, [survivor])), isWhole(mergeGaps(survivor, []))]).toEqual([true, true]);
});
