import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkedFindings, withCurrentLinks } from '#domain/finding/linked-findings.ts';
import { findingAddress, findingIn, findingMarkdown } from '#domain/text/references/finding-address.ts';
import { parseText, visibleText } from '#domain/text/index.ts';

describe('a link to a finding', () => {
  it('is read as it was made, whatever title and identifier hold', () => {
    const words = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(
        words.filter((id) => id.trim() === id && id !== '' && id.isWellFormed()),
        (id) => {
          expect(findingIn(findingAddress(id))).toBe(id);
          const text = `See ${findingMarkdown(id, 'Reset [admin] tokens')} first.`;
          expect(linkedFindings(text)).toEqual([{ id, words: 'Reset [admin] tokens' }]);
        },
      ),
    );
  });

  it.each([
    [
      'in prose, lists and cells',
      'a [b](finding:1)\n\n- [c](finding:2)\n\n| [d](finding:3) |\n| - |',
      ['1 b', '2 c', '3 d'],
    ],
    ['by reference, and in angle brackets', '[b][r] and [c](<finding:2>)\n\n[r]: finding:1', ['1 b', '2 c']],
    ['not in code', '`[b](finding:1)`\n\n```\n[c](finding:2)\n```', []],
    ['not in HTML', '<p><a href="finding:1">b</a></p>', []],
    ['as an address in angle brackets, which is a link without words', '<finding:1>', ['1 finding:1']],
    ['not as a bare address or an image', 'finding:2 ![b](finding:3)', []],
    ['not without an identifier', '[b](finding:)', []],
  ])('counts %s', (_, text, wanted) => {
    expect(linkedFindings(text).map(({ id, words }) => `${id} ${words}`)).toEqual(wanted);
  });

  it('shows its words, and has no address that anything could open', () => {
    const tree = parseText('See [Reset](finding:f-1 "title") first.');
    expect(visibleText(tree)).toContain('See Reset');
    expect(JSON.stringify(tree)).not.toContain('href');
  });
});

it('links name a finding as it is called now; code and other addresses stay', () => {
  const names = new Map([
    ['local-1', 'f-9'],
    ['f-2', 'f-2'],
  ]);
  const text =
    '[a](finding:local-1) [b](<finding:local-1>) [c](finding:f-2) [d](finding:gone) `[e](finding:local-1)` [f][r] ![g](finding:local-1)\n\n[r]: finding:local-1';
  expect(withCurrentLinks(text, (id) => names.get(id) ?? null)).toBe(
    '[a](finding:f-9) [b](<finding:f-9>) [c](finding:f-2) [d](finding:gone) `[e](finding:local-1)` [f][r] ![g](finding:local-1)\n\n[r]: finding:f-9',
  );
});

it('links that were typed with double brackets follow too, outside of code', () => {
  const current = (id: string) => ({ 'local-1': 'f-9', 'local-2': 'f-10' })[id] ?? null;
  expect(
    withCurrentLinks(
      '[[local-1]] and [[local-2]], [[gone]], `[[local-1]]` [[local-1]]`[[local-2]]`',
      current,
    ),
  ).toBe('[[f-9]] and [[f-10]], [[gone]], `[[local-1]]` [[f-9]]`[[local-2]]`');
  expect(withCurrentLinks('`a`[[local-1]]`b`', current)).toBe('`a`[[f-9]]`b`');
  expect(withCurrentLinks('[a](finding:local-1) [[x', current)).toBe('[a](finding:f-9) [[x');
});

it('the words of a link are read without the blanks around them', () => {
  expect(linkedFindings('[**a** ](finding:1)')).toEqual([{ id: '1', words: 'a' }]);
  expect(linkedFindings('Nothing of a finding: here.')).toEqual([]);
});
