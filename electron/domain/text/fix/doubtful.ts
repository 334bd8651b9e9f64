import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { spotsIn } from './spots.ts';

/** Emphasis of a Markdown text whose marks may be signs of a program's names instead. Never throws. */
export function doubtfulEmphasisIn(source: string): TextSpot[] {
  return /[*_]/u.test(source) ? spotsIn(source, doubtfulIn) : [];
}

function doubtfulIn(node: Nodes, source: string): TextSpot[] {
  if (!('children' in node)) return [];
  if (node.type !== 'emphasis') return node.children.flatMap((child) => doubtfulIn(child, source));
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  const text = source.slice(from, to);
  const words = node.children.every((child) => child.type === 'text');
  return words && isDoubtful(source.slice(0, from), text, source.slice(to)) ? [{ from, to, text }] : [];
}

/** A mark right beside other signs, or one more of the same marks between the two. */
function isDoubtful(before: string, text: string, after: string): boolean {
  const inside = text.slice(1, -1);
  return /\S[:,;|=]$/u.test(before) || /^[/<|]\w/u.test(after) || inside.includes(text.charAt(0));
}
