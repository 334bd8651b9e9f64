import type { Root } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { detectFormat } from '../detect.ts';
import { lighten } from '../tree/embedded.ts';
import { positionsOf } from '../markdown/markdown.ts';
import { piecesOf } from '../markdown/pieces.ts';

/**
 * Stretches of a Markdown text that `find` finds in its pieces, at their places in the whole. A place is -1 if embedded data
 * stand in the text and the same words more than once. Never throws.
 */
export function spotsIn(
  source: string,
  find: (tree: Root, piece: string) => readonly TextSpot[],
): TextSpot[] {
  if (detectFormat(source) === 'html') return [];
  const given = lighten(source).text;
  try {
    return piecesOf(given).flatMap(({ kind, from, source: piece }) =>
      kind === 'markdown'
        ? find(positionsOf(piece), piece).map((spot) => placed(spot, from, given === source ? null : source))
        : [],
    );
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function placed({ from, to, text }: TextSpot, lead: number, whole: string | null): TextSpot {
  if (whole === null) return { from: lead + from, to: lead + to, text };
  const at = whole.indexOf(text);
  return at >= 0 && whole.lastIndexOf(text) === at
    ? { from: at, to: at + text.length, text }
    : { from: -1, to: -1, text };
}
