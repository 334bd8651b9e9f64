import type { Block, FindingRef, SummaryRow } from '../../document/blocks.ts';
import { sentenceItems } from './body.ts';
import { chartItems } from './chart.ts';
import { neededWidth, numbersWidth } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { cellText, gridItem, gridRoom, numberCell, pageOf, refStyle, type GridCell } from '../layout/grid.ts';
import type { Style } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { sizes } from '../layout/theme.ts';

type SummaryBlock = Extract<Block, { kind: 'summary' }>;

const MAX_WIDTHS = { severity: 70, cvss: 40 } as const;
const PAGE_WIDTH = 28;
const MAX_RATING = 40;

/** One sentence, the chart that belongs to it, and a row for every finding. */
export function summaryItems(block: SummaryBlock, ctx: LayoutContext): Item[] {
  return [
    ...sentenceItems(block.sentence, ctx, block.chart !== undefined || block.rows.length > 0),
    ...(block.chart === undefined ? [] : chartItems(block.chart, ctx)),
    ...(block.rows.length === 0 ? [] : [findingTable(block.rows, ctx)]),
  ];
}

function findingTable(rows: readonly SummaryRow[], ctx: LayoutContext): Item {
  const { number, severity, title, cvss, page } = ctx.words.columns;
  // A column of dashes alone would only take the room of the titles.
  const scored = rows.some((ref) => ref.cvss !== '');
  const column = (head: string, textOf: (ref: FindingRef) => string, max: number): number =>
    neededWidth(head, rows.map(textOf), max, ctx);
  const widths = {
    number: numbersWidth(rows, ctx),
    severity: column(severity, (ref) => ref.severityText, MAX_WIDTHS.severity),
    cvss: scored ? column(cvss, (ref) => ref.cvss, MAX_WIDTHS.cvss) : 0,
    page: Math.max(
      PAGE_WIDTH,
      column(page, () => '', MAX_WIDTHS.cvss),
    ),
  };
  const others = widths.number + widths.severity + widths.cvss + widths.page;
  const room = gridRoom(scored ? 5 : 4, ctx) - others;
  return gridItem(
    [
      { title: number, width: widths.number },
      { title: severity, width: widths.severity },
      { title, width: room, names: true },
      ...(scored ? [{ title: cvss, width: widths.cvss }] : []),
      { title: page, width: widths.page, align: 'right' },
    ],
    rows.map((ref): GridCell[] => {
      const plain = refStyle(ref, ctx);
      const rating = { ...plain, color: ctx.colors.severities[ref.severity], bold: true };
      return [
        numberCell(ref, widths.number, ctx),
        cellText([{ text: ref.severityText }], widths.severity, rating, ctx),
        titleCell(ref, room, plain, ctx),
        ...(scored ? [cellText([{ text: ref.cvss.slice(0, MAX_RATING) }], widths.cvss, plain, ctx)] : []),
        ref.target === undefined
          ? cellText([], widths.page, plain, ctx, { align: 'right' })
          : pageCell(ref.target, plain, ctx),
      ];
    }),
    ctx,
  );
}

/** The title, and below it in smaller letters what the finding is. */
function titleCell(ref: SummaryRow, room: number, style: Style, ctx: LayoutContext): GridCell {
  const title = cellText([{ text: ref.title }], room, style, ctx);
  if (ref.sentence === undefined) return title;
  const small: Style = { size: sizes.small, color: ctx.colors.muted };
  const sentence = cellText([{ text: ref.sentence }], room, small, ctx);
  return (cell) => ({ stack: [...title(cell).stack, ...sentence(cell).stack] });
}

function pageCell(target: string, style: Style, ctx: LayoutContext): GridCell {
  return (cell) => ({ stack: [pageOf(target, style, cell, ctx)] });
}
