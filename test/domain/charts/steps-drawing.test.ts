import { expect, it } from 'vitest';
import { chartAlt, type ChartData } from '#domain/charts/chart.ts';
import { drawChart } from '#domain/charts/chart-drawing.ts';

const data: ChartData = {
  name: 'Step',
  columns: [{ label: 'No.' }],
  rows: [
    { label: 'Found the search (C1)', mark: 'critical', values: [1] },
    { label: 'Signed in as an administrator of the portal', values: [2] },
  ],
};
const measure = (text: string, size: number): number => (text.length * size) / 2;
const draw = (width: number) => drawChart({ form: 'steps', data }, width, measure);

it('draws steps below each other in the colour of their findings, with one arrow between two of them', () => {
  const { primitives, isCut, height } = draw(400);
  const rects = primitives.flatMap((one) => (one.kind === 'rect' ? [one] : []));
  const lines = primitives.flatMap((one) => (one.kind === 'line' ? [one] : []));
  const texts = primitives.flatMap((one) => (one.kind === 'text' ? [one] : []));
  expect(rects.map(({ color, outlined }) => [color, outlined])).toEqual([
    ['critical', true],
    ['critical', undefined],
    ['muted', true],
    ['muted', undefined],
  ]);
  const [first, , second] = rects;
  expect([lines.length, lines[0]?.y1, lines[0]?.y2, isCut]).toEqual([
    3,
    (first?.y ?? 0) + (first?.height ?? 0),
    second?.y,
    false,
  ]);
  expect(texts.map(({ text, cell }) => [text, cell.row, cell.column])).toEqual([
    ['Found the search (C1)', 0, 0],
    ['1', 0, 1],
    ['Signed in as an administrator of the portal', 1, 0],
    ['2', 1, 1],
  ]);
  expect(height).toBe((second?.y ?? 0) + (second?.height ?? 0));
});

it('breaks long words of a step into two lines, and says what it had to cut', () => {
  const { primitives, isCut } = draw(120);
  expect(isCut).toBe(true);
  for (const one of primitives) if (one.kind === 'text') expect(one.x + one.width).toBeLessThanOrEqual(120);
});

it('is told to a reader who hears it as numbered steps', () => {
  expect(chartAlt({ caption: 'Attack path', form: 'steps', data })).toBe(
    'Attack path. 1 Found the search (C1); 2 Signed in as an administrator of the portal',
  );
});
