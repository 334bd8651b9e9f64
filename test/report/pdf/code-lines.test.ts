import { describe, expect, it } from 'vitest';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import {
  codeLines,
  codeSource,
  columnWidth,
  type CodeLine,
  type CodeStyles,
} from '#report/pdf/layout/code.ts';
import type { CodeToken } from '#report/pdf/layout/tokens.ts';

const fonts = installedFonts();
const plain = { size: 9, color: '#000000' };
const keyword = { size: 9, color: '#0000ff' };
const styles: CodeStyles = { plain, keyword, name: plain, string: plain, value: plain, comment: plain };
const column = columnWidth(plain, fonts);

/** As many columns as that, with what the layout leaves free. */
function room(columns: number): number {
  return columns * column + 0.5;
}

function lines(tokens: string | readonly CodeToken[], columns = 40): CodeLine[] {
  return codeLines(
    typeof tokens === 'string' ? [{ text: tokens, kind: 'plain' }] : tokens,
    styles,
    room(columns),
    fonts,
  );
}

function textOf({ runs }: CodeLine): string {
  return runs.map(({ text }) => text).join('');
}

describe('the source of a piece of code', () => {
  it.each([
    ['ends its lines in one way', 'a\r\nb\nc', 'a\nb\nc'],
    ['has no empty lines at its end', 'a\n\n  \n', 'a'],
    ['keeps empty lines before its end', '\n\na\n\nb', '\n\na\n\nb'],
    ['keeps blanks at the end of its last line', 'a  ', 'a  '],
    ['is one line if all of it is blank', '  \n\n', '  '],
    [
      'has blanks to the next of the stops that are four columns apart',
      '\tx\ty\n12345\tz',
      '    x   y\n12345   z',
    ],
    ['has four blanks for a tab at a stop', 'abcd\te', 'abcd    e'],
  ])('%s', (_what, text, source) => {
    expect(codeSource(text)).toBe(source);
  });
});

describe('code', () => {
  it('keeps its empty lines', () => {
    expect(lines('a\n\nb\n').map(textOf)).toEqual(['a', '', 'b', '']);
  });

  it('fills a line to its last column; what goes on is set in by two columns and marked', () => {
    const fits = lines('x'.repeat(10), 10);
    const broken = lines('x'.repeat(27), 10);
    expect([fits, broken].map((all) => all.map((line) => [textOf(line).length, line.continued]))).toEqual([
      [[10, false]],
      [
        [10, false],
        [8, true],
        [8, true],
        [1, true],
      ],
    ]);
  });

  it('says how wide each line is', () => {
    expect(lines('abc\nabcdef').map(({ width }) => width)).toEqual([3 * column, 6 * column]);
  });

  it('has at least eight columns, however narrow its room', () => {
    expect(lines('x'.repeat(9), 3).map((line) => textOf(line).length)).toEqual([8, 1]);
  });

  it('looks as its tokens say, across lines and breaks', () => {
    const tokens: CodeToken[] = [
      { text: 'let', kind: 'keyword' },
      { text: ' abcdefgh\nxy', kind: 'plain' },
    ];
    expect(lines(tokens, 8).map(({ runs }) => runs.map(({ text, style }) => [text, style.color]))).toEqual([
      [
        ['let', keyword.color],
        [' abcd', plain.color],
      ],
      [['efgh', plain.color]],
      [['xy', plain.color]],
    ]);
  });

  it('does not break behind hyphens, but where the code itself ends in one', () => {
    expect([lines('abcdef--yz', 8).map(textOf), lines('abcdef--', 8).map(textOf)]).toEqual([
      ['abcdef', '--yz'],
      ['abcdef--'],
    ]);
  });

  it('breaks behind hyphens if they are more than half of the line', () => {
    expect(lines('abc-----yz', 8).map(textOf)).toEqual(['abc-----', 'yz']);
  });
});

describe('code with other letters than those of a keyboard', () => {
  it('keeps its letters together and its columns, and breaks like any other', () => {
    const all = lines('äöü' + 'x'.repeat(24), 10);
    expect(all.map((line) => [textOf(line).length, line.continued, line.runs.length])).toEqual([
      [10, false, 1],
      [8, true, 1],
      [8, true, 1],
      [1, true, 1],
    ]);
    expect(all.map(({ width }) => width)).toEqual(
      [10, 8, 8, 1].map((count) => expect.closeTo(count * column, 6)),
    );
  });

  it('has another run for another kind', () => {
    const tokens: CodeToken[] = [
      { text: 'let', kind: 'keyword' },
      { text: ' ä', kind: 'plain' },
    ];
    expect(lines(tokens).map(({ runs }) => runs.map(({ text, style }) => [text, style.color]))).toEqual([
      [
        ['let', keyword.color],
        [' ä', plain.color],
      ],
    ]);
  });

  it('gives a letter of another font the columns of the code: two to a wide one', () => {
    const [line] = lines('a漢b→c');
    expect(
      line?.runs.map(({ text, width }) => [text, width === undefined ? null : Math.round(width / column)]),
    ).toEqual([
      ['a', null],
      ['漢', 2],
      ['b→c', null],
    ]);
    expect(line?.width).toBeCloseTo(6 * column, 6);
  });
});
