import type { Column, Content } from 'pdfmake/interfaces.js';
import type { Block, ContentsEntry, SeverityKey } from '../../document/blocks.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode, newPage } from '../layout/flow.ts';
import { pageOf } from '../layout/grid.ts';
import { sentenceItems } from './body.ts';
import { plainHeading } from './headings.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role, type Role } from '../roles.ts';
import { leading, pageMargins, sizes } from '../layout/theme.ts';

type ContentsBlock = Extract<Block, { kind: 'contents' }>;

const NUMBER_WIDTH = 36;
const PAGE_WIDTH = 36;

/** Points that the title of the contents takes. */
const HEADING_HEIGHT = 68;
/** Points below the note on findings that are not listed. */
const NOTE_SPACE = 8;
/** Points of a line for each point of type: what the font asks for, and the space between lines. */
const LINE_HEIGHT = 1.3 * leading.body;
/** Contents that fill less than this share of their last page share it with what comes next. */
const WORTH_A_PAGE = 0.4;

/**
 * Contents: number, title, leader, page; every entry leads to its target. What follows begins on a page of its own,
 * unless the contents leave only a few lines on the last one: it would be nearly empty.
 */
export function contentsItems(block: ContentsBlock, ctx: LayoutContext): Item[] {
  const room = ctx.page.height - pageMargins[1] - pageMargins[3];
  let pages = 1;
  const note = sentenceItems(block.note ?? '', ctx, true);
  let used = HEADING_HEIGHT + (note.length === 0 ? 0 : note.length * sizes.body * LINE_HEIGHT + NOTE_SPACE);
  let kept = 0;
  const contents = role('TOC');
  const entries = shortEntries(block.entries, ctx);
  const names = sectionsOfFindings(entries);
  const items = entries.flatMap((entry, index): Item[] => {
    const next = entries[index + 1];
    // What findings or sections stand under does not end a page whose next begins with them.
    const leads =
      (entry.kind === 'section' && next?.kind === 'finding') ||
      (entry.kind === 'chapter' && next !== undefined && next.kind !== 'chapter');
    const over = names.has(entry);
    const { nodes, top, line } = contentsEntry(entry, over, role('Reference', role('TOCI', contents)), ctx);
    if (leads) kept += top + nodes.length * line;
    else {
      for (const [at] of nodes.entries()) {
        const above = kept > 0 || at > 0 ? 0 : top;
        const height = kept > 0 ? kept + top + line : line;
        kept = 0;
        if (used + above + height <= room) used += above + height;
        else {
          // The space above a line is left behind with the page.
          pages += 1;
          used = height;
        }
      }
    }
    return nodes.map((node) => ({ node, keep: leads }));
  });
  const fills = pages === 1 || used > room * WORTH_A_PAGE;
  return [...plainHeading(block.title, ctx), ...note, ...items, ...(fills ? [newPage] : [])];
}

/** More findings than this are told by severity: the summary names each, with its page. */
const MAX_FINDINGS = 300;

/** The contents of a long report: of all findings of a severity, a line that leads to the first and says how many there are. */
function shortEntries(entries: readonly ContentsEntry[], { words }: LayoutContext): readonly ContentsEntry[] {
  const counts = new Map<SeverityKey, number>();
  for (const entry of entries) {
    if (entry.kind === 'finding') counts.set(entry.ref.severity, (counts.get(entry.ref.severity) ?? 0) + 1);
  }
  if ([...counts.values()].reduce((sum, count) => sum + count, 0) <= MAX_FINDINGS) return entries;
  // Under headings of their own they are told by those.
  const told = new Set<SeverityKey>(sectionsOfFindings(entries).size > 0 ? counts.keys() : []);
  return entries.flatMap((entry): ContentsEntry[] => {
    if (entry.kind !== 'finding') return [entry];
    const { severity, target } = entry.ref;
    if (told.has(severity)) return [];
    told.add(severity);
    return [
      { kind: 'section', target, title: `${words.severities[severity]} (${String(counts.get(severity))})` },
    ];
  });
}

