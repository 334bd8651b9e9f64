import { rowTotal, type Chart, type ChartData } from './chart.ts';
import { fittedLabel, type FittedLabel, type MeasureChartText } from './chart-label.ts';
import { patternBar, type ChartColor, type ChartLine, type ChartRect } from './chart-pattern.ts';
import { drawSteps } from './steps-drawing.ts';

/** The cell of the chart's table that a text is part of, counted from 0. */
export interface ChartCell {
  /** -1: the heads of the columns. */
  readonly row: number;
  /** 0: the labels of the rows. */
  readonly column: number;
}

/** A text on its baseline, `x` at its left edge, of the width that was measured. */
export interface ChartText {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly width: number;
  readonly size: number;
  readonly bold: boolean;
  readonly color: ChartColor;
  readonly cell: ChartCell;
}

/** What a drawing is made of. Later ones lie above. */
export type ChartPrimitive = ChartRect | ChartLine | ChartText;

/** A chart as it is painted in every format, in points from its upper left corner. */
export interface ChartDrawing {
  readonly width: number;
  readonly height: number;
  /** Shapes first; texts in the order of the table. */
  readonly primitives: readonly ChartPrimitive[];
  /** Whether a label ends in an ellipsis, so that the table has to be printed beside. */
  readonly isCut: boolean;
}

const labelSize = 9;
const headSize = 7.5;
const lineHeight = 11;
const barHeight = 9;
/** Lines of a label at a bar. */
const maxLines = 3;
const ruleWidth = 0.5;
/** A bar that stands for something is never shorter. */
const minBar = 4;
/** How far below its middle a text has its baseline, as a share of its size. */
const toBaseline = 0.35;

/**
 * Draws a chart: labels at the bars, the number at their ends. The same chart, width and measure give the same drawing.
 * @param width points; a matrix may take less
 */
export function drawChart(
  { form, data }: Pick<Chart, 'form' | 'data'>,
  width: number,
  measure: MeasureChartText,
): ChartDrawing {
  switch (form) {
    case 'bars':
      return lyingBars(data, width, measure);
    case 'stacked':
      return stackedBars(data, width, measure);
    case 'columns':
      return standingBars(data, width, measure);
    case 'matrix':
      return matrix(data, width, measure);
    case 'steps':
      return drawSteps(data, width, measure);
    default:
      return form satisfies never;
  }
}

type TextLook = Pick<ChartText, 'size' | 'bold' | 'color'>;

const labelLook: TextLook = { size: labelSize, bold: false, color: 'text' };
const numberLook: TextLook = { size: labelSize, bold: true, color: 'ink' };
const noneLook: TextLook = { size: labelSize, bold: false, color: 'muted' };
const headLook: TextLook = { size: headSize, bold: false, color: 'muted' };

/** A number: one that stands for nothing steps back. */
function lookOf(value: number): TextLook {
  return value === 0 ? noneLook : numberLook;
}

/** A text of which a share of the width is left of `x`: 0 begins there, 1 ends there. */
function textAt(
  text: string,
  x: number,
  middle: number,
  share: number,
  look: TextLook,
  cell: ChartCell,
  measure: MeasureChartText,
): ChartText {
  const width = measure(text, look.size, look.bold);
  return {
    kind: 'text',
    text,
    width,
    x: x - width * share,
    y: middle + look.size * toBaseline,
    ...look,
    cell,
  };
}

/** The labels of the rows in their column. */
function labelsOf({ rows }: ChartData, room: number, measure: MeasureChartText) {
  const labels = rows.map(({ label }) =>
    fittedLabel(label, room, maxLines, (text) => measure(text, labelSize, false)),
  );
  const width = Math.max(0, ...labels.flatMap(({ lines }) => lines.map((line) => line.width)));
  return { labels, width, isCut: labels.some(({ isCut }) => isCut) };
}

function labelTexts({ lines }: FittedLabel, middle: number, row: number): ChartText[] {
  return lines.map(({ text, width }, at) => ({
    kind: 'text',
    text,
    width,
    x: 0,
    y: middle + (at - (lines.length - 1) / 2) * lineHeight + labelSize * toBaseline,
    ...labelLook,
    cell: { row, column: 0 },
  }));
}

/** Where rows of these labels stand from `top` on: their middles, and where they end. */
function rowPlaces(labels: readonly FittedLabel[], top: number, between: number) {
  let bottom = top;
  const middles = labels.map(({ lines }) => {
    const height = lines.length * lineHeight + between;
    bottom += height;
    return bottom - height / 2;
  });
  return { middles, bottom };
}

