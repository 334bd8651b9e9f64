import { describe, expect, it } from 'vitest';
import { numbersFor, numberText, snapshotNumbers } from '#domain/deliverable/finding-numbers.ts';

describe('the numbers of findings', () => {
  it('count per severity, whose names are folded', () => {
    const findings = [
      { severity: 'High' },
      { severity: 'medium' },
      { severity: 'moderate' },
      { severity: '' },
    ];
    const numbers = numbersFor(findings);
    expect(findings.map(({ severity }, at) => numberText(severity, numbers[at] ?? 0))).toEqual([
      'H1',
      'M1',
      'M2',
      'U1',
    ]);
  });

  it('stay once they went out; new ones follow the highest, also that of a finding that is not there any more', () => {
    const findings = [
      { severity: 'high' },
      { severity: 'high', number: 2 },
      { severity: 'high' },
      { severity: 'low' },
    ];
    expect([
      numbersFor(findings),
      numbersFor(findings, new Map([['high', 7]])),
      numbersFor([{ severity: 'low' }], new Map([['high', 7]])),
    ]).toEqual([[3, 2, 4, 1], [8, 2, 9, 1], [1]]);
  });

  it('of an older snapshot, which has none, are counted worst first', () => {
    expect(snapshotNumbers([{ severity: 'low' }, { severity: 'high' }, { severity: 'low' }])).toEqual([
      'L1',
      'H1',
      'L2',
    ]);
  });
});
