import type { CanvasElement } from 'pdfmake/interfaces.js';
import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { SeverityKey } from '../../document/blocks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { verdictColors, white } from '../layout/theme.ts';

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
        color: ctx.colors.severities[severity],
      };
      x += w;
      return [share];
    });
}
