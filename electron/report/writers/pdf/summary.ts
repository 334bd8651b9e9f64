import type { Block, FindingRef } from '../../document/blocks.ts';
import { sentenceItems } from './body.ts';
import { chartItems } from './chart.ts';
import type { Item } from './flow.ts';
import { cellText, gridItem, gridRoom, numberCell, pageOf, refStyle, type GridCell } from './grid.ts';
import type { Press } from './press.ts';

type SummaryBlock = Extract<Block, { kind: 'summary' }>;

const WIDTHS = { number: 34, severity: 56, cvss: 40, page: 34 } as const;
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
  const others = WIDTHS.number + WIDTHS.severity + WIDTHS.page + (scored ? WIDTHS.cvss : 0);
  const room = gridRoom(scored ? 5 : 4, press) - others;
  return gridItem(
    [
      { title: number, width: WIDTHS.number },
      { title: severity, width: WIDTHS.severity },
      { title, width: room },
      ...(scored ? [{ title: cvss, width: WIDTHS.cvss }] : []),
      { title: page, width: WIDTHS.page, align: 'right' },
    ],
    rows.map((ref): GridCell[] => {
      const plain = refStyle(ref, press);
      const rating = { ...plain, color: press.colors.severities[ref.severity], bold: true };
      return [
        numberCell(ref, WIDTHS.number, press),
        cellText([{ text: ref.severityText }], WIDTHS.severity, rating, press),
        cellText([{ text: ref.title }], room, plain, press),
        ...(scored ? [cellText([{ text: ref.cvss.slice(0, MAX_RATING) }], WIDTHS.cvss, plain, press)] : []),
        ref.target === undefined
          ? cellText([], WIDTHS.page, plain, press, { align: 'right' })
          : { stack: [pageOf(ref.target, plain, press)] },
      ];
    }),
    press,
  );
}
