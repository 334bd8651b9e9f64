import type { Block, FindingRef } from '../../document/blocks.ts';
import { sentenceItems } from './body.ts';
import { chartItems } from './chart.ts';
import { neededWidth, numbersWidth } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { cellText, gridItem, gridRoom, numberCell, pageOf, refStyle, type GridCell } from '../layout/grid.ts';
import type { Style } from '../layout/lines.ts';
import type { Press } from '../layout/layout-context.ts';

type SummaryBlock = Extract<Block, { kind: 'summary' }>;

const MAX_WIDTHS = { severity: 70, cvss: 40 } as const;
const PAGE_WIDTH = 28;
const MAX_RATING = 40;

/** One sentence, the chart that belongs to it, and a row for every finding. */
export function summaryItems(block: SummaryBlock, press: Press): Item[] {
  return [
    ...sentenceItems(block.sentence, press, block.chart !== undefined || block.rows.length > 0),
    ...(block.chart === undefined ? [] : chartItems(block.chart, press)),
    ...(block.rows.length === 0 ? [] : [findingTable(block.rows, press)]),
  ];
}

function findingTable(rows: readonly FindingRef[], press: Press): Item {
  const { number, severity, title, cvss, page } = press.words.columns;
  // A column of dashes alone would only take the room of the titles.
  const scored = rows.some((ref) => ref.cvss !== '');
  const column = (head: string, textOf: (ref: FindingRef) => string, most: number): number =>
    neededWidth(head, rows.map(textOf), most, press);
  const widths = {
    number: numbersWidth(rows, press),
    severity: column(severity, (ref) => ref.severityText, MAX_WIDTHS.severity),
    cvss: scored ? column(cvss, (ref) => ref.cvss, MAX_WIDTHS.cvss) : 0,
    page: Math.max(
      PAGE_WIDTH,
      column(page, () => '', MAX_WIDTHS.cvss),
    ),
  };
  const others = widths.number + widths.severity + widths.cvss + widths.page;
  const room = gridRoom(scored ? 5 : 4, press) - others;
  return gridItem(
    [
      { title: number, width: widths.number },
      { title: severity, width: widths.severity },
      { title, width: room, names: true },
      ...(scored ? [{ title: cvss, width: widths.cvss }] : []),
      { title: page, width: widths.page, align: 'right' },
    ],
    rows.map((ref): GridCell[] => {
      const plain = refStyle(ref, press);
      const rating = { ...plain, color: press.colors.severities[ref.severity], bold: true };
      return [
        numberCell(ref, widths.number, press),
        cellText([{ text: ref.severityText }], widths.severity, rating, press),
        cellText([{ text: ref.title }], room, plain, press),
        ...(scored ? [cellText([{ text: ref.cvss.slice(0, MAX_RATING) }], widths.cvss, plain, press)] : []),
        ref.target === undefined
          ? cellText([], widths.page, plain, press, { align: 'right' })
          : pageCell(ref.target, plain, press),
      ];
    }),
    press,
  );
}

function pageCell(target: string, style: Style, press: Press): GridCell {
  return (cell) => ({ stack: [pageOf(target, style, cell, press)] });
}
