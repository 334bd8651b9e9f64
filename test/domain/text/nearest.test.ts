import { describe, expect, it } from 'vitest';
import { nearestName } from '#domain/text/words/nearest.ts';

describe('the nearest name', () => {
  const names = ['severity', 'status', 'title', 'remediation', 'sync'];
  it.each([
    ['sevrity', 'severity'],
    ['SEVERITY', 'severity'],
    ['sev', 'severity'],
    ['remedation', 'remediation'],
    ['rmedaiton', 'remediation'],
    ['snyc', 'sync'],
    ['tilte', 'title'],
    ['se', null],
    ['snc y', null],
    ['xyz', null],
    ['', null],
    ['a'.repeat(10_000), null],
  ])('to %s is %s', (typed, near) => {
    expect(nearestName(typed, names)).toBe(near);
  });

  it('is none where no name is known', () => {
    expect(nearestName('severity', [])).toBe(null);
  });
});
