import type { SeverityKey } from '../../document/blocks.ts';

/** Page sizes in points. */
export const pageSizes = { A4: [595.28, 841.89], Letter: [612, 792] } as const;

/** Left, top, right, bottom in points. */
export const pageMargins = [60, 74, 60, 64] as const;

/** Type sizes in points. */
export const sizes = { body: 9.5, small: 8, code: 7.8, label: 10.5, chapter: 22, card: 12.5 } as const;

/** Height of a line as a multiple of what the font itself asks for. */
export const leading = { body: 1.12, code: 1.02, tight: 1 } as const;

export const colors = {
  ink: '#1B2430',
  text: '#222B36',
  muted: '#5A6675',
  rule: '#D5DAE1',
  panel: '#F4F6F8',
  cover: '#17233A',
  accent: '#C9A227',
  link: '#1A4F8B',
  white: '#FFFFFF',
} as const;

/**
 * Severity colours. White on each reads at a contrast of 4.5 or better, and they grow lighter from critical to
 * info, so that they keep their order in grey and for eyes that do not tell red from green. Colour never stands
 * alone: the word and the filled marks of `pips` stand beside it.
 */
export const severityColors: Readonly<Record<SeverityKey, string>> = {
  critical: '#5C0A2E',
  high: '#A3231B',
  medium: '#B0540A',
  low: '#2F7196',
  info: '#66727F',
  unknown: '#4A4A4A',
};

/** How many of five marks are filled for a severity. */
export const pips: Readonly<Record<SeverityKey, number>> = {
  critical: 5,
  high: 4,
  medium: 3,
  low: 2,
  info: 1,
  unknown: 0,
};
