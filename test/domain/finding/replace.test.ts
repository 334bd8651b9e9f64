import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contextOf, markupOf, replaceHits, searchFor, type Hit } from '#domain/finding/replace/replace.ts';

const plain = { matchCase: false, wholeWord: false };

/** The text with each hit in brackets. */
function marked(text: string, find: string, options: Partial<typeof plain> = {}): string {
  const hits = searchFor({ find, ...plain, ...options })(text);
  return hits.reduceRight(
    (left, { start, end }) => `${left.slice(0, start)}[${left.slice(start, end)}]${left.slice(end)}`,
    text,
  );
}

describe('a search in a text', () => {
  it.each([
    ['finds letters of either case', 'Admin, ADMIN', 'admin', {}, '[Admin], [ADMIN]'],
    ['or of the same case alone', 'Admin, admin', 'admin', { matchCase: true }, 'Admin, [admin]'],
    ['takes what was looked for literally', 'a.b axb $& (a.b)', 'a.b', {}, '[a.b] axb $& ([a.b])'],
    ['never overlaps', 'aaaaa', 'aa', {}, '[aa][aa]a'],
    [
      'keeps whole words apart',
      'host hosts localhost host_a host',
      'host',
      { wholeWord: true },
      '[host] hosts localhost host_a [host]',
    ],
    ['knows words of other scripts', 'Größe Größen', 'größe', { wholeWord: true }, '[Größe] Größen'],
    ['finds between words what is no word', 'a->b -> c', '->', { wholeWord: true }, 'a[->]b [->] c'],
    ['does not take a letter from its accent', 'cafe cafe\u0301', 'cafe', {}, '[cafe] cafe\u0301'],
    ['folds one letter to one letter', 'STRASSE straße STRAẞE', 'straße', {}, 'STRASSE [straße] [STRAẞE]'],
    ['stays in place behind characters of two units', '😀x😀X', 'x', {}, '😀[x]😀[X]'],
    ['finds a character of two units', 'a😀b', '😀', {}, 'a[😀]b'],
    ['finds nothing for nothing', 'abc', '', {}, 'abc'],
  ])('%s', (_says, text, find, options, shown) => {
    expect(marked(text, find, options)).toBe(shown);
  });

  it('answers places of the text as it is, whatever folding makes of what stands before', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'A', 'İ', 'ß', 'ﬁ', 'K', '😀', '\u0301', ' ', '\ud800'),
    });
    fc.assert(
      fc.property(text, fc.constantFrom('a', 'k', 'ß', ' a'), fc.boolean(), (whole, find, matchCase) => {
        for (const { start, end } of searchFor({ ...plain, find, matchCase })(whole)) {
          const hit = whole.slice(start, end);
          expect(hit.length).toBe(find.length);
          expect(matchCase ? hit : hit.toLowerCase()).toBe(matchCase ? find : find.toLowerCase());
        }
      }),
    );
  });
});

describe('a replacement', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', 'A', ' ', '$', '😀') });

  it('changes exactly the hits that were left in, and nothing between them', () => {
    fc.assert(
      fc.property(
        words,
        fc.constantFrom('a', 'aa', 'ab'),
        words,
        fc.infiniteStream(fc.boolean()),
        (text, find, by, wanted) => {
          const hits = searchFor({ ...plain, find })(text);
          const kept = hits.filter(() => wanted.next().value === true);
          // Piece by piece, as a person would do it from the end.
          const expected = kept.reduceRight(
            (left, { start, end }) => left.slice(0, start) + by + left.slice(end),
            text,
          );
          expect(replaceHits(text, kept, by)).toBe(expected);
        },
      ),
    );
  });

  it('puts in what was typed, letter by letter', () => {
    expect(replaceHits('a-b', [{ start: 1, end: 2 }], '$&$1\\n')).toBe('a$&$1\\nb');
  });
});

describe('what is shown of a hit', () => {
  const hitIn = (text: string, find: string): Hit =>
    searchFor({ ...plain, find })(text)[0] ?? { start: 0, end: 0 };

  it('is what stands around it, in one line and cut with a sign', () => {
    const text = `${'x'.repeat(60)}\n\nbefore HIT after\n${'y'.repeat(60)}`;
    expect(contextOf(text, hitIn(text, 'hit'))).toEqual({
      before: `…${'x'.repeat(31)} before `,
      after: ` after ${'y'.repeat(33)}…`,
    });
  });

  it('never is half a character', () => {
    const text = `${'😀'.repeat(30)}HIT${'😀'.repeat(30)}`;
    const { before, after } = contextOf(`.${text}.`, hitIn(`.${text}.`, 'hit'));
    expect([before.isWellFormed(), after.isWellFormed()]).toEqual([true, true]);
  });

  it('tells a tag of an HTML text from its words', () => {
    const html = '<p class="strong">strong</p><p>x</p>';
    const inMarkup = markupOf(html);
    expect(searchFor({ ...plain, find: 'strong' })(html).map(inMarkup)).toEqual([true, false]);
    const markdown = 'a <strong> tag';
    expect(searchFor({ ...plain, find: 'strong' })(markdown).map(markupOf(markdown))).toEqual([false]);
  });
});
