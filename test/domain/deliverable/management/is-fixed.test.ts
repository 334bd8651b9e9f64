import { describe, expect, it } from 'vitest';
import type { Verdict } from '#contract/value-lists.ts';
import { isFixed } from '#domain/deliverable/management/is-fixed.ts';

const given = (...verdicts: (Verdict | null)[]) =>
  verdicts.flatMap((verdict, at) => (verdict === null ? [] : [{ round: at + 1, verdict }]));

describe('a finding is fixed', () => {
  it.each<[string, (Verdict | null)[], boolean, boolean]>([
    ['by its newest verdict', ['open', 'fixed'], false, true],
    ['not by an older one', ['fixed', 'open'], true, false],
    ['not in part', ['partly'], true, false],
    ['still, if a later round did not look at it', ['fixed', null, 'not-retested'], false, true],
    ['by a closed status, if no round looked at it', [null, 'not-retested'], true, true],
    ['not without either', [], false, false],
  ])('%s', (_, verdicts, closed, expected) => {
    expect(isFixed({ verdicts: given(...verdicts), closed })).toBe(expected);
  });

  it('after a round, by what was known then; a status alone counts behind the assessment', () => {
    const fixed = { verdicts: given('open', 'fixed'), closed: true };
    expect([0, 1, 2].map((round) => isFixed(fixed, round))).toEqual([false, false, true]);
    expect([0, 1].map((round) => isFixed({ verdicts: [], closed: true }, round))).toEqual([false, true]);
  });
});
