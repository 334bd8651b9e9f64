import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { Block, Fact, FindingRef, Section } from '../../document/blocks.ts';
import type { FontLibrary } from '../../fonts/library.ts';
import { codeItems } from './boxes.ts';
import { figureItems, type FigureBook } from './figures.ts';
import type { Item } from './flow.ts';
import { lineNode } from './flow.ts';
import type { Inline, Line, Style } from './lines.ts';
import { breakLines } from './lines.ts';
import { bodyStyle, richItems } from './rich.ts';
import { colors, leading, pips, severityColors, sizes } from './theme.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

const NUMBER_WIDTH = 38;
const RATING_WIDTH = 96;
const LABEL_WIDTH = 78;
const CELL_PADDING = 10;
/** Cards with more lines than this may break: they could be higher than a page. */
const MAX_CARD_LINES = 18;

/** A finding: the card that says what it is, then its parts. `width`: points of the column. */
export function findingItems(
  block: FindingBlock,
  width: number,
  fonts: FontLibrary,
  book: FigureBook,
): Item[] {
  const facts = factRows(block.facts, width, fonts);
  const whole = facts.lines <= MAX_CARD_LINES;
  return [
    { node: band(block.ref, block.chapter, width, fonts), keep: facts.rows.length > 0 && whole },
    ...(facts.rows.length === 0
      ? []
      : [{ node: factTable(facts.rows, width, whole), keep: whole, tall: !whole }]),
    ...block.sections.flatMap((section) => sectionItems(section, width, fonts, book)),
    { node: { text: ' ', fontSize: 12, font: 'sans', lineHeight: leading.body }, keep: false },
  ];
}

function band(ref: FindingRef, chapter: string, width: number, fonts: FontLibrary): Content {
  const white: Style = { size: sizes.card, color: colors.white, bold: true };
  const titleWidth = width - NUMBER_WIDTH - RATING_WIDTH - 4 * CELL_PADDING;
  const title = breakLines([{ text: ref.title, style: white }], titleWidth, fonts);
  const number = breakLines([{ text: ref.number, style: white }], NUMBER_WIDTH, fonts);
  const rating = breakLines(
    [{ text: ratingOf(ref), style: { ...white, size: sizes.body } }],
    RATING_WIDTH - CELL_PADDING,
    fonts,
  );
  const bookmark = { text: `${ref.number} ${ref.title}`, parent: chapter };
  const body: TableCell[][] = [
    [
      {
        stack: number.map((line, index) =>
          lineNode(line, index === 0 ? { id: ref.target, bookmark, lineHeight: leading.tight } : {}),
        ),
      },
      { stack: title.map((line) => lineNode(line, { lineHeight: leading.tight })) },
      {
        stack: [...rating.map((line) => lineNode(line, { align: 'right', top: 1 })), marks(ref)],
      },
    ],
  ];
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 1 ? 0 : CELL_PADDING),
    paddingRight: () => CELL_PADDING,
    paddingTop: () => 8,
    paddingBottom: () => 8,
    fillColor: () => severityColors[ref.severity],
  };
  const widths = [NUMBER_WIDTH, titleWidth, RATING_WIDTH - CELL_PADDING];
  return { table: { widths, body, dontBreakRows: true }, layout, margin: [0, 8, 0, 0] };
}

function ratingOf(ref: FindingRef): string {
  return /^\d/.test(ref.cvss) && ref.cvss.length <= 4 ? `${ref.severityText}  ${ref.cvss}` : ref.severityText;
}

/** Five marks, filled by severity: the rating for whoever prints in grey or does not see the colour. */
function marks(ref: FindingRef): Content {
  const filled = pips[ref.severity];
  return {
    canvas: Array.from({ length: 5 }, (_, index) => ({
      type: 'rect' as const,
      x: RATING_WIDTH - CELL_PADDING - (5 - index) * 11,
      y: 3,
      w: 8,
      h: 3,
      color: colors.white,
      fillOpacity: index < filled ? 1 : 0.28,
    })),
  };
}

function factRows(facts: readonly Fact[], width: number, fonts: FontLibrary) {
  const valueWidth = width - LABEL_WIDTH - 3 * CELL_PADDING;
  const label: Style = { size: sizes.small, color: colors.muted };
  const rows = facts.map((fact): { label: Line[]; values: Line[] } => ({
    label: breakLines([{ text: fact.label, style: label }], LABEL_WIDTH, fonts),
    values: factLines(fact, valueWidth, fonts),
  }));
  return { rows, lines: rows.reduce((sum, row) => sum + row.values.length + 0.5, 0) };
}

function factLines(fact: Fact, width: number, fonts: FontLibrary): Line[] {
  const style: Style = { size: sizes.body - 0.5, color: colors.text };
  const inlines = fact.values.map(({ text, href }): Inline => ({
    text,
    style: href === undefined ? style : { ...style, color: colors.link, link: href },
  }));
  if (fact.layout === 'lines') return inlines.flatMap((inline) => breakLines([inline], width, fonts));
  const gap: Inline = { text: '  \u00b7  ', style: { ...style, color: colors.muted } };
  return breakLines(
    inlines.flatMap((inline, index) => (index === 0 ? [inline] : [gap, inline])),
    width,
    fonts,
  );
}

function factTable(
  rows: readonly { label: Line[]; values: Line[] }[],
  width: number,
  whole: boolean,
): Content {
  const body = rows.map(({ label, values }): TableCell[] => [
    { stack: label.map((line) => lineNode(line, { top: 0.5 })) },
    { stack: values.map((line) => lineNode(line)) },
  ]);
  const layout: CustomTableLayout = {
    hLineWidth: (row) => (row === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => colors.rule,
    paddingLeft: (column) => (column === 0 ? CELL_PADDING : 0),
    paddingRight: () => CELL_PADDING,
    paddingTop: () => 3,
    paddingBottom: () => 2.5,
    fillColor: () => colors.panel,
  };
  const widths = [LABEL_WIDTH, width - LABEL_WIDTH - 3 * CELL_PADDING];
  return { table: { widths, body, dontBreakRows: whole }, layout, margin: [0, 0, 0, 4] };
}

function sectionItems(section: Section, width: number, fonts: FontLibrary, book: FigureBook): Item[] {
  const title: Style = { size: sizes.label, color: colors.ink, bold: true };
  const small: Style = { size: sizes.small, color: colors.muted, bold: true };
  const heading = breakLines([{ text: section.title, style: title }], width, fonts).map((line): Item => {
    return { node: lineNode(line, { top: 7, bottom: 3 }), keep: true };
  });
  const announced = section.parts[0]?.body.kind === 'figure';
  const parts = section.parts.flatMap(({ title: partTitle, body }, index): Item[] => {
    const label =
      partTitle === undefined
        ? []
        : breakLines([{ text: partTitle, style: small }], width, fonts).map((line): Item => ({
            node: lineNode(line, { top: 2, bottom: 2 }),
            keep: true,
          }));
    switch (body.kind) {
      case 'code':
        return [...label, ...codeItems(body.text, 0, width, fonts)];
      case 'rich':
        return [...label, ...richItems(body.root, { left: 0, width, style: bodyStyle, fonts })];
      case 'figure': {
        // A picture's block takes its heading along: left to flow, it could stay behind on the page before.
        const lead = [...(index === 0 ? heading : []), ...label].map(({ node }) => node);
        return figureItems(body.figure, lead, width, fonts, book);
      }
    }
  });
  return parts.length === 0 || announced ? parts : [...heading, ...parts];
}
