import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import { chartAlt, type Chart } from '#domain/charts/chart.ts';
import {
  drawChart,
  type ChartCell,
  type ChartPrimitive,
  type ChartText,
} from '#domain/charts/chart-drawing.ts';
import { chartPieces } from '#domain/charts/chart-pieces.ts';
import { strokeWidth } from '#domain/charts/chart-pattern.ts';
import { chartTable } from '../../document/text/plain-tables.ts';
import { textWidth } from '../../fonts/text-width.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import type { Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role, type Role } from '../roles.ts';
import { chartColor, pageMargins, sizes } from '../layout/theme.ts';
import { tableItem } from './plain-table.ts';

/** A block that is not broken leaves so much of a page empty before it at most; a higher chart is cut between its rows. */
const maxShare = 1 / 3;

/**
 * A chart and its caption: blocks that are not broken, the first kept with the text before it. To a reader who hears it, it is a
 * table; if labels are cut it is a picture, and its table follows.
 */
export function chartItems(chart: Chart, ctx: LayoutContext): Item[] {
  const { fonts, colors, width } = ctx;
  const drawing = drawChart(chart, width, (text, size, bold) => textWidth(text, size, { bold }, fonts));
  const whole = drawing.isCut ? role('Figure', null, { alt: chartAlt(chart) }) : role('Table');
  const under = drawing.isCut ? role('P') : role('Caption', whole);
  const roleOf = drawing.isCut ? () => whole : cellRoles(whole);
  const style: Style = { size: sizes.small, color: colors.muted };
  const words = [
    { text: `${chart.label}: `, style: { ...style, color: colors.ink, bold: true } },
    { text: chart.caption, style },
  ];
  const caption = breakLines(words, width, fonts).map((line) => lineNode(line, under));
  const between = ctx.page.height - pageMargins[1] - pageMargins[3];
  const pieces = chartPieces(drawing, between * maxShare).map((piece): Content[] => [
    {
      canvas: piece.primitives.flatMap((primitive) => shapeOf(primitive, ctx)),
      relativePosition: { x: 0, y: 0 },
    },
    ...piece.primitives.flatMap((primitive) =>
      primitive.kind === 'text' ? [textNode(primitive, roleOf(primitive.cell), ctx)] : [],
    ),
    { canvas: [], margin: [0, 0, 0, piece.height] },
  ]);
  return [
    ...pieces.map((piece, at): Item => {
      const isLast = at === pieces.length - 1;
      const named = isLast ? [{ stack: caption, margin: [0, 5, 0, 0] } satisfies Content] : [];
      return {
        node: {
          stack: [...piece, ...named],
          margin: [0, at === 0 ? 10 : 0, 0, isLast ? 12 : 0],
          unbreakable: true,
        },
        keep: false,
      };
    }),
    ...(drawing.isCut ? [tableItem(chartTable(chart), ctx)] : []),
  ];
}

/** The elements of the cells of a table, each made when its first text asks for it. */
function cellRoles(table: Role): (cell: ChartCell) => Role {
  const rows = new Map<number, Role>();
  const cells = new Map<string, Role>();
  return ({ row, column }) => {
    const parent = rows.get(row) ?? role('TR', table);
    rows.set(row, parent);
    const key = `${String(row)} ${String(column)}`;
    const made =
      row < 0
        ? role('TH', parent, { scope: 'Column' })
        : column === 0
          ? role('TH', parent, { scope: 'Row' })
          : role('TD', parent);
    const cell = cells.get(key) ?? made;
    cells.set(key, cell);
    return cell;
  };
}

function shapeOf(primitive: ChartPrimitive, { colors }: LayoutContext): CanvasElement[] {
  if (primitive.kind === 'text') return [];
  const color = chartColor(primitive.color, colors);
  if (primitive.kind === 'line') {
    const { x1, y1, x2, y2, width } = primitive;
    return [{ type: 'line', x1, y1, x2, y2, lineWidth: width, lineColor: color }];
  }
  const { x, y, width: w, height: h, outlined } = primitive;
  if (outlined !== true) return [{ type: 'rect', x, y, w, h, color }];
  const [inset, lineWidth] = [strokeWidth / 2, strokeWidth];
  const paper = chartColor('paper', colors);
  return [
    {
      type: 'rect',
      x: x + inset,
      y: y + inset,
      w: w - lineWidth,
      h: h - lineWidth,
      color: paper,
      lineWidth,
      lineColor: color,
    },
  ];
}

function textNode({ text, x, y, size, bold, color }: ChartText, element: Role, ctx: LayoutContext): Content {
  const { fonts, colors } = ctx;
  const style: Style = { size, bold, color: chartColor(color, colors) };
  const [line = { runs: [], width: 0, fromRight: false }] = breakLines([{ text, style }], Infinity, fonts);
  // The layout engine measures every face by this one.
  const { ascent, unitsPerEm } = fonts.font(fonts.face({}));
  const node = lineNode({ ...line, fromRight: false }, element);
  return { stack: [node], relativePosition: { x, y: y - (ascent / unitsPerEm) * size } };
}
