import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { spotsIn } from './spots.ts';

/** The number of a figure in words. */
const typed = /\b(?:figure|fig\.|abbildung|abb\.)[ \u00a0]?(\d{1,3})(?![\d.]\d|\d)/giu;

/** A number of a figure that was typed, with that number. */
export interface TypedFigure extends TextSpot {
  readonly number: number;
}

/** Numbers of figures that a Markdown text has as plain words, outside of links and code. Never throws. */
export function typedFiguresIn(source: string): TypedFigure[] {
  if (!/\b(?:fig|abb)/iu.test(source)) return [];
  return spotsIn(source, typedIn).map((spot) => ({
    ...spot,
    number: Number(/\d+$/u.exec(spot.text)?.[0] ?? 0),
  }));
}

function typedIn(node: Nodes, source: string): TextSpot[] {
  if (node.type === 'link' || node.type === 'linkReference') return [];
  if ('children' in node) return node.children.flatMap((child) => typedIn(child, source));
  if (node.type !== 'text') return [];
  const from = node.position?.start.offset ?? 0;
  const written = source.slice(from, node.position?.end.offset ?? from);
  return Array.from(written.matchAll(typed), ({ 0: text, index }) => ({
    from: from + index,
    to: from + index + text.length,
    text,
  }));
}
