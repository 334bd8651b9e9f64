import LineBreaker from 'linebreak';
import { expect, test } from 'vitest';

/** Where a text may be broken, and whether it has to be. */
function breaks(text: string): [string, boolean][] {
  const breaker = new LineBreaker(text);
  const found: [string, boolean][] = [];
  let from = 0;
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    found.push([text.slice(from, at.position), at.required]);
    from = at.position;
  }
  return found;
}

test('a text may be broken behind its blanks, and ends with a break', () => {
  expect(breaks('some  words')).toEqual([['some  ', false], ['words', false]]); // prettier-ignore
});

test('a line end has to be broken behind, and belongs to the stretch before it', () => {
  expect(breaks('one\ntwo')).toEqual([['one\n', true], ['two', false]]); // prettier-ignore
});

test('a text without words has no break', () => {
  expect(breaks('')).toEqual([]);
});

test('a text may be broken behind hyphens and slashes, not inside words or before signs', () => {
  expect(breaks('third-party a/b').map(([part]) => part)).toEqual(['third-', 'party ', 'a/', 'b']);
  expect(breaks('end, no').map(([part]) => part)).toEqual(['end, ', 'no']);
  expect(breaks('10\u00a0km').map(([part]) => part)).toEqual(['10\u00a0km']);
});

test('a text without blanks may be broken between the characters of Chinese', () => {
  expect(breaks('漢字').map(([part]) => part)).toEqual(['漢', '字']);
});

test('places count as in a string of JavaScript, also behind signs of two units', () => {
  expect(breaks('\u{1F600} a').map(([part]) => part)).toEqual(['\u{1F600} ', 'a']);
});