function rule(x1: number, y1: number, x2: number, y2: number): ChartLine {
  return { kind: 'line', x1, y1, x2, y2, width: ruleWidth, color: 'rule' };
}

function lyingBars(data: ChartData, width: number, measure: MeasureChartText): ChartDrawing {
  const { labels, width: labelWidth, isCut } = labelsOf(data, width * 0.55, measure);
  const totals = data.rows.map(rowTotal);
  const numberWidth = Math.max(0, ...totals.map((total) => measure(String(total), labelSize, true)));
  const left = labelWidth + 10;
  const room = width - left - numberWidth - 6;
  const max = Math.max(1, ...totals);
  const { middles, bottom } = rowPlaces(labels, 0, 6);
  const rows = data.rows.map(({ mark }, row) => {
    const total = totals[row] ?? 0;
    const middle = middles[row] ?? 0;
    const length = total === 0 ? 0 : Math.max(minBar, (room * total) / max);
    const area = { x: left, y: middle - barHeight / 2, width: length, height: barHeight };
    return {
      shapes: total === 0 ? [] : patternBar(mark, area),
      texts: [
        ...labelTexts(labels[row] ?? noLabel, middle, row),
        textAt(String(total), left + length + 6, middle, 0, lookOf(total), { row, column: 1 }, measure),
      ],
    };
  });
  return {
    width,
    height: bottom,
    isCut,
    primitives: [
      ...rows.flatMap(({ shapes }) => shapes),
      rule(left - ruleWidth / 2, 0, left - ruleWidth / 2, bottom),
      ...rows.flatMap(({ texts }) => texts),
    ],
  };
}

const noLabel: FittedLabel = { lines: [], isCut: false };

/** Points between the numbers of a table. */
const columnGap = 9;
const swatch = { width: 16, height: 7 } as const;
const headHeight = 26;
/** Points between the segments of a bar, and the shortest one. */
const segment = { gap: 1, min: 3 } as const;

/** The numbers of each segment stand in columns behind the bar, whose heads explain the patterns. */
function stackedBars(data: ChartData, width: number, measure: MeasureChartText): ChartDrawing {
  const { labels, width: labelWidth, isCut } = labelsOf(data, width * 0.34, measure);
  const { columns, rows, total: totalHead = '' } = data;
  const totals = rows.map(rowTotal);
  const heads = [...columns.map(({ label }) => label), totalHead];
  const numbersOf = (column: number): readonly number[] =>
    column === columns.length ? totals : rows.map(({ values }) => values[column] ?? 0);
  const widths = heads.map(
    (head, column) =>
      columnGap +
      Math.max(
        swatch.width,
        measure(head, headSize, false),
        ...numbersOf(column).map((value) => measure(String(value), labelSize, true)),
      ),
  );
  /** Where the column ends, from the left. */
  const endOf = (column: number): number =>
    width - widths.slice(column + 1).reduce((sum, each) => sum + each, 0);
  const left = labelWidth + 10;
  const room = endOf(-1) - left;
  const max = Math.max(1, ...totals);
  const { middles, bottom } = rowPlaces(labels, headHeight, 7);
  const headMiddle = headHeight - 8;
  const headTexts = [
    textAt(data.name, 0, headMiddle, 0, headLook, { row: -1, column: 0 }, measure),
    ...heads.map((head, column) =>
      textAt(head, endOf(column), headMiddle, 1, headLook, { row: -1, column: column + 1 }, measure),
    ),
  ];
  const swatches = columns.flatMap(({ mark }, column) =>
    patternBar(mark, { ...swatch, x: endOf(column) - swatch.width, y: 2 }),
  );
  const drawn = rows.map(({ values }, row) => {
    const middle = middles[row] ?? 0;
    let x = left;
    const segments = values.flatMap((value, column) => {
      if (value === 0) return [];
      const length = Math.max(segment.min + segment.gap, ((room - 8) * value) / max);
      const area = { x, y: middle - barHeight / 2, width: length - segment.gap, height: barHeight };
      x += length;
      return patternBar(columns[column]?.mark, area);
    });
    const numbers = heads.map((_, column) => {
      const value = numbersOf(column)[row] ?? 0;
      const look = column === columns.length ? numberLook : { ...lookOf(value), bold: false };
      return textAt(String(value), endOf(column), middle, 1, look, { row, column: column + 1 }, measure);
    });
    const end = middle + ((labels[row] ?? noLabel).lines.length * lineHeight + 7) / 2;
    return {
      shapes: [...segments, rule(0, end, width, end)],
      texts: [...labelTexts(labels[row] ?? noLabel, middle, row), ...numbers],
    };
  });
  return {
    width,
    height: bottom + ruleWidth,
    isCut,
    primitives: [
      ...swatches,
      rule(0, headHeight, width, headHeight),
      ...drawn.flatMap(({ shapes }) => shapes),
      ...headTexts,
      ...drawn.flatMap(({ texts }) => texts),
    ],
  };
}

