import type { Content } from 'pdfmake/interfaces.js';
import type { Chart } from '../../document/blocks.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import type { Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import { patternBar } from './glyph-marks.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role, type Role } from '../roles.ts';
import { sizes } from '../layout/theme.ts';

const MAX_LABEL_WIDTH = 130;
const COUNT_WIDTH = 40;
const BAR_HEIGHT = 9;

/** Bars with their words, numbers and caption: one block that is not broken, kept with the text before it. */
export function chartItems(chart: Chart, ctx: LayoutContext): Item[] {
  const { fonts, colors, width } = ctx;
  const label: Style = { size: sizes.body, color: colors.text };
  const caption: Style = { size: sizes.small, color: colors.muted };
  const widest = Math.max(
    0,
    ...chart.bars.flatMap((bar) =>
      breakLines([{ text: bar.label, style: label }], MAX_LABEL_WIDTH, fonts).map((line) => line.width),
    ),
  );
  const labelWidth = Math.min(MAX_LABEL_WIDTH, widest + 2) + 10;
  const max = Math.max(1, ...chart.bars.map(({ count }) => count));
  const room = width - labelWidth - COUNT_WIDTH;
  const table = role('Table');
  const cell = (text: string, style: Style, cellWidth: number, element: Role) => ({
    stack: breakLines([{ text, style }], cellWidth, fonts).map((line) => lineNode(line, element)),
  });
  const bars = chart.bars.map((bar): Content => {
    const length = bar.count === 0 ? 0 : Math.max(4, (room * bar.count) / max);
    const row = role('TR', table);
    const head = role('TH', row, { scope: 'Row' });
    return {
      columns: [
        { ...cell(bar.label, label, labelWidth - 8, head), width: labelWidth },
        ...(length === 0
          ? []
          : [{ canvas: patternBar(bar.mark, 0, 2.5, length, BAR_HEIGHT, ctx), width: length + 6 }]),
        {
          ...cell(
            String(bar.count),
            { ...label, color: colors.ink, bold: true },
            COUNT_WIDTH,
            role('TD', row),
          ),
          width: COUNT_WIDTH,
        },
      ],
      columnGap: 0,
      margin: [0, 0, 0, 2],
    };
  });
  const words = [
    { text: `${chart.label}: `, style: { ...caption, color: colors.ink, bold: true } },
    { text: chart.caption, style: caption },
  ];
  const under = role('Caption', table);
  const lines = breakLines(words, width, fonts).map((line) => lineNode(line, under));
  return [
    {
      node: {
        stack: [...bars, { stack: lines, margin: [0, 5, 0, 0] }],
        margin: [0, 10, 0, 12],
        unbreakable: true,
      },
      keep: false,
    },
  ];
}
