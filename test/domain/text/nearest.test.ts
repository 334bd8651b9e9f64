import { describe, expect, it } from 'vitest';
import { changesBetween, nearestName } from '#domain/text/words/nearest.ts';

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

describe('the changes between two names', () => {
  it.each([
    ['', '', 0],
    ['abc', 'abc', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['abc', 'xabc', 1],
    ['abcd', 'abdc', 1],
    ['bacd', 'abcd', 1],
    ['ca', 'abc', 3],
    ['abcd', 'badc', 2],
    ['kitten', 'sitting', 3],
    ['\u{1f600}a', 'a', 1],
    ['aab', 'bba', 2],
  ])('%j and %j are %i', (one, two, changes) => {
    expect([changesBetween(one, two), changesBetween(two, one)]).toEqual([changes, changes]);
  });

  it('of a name of forty characters are looked for, not of a longer one', () => {
    const long = 'x'.repeat(40);
    expect([nearestName(long, [`${long}y`]), nearestName(`${long}x`, [`${long}y`])]).toEqual([
      `${long}y`,
      null,
    ]);
  });
});
