import type { CustomTableLayout } from 'pdfmake/interfaces.js';
import type { Block } from '../../document/blocks.ts';
import { widestText } from '../layout/columns.ts';
import { lineNode, type Item } from '../layout/flow.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { breakLines, cutLines, type Style } from '../layout/lines.ts';
import { role } from '../roles.ts';
import { sizes, white } from '../layout/theme.ts';

const PADDING = 14;
/** So much of the column the rating may take. */
const MAX_SHARE = 0.4;
const MAX_LINES = 3;

/** The rating in white on the colour of what it is as grave as, its sentence on a panel beside it. */
export function ratingItem(
  { rating, sentence }: Pick<Extract<Block, { kind: 'rating' }>, 'rating' | 'sentence'>,
  ctx: LayoutContext,
): Item {
  const { colors, fonts, width } = ctx;
  const fill = rating.severity === undefined ? colors.cover : colors.severities[rating.severity];
  const large: Style = { size: sizes.score, color: white, bold: true };
  const named = Math.min(widestText([rating.text], large, ctx) + 1, width * MAX_SHARE);
  const left = sentence === '' ? width - 2 * PADDING : named;
  const room = width - named - 4 * PADDING;
  const grade = role('P');
  const said = role('P');
  const lines = cutLines({ text: rating.text, style: large }, left, MAX_LINES, fonts);
  const words =
    sentence === ''
      ? []
      : breakLines([{ text: sentence, style: { size: sizes.body + 0.5, color: colors.text } }], room, fonts);
  const gradeCell = { stack: lines.map((line) => lineNode(line, grade)), fillColor: fill };
  const saidCell = { stack: words.map((line) => lineNode(line, said)), fillColor: colors.panel };
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: () => PADDING,
    paddingRight: () => PADDING,
    paddingTop: () => 9,
    paddingBottom: () => 8,
  };
  const table =
    sentence === ''
      ? { widths: [left], body: [[gradeCell]] }
      : { widths: [left, room], body: [[gradeCell, saidCell]] };
  return { node: { stack: [{ table, layout, margin: [0, 2, 0, 10] }], unbreakable: true }, keep: false };
}