const plotHeight = 84;

function standingBars(data: ChartData, width: number, measure: MeasureChartText): ChartDrawing {
  const pitch = width / Math.max(1, data.rows.length);
  const totals = data.rows.map(rowTotal);
  const max = Math.max(1, ...totals);
  const floor = plotHeight + 14;
  const labels = data.rows.map(({ label }) =>
    fittedLabel(label, pitch - 4, 1, (text) => measure(text, headSize, false)),
  );
  const drawn = data.rows.map(({ mark }, row) => {
    const total = totals[row] ?? 0;
    const height = total === 0 ? 0 : Math.max(minBar, (plotHeight * total) / max);
    const middle = (row + 0.5) * pitch;
    const area = { x: middle - pitch * 0.3, y: floor - height, width: pitch * 0.6, height };
    const [line] = (labels[row] ?? noLabel).lines;
    return {
      shapes: total === 0 ? [] : patternBar(mark, area),
      texts: [
        textAt(line?.text ?? '', middle, floor + 8, 0.5, headLook, { row, column: 0 }, measure),
        textAt(String(total), middle, floor - height - 7, 0.5, lookOf(total), { row, column: 1 }, measure),
      ],
    };
  });
  return {
    width,
    height: floor + 14,
    isCut: labels.some(({ isCut }) => isCut),
    primitives: [
      ...drawn.flatMap(({ shapes }) => shapes),
      rule(0, floor + ruleWidth / 2, width, floor + ruleWidth / 2),
      ...drawn.flatMap(({ texts }) => texts),
    ],
  };
}

const cellSize = { width: 72, height: 28, gap: 2, mark: 6 } as const;

/** A table whose cells show their number, and the mark of each on a band below it. */
function matrix(data: ChartData, width: number, measure: MeasureChartText): ChartDrawing {
  const { labels, width: labelWidth, isCut } = labelsOf(data, width * 0.3, measure);
  const nameWidth = measure(data.name, headSize, false);
  const left = Math.max(labelWidth, nameWidth) + 10;
  const pitch = Math.min(cellSize.width, (width - left) / Math.max(1, data.columns.length));
  const top = 16;
  const heads = data.columns.map(({ label }) =>
    fittedLabel(label, pitch - 4, 1, (text) => measure(text, headSize, false)),
  );
  const middleOf = (column: number): number => left + (column + 0.5) * pitch;
  const headTexts = [
    textAt(data.name, 0, 7, 0, headLook, { row: -1, column: 0 }, measure),
    ...heads.map(({ lines: [line] }, column) => {
      const cell = { row: -1, column: column + 1 };
      return textAt(line?.text ?? '', middleOf(column), 7, 0.5, headLook, cell, measure);
    }),
  ];
  const rows = data.rows.map(({ values, marks }, row) => {
    const y = top + row * cellSize.height;
    const middle = y + (cellSize.height - cellSize.gap) / 2;
    const boxes = values.map((value, column): (ChartRect | ChartLine)[] => {
      const area = { x: left + column * pitch, y, width: pitch - cellSize.gap };
      const mark = marks?.[column] ?? undefined;
      const height = cellSize.height - cellSize.gap;
      if (value === 0) return [{ kind: 'rect', ...area, height, color: 'rule', outlined: true }];
      const band = { ...area, y: y + height - cellSize.mark, height: cellSize.mark };
      return [{ kind: 'rect', ...area, height, color: 'panel' }, ...patternBar(mark, band)];
    });
    const texts = values.map((value, column) => {
      const up = value === 0 ? 0 : cellSize.mark / 2;
      const at = { row, column: column + 1 };
      return textAt(String(value), middleOf(column) - 1, middle - up, 0.5, lookOf(value), at, measure);
    });
    return { boxes: boxes.flat(), texts: [...labelTexts(labels[row] ?? noLabel, middle, row), ...texts] };
  });
  return {
    width: Math.min(width, left + pitch * data.columns.length),
    height: top + data.rows.length * cellSize.height,
    isCut: isCut || heads.some((head) => head.isCut),
    primitives: [...rows.flatMap(({ boxes }) => boxes), ...headTexts, ...rows.flatMap(({ texts }) => texts)],
  };
}
