import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { spotsIn } from './spots.ts';

/** Four in a row are two that were escaped on purpose. */
const isSingle = /(?<!\\)\\{2,3}(?!\\)/u;

/** Words of a Markdown text, as typed, in which two backslashes in a row are printed as one. Never throws. */
export function droppedBackslashesIn(source: string): TextSpot[] {
  return source.includes('\\\\') ? spotsIn(source, droppedIn) : [];
}

function droppedIn(node: Nodes, source: string): TextSpot[] {
  if ('children' in node) return node.children.flatMap((child) => droppedIn(child, source));
  if (node.type !== 'text') return [];
  const start = node.position?.start.offset ?? 0;
  const written = source.slice(start, node.position?.end.offset ?? 0);
  const kept = node.value.split('\\').length;
  if (!written.includes('\\\\') || written.split('\\').length === kept) return [];
  return Array.from(written.matchAll(/\S*\\\\\S*/gu))
    .filter(([word]) => isSingle.test(word) && !node.value.includes(word))
    .map(({ 0: text, index }) => ({ from: start + index, to: start + index + text.length, text }));
}
