import type { Column, Content, ContentCanvas, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { Block, ContentsEntry, FindingRef, SeverityCount } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { lineNode } from './flow.ts';
import type { Line, Style } from './lines.ts';
import { breakLines } from './lines.ts';
import { colors, leading, severityColors, sizes } from './theme.ts';

type ContentsBlock = Extract<Block, { kind: 'contents' }>;
type SummaryBlock = Extract<Block, { kind: 'summary' }>;

const NUMBER_WIDTH = 36;
const PAGE_WIDTH = 36;
const BAR_LABEL_WIDTH = 60;
const BAR_COUNT_WIDTH = 40;

/** A chapter heading; where `target` is given, a destination and a bookmark. */
export function chapterHeading(
  title: string,
  width: number,
  fonts: FontLibrary,
  target?: { readonly id: string; readonly open?: boolean; readonly top?: number },
): Content[] {
  const style: Style = { size: sizes.chapter, color: colors.ink, bold: true };
  const lines = breakLines([{ text: title, style }], width, fonts).map((line, index) =>
    lineNode(line, {
      lineHeight: leading.tight,
      top: index === 0 ? (target?.top ?? 0) : 0,
      ...(index === 0 && target !== undefined
        ? { id: target.id, bookmark: { text: title, open: target.open ?? false } }
        : {}),
    }),
  );
  const mark: ContentCanvas = {
    canvas: [{ type: 'rect', x: 0, y: 0, w: 44, h: 2.5, color: colors.accent }],
    margin: [0, 4, 0, 14],
  };
  return [...lines, mark];
}

/** The page on which a destination stands; the layout engine fills it in when it knows. */
function pageOf(target: string, size: number, color: string): Content {
  return {
    pageReference: target,
    font: 'sans',
    fontSize: size,
    color,
    alignment: 'right',
    lineHeight: leading.body,
    noWrap: true,
  };
}

/** Contents: number, title, leader, page; every entry leads to its target. */
export function contentsNodes(block: ContentsBlock, width: number, fonts: FontLibrary): Content[] {
  return [
    ...chapterHeading(block.title, width, fonts),
    ...block.entries.flatMap((entry) => contentsEntry(entry, width, fonts)),
  ];
}

function contentsEntry(entry: ContentsEntry, width: number, fonts: FontLibrary): Content[] {
  const chapter = entry.kind === 'chapter';
  const target = chapter ? entry.target : entry.ref.target;
  const left = chapter ? 0 : NUMBER_WIDTH;
  const color = chapter ? colors.ink : colors.text;
  const style: Style = { size: chapter ? 10.5 : sizes.body, color, bold: chapter, target };
  const room = width - left - PAGE_WIDTH;
  const lines = breakLines([{ text: chapter ? entry.title : entry.ref.title, style }], room - 14, fonts);
  const number = chapter ? [] : [numberCell(entry.ref, target, fonts)];
  const top = chapter ? 7 : 1.5;
  return lines.map((line, index): Content => {
    const last = index === lines.length - 1;
    const cells: Column[] = [
      ...(index === 0
        ? number
        : chapter
          ? []
          : [{ text: ' ', width: NUMBER_WIDTH, fontSize: 6, font: 'sans' }]),
      { stack: [lineNode(line), ...(last ? [leader(line, room, style.size)] : [])], width: room },
      ...(last ? [{ stack: [pageOf(target, style.size, color)], width: PAGE_WIDTH }] : []),
    ];
    return { columns: cells, columnGap: 0, margin: [0, index === 0 ? top : 0, 0, 0], unbreakable: true };
  });
}

function numberCell(ref: FindingRef, target: string, fonts: FontLibrary): Column {
  const style: Style = { size: sizes.body, color: severityColors[ref.severity], bold: true, target };
  const lines = breakLines([{ text: ref.number, style }], NUMBER_WIDTH, fonts);
  return { stack: lines.map((line) => lineNode(line)), width: NUMBER_WIDTH };
}

/** Dots drawn as dots: typed ones would be copied along with the title. */
function leader(line: Line, room: number, size: number): Content {
  const dash = { length: 0.1, space: 3.2 };
  return {
    canvas: [
      {
        type: 'line',
        x1: Math.min(line.width + 6, room),
        y1: 0,
        x2: room,
        y2: 0,
        lineWidth: 0.8,
        lineColor: colors.muted,
        lineCap: 'round',
        dash,
      },
    ],
    relativePosition: { x: 0, y: -size * 0.42 },
  };
}

/** One sentence, a bar for each severity, and a row for every finding. */
export function summaryNodes(block: SummaryBlock, width: number, fonts: FontLibrary): Content[] {
  const style: Style = { size: sizes.body + 1, color: colors.text };
  return [
    ...chapterHeading(block.title, width, fonts, { id: block.target }),
    ...breakLines([{ text: block.sentence, style }], width, fonts).map((line) => lineNode(line)),
    { stack: bars(block.counts, width, fonts), margin: [0, 12, 0, 16], unbreakable: true },
    ...(block.rows.length === 0 ? [] : [summaryTable(block.rows, width, fonts)]),
  ];
}

function bars(counts: readonly SeverityCount[], width: number, fonts: FontLibrary): Content[] {
  const most = Math.max(1, ...counts.map(({ count }) => count));
  const room = width - BAR_LABEL_WIDTH - BAR_COUNT_WIDTH;
  const cell = (text: string, style: Style) =>
    breakLines([{ text, style }], BAR_LABEL_WIDTH, fonts).map((line) => lineNode(line));
  return counts.map(({ severity, label, count }): Content => {
    const length = count === 0 ? 1 : Math.max(3, (room * count) / most);
    return {
      columns: [
        { stack: cell(label, { size: sizes.body, color: colors.text }), width: BAR_LABEL_WIDTH },
        {
          canvas: [{ type: 'rect', x: 0, y: 2, w: length, h: 9, color: severityColors[severity] }],
          width: length + 8,
        },
        {
          stack: cell(String(count), { size: sizes.body, color: colors.ink, bold: true }),
          width: BAR_COUNT_WIDTH,
        },
      ],
      columnGap: 0,
      margin: [0, 0, 0, 2],
    };
  });
}

function summaryTable(rows: readonly FindingRef[], width: number, fonts: FontLibrary): Content {
  const padding = 6;
  const fixed = [34, 56, 40, 34] as const;
  const titleWidth = width - fixed.reduce((sum, cell) => sum + cell, 0) - 10 * padding;
  const widths = [fixed[0], fixed[1], titleWidth, fixed[2], fixed[3]];
  const head: Style = { size: sizes.small, color: colors.white, bold: true };
  const text = (value: string, room: number, style: Style, fill: { fillColor?: string } = {}): TableCell => ({
    ...fill,
    stack: breakLines([{ text: value === '' ? '\u2013' : value, style }], room, fonts).map((line) =>
      lineNode(line),
    ),
  });
  const body: TableCell[][] = [
    ['#', 'Severity', 'Title', 'CVSS', 'Page'].map((label, column) => text(label, widths[column] ?? 0, head)),
    ...rows.map((ref): TableCell[] => {
      const plain: Style = { size: sizes.body - 0.5, color: colors.text, target: ref.target };
      const fill = { fillColor: severityColors[ref.severity] };
      const white: Style = { ...plain, color: colors.white, bold: true };
      const rating: Style = { ...plain, color: severityColors[ref.severity], bold: true };
      return [
        text(ref.number, fixed[0], white, fill),
        text(ref.severityText, fixed[1], rating),
        text(ref.title, titleWidth, plain),
        text(ref.cvss.slice(0, 40), fixed[2], plain),
        { stack: [pageOf(ref.target, sizes.body - 0.5, colors.text)] },
      ];
    }),
  ];
  const layout: CustomTableLayout = {
    hLineWidth: () => 0.6,
    vLineWidth: () => 0,
    hLineColor: () => colors.rule,
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => 3.5,
    paddingBottom: () => 3,
    fillColor: (row) => (row === 0 ? colors.cover : null),
  };
  return { table: { widths, body, headerRows: 1, dontBreakRows: true }, layout };
}
