import type { ThemeColors } from '#contract/deliverable/theme.ts';
import { readableOn } from '#domain/deliverable/theme/color.ts';
import { textGround } from '#domain/deliverable/theme/readable.ts';
import type { VerdictKey } from '#domain/charts/chart.ts';
import type { ChartColor } from '#domain/charts/chart-pattern.ts';
import type { SeverityKey } from '../../document/blocks.ts';

/** Page sizes in points. */
export const pageSizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const;

/** Left, top, right, bottom in points. */
export const pageMargins = [60, 74, 60, 64] as const;

/** Type sizes in points. */
export const sizes = {
  body: 9.5,
  small: 8,
  code: 7.8,
  label: 10.5,
  section: 13.5,
  chapter: 22,
  card: 12.5,
  score: 17,
} as const;

/** Height of a line as a multiple of what the font itself asks for. */
export const leading = { body: 1.12, code: 1.02, tight: 1 } as const;

export const white = '#FFFFFF';

/** Kinds of code, each as dark as text: they differ for the eye and stay readable in grey and on the panel. */
const codeColors = {
  keyword: '#1B3F8F',
  name: '#6B1F66',
  string: '#1F5F33',
  value: '#8A3A0B',
  comment: '#5A6675',
};

/** Kinds of code on a panel: darker where they could not be read on it. */
export function codeColorsOn(panel: string): typeof codeColors {
  const ground = textGround(panel);
  const on = (color: string): string => readableOn(color, ground);
  return {
    keyword: on(codeColors.keyword),
    name: on(codeColors.name),
    string: on(codeColors.string),
    value: on(codeColors.value),
    comment: on(codeColors.comment),
  };
}

/** Verdicts on white. A drawn sign and the word stand beside the colour. */
export const verdictColors: Readonly<Record<VerdictKey, string>> = {
  fixed: '#1C6B43',
  partly: '#9A5B00',
  open: '#A3231B',
  'not-retested': '#5A6675',
  none: '#5A6675',
};

/** The colour of what a chart draws. */
export function chartColor(color: ChartColor, colors: ThemeColors): string {
  if (isVerdict(color)) return verdictColors[color];
  switch (color) {
    case 'ink':
    case 'text':
    case 'muted':
    case 'rule':
    case 'panel':
      return colors[color];
    case 'paper':
      return white;
    default:
      return colors.severities[color];
  }
}

function isVerdict(color: ChartColor): color is VerdictKey {
  return Object.hasOwn(verdictColors, color);
}

/** How many of five marks are filled for a severity. */
export const pips: Readonly<Record<SeverityKey, number>> = {
  critical: 5,
  high: 4,
  medium: 3,
  low: 2,
  info: 1,
  unknown: 0,
};
