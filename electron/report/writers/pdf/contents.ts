import type { Column, Content } from 'pdfmake/interfaces.js';
import type { Block, ContentsEntry } from '../../document/blocks.ts';
import type { Item } from './flow.ts';
import { lineNode } from './flow.ts';
import { pageOf } from './grid.ts';
import { plainHeading } from './headings.ts';
import type { Line, Style } from './lines.ts';
import { breakLines } from './lines.ts';
import type { Press } from './press.ts';
import { pageMargins, sizes } from './theme.ts';

type ContentsBlock = Extract<Block, { kind: 'contents' }>;

const NUMBER_WIDTH = 36;
const PAGE_WIDTH = 36;

/** Contents: number, title, leader, page; every entry leads to its target. */
export function contentsItems(block: ContentsBlock, press: Press): Item[] {
  return [
    ...plainHeading(block.title, press),
    ...block.entries.flatMap((entry, index) => {
      const next = block.entries[index + 1];
      // A chapter does not end a page whose next begins with what belongs to it.
      const leads = entry.kind === 'chapter' && next !== undefined && next.kind !== 'chapter';
      return contentsEntry(entry, press).map((node): Item => ({ node, keep: leads }));
    }),
  ];
}

/** Points that a line of the contents takes, by what it is; close enough to tell where they end. */
const HEIGHTS = { chapter: 22.4, other: 15.4, heading: 68 } as const;
/** Contents that fill less than this share of their last page share it with what comes next. */
const WORTH_A_PAGE = 0.4;

/**
 * Whether what follows the contents begins on a page of its own. Not where the contents run over a page and have only a
 * few lines left for the last one: it would be all but empty.
 */
export function fillTheirPage(block: ContentsBlock, press: Press): boolean {
  const room = press.page.height - pageMargins[1] - pageMargins[3];
  const height = block.entries.reduce<number>(
    (sum, { kind }) => sum + (kind === 'chapter' ? HEIGHTS.chapter : HEIGHTS.other),
    HEIGHTS.heading,
  );
  return height < room || (height % room) / room > WORTH_A_PAGE;
}

function contentsEntry(entry: ContentsEntry, press: Press): Content[] {
  const { fonts, colors, width } = press;
  const chapter = entry.kind === 'chapter';
  const target = entry.kind === 'finding' ? entry.ref.target : entry.target;
  const left = chapter ? 0 : NUMBER_WIDTH;
  const color = chapter ? colors.ink : colors.text;
  const style: Style = { size: chapter ? 10.5 : sizes.body, color, bold: chapter, target };
  const room = width - left - PAGE_WIDTH;
  const title = entry.kind === 'finding' ? entry.ref.title : entry.title;
  const lines = breakLines([{ text: title, style }], room - 14, fonts);
  const blank: Column = { text: ' ', width: NUMBER_WIDTH, fontSize: 6, font: 'sans' };
  const number = entry.kind === 'finding' ? numberColumn(entry.ref, press) : blank;
  const top = chapter ? 7 : 1.5;
  return lines.map((line, index): Content => {
    const last = index === lines.length - 1;
    const cells: Column[] = [
      ...(chapter ? [] : [index === 0 ? number : blank]),
      { stack: [lineNode(line), ...(last ? [leader(line, room, style.size, press)] : [])], width: room },
      ...(last ? [{ stack: [pageOf(target, { size: style.size, color }, press)], width: PAGE_WIDTH }] : []),
    ];
    return { columns: cells, columnGap: 0, margin: [0, index === 0 ? top : 0, 0, 0], unbreakable: true };
  });
}

function numberColumn(ref: Extract<ContentsEntry, { kind: 'finding' }>['ref'], press: Press): Column {
  const color = press.colors.severities[ref.severity];
  const style: Style = { size: sizes.body, color, bold: true, target: ref.target };
  const lines = breakLines([{ text: ref.number, style }], NUMBER_WIDTH, press.fonts);
  return { stack: lines.map((line) => lineNode(line)), width: NUMBER_WIDTH };
}

/** Dots drawn as dots: typed ones would be copied along with the title. */
function leader(line: Line, room: number, size: number, press: Press): Content {
  return {
    canvas: [
      {
        type: 'line',
        x1: Math.min(line.width + 6, room),
        y1: 0,
        x2: room,
        y2: 0,
        lineWidth: 0.8,
        lineColor: press.colors.muted,
        lineCap: 'round',
        dash: { length: 0.1, space: 3.2 },
      },
    ],
    relativePosition: { x: 0, y: -size * 0.42 },
  };
}
