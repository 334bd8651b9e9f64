import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { spotsIn } from './spots.ts';

/** Emphasis of a Markdown text whose marks may be signs of a program's names instead. Never throws. */
export function doubtfulEmphasisIn(source: string): TextSpot[] {
  return /[*_]/u.test(source) ? spotsIn(source, doubtfulIn) : [];
}

function doubtfulIn(node: Nodes, source: string): TextSpot[] {
  if (!('children' in node)) return [];
  const inside = node.children.flatMap((child) => doubtfulIn(child, source));
  if (node.type !== 'emphasis') return inside;
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? 0;
  const text = source.slice(from, to);
  const mark = text.charAt(0);
  const words = node.children.every((child) => child.type === 'text');
  const doubtful =
    (words && isBeside(source.slice(0, from), source.slice(to))) ||
    node.children.some((child) => holdsMark(child, mark, source));
  return doubtful ? [{ from, to, text }] : inside;
}

/** A mark right beside other signs. */
function isBeside(before: string, after: string): boolean {
  return /\S[:,;|=]$/u.test(before) || /^[/<|]\w/u.test(after);
}

/** One more of the same marks between the two, as a sign or as emphasis in emphasis. */
function holdsMark(child: Nodes, mark: string, source: string): boolean {
  const from = child.position?.start.offset ?? 0;
  const text = source.slice(from, child.position?.end.offset ?? 0);
  if (child.type === 'text') return text.includes(mark);
  return child.type === 'emphasis' && text.startsWith(mark);
}