/**
 * The sections of chapters with findings. An asset whose findings are described under another one has no heading of its
 * own, and would seem to belong to the one before.
 */
function sectionsOfFindings(entries: readonly ContentsEntry[]): ReadonlySet<ContentsEntry> {
  let chapter = 0;
  const chapters = entries.map(({ kind }) => (kind === 'chapter' ? (chapter += 1) : chapter));
  const holding = new Set(chapters.filter((_, at) => entries[at]?.kind === 'finding'));
  return new Set(entries.filter((entry, at) => entry.kind === 'section' && holding.has(chapters[at] ?? 0)));
}

/** Longer titles are cut here: they stand whole where they lead to. */
const MAX_TITLE = 160;

/**
 * @param over it is a section of a chapter with findings: these are indented instead of it.
 * @returns a node for each line, the points above the first and the height of each
 */
function contentsEntry(
  entry: ContentsEntry,
  over: boolean,
  reference: Role,
  ctx: LayoutContext,
): { readonly nodes: Content[]; readonly top: number; readonly line: number } {
  const { fonts, colors, width } = ctx;
  const chapter = entry.kind === 'chapter';
  const outer = chapter || over;
  const target = entry.kind === 'finding' ? entry.ref.target : entry.target;
  const left = outer ? 0 : NUMBER_WIDTH;
  const color = outer ? colors.ink : colors.text;
  const style: Style = { size: chapter ? 10.5 : sizes.body, color, bold: outer, target };
  const room = width - left - PAGE_WIDTH;
  const title = entry.kind === 'finding' ? entry.ref.title : shortened(entry.title);
  const lines = breakLines([{ text: title, style }], room - 14, fonts);
  const blank: Column = { text: ' ', width: NUMBER_WIDTH, fontSize: 6, font: 'sans' };
  const number = entry.kind === 'finding' ? numberColumn(entry.ref, reference, ctx) : blank;
  const top = chapter ? 7 : over ? 5 : 1.5;
  const nodes = lines.map((line, index): Content => {
    const last = index === lines.length - 1;
    const cells: Column[] = [
      ...(outer ? [] : [index === 0 ? number : blank]),
      {
        // The dots stand behind it, also behind one that runs from the right.
        stack: [
          lineNode({ ...line, fromRight: false }, reference),
          ...(last ? [leader(line, room, style.size, ctx)] : []),
        ],
        width: room,
      },
      ...(last
        ? [{ stack: [pageOf(target, { size: style.size, color }, reference, ctx)], width: PAGE_WIDTH }]
        : []),
    ];
    return { columns: cells, columnGap: 0, margin: [0, index === 0 ? top : 0, 0, 0], unbreakable: true };
  });
  return { nodes, top, line: style.size * LINE_HEIGHT };
}

function shortened(title: string): string {
  const characters = Array.from(title);
  return characters.length <= MAX_TITLE ? title : `${characters.slice(0, MAX_TITLE - 1).join('')}\u2026`;
}

function numberColumn(
  ref: Extract<ContentsEntry, { kind: 'finding' }>['ref'],
  reference: Role,
  ctx: LayoutContext,
): Column {
  const color = ctx.colors.severities[ref.severity];
  const style: Style = { size: sizes.body, color, bold: true, target: ref.target };
  const lines = breakLines([{ text: ref.number, style }], NUMBER_WIDTH, ctx.fonts);
  return { stack: lines.map((line) => lineNode(line, reference)), width: NUMBER_WIDTH };
}

/** Dots drawn as dots: typed ones would be copied along with the title. */
function leader(line: Line, room: number, size: number, ctx: LayoutContext): Content {
  return {
    canvas: [
      {
        type: 'line',
        x1: Math.min(line.width + 6, room),
        y1: 0,
        x2: room,
        y2: 0,
        lineWidth: 0.8,
        lineColor: ctx.colors.muted,
        lineCap: 'round',
        dash: { length: 0.1, space: 3.2 },
      },
    ],
    relativePosition: { x: 0, y: -size * 0.42 },
  };
}
