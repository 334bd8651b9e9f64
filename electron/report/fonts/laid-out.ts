import type { Font, GlyphRun } from 'fontkit';

/** Glyphs of a text in the order in which they are drawn from left to right. */
export type LaidOut = Pick<GlyphRun, 'glyphs' | 'positions' | 'advanceWidth'>;

const DIGITS =
  /^[\u0660-\u0669\u06f0-\u06f9\p{P}\p{S}]*[\u0660-\u0669\u06f0-\u06f9][\u0660-\u0669\u06f0-\u06f9\p{P}\p{S}]*$/u;
const UNSEEN = /\u200c|\u200d|\ufe0f|\u20e3|[\u{1f3fb}-\u{1f3ff}]|[\u{e0020}-\u{e007f}]/u;

/**
 * Shapes a text with a font. Numbers in Arabic digits run from left to right, though fontkit reverses them with their
 * script; what only changes neighbours gets no glyph.
 */
export function laidOut(font: Font, text: string): LaidOut {
  const direction = DIGITS.test(text) ? 'ltr' : undefined;
  const run = font.layout(text, undefined, undefined, undefined, direction);
  if (!UNSEEN.test(text)) return run;
  const shown = run.glyphs.flatMap(({ codePoints }, at) =>
    run.glyphs.length > 1 && codePoints.every(isUnseen(run, at)) ? [] : [at],
  );
  const of = <Item>(items: readonly Item[]): Item[] => shown.flatMap((at) => items[at] ?? []);
  const positions = of(run.positions);
  return {
    glyphs: of(run.glyphs),
    positions,
    advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0),
  };
}

/** A joiner comes out of the shaper as a blank without width. */
function isUnseen(run: GlyphRun, at: number): (codePoint: number) => boolean {
  const wide = (run.positions[at]?.xAdvance ?? 0) > 0;
  return (codePoint) => (codePoint === 0x20 ? !wide : UNSEEN.test(String.fromCodePoint(codePoint)));
}
