import { expect, it } from 'vitest';
import { chartPieces } from '#domain/charts/chart-pieces.ts';
import { drawChart } from '#domain/charts/chart-drawing.ts';

const rows = Array.from({ length: 14 }, (_, at) => ({ label: `Step ${String(at)}`, values: [at + 1] }));
const data = { name: 'Step', columns: [{ label: 'No.' }], rows };
const measure = (text: string, size: number): number => text.length * size * 0.5;

it.each(['steps', 'bars'] as const)(
  'a tall chart of %s is cut between its rows, and loses nothing',
  (form) => {
    const drawing = drawChart({ form, data }, 400, measure);
    const pieces = chartPieces(drawing, 100);
    expect(pieces.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(({ height }) => height))).toBeLessThanOrEqual(100);
    expect(pieces.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(drawing.height);
    const texts = (from: typeof drawing) =>
      from.primitives.flatMap((one) => (one.kind === 'text' ? [one.text] : []));
    expect(pieces.flatMap(texts)).toEqual(texts(drawing));
    for (const { height, primitives } of pieces) {
      for (const one of primitives) {
        const [top, bottom] =
          one.kind === 'line' ? [one.y1, one.y2] : [one.y, one.kind === 'rect' ? one.y + one.height : one.y];
        expect([Math.min(top, bottom) >= 0, Math.max(top, bottom) <= height]).toEqual([true, true]);
      }
    }
  },
);

it('a chart that is low enough stays whole', () => {
  const drawing = drawChart({ form: 'steps', data }, 400, measure);
  expect(chartPieces(drawing, 1_000)).toEqual([drawing]);
});
