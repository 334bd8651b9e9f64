import { expect, test } from 'vitest';
import { tableLayouts } from '#report/pdf/pdfmake/stages.ts';
import { itemsOf, stagesOf } from './support.ts';

interface Vector {
  readonly type: string;
  readonly lineColor?: string;
  readonly color?: string;
  readonly lineWidth?: number;
  readonly y1?: number;
}

const table = { widths: [60, 60], body: [['a', 'b'], ['c', 'd']] }; // prettier-ignore

test('the layouts that pdfmake brings are registered under their names', () => {
  expect(Object.keys(tableLayouts)).toEqual(expect.arrayContaining(['noBorders']));
  const { layout } = stagesOf();
  expect(layout.tableLayouts).toMatchObject(tableLayouts);
});

test('a layout of our own is asked for what it names: widths, colours, paddings and fills', () => {
  const { place, context } = stagesOf();
  place({
    table: structuredClone(table),
    layout: {
      hLineWidth: (row: number) => (row === 0 ? 0 : 0.6),
      vLineWidth: () => 0,
      hLineColor: () => '#112233',
      paddingLeft: () => 7,
      paddingRight: () => 7,
      paddingTop: () => 3,
      paddingBottom: () => 2,
      fillColor: (row: number, _node: unknown, column: number) =>
        row === 0 && column === 1 ? '#445566' : null,
    },
  });
  const vectors = itemsOf<Vector>(context, 'vector')[0] ?? [];
  expect(vectors.filter(({ type }) => type === 'rect').map(({ color }) => color)).toEqual(['#445566']);
  const drawn = vectors.filter(({ type }) => type === 'line');
  expect(drawn.every(({ lineColor, lineWidth }) => lineColor === '#112233' && lineWidth === 0.6)).toBe(true);
  // None over the first row, which is none wide.
  expect(new Set(drawn.map(({ y1 }) => Math.round(y1 ?? 0)))).toEqual(new Set([57, 74]));
  const lines = itemsOf<{ x: number; y: number }>(context, 'line')[0] ?? [];
  expect(lines.map(({ x }) => x)).toEqual([37, 111, 37, 111]);
  expect(lines[0]?.y).toBe(43);
});

test('a vertical line of a layout takes its width in front of the column', () => {
  const { place, context } = stagesOf();
  place({
    table: { widths: [60], body: [['a']] },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: (column: number) => (column === 0 ? 2 : 0),
      vLineColor: () => '#010203',
      paddingLeft: () => 8,
      paddingRight: () => 8,
    },
  });
  expect(itemsOf<Vector>(context, 'vector')[0]).toMatchObject([{ lineColor: '#010203', lineWidth: 2 }]);
  expect(itemsOf<{ x: number }>(context, 'line')[0]?.[0]?.x).toBe(40);
});
