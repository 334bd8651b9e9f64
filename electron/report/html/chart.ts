import { chartAlt, type Chart } from '#domain/charts/chart.ts';
import { drawChart, type ChartPrimitive } from '#domain/charts/chart-drawing.ts';
import { strokeWidth, type ChartColor } from '#domain/charts/chart-pattern.ts';
import { chartTable } from '../document/text/plain-tables.ts';
import { textWidth } from '../fonts/text-width.ts';
import type { FontLibrary } from '../fonts/library.ts';
import type { Words } from '../languages/index.ts';
import { tag, text, voidTag, type Markup } from './markup.ts';
import { plainTable } from './tables.ts';

/** Points that a chart is drawn in, as on paper; the page enlarges it. */
const drawingWidth = 475;

/** A chart as vectors under the colours of the page, with its caption, and its table to open. */
export function chartHtml(chart: Chart, { screen }: Words, fonts: FontLibrary): Markup {
  const measure = (label: string, size: number, bold: boolean): number =>
    textWidth(label, size, { bold }, fonts);
  const { height, primitives, isCut } = drawChart(chart, drawingWidth, measure);
  const shown = tag(
    'svg',
    { viewBox: `0 0 ${String(drawingWidth)} ${short(height)}`, role: 'img', 'aria-label': chartAlt(chart) },
    primitives.map(primitiveSvg),
  );
  return tag('figure', { class: 'chart' }, [
    tag('div', { class: 'wide' }, shown),
    tag('figcaption', {}, [tag('b', {}, text(chart.label)), text(`: ${chart.caption}`)]),
    tag('details', { open: isCut }, [
      tag('summary', {}, text(screen.chartTable)),
      plainTable(chartTable(chart), chart.caption),
    ]),
  ]);
}

function primitiveSvg(primitive: ChartPrimitive): Markup {
  const name = className(primitive.color);
  switch (primitive.kind) {
    case 'rect': {
      const { x, y, width, height, outlined } = primitive;
      const inset = outlined === true ? strokeWidth / 2 : 0;
      return voidTag('rect', {
        class: outlined === true ? `${name} outlined` : name,
        x: short(x + inset),
        y: short(y + inset),
        width: short(Math.max(0, width - 2 * inset)),
        height: short(Math.max(0, height - 2 * inset)),
      });
    }
    case 'line': {
      const { x1, y1, x2, y2, width } = primitive;
      const ends = { x1: short(x1), y1: short(y1), x2: short(x2), y2: short(y2) };
      return voidTag('line', { class: name, ...ends, 'stroke-width': short(width) });
    }
    case 'text': {
      const { x, y, size, bold, width } = primitive;
      // The reader's own font may be wider than the one that was measured.
      const fitted = { textLength: short(width), lengthAdjust: 'spacingAndGlyphs' };
      const place = { x: short(x), y: short(y), 'font-size': short(size), ...fitted };
      return tag(
        'text',
        { class: name, ...place, 'font-weight': bold ? 700 : undefined },
        text(primitive.text),
      );
    }
    default:
      return primitive satisfies never;
  }
}

const pageColors: ReadonlySet<ChartColor> = new Set(['ink', 'text', 'muted', 'rule', 'panel', 'paper']);

function className(color: ChartColor): string {
  return pageColors.has(color) ? `is-${color}` : `sev-${color}`;
}

function short(value: number): number {
  return Math.round(value * 100) / 100;
}
