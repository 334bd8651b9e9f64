import { describe, expect, it } from 'vitest';
import { holdsPassage } from '#domain/peer-review/passage.ts';

const text = 'The **session** stays open.\n\nSee [the guide](https://a.test/x) and `logout()`.';

describe('a passage is found again', () => {
  it.each([
    ['as it was selected', text, '**session** stays open'],
    ['as it reads, without its formatting', text, 'The session stays open. See'],
    ['over the address of a link', text, 'the guide and logout()'],
    ['with words cut at both ends', text, 'ession stays op'],
    ['where the text around it has grown', `New first line.\n${text}\nAnd a last one.`, 'stays open'],
    ['in HTML, over its tags', '<p>Any <b>request</b> passes</p>', 'Any request passes'],
    ['by its signs, if it has no word', 'a => b', '=>'],
    ['whatever the form of its letters', 'Ka\u0308se', 'Käse'],
  ])('%s', (_, whole, quote) => {
    expect(holdsPassage(whole, quote)).toBe(true);
  });

  it.each([
    ['whose words changed', text, 'session stays closed'],
    ['whose words stand in another order', text, 'open stays'],
    ['of an emptied text', '', 'session'],
    ['of signs that are gone', 'a -> b', '=>'],
  ])('but not one %s', (_, whole, quote) => {
    expect(holdsPassage(whole, quote)).toBe(false);
  });
});
