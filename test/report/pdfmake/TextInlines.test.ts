import { expect, test } from 'vitest';
import type { EngineFont } from 'pdfmake/js/PDFDocument.js';
import { EngineTextInlines } from '#report/pdf/pdfmake/stages.ts';
import { fontOf, newPaper, stagesOf, linesOf, type Paper } from './support.ts';

/** What measures text, as it is handed over by DocMeasure. */
class Asked extends EngineTextInlines {
  readonly texts: unknown[] = [];
  styles: unknown;
  override buildInlines(text: unknown, styles: unknown) {
    this.texts.push(text);
    this.styles = styles;
    return super.buildInlines(text, styles);
  }
}

function built(text: unknown, paper: Paper = newPaper()) {
  const { measure, place } = stagesOf(paper);
  const asked = new Asked(paper);
  measure.textInlines = asked;
  place({ text: '' });
  return asked.buildInlines(text, asked.styles);
}

test('TextInlines is made with a document and asks it for fonts by name, bold and italics', () => {
  const asked: unknown[][] = [];
  const paper = newPaper();
  const provide = paper.provideFont.bind(paper);
  paper.provideFont = (...wanted): EngineFont => {
    asked.push(wanted);
    return provide(wanted[0], false, false);
  };
  built([{ text: 'bold', font: 'sans', bold: true, italics: false }], paper);
  expect(asked.at(-1)).toEqual(['sans', true, false]);
});

test('an inline of TextInlines carries its text, width, height, font, size, cuts and alignment', () => {
  const paper = newPaper();
  const { items } = built([{ text: 'Word', font: 'sans', fontSize: 20, lineHeight: 1.5 }], paper);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    text: 'Word',
    fontSize: 20,
    alignment: 'left',
    leadingCut: 0,
    trailingCut: 0,
  });
  expect(items[0]?.font === fontOf(paper)).toBe(true);
  expect(items[0]?.height).toBeCloseTo(fontOf(paper).lineHeight(20) * 1.5, 6);
  expect(items[0]?.width).toBeGreaterThan(20);
});

test('inlines of TextInlines are words, with the blank behind them cut at the end of a line', () => {
  const { items, minWidth, maxWidth } = built('some words');
  expect(items.map(({ text }) => text)).toEqual(['some ', 'words']);
  const [some, words] = items.map(({ width }) => width);
  expect(items[0]?.trailingCut).toBeGreaterThan(0);
  expect(items[1]?.trailingCut).toBe(0);
  expect(minWidth).toBeCloseTo(words ?? 0, 6);
  expect(maxWidth).toBeCloseTo((some ?? 0) + (words ?? 0), 6);
});

test('text that is not to be wrapped is one inline, whose blanks stay if they are asked for', () => {
  const { items } = built([
    { text: ' some words ', noWrap: true, preserveLeadingSpaces: true, preserveTrailingSpaces: true },
  ]);
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ text: ' some words ', noWrap: true, leadingCut: 0, trailingCut: 0 });
});

test('an inline of TextInlines carries colour, decoration, background and links of its text', () => {
  const look = { color: '#123456', decoration: 'underline', background: '#654321' };
  const leads = { link: 'https://a.test', linkToDestination: 'there' };
  expect(built([{ text: 'word', ...look, ...leads }]).items[0]).toMatchObject({ ...look, ...leads });
  const plain = built('word').items[0];
  expect([plain?.decoration, plain?.background, plain?.link, plain?.linkToDestination]).toEqual([
    null, null, null, null,
  ]); // prettier-ignore
  expect(plain?.color).toBe('black');
});

test('inlines of our own making are put on lines by their width, together where no new line may come between', () => {
  const paper = newPaper();
  const { measure, place, context } = stagesOf(paper);
  const font = fontOf(paper);
  const inline = (text: string, more: object) => ({
    text,
    width: 100,
    height: 12,
    font,
    fontSize: 10,
    leadingCut: 0,
    trailingCut: 0,
    noWrap: true,
    ...more,
  });
  const mine = [
    inline('a', {}),
    inline('b', { noNewLine: true }),
    inline('c', { noNewLine: true, raise: 2, anchor: 'here', role: null }),
    inline('d', {}),
  ];
  measure.textInlines = { buildInlines: () => ({ items: mine, minWidth: 100, maxWidth: 400 }) };
  place({ text: 'anything' });
  const lines = linesOf(context)[0]?.map(({ inlines }) => inlines) ?? [];
  expect(lines.map((inlines) => inlines.map(({ text }) => text))).toEqual([['a'], ['b', 'c', 'd']]);
  expect(lines[1]?.map(({ x }) => x)).toEqual([0, 100, 200]);
  expect(lines[1]?.[1]).toMatchObject({ raise: 2, anchor: 'here', role: null });
});
