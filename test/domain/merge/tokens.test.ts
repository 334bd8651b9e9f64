import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeTokens } from '#domain/merge/hunks.ts';
import { blocksOf, linesOf } from '#domain/merge/tokens.ts';

/** Few different tokens, so that repetition, the hard case of every diff, is the rule. */
const tokens = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 });

const letters = (text: string): string[] => [...text];
function merged(base: string, mine: string, theirs: string): string | null {
  return mergeTokens(letters(base), letters(mine), letters(theirs))?.join('') ?? null;
}

describe('cutting a text', () => {
  const scraps = fc.constantFrom(
    '<p>',
    '</p>',
    '<P class="a>b">',
    '</ul >',
    '<br/>',
    '<',
    '>',
    '\n',
    ' ',
    'x',
    '<!--',
    '&lt;',
  );
  const html = fc.oneof(
    fc.array(scraps).map((list) => list.join('')),
    fc.string(),
  );

  it('loses nothing: joined again, blocks and lines are the source', () => {
    fc.assert(
      fc.property(html, (source) => {
        for (const cut of [blocksOf, linesOf]) {
          const { tokens: parts, joint } = cut(source);
          expect(parts.join(joint)).toBe(source);
        }
      }),
    );
  });

  it('cuts HTML at the tags of blocks and behind breaks, and leaves inline tags alone', () => {
    const source = '<ul>\n<li>a <b>b</b></li>\n<li>c</li></ul><PRE>d</PRE>e<br>f<br />\n<abbr>g</abbr>';
    expect(blocksOf(source).tokens.filter((token) => token !== '')).toEqual([
      '<ul>\n',
      '<li>a <b>b</b></li>\n',
      '<li>c</li>',
      '</ul>',
      '<PRE>d</PRE>',
      'e<br>',
      'f<br />\n',
      '<abbr>g</abbr>',
    ]);
  });

  it('cuts a megabyte of hostile HTML without falling into a slow pattern', () => {
    for (const scrap of ['<', '</p ', '<br ', '<p', '</p' + ' '.repeat(999), ' ', '<p>']) {
      const source = scrap.repeat(Math.ceil(1_000_000 / scrap.length));
      expect(blocksOf(source).tokens.join('')).toBe(source);
    }
  });
});

describe('merging lists of tokens', () => {
  it.each<[string, string, string, string, string | null]>([
    ['changes apart', 'abcde', 'Xbcde', 'abcdY', 'XbcdY'],
    ['an insertion and a removal', 'abcde', 'aXbcde', 'abce', 'aXbce'],
    ['the same change', 'abc', 'aXc', 'aXc', 'aXc'],
    ['the same change and another', 'abcde', 'aXcde', 'aXcdY', 'aXcdY'],
    ['different changes of one token', 'abc', 'aXc', 'aYc', null],
    ['changes of neighbours', 'abcd', 'aXcd', 'abYd', null],
    ['insertions at one place', 'ab', 'aXb', 'aYb', null],
    ['an insertion beside a change', 'abc', 'abXc', 'abY', null],
    ['a removal and a change inside it', 'abcde', 'ae', 'abXde', null],
    ['an addition at each end', 'abc', 'Xabc', 'abcY', 'XabcY'],
    ['the same insertion among repeated tokens', 'aaab', 'aaaab', 'aaaab', 'aaaab'],
    ['the same insertion, seen at another place because of a removal', 'aca', 'caa', 'acaa', 'caa'],
  ])('%s', (_what, base, mine, theirs, expected) => {
    expect(merged(base, mine, theirs)).toBe(expected);
  });

  it('identity: a side that did not change leaves the other as it is', () => {
    fc.assert(
      fc.property(tokens, tokens, (base, side) => {
        expect(mergeTokens(base, side, base)).toEqual(side);
        expect(mergeTokens(base, base, side)).toEqual(side);
        expect(mergeTokens(base, side, side)).toEqual(side);
      }),
    );
  });

  it('symmetry: whose change is called mine does not matter', () => {
    fc.assert(
      fc.property(tokens, tokens, tokens, (base, mine, theirs) => {
        expect(mergeTokens(base, mine, theirs)).toEqual(mergeTokens(base, theirs, mine));
      }),
      { numRuns: 1_000 },
    );
  });

  it('changes with something unchanged between them are both there, entire', () => {
    const part = (name: string, least: number) =>
      fc
        .integer({ min: least, max: 4 })
        .map((count) => Array.from({ length: count }, (_, at) => `${name}${at}`));
    const parts = fc.tuple(part('p', 0), part('x', 0), part('q', 1), part('y', 0), part('r', 0));
    fc.assert(
      fc.property(parts, part('mine', 0), part('theirs', 0), ([p, x, q, y, r], ours, others) => {
        const base = [p, x, q, y, r].flat();
        expect(mergeTokens(base, [p, ours, q, y, r].flat(), [p, x, q, others, r].flat())).toEqual(
          [p, ours, q, others, r].flat(),
        );
      }),
    );
  });

  it('nothing one-sided is lost and nothing is invented', () => {
    const numbers = fc.array(fc.nat({ max: 9 }), { maxLength: 10 });
    const unique = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { maxLength: 10 });
    /** Keeps some tokens of the base and adds own ones behind some of them. */
    const edited = (base: string[], keep: number[], name: string): string[] =>
      base.flatMap((token, at) => [
        ...(keep[at % 10] === 0 ? [] : [token]),
        ...((keep[at % 10] ?? 5) > 7 ? [`${name}${at}`] : []),
      ]);
    fc.assert(
      fc.property(unique, numbers, numbers, (base, one, two) => {
        const [mine, theirs] = [edited(base, one, 'm'), edited(base, two, 't')];
        const result = mergeTokens(base, mine, theirs);
        if (result === null) return;
        const expected = [...new Set([...mine, ...theirs])].filter(
          (token) => !base.includes(token) || (mine.includes(token) && theirs.includes(token)),
        );
        expect([...result].sort()).toEqual(expected.sort());
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives up on a rewrite of thousands of lines', () => {
    const lines = (name: string): string[] =>
      Array.from({ length: 2_000 }, (_, at) => (at % 40 < 3 ? 'same' : `${name} ${at}`));
    const theirs = lines('base').toSpliced(1, 0, 'theirs');
    expect(mergeTokens(lines('base'), lines('mine'), theirs)).toBeNull();
  });

  it('merges far-apart edits of 20,000 lines', () => {
    const base = Array.from({ length: 20_000 }, (_, at) => `line ${at % 977}`);
    const mine = base.toSpliced(10, 1, 'mine').toSpliced(9_000, 5);
    const theirs = base.toSpliced(15_000, 0, 'theirs', 'theirs too');
    expect(mergeTokens(base, mine, theirs)).toEqual(mine.toSpliced(14_995, 0, 'theirs', 'theirs too'));
  });
});
