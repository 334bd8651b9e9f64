import { describe, expect, it } from 'vitest';
import { overallRating, usualRatingRules } from '#domain/deliverable/management/overall-rating.ts';
import { severityKeys, type SeverityKey } from '#domain/finding/labels/severity-names.ts';

const names = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
  unknown: 'Other',
  none: 'Nothing left',
};
const usual = usualRatingRules(
  names,
  severityKeys.map((severity) => ({ severity })),
);

describe('the overall rating', () => {
  it.each<[SeverityKey[], string, SeverityKey | null]>([
    [['low', 'critical', 'high'], 'Critical', 'critical'],
    [['low', 'medium'], 'Medium', 'medium'],
    [['unknown'], 'Other', 'unknown'],
    [[], 'Nothing left', null],
  ])('is usually the worst severity there is: %j', (severities, name, severity) => {
    expect(overallRating(severities, usual)).toMatchObject({ name, severity });
  });

  it('is the first line of a rule of its own whose counts are all reached', () => {
    const rules = [
      { name: 'Poor', atLeast: { high: 2, low: 1 } },
      { name: 'Fair', atLeast: { high: 1 } },
      { name: 'Good', atLeast: {} },
    ];
    const rated = (severities: SeverityKey[]): unknown => overallRating(severities, rules);
    expect([rated(['high', 'high', 'low']), rated(['high', 'high']), rated(['low'])]).toEqual([
      { name: 'Poor', at: 0, severity: 'high' },
      { name: 'Fair', at: 1, severity: 'high' },
      { name: 'Good', at: 2, severity: null },
    ]);
  });

  it('is none if no line of the rule holds', () => {
    expect(overallRating(['low'], [{ name: 'Poor', atLeast: { high: 1 } }])).toBeNull();
  });
});
