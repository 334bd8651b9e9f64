import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { Block, PrintedRef, RoundVerdict, Section } from '../../document/blocks.ts';
import { levels } from '../../document/text/heading-levels.ts';
import { partItems } from './body.ts';
import { widestText } from '../layout/columns.ts';
import { factTable } from './facts.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import { gapNode } from '../layout/gap.ts';
import type { Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import { severityGlyph, verdictSign } from './glyph-marks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { headingRole, role } from '../roles.ts';
import { leading, pips, sizes, verdictColors, white } from '../layout/theme.ts';

type FindingBlock = Extract<Block, { kind: 'finding' }>;

const NUMBER_WIDTH = 38;
/** Room for five marks, and for a longer word over them. */
const PIPS_WIDTH = 54;
const RATING_WIDTH = 74;
const CELL_PADDING = 10;
const SIGN = 10;
/** Points between the word of a rating and its score. */
const SCORE_GAP = 12;
const GAP_BEHIND = 18;

/** A finding: the card that says what it is, what retests found out, then its parts. */
export function findingItems(block: FindingBlock, ctx: LayoutContext): Item[] {
  const facts = block.mentions === null ? block.facts : [...block.facts, block.mentions];
  const table = factTable(facts, ctx);
  return [
    { node: band(block.ref, block.chapter, ctx), keep: true },
    // What it is about begins on the page of its card; a table that may be higher than a page cannot promise that.
    ...(table === null ? [] : [{ ...table, keep: !table.tall && hasText(block) }]),
    ...block.verdicts.flatMap((verdict) => verdictItems(verdict, ctx)),
    ...block.sections.flatMap((section) => sectionItems(section, ctx)),
    { node: gapNode(GAP_BEHIND), keep: false },
  ];
}

function hasText({ verdicts, sections }: FindingBlock): boolean {
  return verdicts.length > 0 || sections.length > 0;
}

function band(ref: PrintedRef, chapter: string, ctx: LayoutContext): Content {
  const { fonts, width } = ctx;
  const bold: Style = { size: sizes.card, color: white, bold: true };
  const score = /^\d{1,2}(?:\.\d)?$/.test(ref.cvss) ? ref.cvss : '';
  const large: Style = { ...bold, size: sizes.score };
  const scoreWidth = score === '' ? 0 : SCORE_GAP + widestText([score], large, ctx);
  const rated: Style = { ...bold, size: sizes.body };
  const ratingWidth = Math.min(
    RATING_WIDTH,
    Math.max(PIPS_WIDTH, widestText([ref.severityText], rated, ctx)),
  );
  const titleWidth = width - NUMBER_WIDTH - ratingWidth - scoreWidth - 4 * CELL_PADDING;
  const set = (text: string, style: Style, room: number) => breakLines([{ text, style }], room, fonts);
  const bookmark = { text: `${ref.number} ${ref.title}`, parent: chapter };
  const rating = set(ref.severityText, rated, ratingWidth);
  const heading = headingRole(levels.finding);
  const rates = role('P');
  const cells: TableCell[] = [
    {
      stack: set(ref.number, bold, NUMBER_WIDTH).map((line, index) =>
        lineNode(line, heading, index === 0 ? { id: ref.target, bookmark, lineHeight: leading.tight } : {}),
      ),
    },
    {
      stack: set(ref.title, bold, titleWidth).map((line) =>
        lineNode(line, heading, { lineHeight: leading.tight }),
      ),
    },
    {
      stack: [
        ...rating.map((line) => lineNode(line, rates, { align: 'right', lineHeight: leading.tight })),
        { canvas: severityGlyph(pips[ref.severity], ratingWidth, 3) },
      ],
    },
  ];
  const big: TableCell[] =
    score === ''
      ? []
      : [
          {
            stack: set(score, large, scoreWidth).map((line) =>
              lineNode(line, rates, { align: 'right', lineHeight: leading.tight }),
            ),
          },
        ];
  // The score stands close to the rating, everything else apart.
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 || column === 2 ? CELL_PADDING : 0),
    paddingRight: (column) => (column === 0 || (column === 2 && score !== '') ? 0 : CELL_PADDING),
    paddingTop: () => 8,
    paddingBottom: () => 8,
    fillColor: () => ctx.colors.severities[ref.severity],
  };
  const widths = [NUMBER_WIDTH, titleWidth, ratingWidth, ...(score === '' ? [] : [scoreWidth])];
  return {
    table: { widths, body: [[...cells, ...big]], dontBreakRows: true },
    layout,
    margin: [0, 8, 0, 0],
  };
}

/** What a retest found out: a sign, round and verdict, who and when, then its texts. */
function verdictItems({ round, mark, said, parts }: RoundVerdict, ctx: LayoutContext): Item[] {
  const color = verdictColors[mark.verdict];
  const strong: Style = { size: sizes.label, color, bold: true };
  const quiet: Style = { size: sizes.small, color: ctx.colors.muted };
  const left = SIGN + 6;
  const lines = breakLines(
    [
      { text: `${round}: ${mark.text}`, style: strong },
      ...(said === '' ? [] : [{ text: `   ${said}`, style: quiet }]),
    ],
    ctx.width - left,
    ctx.fonts,
  );
  const element = headingRole(levels.part);
  const heading = (): Item[] =>
    lines.map((line, index): Item => ({
      node: {
        stack: [
          ...(index === 0
            ? [{ canvas: verdictSign(mark.verdict, SIGN), relativePosition: { x: 0, y: 2.5 } }]
            : []),
          lineNode(line, element, { left }),
        ],
        // The sign would stay behind if the line has to go to the next page.
        unbreakable: true,
        margin: [0, index === 0 ? 8 : 0, 0, index === lines.length - 1 ? 3 : 0],
      },
      keep: parts.length > 0 || index < lines.length - 1,
    }));
  return parts.length === 0 ? heading() : partItems(parts, levels.inPart, ctx, heading);
}

function sectionItems(section: Section, ctx: LayoutContext): Item[] {
  const style: Style = { size: sizes.label, color: ctx.colors.ink, bold: true };
  const element = headingRole(levels.part);
  const lines = breakLines([{ text: section.title, style }], ctx.width, ctx.fonts);
  const heading = (): Item[] =>
    lines.map((line): Item => ({ node: lineNode(line, element, { top: 7, bottom: 3 }), keep: true }));
  return partItems(section.parts, levels.inPart, ctx, heading);
}
