import type { ChartMark } from './chart.ts';

/** A colour by what it stands for; a writer knows it from the theme. */
export type ChartColor = ChartMark | 'ink' | 'text' | 'muted' | 'rule' | 'panel' | 'paper';

/** A filled or outlined box, in points from the upper left corner of the drawing. */
export interface ChartRect {
  readonly kind: 'rect';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly color: ChartColor;
  /** Its colour is that of its outline, which is drawn within its edges, and it is paper inside. */
  readonly outlined?: true;
}

/** A straight line. */
export interface ChartLine {
  readonly kind: 'line';
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
  readonly width: number;
  readonly color: ChartColor;
}

/** Points of the strokes of a pattern and of outlines. */
export const strokeWidth = 0.8;

/**
 * How a bar is filled, so that its severity is visible without colour: solid for the worst, then strokes ever wider
 * apart, and finally an outline. `gap` in points; Infinity: no strokes.
 */
const fills: Readonly<Record<ChartMark, { readonly solid: boolean; readonly gap: number }>> = {
  critical: { solid: true, gap: Infinity },
  high: { solid: true, gap: 9 },
  medium: { solid: true, gap: 4.5 },
  low: { solid: false, gap: 4.5 },
  info: { solid: false, gap: Infinity },
  unknown: { solid: false, gap: 9 },
  open: { solid: true, gap: Infinity },
  partly: { solid: true, gap: 4.5 },
  fixed: { solid: false, gap: 4.5 },
  'not-retested': { solid: false, gap: Infinity },
  none: { solid: false, gap: 9 },
};

type Area = Pick<ChartRect, 'x' | 'y' | 'width' | 'height'>;

/** A bar filled in the pattern of what it stands for; one without a mark is plain. */
export function patternBar(mark: ChartMark | undefined, area: Area): (ChartRect | ChartLine)[] {
  if (mark === undefined) return [{ kind: 'rect', ...area, color: 'muted' }];
  const { solid, gap } = fills[mark];
  const body: ChartRect = { kind: 'rect', ...area, color: mark, ...(solid ? {} : { outlined: true }) };
  return [body, ...strokes(area, gap, solid ? 'paper' : mark)];
}

/** Strokes that rise at 45 degrees, cut off at the edges of the bar. */
function strokes({ x, y, width, height }: Area, gap: number, color: ChartColor): ChartLine[] {
  const count = Number.isFinite(gap) ? Math.floor((width + height) / gap) : 0;
  return Array.from({ length: count }, (_, index): ChartLine => {
    const reach = (index + 0.5) * gap;
    return {
      kind: 'line',
      x1: x + Math.max(0, reach - height),
      y1: y + Math.min(height, reach),
      x2: x + Math.min(width, reach),
      y2: y + Math.max(0, reach - width),
      width: strokeWidth,
      color,
    };
  });
}
