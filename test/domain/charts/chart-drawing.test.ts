import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { severityKeys } from '#contract/value-lists.ts';
import { chartAlt, type ChartData, type ChartForm, type ChartMark } from '#domain/charts/chart.ts';
import { drawChart, type ChartDrawing, type ChartText } from '#domain/charts/chart-drawing.ts';
import { patternBar } from '#domain/charts/chart-pattern.ts';

const width = 475;
const measure = (text: string, size: number, bold: boolean): number =>
  text.length * size * (bold ? 0.6 : 0.5);
const draw = (form: ChartForm, data: ChartData): ChartDrawing => drawChart({ form, data }, width, measure);

function severities(counts: readonly number[]): ChartData {
  return {
    name: 'Severity',
    columns: [{ label: 'Findings' }],
    rows: severityKeys
      .slice(0, counts.length)
      .map((mark, at) => ({ label: mark, mark, values: [counts[at] ?? 0] })),
  };
}

function byAsset(labels: readonly string[]): ChartData {
  return {
    name: 'Asset',
    columns: severityKeys.slice(0, 3).map((mark) => ({ label: mark, mark })),
    rows: labels.map((label, at) => ({ label, values: [at, 1, 0] })),
    total: 'Total',
  };
}

function textsOf({ primitives }: ChartDrawing): ChartText[] {
  return primitives.filter((one) => one.kind === 'text');
}

/** The bars that are drawn, by the height at which they begin. */
function barsOf({ primitives }: ChartDrawing) {
  return primitives.flatMap((one) => (one.kind === 'rect' ? [{ y: one.y, width: one.width }] : []));
}

describe('bars', () => {
  test('are as long as their numbers ask for, and one of nothing is not drawn', () => {
    const lengths = barsOf(draw('bars', severities([8, 4, 2, 0, 1]))).map((bar) => bar.width);
    expect(lengths).toHaveLength(4);
    expect(lengths.map((length) => Math.round((8 * length) / (lengths[0] ?? 1)))).toEqual([8, 4, 2, 1]);
  });

  test('a small number beside a large one is seen all the same', () => {
    const [, small] = barsOf(draw('bars', severities([10_000, 1])));
    expect(small?.width).toBeGreaterThanOrEqual(4);
  });

  test('have their label before them and their number at their end', () => {
    const drawing = draw('bars', severities([8, 4]));
    const [bar] = barsOf(drawing);
    const [label, number] = textsOf(drawing);
    const begins = (label?.x ?? 0) + (label?.width ?? 0);
    expect([label?.text, number?.text]).toEqual(['critical', '8']);
    expect(number?.x).toBeGreaterThan(begins + (bar?.width ?? 0));
  });

  test('a long label takes two lines or three, and ends in an ellipsis if that is not enough', () => {
    const labelled = (label: string): ChartDrawing =>
      draw('bars', { name: 'CWE', columns: [{ label: 'Findings' }], rows: [{ label, values: [1] }] });
    const two = labelled('Improper neutralization of input during the generation of web pages');
    const cut = labelled('A name of many words that goes on '.repeat(9));
    const linesOf = (drawing: ChartDrawing): string[] =>
      textsOf(drawing).flatMap(({ cell, text }) => (cell.column === 0 ? [text] : []));
    expect([linesOf(two).length, two.isCut]).toEqual([2, false]);
    expect([linesOf(cut).length, cut.isCut, linesOf(cut)[2]?.endsWith('\u2026')]).toEqual([3, true, true]);
    expect(linesOf(labelled('x'.repeat(400)))).toHaveLength(3);
  });
});

test('stacked bars print the number of each segment under the pattern that explains it', () => {
  const drawing = draw('stacked', byAsset(['a.test', 'b.test', 'c.test']));
  expect(textsOf(drawing).map(({ text }) => text)).toEqual([
    ...['Asset', 'critical', 'high', 'medium', 'Total'],
    ...['a.test', '0', '1', '0', '1'],
    ...['b.test', '1', '1', '0', '2'],
    ...['c.test', '2', '1', '0', '3'],
  ]);
});

