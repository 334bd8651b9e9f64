import { describe, expect, it } from 'vitest';
import { namesEngagement, nameToType } from '#domain/engagement/destruction.ts';

describe('the name that a person types before an engagement is destroyed', () => {
  it.each([
    ['Portal', 'Portal', true],
    ['Portal', 'portal', false],
    ['A \n\u00a0 B', 'A B', true],
    ['\u202eevil\u200b', 'evil', true],
    ['Cafe\u0301', 'Caf\u00e9', true],
    ['  ', '', false],
    ['  ', 'portal-2026', true],
    ['\u200b', ' ', false],
    [null, 'portal-2026', true],
    [null, '', false],
  ])('of %j is %j: %j', (name, typed, named) => {
    expect(namesEngagement(typed, name, 'portal-2026')).toBe(named);
  });

  it('is shown as it is typed', () => {
    expect([nameToType(' A\t\u202eB ', 'p'), nameToType('\u200b', 'p'), nameToType(null, 'p')]).toEqual([
      'A B',
      'p',
      'p',
    ]);
  });
});
