import { expect, test } from 'vitest';
import { EngineContext, EngineWriter } from '#report/pdf/pdfmake/stages.ts';
import { fontOf, itemsOf, line, linesOf, margins, newPaper, size, stagesOf } from './support.ts';

test('PageElementWriter is made with a context and gives it back', () => {
  const context = new EngineContext();
  expect(new EngineWriter(context).context()).toBe(context);
});

test('a page is added with its size, no orientation and its margins', () => {
  const context = new EngineContext();
  new EngineWriter(context).addPage({ ...size, width: 500 }, null, margins);
  expect(context.pages[0]).toMatchObject({
    items: [],
    pageSize: { width: 500, height: 400 },
    pageMargins: margins,
  });
});

test('the items of a page are a list in the order of drawing, each with its type', () => {
  const paper = newPaper();
  paper.provideImage = () => ({ width: 1, height: 1 });
  const { place, context } = stagesOf(paper);
  place({
    stack: [
      { canvas: [{ type: 'rect', x: 0, y: 0, w: 20, h: 9 }] },
      { text: 'words' },
      { image: 'shot', width: 30, height: 20 },
    ],
  });
  expect(context.pages[0]?.items.map(({ type }) => type)).toEqual(['vector', 'line', 'image']);
});

test('a line of a page has its place on it, its height and the height of its letters', () => {
  const { place, context, paper } = stagesOf();
  place({ text: [line('low'), line('high', { fontSize: 20 })], margin: [5, 7, 0, 0] });
  const placed = linesOf(context)[0]?.[0];
  expect(placed).toMatchObject({ x: 35, y: 47 });
  expect(placed?.getHeight()).toBeCloseTo(fontOf(paper).lineHeight(20), 6);
  expect(placed?.getAscenderHeight()).toBeCloseTo((fontOf(paper).ascender / 1000) * 20, 6);
  expect(placed?.inlines.map(({ x }) => x)).toEqual([0, placed?.inlines[0]?.['width']]);
});

test('a line is set against the edge that its first inline names', () => {
  const { place, context } = stagesOf();
  place({ stack: ['left', 'right', 'center'].map((alignment) => line('abc', { alignment })) });
  const [left, right, center] = linesOf(context)[0] ?? [];
  const width = Number(left?.inlines[0]?.['width']);
  expect(left?.x).toBe(30);
  expect(right?.x).toBeCloseTo(250 - width, 6);
  expect(center?.x).toBeCloseTo(30 + (220 - width) / 2, 6);
});

test('a shape of a page carries its own members, and its place on the page', () => {
  const { place, context } = stagesOf();
  const points = [{ x: 0, y: 0 }, { x: 4, y: 5 }]; // prettier-ignore
  const role = { type: 'Figure' };
  place({
    canvas: [
      { type: 'rect', x: 1, y: 2, w: 20, h: 9, color: 'red', fillOpacity: 0.5, role },
      { type: 'line', x1: 0, y1: 1, x2: 8, y2: 1, lineWidth: 0.8, dash: { length: 0.1, space: 3 } },
      { type: 'polyline', points },
      { type: 'ellipse', x: 5, y: 5, r1: 4, r2: 4 },
      { type: 'path', d: 'M0 0L5 5' },
    ],
  });
  expect(itemsOf(context, 'vector')[0]).toMatchObject([
    { type: 'rect', x: 31, y: 42, w: 20, h: 9, color: 'red', fillOpacity: 0.5, role },
    { type: 'line', x1: 30, y1: 41, x2: 38, y2: 41, lineWidth: 0.8, dash: { length: 0.1, space: 3 } },
    { type: 'polyline', points: [{ x: 30, y: 40 }, { x: 34, y: 45 }] },
    { type: 'ellipse', x: 35, y: 45, r1: 4, r2: 4 },
    { type: 'path', d: 'M0 0L5 5' },
  ]); // prettier-ignore
  expect(itemsOf<{ role: unknown }>(context, 'vector')[0]?.[0]?.role).toBe(role);
});

test('an image of a page has its place and size, and what its node says of our own', () => {
  const paper = newPaper();
  paper.provideImage = () => ({ width: 1, height: 1 });
  const { place, context } = stagesOf(paper);
  const role = { type: 'Figure' };
  place({ image: 'shot', width: 30, height: 20, role, cut: { from: 1, of: 40 } });
  place({ stack: [{ image: 'shot', width: 30, height: 20, role }], unbreakable: true });
  const images = itemsOf<{ role: unknown }>(context, 'image')[0];
  expect(images).toMatchObject([
    { image: 'shot', x: 30, y: 40, _width: 30, _height: 20, cut: { from: 1, of: 40 } },
    { image: 'shot', x: 30, y: 60, _width: 30, _height: 20 },
  ]);
  expect(images?.map((image) => image.role === role)).toEqual([true, true]);
});
