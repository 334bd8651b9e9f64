import type { Block } from '../../document/blocks.ts';
import { sentenceItems } from './body.ts';
import { chartItems } from './chart.ts';
import { numbersWidth, widestText } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import {
  CELL_PADDING,
  cellText,
  gridItem,
  gridRoom,
  numberCell,
  refStyle,
  type GridCell,
} from '../layout/grid.ts';
import type { Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import { verdictSign } from './glyph-marks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { sizes, verdictColors } from '../layout/theme.ts';

type RetestBlock = Extract<Block, { kind: 'retest' }>;

const SIGN = 8;
const MAX_ROUND = 120;

/** What was and what is: each round's verdict by sign and word. */
export function retestItems(block: RetestBlock, ctx: LayoutContext): Item[] {
  const rounds = block.rounds.length;
  const numberWidth = numbersWidth(
    block.rows.map(({ ref }) => ref),
    ctx,
  );
  const room = gridRoom(rounds + 2, ctx) - numberWidth;
  const max = (room * 0.6) / Math.max(1, rounds);
  const widths = block.rounds.map((_, at) => Math.min(roundWidth(block, at, ctx), max));
  const titleWidth = widths.reduce((left, width) => left - width, room);
  const { number, finding } = ctx.words.columns;
  return [
    ...sentenceItems(block.sentence, ctx, true),
    ...block.charts.flatMap((chart) => chartItems(chart, ctx)),
    ...(block.rows.length === 0
      ? []
      : [
          gridItem(
            [
              { title: number, width: numberWidth },
              { title: finding, width: titleWidth, names: true },
              ...block.rounds.map(({ name, period }, at) => ({
                title: period === '' ? name : `${name}\n${period}`,
                width: widths[at] ?? max,
              })),
            ],
            block.rows.map(({ ref, cells }): GridCell[] => [
              numberCell(ref, numberWidth, ctx),
              cellText([{ text: ref.title }], titleWidth, refStyle(ref, ctx), ctx),
              ...cells.map((mark, at) => verdictCell(mark, widths[at] ?? max, ctx)),
            ]),
            ctx,
          ),
        ]),
  ];
}

/** Points that the verdicts of a round have with their signs, and its name and period, within reason. */
function roundWidth({ rounds, rows }: RetestBlock, round: number, ctx: LayoutContext): number {
  const said = new Set(rows.flatMap(({ cells }) => cells[round]?.text ?? []));
  const style: Style = { size: sizes.body - 0.5, color: ctx.colors.ink, bold: true };
  const marks = SIGN + CELL_PADDING / 2 + widestText([...said], style, ctx);
  const { name, period } = rounds[round] ?? { name: '', period: '' };
  const head = widestText([name, period], { ...style, size: sizes.small }, ctx);
  return Math.min(MAX_ROUND, Math.max(marks, head));
}

function verdictCell(
  mark: RetestBlock['rows'][number]['cells'][number],
  column: number,
  ctx: LayoutContext,
): GridCell {
  const style: Style = { size: sizes.body - 0.5, color: ctx.colors.muted };
  if (mark === null) return cellText([], column, style, ctx);
  const color = verdictColors[mark.verdict];
  const left = SIGN + CELL_PADDING / 2;
  const words = breakLines(
    [{ text: mark.text, style: { ...style, color, bold: true } }],
    column - left,
    ctx.fonts,
  );
  return (cell) => ({
    stack: [
      { canvas: verdictSign(mark.verdict, SIGN), relativePosition: { x: 0, y: 2.5 } },
      ...words.map((line) => lineNode(line, cell, { left })),
    ],
  });
}
