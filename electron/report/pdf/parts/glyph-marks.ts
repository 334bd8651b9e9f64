import type { CanvasElement } from 'pdfmake/interfaces.js';
import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { Bar, SeverityKey, VerdictKey } from '../../document/blocks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { verdictColors, white } from '../layout/theme.ts';

type Mark = Bar['mark'];

/**
 * How a bar is filled, so that its severity is visible without colour: solid for the worst, then strokes ever wider
 * apart, and finally an outline. `gap` in points; Infinity: no strokes.
 */
const FILLS: Readonly<Record<Mark, { readonly solid: boolean; readonly gap: number }>> = {
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

/** The colour of a severity or a verdict. */
function markColor(mark: Mark, ctx: LayoutContext): string {
  return isVerdict(mark) ? verdictColors[mark] : ctx.colors.severities[mark];
}

function isVerdict(mark: Mark): mark is VerdictKey {
  return Object.hasOwn(verdictColors, mark);
}

/** A bar from (x, y), filled in the pattern of what it stands for. */
export function patternBar(
  mark: Mark,
  x: number,
  y: number,
  width: number,
  height: number,
  ctx: LayoutContext,
): CanvasElement[] {
  const color = markColor(mark, ctx);
  const { solid, gap } = FILLS[mark];
  const body: CanvasElement = solid
    ? { type: 'rect', x, y, w: width, h: height, color }
    : {
        type: 'rect',
        x: x + 0.4,
        y: y + 0.4,
        w: width - 0.8,
        h: height - 0.8,
        color: white,
        lineWidth: 0.8,
        lineColor: color,
      };
  return [body, ...strokes(x, y, width, height, gap, solid ? white : color)];
}

/** Strokes that rise at 45 degrees, cut off at the edges of the bar. */
function strokes(
  x: number,
  y: number,
  width: number,
  height: number,
  gap: number,
  lineColor: string,
): CanvasElement[] {
  const count = Number.isFinite(gap) ? Math.floor((width + height) / gap) : 0;
  return Array.from({ length: count }, (_, index): CanvasElement => {
    const reach = (index + 0.5) * gap;
    return {
      type: 'line',
      x1: x + Math.max(0, reach - height),
      y1: y + Math.min(height, reach),
      x2: x + Math.min(width, reach),
      y2: y + Math.max(0, reach - width),
      lineWidth: 0.8,
      lineColor,
    };
  });
}

/** A sign of `size` points for a verdict: full for fixed, half for partly, a ring for open, a stroke for not looked at. */
export function verdictSign(verdict: Verdict, size: number): CanvasElement[] {
  const color = verdictColors[verdict];
  const r = size / 2 - 0.5;
  const c = size / 2;
  const ring: CanvasElement = { type: 'ellipse', x: c, y: c, r1: r, r2: r, lineWidth: 1, lineColor: color };
  switch (verdict) {
    case 'fixed':
      return [
        { ...ring, color },
        {
          type: 'polyline',
          lineWidth: 1.1,
          lineColor: white,
          points: [
            { x: c - r * 0.5, y: c },
            { x: c - r * 0.1, y: c + r * 0.42 },
            { x: c + r * 0.55, y: c - r * 0.4 },
          ],
        },
      ];
    case 'partly':
      return [ring, { type: 'polyline', closePath: true, color, lineWidth: 0.1, points: halfDisc(c, r) }];
    case 'open':
      return [ring];
    case 'not-retested':
      return [{ type: 'line', x1: 1, y1: c, x2: size - 1, y2: c, lineWidth: 1, lineColor: color }];
    default:
      return verdict satisfies never;
  }
}

function halfDisc(c: number, r: number): { x: number; y: number }[] {
  return Array.from({ length: 13 }, (_, index) => {
    const angle = Math.PI / 2 + (Math.PI * index) / 12;
    return { x: c + r * Math.cos(angle), y: c + r * Math.sin(angle) };
  });
}

/** Five marks of which as many are filled as the severity weighs. */
export function severityGlyph(filled: number, right: number, top: number): CanvasElement[] {
  return Array.from({ length: 5 }, (_, index): CanvasElement => ({
    type: 'rect',
    x: right - (5 - index) * 11 + 3,
    y: top,
    w: 8,
    h: 3,
    color: white,
    fillOpacity: index < filled ? 1 : 0.28,
  }));
}

const GAP = 1;

/** What a severity weighs against the others in a bar of shares; the numbers stand beside it. */
export function shareBar(
  counts: readonly { readonly severity: SeverityKey; readonly count: number }[],
  width: number,
  height: number,
  ctx: LayoutContext,
): CanvasElement[] {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  let x = 0;
  return counts
    .filter(({ count }) => count > 0)
    .flatMap(({ severity, count }) => {
      const w = (width * count) / total;
      const share: CanvasElement = {
        type: 'rect',
        x,
        y: 0,
        w: Math.max(0.5, w - GAP),
        h: height,
        color: markColor(severity, ctx),
      };
      x += w;
      return [share];
    });
}
