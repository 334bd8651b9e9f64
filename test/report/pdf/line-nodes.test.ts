import type { Element } from 'hast';
import { describe, expect, it, test } from 'vitest';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { parseText } from '#domain/text/index.ts';
import { lineNode } from '#report/pdf/layout/flow.ts';
import { inlinesOf } from '#report/pdf/layout/inlines.ts';
import type { Run, Style } from '#report/pdf/layout/lines.ts';

const style: Style = { size: 10, color: '#000000' };

function node(over: Partial<Style> = {}, run: Partial<Run> = {}): Record<string, unknown> {
  const runs: Run[] = [{ text: 'x', face: 'sans', style: { ...style, ...over }, ...run }];
  const { text } = lineNode({ runs, fromRight: false }, null) as unknown as {
    text: Record<string, unknown>[];
  };
  return text[0] ?? {};
}

describe('a run on its way to the page', () => {
  it('has its letters, face, size and colour, and nothing that it was not given', () => {
    const { text, font, fontSize, color, alignment } = node();
    expect([text, font, fontSize, color, alignment]).toEqual(['x', 'sans', 10, '#000000', 'left']);
    const more = [
      'link',
      'linkToDestination',
      'anchor',
      'decoration',
      'background',
      'raise',
      'heard',
      'cell',
    ];
    expect(more.filter((name) => name in node())).toEqual([]);
  });

  test.each<[Partial<Style>, object]>([
    [{ underline: true }, { decoration: 'underline' }],
    [{ strike: true }, { decoration: 'lineThrough' }],
    [{ underline: true, strike: true }, { decoration: 'underline' }],
    [{ background: '#ffff00' }, { background: '#ffff00' }],
    [{ raise: -2 }, { raise: -2 }],
    [{ link: 'https://a.test' }, { link: 'https://a.test' }],
    [{ target: 'finding-1' }, { linkToDestination: 'finding-1' }],
    [{ anchor: 'note-1' }, { anchor: 'note-1' }],
    [{ pageOf: 'finding-1' }, { pageReference: 'finding-1' }],
  ])('has %o', (given, expected) => {
    expect(node(given)).toMatchObject(expected);
  });

  it('has its own width if that is not what its letters take', () => {
    expect(node({}, { width: 12 })['cell']).toBe(12);
  });
});

test('a line stands where it is placed, and is led to by its name and its bookmark', () => {
  const line = { runs: [{ text: 'x', face: 'sans', style }], fromRight: true } as const;
  const plain = lineNode(line, null);
  const placed = lineNode(line, null, {
    left: 1,
    top: 2,
    right: 3,
    bottom: 4,
    align: 'center',
    lineHeight: 2,
    id: 'here',
    bookmark: { text: 'Here', parent: 'above' },
  });
  expect([plain, placed]).toMatchObject([
    { margin: [0, 0, 0, 0], text: [{ alignment: 'right' }] },
    {
      margin: [1, 2, 3, 4],
      id: 'here',
      outline: true,
      outlineText: 'Here',
      outlineExpanded: false,
      outlineParentId: 'above',
      text: [{ alignment: 'center', lineHeight: 2 }],
    },
  ]);
  expect(Object.keys(plain).toSorted()).toEqual(['margin', 'text']);
});

describe('words in a line of the PDF', () => {
  function inlines(html: string) {
    const [block] = parseText(`<p>${html}</p>`).children;
    return inlinesOf((block as Element).children, style, defaultTheme.colors);
  }

  test.each([
    ['<b>x</b>', { bold: true }],
    ['<em>x</em>', { italic: true }],
    ['<code>x</code>', { mono: true, size: expect.closeTo(9.2, 6), background: defaultTheme.colors.panel }],
    ['<s>x</s>', { strike: true }],
    ['<sub>x</sub>', { size: 7.5, raise: expect.closeTo(-1.2, 6) }],
    ['<sup>x</sup>', { size: 7.5, raise: expect.closeTo(2.8, 6) }],
    ['<a href="https://a.test">x</a>', { link: 'https://a.test', color: defaultTheme.colors.link }],
  ])('look as they are marked: %s', (html, expected) => {
    expect(inlines(html)).toEqual([{ text: 'x', style: expect.objectContaining(expected) }]);
  });

  test.each([
    ['one  \n two', ['one two']],
    [' one ', ['one']],
    ['one <b> two</b>', ['one ', 'two']],
    ['one<br> two', ['one', '\n', 'two']],
    ['one <br>two', ['one', '\n', 'two']],
    ['one<br><br>', ['one']],
    ['<b> </b>one<i> </i>', ['one']],
  ])('have one blank where there are several, and none at an end: %j', (html, texts) => {
    expect(inlines(html).map(({ text }) => text)).toEqual(texts);
  });
});
