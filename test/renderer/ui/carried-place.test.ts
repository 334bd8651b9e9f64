import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carriedPlace } from '#renderer/ui/focus/carried-place.ts';

describe('the place in a text that another one takes the turn of', () => {
  const carried = (was: string, now: string): string => {
    const at = was.indexOf('|');
    const place = carriedPlace(was.replace('|', ''), now, at);
    return `${now.slice(0, place)}|${now.slice(place)}`;
  };

  it('stays between the same words, wherever something was written', () => {
    expect([
      carried('An attacker reads. One. |', 'New first.\n\nAn attacker reads. One. '),
      carried('One. | And more.', 'One.  And more. Last.'),
      carried('One. Two.| Three.', 'One. 2. Two. Three.'),
      carried('abc|', 'abc'),
    ]).toEqual([
      'New first.\n\nAn attacker reads. One. |',
      'One. | And more. Last.',
      'One. 2. Two.| Three.',
      'abc|',
    ]);
  });

  it('is the nearest one that is there where its words are gone', () => {
    expect([carried('One new| three.', 'One three.'), carried('all |of it', ''), carried('|x', 'y')]).toEqual(
      ['One |three.', '|', '|y'],
    );
  });

  it('is always a place of that text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(20), (was, now, at) => {
        const place = carriedPlace(was, now, Math.min(at, was.length));
        expect(place >= 0 && place <= now.length).toBe(true);
      }),
    );
  });
});
