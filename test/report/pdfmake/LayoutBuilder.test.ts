import { expect, test } from 'vitest';
import { EngineLayout, SvgMeasure } from '#report/pdf/pdfmake/stages.ts';
import {
  itemsOf,
  line,
  lineHeight,
  linesOf,
  margins,
  newPaper,
  room,
  size,
  spacer,
  stagesOf,
  wordsOf,
} from './support.ts';

/** So many lines that they fill a page and more. */
const many = Array.from({ length: 40 }, (_, at) => line(`line ${at}`));
const perPage = Math.floor(room.height / lineHeight);

test('LayoutBuilder is made with size, margins and SVGMeasure, and takes its stages as members', () => {
  const layout = new EngineLayout(size, margins, new SvgMeasure());
  layout.registerTableLayouts({ mine: { paddingLeft: () => 1 } });
  expect(layout.tableLayouts).toHaveProperty('mine');
  const { place, context } = stagesOf();
  place({ text: 'words' });
  expect(wordsOf(context)).toEqual([['words']]);
});

test('pieces that are placed one by one follow each other as they would in one document', () => {
  const one = stagesOf();
  const all = stagesOf();
  for (const node of structuredClone(many)) one.place(node);
  all.place({ stack: structuredClone(many) });
  const places = ({ context }: typeof one) =>
    linesOf(context).map((lines) => lines.map(({ x, y }) => [x, y]));
  expect(places(one)).toEqual(places(all));
});

test('lines that have no room go on to the next page, at its top', () => {
  const { place, context } = stagesOf();
  place({ stack: structuredClone(many) });
  const pages = linesOf(context);
  expect(pages.map((lines) => lines.length)).toEqual([perPage, 40 - perPage]);
  expect(pages[1]?.[0]?.y).toBe(margins.top);
});

test('a block that is not to be broken stands whole on the next page', () => {
  const { place, context } = stagesOf();
  place(spacer(room.height - 2 * lineHeight - 1));
  place({ stack: structuredClone(many.slice(0, 3)), unbreakable: true });
  expect(wordsOf(context)).toEqual([[], ['line 0', 'line 1', 'line 2']]);
});

test('a block that is not to be broken stays where it fits, to the point', () => {
  const { place, context } = stagesOf();
  place(spacer(room.height - 3 * lineHeight - 0.01));
  place({ stack: structuredClone(many.slice(0, 3)), unbreakable: true });
  expect(wordsOf(context)).toEqual([['line 0', 'line 1', 'line 2']]);
});

test('room that a block reserves below itself is given back by its negative margin', () => {
  const { place, context } = stagesOf();
  const reserving = (text: string) => ({
    stack: [line(text), { canvas: [], margin: [0, 76, 0, 0] }],
    unbreakable: true,
    margin: [0, 0, 0, -76],
  });
  place(reserving('first'));
  expect(context.y).toBeCloseTo(margins.top + lineHeight, 6);
  place(spacer(context.availableHeight - lineHeight - 70));
  place(reserving('second'));
  expect(wordsOf(context)).toEqual([['first'], ['second']]);
});

test('a page break before a node begins a page', () => {
  const { place, context } = stagesOf();
  place(line('one'));
  place({ text: '', pageBreak: 'before', fontSize: 1 });
  place(line('two'));
  expect(wordsOf(context)[1]?.at(-1)).toBe('two');
});

test('the head of a table is repeated on each page, its lines as the same inlines', () => {
  const { place, context } = stagesOf();
  place({
    table: {
      widths: [100],
      headerRows: 1,
      dontBreakRows: true,
      body: [[line('head')], ...Array.from({ length: 40 }, (_, at) => [line(`row ${at}`)])],
    },
    layout: { hLineWidth: () => 0, vLineWidth: () => 0 },
  });
  const pages = linesOf(context);
  expect(pages.length).toBeGreaterThan(1);
  const heads = pages.map(([first]) => first);
  expect(heads.map((head) => head?.inlines[0]?.['text'])).toEqual(pages.map(() => 'head'));
  expect(new Set(heads.map((head) => head?.inlines)).size).toBe(1);
  expect(
    wordsOf(context)
      .flat()
      .filter((words) => words.startsWith('row')),
  ).toHaveLength(40);
});

test('a row that is not to be broken stands whole on the next page', () => {
  const { place, context } = stagesOf();
  place(spacer(room.height - 2 * lineHeight - 10));
  place({
    table: { widths: [100], dontBreakRows: true, body: [[{ stack: structuredClone(many.slice(0, 3)) }]] },
    layout: { hLineWidth: () => 0, vLineWidth: () => 0, paddingTop: () => 0, paddingBottom: () => 0 },
  });
  expect(wordsOf(context)).toEqual([[], ['line 0', 'line 1', 'line 2']]);
});