test('each severity and each verdict is told by its pattern alone', () => {
  const area = { x: 0, y: 0, width: 60, height: 9 };
  const patternOf = (mark: ChartMark): string =>
    JSON.stringify(patternBar(mark, area).map(({ color: _color, ...shape }) => shape));
  const verdicts: readonly ChartMark[] = ['open', 'partly', 'fixed', 'not-retested', 'none'];
  expect(new Set(severityKeys.map(patternOf)).size).toBe(severityKeys.length);
  expect(new Set(verdicts.map(patternOf)).size).toBe(verdicts.length);
});

test('a matrix shows what is in a cell, and the mark of it on a band', () => {
  const drawing = draw('matrix', {
    name: 'Likelihood / Impact',
    columns: [{ label: 'Low' }, { label: 'High' }],
    rows: [
      { label: 'High', values: [0, 2], marks: [null, 'critical'] },
      { label: 'Low', values: [1, 0], marks: ['low', null] },
    ],
  });
  const colors = drawing.primitives.flatMap((one) => (one.kind === 'rect' ? [one.color] : []));
  expect(colors).toEqual(['rule', 'panel', 'critical', 'panel', 'low', 'rule']);
  expect(textsOf(drawing).map(({ text }) => text)).toEqual([
    ...['Likelihood / Impact', 'Low', 'High'],
    ...['High', '0', '2', 'Low', '1', '0'],
  ]);
});

test('a chart in words says its caption, and each row with its numbers', () => {
  expect(chartAlt({ caption: 'By severity', form: 'bars', data: severities([2, 0]) })).toBe(
    'By severity. critical 2; high 0',
  );
  expect(chartAlt({ caption: 'By asset', form: 'stacked', data: byAsset(['a.test', 'b.test']) })).toBe(
    'By asset. a.test: high 1; b.test: critical 1, high 1',
  );
});

test('whatever it shows, a chart stays within its edges, and each cell of its table is there once and in order', () => {
  const forms = fc.constantFrom<ChartForm>('bars', 'stacked', 'columns', 'matrix');
  const label = fc.oneof(fc.string({ maxLength: 90 }), fc.constant('Some words of a label '.repeat(6)));
  const tables = fc.tuple(forms, fc.integer({ min: 1, max: 6 })).chain(([form, columns]) => {
    const count = form === 'bars' || form === 'columns' ? 1 : columns;
    const values = fc.array(fc.nat(99_999), { minLength: count, maxLength: count });
    const mark = fc.constantFrom(...severityKeys);
    const rows = fc.array(fc.record({ label, mark, values }), { minLength: 1, maxLength: 12 });
    const heads = Array.from({ length: count }, (_, at) => ({
      label: `Head ${String(at)}`,
      mark: severityKeys[at % severityKeys.length] ?? 'info',
    }));
    return rows.map((made) => ({
      form,
      data: { name: 'Name', columns: heads, rows: made, total: 'Total' } satisfies ChartData,
    }));
  });
  fc.assert(
    fc.property(tables, ({ form, data }) => {
      const drawing = draw(form, data);
      const outside = drawing.primitives.filter((one) => {
        const [left, top, right, bottom] =
          one.kind === 'line'
            ? [
                Math.min(one.x1, one.x2),
                Math.min(one.y1, one.y2),
                Math.max(one.x1, one.x2),
                Math.max(one.y1, one.y2),
              ]
            : one.kind === 'rect'
              ? [one.x, one.y, one.x + one.width, one.y + one.height]
              : [one.x, one.y - one.size * 0.8, one.x + one.width, one.y];
        return left < -0.01 || top < -0.01 || right > drawing.width + 0.01 || bottom > drawing.height + 0.01;
      });
      expect(outside).toEqual([]);
      const places = textsOf(drawing).map(({ cell }) => cell.row * 100 + cell.column);
      const seen = [...new Set(places)];
      const columns = form === 'stacked' ? data.columns.length + 2 : data.columns.length + 1;
      const heads = form === 'stacked' || form === 'matrix' ? 1 : 0;
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(seen).toHaveLength((data.rows.length + heads) * columns);
    }),
  );
});
