import { describe, expect, it, test } from 'vitest';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { breakLines, cutLines, type Inline, type Line, type Style } from '#report/pdf/layout/lines.ts';

const fonts = installedFonts();
const style: Style = { size: 10, color: '#000000' };
/** What a line leaves free at its end. */
const slack = 0.5;

function width(text: string): number {
  return fonts.width(text, 'sans', style.size);
}

function textOf({ runs }: Line): string {
  return runs.map(({ text }) => text).join('');
}

function broken(text: string, room: number): string[] {
  return breakLines([{ text, style }], room, fonts).map(textOf);
}

describe('a line', () => {
  it('takes a word that fits to the point, without the blank behind it', () => {
    const room = width('alpha beta') + slack;
    expect([broken('alpha beta gamma', room), broken('alpha beta gamma', room - 0.1)]).toEqual([
      ['alpha beta', 'gamma'],
      ['alpha', 'beta', 'gamma'],
    ]);
  });

  it('takes a word that fills it, with the blank behind that left out', () => {
    expect(broken('cdefgh ab', width('cdefgh') + slack)).toEqual(['cdefgh', 'ab']);
  });

  it('is as wide as what is drawn in it', () => {
    const lines = breakLines([{ text: 'alpha beta gamma', style }], width('alpha beta') + slack, fonts);
    expect(lines.map((line) => line.width)).toEqual([
      expect.closeTo(width('alpha beta'), 6),
      expect.closeTo(width('gamma'), 6),
    ]);
  });

  it.each([
    ['', []],
    ['one', ['one']],
    ['one\n', ['one']],
    ['one\ntwo', ['one', 'two']],
    ['one\n\ntwo', ['one', '', 'two']],
    ['\none', ['', 'one']],
    ['one\r\ntwo', ['one', 'two']],
  ])('ends where the text says so, and nowhere else: %j', (text, lines) => {
    expect(broken(text, 200)).toEqual(lines);
  });

  it('does not end in a hyphen of the text, unless the text ends there', () => {
    expect([broken('a third-party', width('a third-part')), broken('a third-', 200)]).toEqual([
      ['a', 'third-party'],
      ['a third-'],
    ]);
  });

  it('has what is set in one style as one run, and another style as another', () => {
    const bold: Style = { ...style, bold: true };
    const inlines: Inline[] = [
      { text: 'one two ', style },
      { text: 'three', style: bold },
      { text: ' four', style },
    ];
    const [line] = breakLines(inlines, 400, fonts);
    expect(line?.runs.map(({ text, face }) => [text, face])).toEqual([
      ['one two ', 'sans'],
      ['three', 'sans-bold'],
      [' four', 'sans'],
    ]);
  });

  it('begins anew for a word that has room on a line of its own', () => {
    expect(broken('ab cdefgh', width('cdefgh') + slack)).toEqual(['ab', 'cdefgh']);
  });
});

describe('a word that is wider than a line', () => {
  it('begins on a line of its own, and is broken between its letters', () => {
    const room = width('ab ') + width('mmmm') + slack;
    expect(broken('ab mmmmmmmmm', room)).toEqual(['ab', 'mmmmm', 'mmmm']);
  });

  it('is broken behind a sign only if the line is well filled then', () => {
    const room = width('mmmmmmmm') + slack;
    expect([broken('mmmmmm_mmmmmm', room), broken('m_mmmmmmmmmmmm', room)]).toEqual([
      ['mmmmmm_', 'mmmmmm'],
      [expect.stringMatching(/^m_m+$/u), expect.stringMatching(/^m+$/u)],
    ]);
  });
});

describe('a text for which only some lines have room', () => {
  const text = 'alpha beta gamma delta';
  const room = width('alpha beta') + slack + 1;

  it('is whole if it fits', () => {
    expect(cutLines({ text, style }, room, 3, fonts).map(textOf)).toEqual(broken(text, room));
  });

  it('ends in an ellipsis behind as much as fits', () => {
    const lines = cutLines({ text, style }, width('alpha beta\u2026') + slack, 1, fonts).map(textOf);
    expect(lines).toEqual(['alpha beta\u2026']);
  });

  it('has no blank before the ellipsis', () => {
    const lines = cutLines({ text, style }, width('alpha \u2026') + slack, 1, fonts).map(textOf);
    expect(lines).toEqual(['alpha\u2026']);
  });

  it('is cut between what reads as one letter', () => {
    const [line] = cutLines({ text: 'e\u0301'.repeat(30), style }, 60, 1, fonts).map(textOf);
    expect(line).toMatch(/^(?:e\u0301)+\u2026$/u);
  });
});

test('a line reads from the right only if its text begins so', () => {
  const from = (text: string): boolean[] =>
    breakLines([{ text, style }], 300, fonts).map(({ fromRight }) => fromRight);
  expect([from('abc'), from('\u05d0\u05d1 abc'), from('abc \u05d0\u05d1')]).toEqual([
    [false],
    [true],
    [false],
  ]);
});