test('a fill of a cell that is not to be broken lies under its words', () => {
  const { place, context } = stagesOf();
  const table = { table: { widths: [100], body: [[{ stack: [line('words')], fillColor: '#123456' }]] } };
  place({ stack: [table], unbreakable: true });
  const kinds = context.pages[0]?.items.map(({ type, item }) =>
    type === 'vector' ? (item as { type: string }).type : type,
  );
  expect(kinds?.indexOf('rect')).toBeLessThan(kinds?.indexOf('line') ?? -1);
  expect(kinds?.[0]).toBe('rect');
});

test('columns stand beside each other at their widths, and what follows stands below the longest', () => {
  const { place, context } = stagesOf();
  place({
    columns: [
      { stack: [line('a')], width: 50 },
      { stack: [line('b'), line('c')], width: 60 },
    ],
    columnGap: 8,
  });
  expect(linesOf(context)[0]?.map(({ x }) => x)).toEqual([30, 88, 88]);
  expect(context.y).toBeCloseTo(margins.top + 2 * lineHeight, 6);
});

test('what has a place of its own on the page does not move what follows', () => {
  const { place, context } = stagesOf();
  place({ stack: [line('far')], absolutePosition: { x: 200, y: 300 } });
  place({ canvas: [{ type: 'rect', x: 0, y: 0, w: 5, h: 5 }], relativePosition: { x: 3, y: -4 } });
  place(line('near'));
  expect(linesOf(context)[0]?.map(({ x, y }) => [x, y])).toEqual([[200, 300], [30, 40]]); // prettier-ignore
  expect(itemsOf(context, 'vector')[0]).toMatchObject([{ x: 33, y: 36 }]);
});

test('header and footer are asked for once a page and placed from its corner and its bottom margin', () => {
  const { layout, place, context } = stagesOf();
  place(line('body'));
  layout.addHeadersAndFooters(
    () => ({ stack: [line('head')], margin: [12, 5, 0, 0] }),
    () => line('foot'),
  );
  layout.addHeadersAndFooters(() => null, () => null); // prettier-ignore
  const places = linesOf(context)[0]?.map(({ inlines, x, y }) => [inlines[0]?.['text'], x, y]);
  expect(places).toEqual([
    ['body', 30, 40],
    ['head', 12, 5],
    ['foot', 0, 340],
  ]);
});

test('the first line of a node carries its destination and its bookmark', () => {
  const { place, context } = stagesOf();
  place(
    line('words', {
      id: 'here',
      outline: true,
      outlineText: 'Title',
      outlineExpanded: true,
      outlineParentId: 'above',
    }),
  );
  place({ stack: [line('kept', { id: 'there', outline: true, outlineText: 'Other' })], unbreakable: true });
  place(line('plain'));
  expect(linesOf(context)[0]).toMatchObject([
    { id: 'here', _outline: { text: 'Title', expanded: true, parentId: 'above' } },
    { id: 'there', _outline: { text: 'Other', expanded: false } },
    {},
  ]);
  expect(linesOf(context)[0]?.[2]).not.toHaveProperty('id');
});

test('an inline that prints a page leads to the node of that destination', () => {
  const { place, preprocessor, context } = stagesOf();
  place({ text: [line('see '), { pageReference: 'later', noWrap: true }] });
  const node = preprocessor.nodeReferences['later']?._nodeRef;
  const inlines = linesOf(context)[0]?.[0]?.inlines ?? [];
  expect(inlines.map((inline) => inline['_pageNodeRef'])).toEqual([undefined, node]);
});

test('a node of one text that prints a page leads to it by its line', () => {
  const { place, preprocessor, context } = stagesOf();
  place({ stack: [{ pageReference: 'later' }] });
  const placed = linesOf(context)[0]?.[0];
  expect(placed?._pageNodeRef).toBe(preprocessor.nodeReferences['later']?._nodeRef);
});

test('a text that is not to be wrapped is one line, though it is wider than the page', () => {
  const { place, context } = stagesOf();
  place(line('wide '.repeat(40)));
  expect(linesOf(context)[0]).toHaveLength(1);
});

test('an image in a table is placed within its padding', () => {
  const paper = newPaper();
  paper.provideImage = () => ({ width: 1, height: 1 });
  const { place, context } = stagesOf(paper);
  place({
    table: { widths: [50], body: [[{ image: 'shot', width: 50, height: 20 }]], dontBreakRows: true },
    layout: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, paddingLeft: () => 0, paddingTop: () => 0 },
  });
  expect(itemsOf(context, 'image')[0]).toMatchObject([{ x: 30.5, y: 40.5, _width: 50, _height: 20 }]);
});
