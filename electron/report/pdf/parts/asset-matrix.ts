import type { Block, FindingRef, Value } from '../../document/blocks.ts';
import { sentenceItems } from './body.ts';
import { numbersWidth, widestText } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { blankNode, lineNode } from '../layout/flow.ts';
import {
  cellText,
  gridItem,
  gridRoom,
  numberCell,
  refStyle,
  valueInline,
  type GridCell,
} from '../layout/grid.ts';
import type { Inline, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import { shareBar } from './glyph-marks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role } from '../roles.ts';
import { sizes } from '../layout/theme.ts';

type Kind<Name extends Block['kind']> = Extract<Block, { kind: Name }>;

/** Columns narrower than this take a number in place of a name, which a list below the sentence explains. */
const NAMED_COLUMN = 70;
const NUMBERED_COLUMN = 12;
const MAX_COLUMN = 110;

/** Findings against assets: a disc where they meet. Assets get numbers if their names have no room. */
export function matrixItems(block: Kind<'matrix'>, ctx: LayoutContext): Item[] {
  const count = block.columns.length;
  const numberWidth = numbersWidth(
    block.rows.map(({ ref }) => ref),
    ctx,
  );
  const room = gridRoom(count + 2, ctx) - numberWidth;
  const named = (room * 0.55) / Math.max(1, count) >= NAMED_COLUMN;
  const column = named ? Math.min(MAX_COLUMN, (room * 0.55) / Math.max(1, count)) : NUMBERED_COLUMN;
  const titleWidth = room - column * count;
  const { number, finding } = ctx.words.columns;
  const head = named ? block.columns.map(({ text }) => text) : block.columns.map((_, at) => String(at + 1));
  return [
    ...sentenceItems(block.sentence, ctx, true),
    ...(named ? [] : legend(block.columns, ctx)),
    gridItem(
      [
        { title: number, width: numberWidth },
        { title: finding, width: titleWidth, names: true },
        ...head.map((title) => ({ title, width: column, align: 'center' as const })),
      ],
      block.rows.map(({ ref, cells }): GridCell[] => [
        numberCell(ref, numberWidth, ctx),
        cellText([{ text: ref.title }], titleWidth, refStyle(ref, ctx), ctx),
        ...cells.map((there) => meeting(there, ref, column, ctx)),
      ]),
      ctx,
    ),
  ];
}

function meeting(there: boolean, ref: FindingRef, column: number, ctx: LayoutContext): GridCell {
  const style: Style = { ...refStyle(ref, ctx), color: ctx.colors.severities[ref.severity], bold: true };
  if (!there) return (cell) => ({ stack: [blankNode(cell)] });
  return cellText([{ text: '\u25cf' }], column, style, ctx, { align: 'center' });
}

/** What the numbers over the columns stand for. */
function legend(columns: readonly Value[], ctx: LayoutContext): Item[] {
  const strong: Style = { size: sizes.small, color: ctx.colors.ink, bold: true };
  const plain: Style = { size: sizes.small, color: ctx.colors.text };
  const gap: Inline = { text: '     ', style: plain };
  const inlines = columns.flatMap((value, index): Inline[] => [
    ...(index === 0 ? [] : [gap]),
    { text: `${index + 1}\u00a0`, style: strong },
    valueInline(value, plain, ctx),
  ]);
  const lines = breakLines(inlines, ctx.width, ctx.fonts);
  const element = role('P');
  return lines.map((line, index) => ({
    node: lineNode(line, element, index === lines.length - 1 ? { bottom: 4 } : {}),
    keep: true,
  }));
}

/** Every asset: its name, how its findings weigh, and their numbers, each leading to its finding. */
export function assetItems(block: Kind<'assets'>, ctx: LayoutContext): Item[] {
  const room = gridRoom(3, ctx);
  const { asset, count, number } = ctx.words.columns;
  const name: Style = { size: sizes.body - 0.5, color: ctx.colors.ink };
  const strong: Style = { ...name, bold: true };
  const barWidth = room * 0.12;
  // Names of a word leave the room to the numbers, addresses of several lines take it.
  const widest = widestText(
    block.rows.map((row) => row.asset.text),
    name,
    ctx,
  );
  const nameWidth = Math.min(room * 0.62, Math.max(room * 0.3, widest));
  const listWidth = room - nameWidth - barWidth;
  const max = Math.max(1, ...block.rows.map((row) => row.findings.length));
  return [
    ...sentenceItems(block.sentence, ctx, true),
    gridItem(
      [
        { title: asset, width: nameWidth, names: true },
        { title: count, width: barWidth },
        { title: number, width: listWidth },
      ],
      block.rows.map((row): GridCell[] => [
        cellText([row.asset], nameWidth, name, ctx),
        (cell) => ({
          stack: [
            ...cellText([{ text: String(row.findings.length) }], barWidth, strong, ctx)(cell).stack,
            {
              canvas: shareBar(row.counts, Math.max(6, (barWidth * row.findings.length) / max), 4, ctx),
              margin: [0, 1, 0, 4],
            },
          ],
        }),
        numbersCell(row.findings, listWidth, ctx),
      ]),
      ctx,
    ),
  ];
}

function numbersCell(refs: readonly FindingRef[], width: number, ctx: LayoutContext): GridCell {
  const inlines = refs.flatMap((ref, index): Inline[] => {
    const style: Style = {
      ...refStyle(ref, ctx),
      color: ctx.colors.severities[ref.severity],
      bold: true,
    };
    return [
      ...(index === 0 ? [] : [{ text: '  ', style: { ...style, bold: false } }]),
      { text: ref.number, style },
    ];
  });
  const lines = breakLines(inlines, width, ctx.fonts);
  return (cell) => ({ stack: lines.map((line) => lineNode(line, cell)) });
}
