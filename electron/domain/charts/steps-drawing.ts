import type { ChartData } from './chart.ts';
import { fittedLabel, type MeasureChartText } from './chart-label.ts';
import type { ChartDrawing, ChartText } from './chart-drawing.ts';
import type { ChartLine, ChartRect } from './chart-pattern.ts';

const textSize = 9;
const lineHeight = 11;
/** Points of the stripe in the colour of a step, of the place of its number, and of the arrow to the next step. */
const stripe = 5;
const square = 26;
const arrow = 14;
const head = 3;
const padding = 8;
const lineWidth = 0.8;
/** How far below its middle a text has its baseline, as a share of its size. */
const toBaseline = 0.35;

/** Steps below each other, each a box with its number and words in the colour of its mark, with an arrow to the next one. */
export function drawSteps({ rows }: ChartData, width: number, measure: MeasureChartText): ChartDrawing {
  const left = square;
  const shapes: (ChartRect | ChartLine)[] = [];
  const texts: ChartText[] = [];
  let isCut = false;
  let top = 0;
  for (const [row, { label, mark, values }] of rows.entries()) {
    const fitted = fittedLabel(label, width - square - padding, 2, (text) => measure(text, textSize, false));
    isCut ||= fitted.isCut;
    const height = fitted.lines.length * lineHeight + padding;
    const middle = top + height / 2;
    const color = mark ?? 'muted';
    shapes.push(
      { kind: 'rect', x: 0, y: top, width, height, color, outlined: true },
      { kind: 'rect', x: 0, y: top, width: stripe, height, color },
    );
    if (row > 0) shapes.push(...arrowTo(square / 2, top));
    for (const [at, line] of fitted.lines.entries()) {
      const y = middle + (at - (fitted.lines.length - 1) / 2) * lineHeight + textSize * toBaseline;
      const look = { size: textSize, bold: false, color: 'text' } as const;
      texts.push({ kind: 'text', ...line, x: left, y, ...look, cell: { row, column: 0 } });
    }
    const number = String(values[0] ?? row + 1);
    const wide = measure(number, textSize, true);
    texts.push({
      kind: 'text',
      text: number,
      width: wide,
      x: stripe + (square - stripe - wide) / 2,
      y: middle + textSize * toBaseline,
      size: textSize,
      bold: true,
      color: 'ink',
      cell: { row, column: 1 },
    });
    top += height + arrow;
  }
  return { width, height: Math.max(0, top - arrow), primitives: [...shapes, ...texts], isCut };
}

function arrowTo(x: number, y: number): ChartLine[] {
  const line = (x1: number, y1: number): ChartLine => ({
    kind: 'line',
    x1,
    y1,
    x2: x,
    y2: y,
    width: lineWidth,
    color: 'text',
  });
  return [line(x, y - arrow), line(x - head, y - head), line(x + head, y - head)];
}
