import type { Nodes } from 'mdast';
import type { TextSpot } from '#contract/procedures/deliverables/preflight.ts';
import { isEscape } from '../markdown/as-typed.ts';
import { findingIn } from '../references/finding-address.ts';
import { spotsIn } from './spots.ts';

/** Four in a row are two that were escaped on purpose. */
const isSingle = /(?<!\\)\\{2,3}(?!\\)/gu;

/** Words of a Markdown text, as typed, in which two backslashes in a row are printed as one. Never throws. */
export function droppedBackslashesIn(source: string): TextSpot[] {
  return source.includes('\\\\') ? spotsIn(source, droppedIn) : [];
}

function droppedIn(node: Nodes, source: string): TextSpot[] {
  // The program writes these words, with every backslash twice.
  if (node.type === 'link' && findingIn(node.url) !== null) return [];
  if ('children' in node) return node.children.flatMap((child) => droppedIn(child, source));
  if (node.type !== 'text') return [];
  const start = node.position?.start.offset ?? 0;
  const written = source.slice(start, node.position?.end.offset ?? 0);
  if (written.split('\\').length === node.value.split('\\').length) return [];
  return Array.from(written.matchAll(/\S*\\\\\S*/gu))
    .map(({ 0: text, index }) => ({ from: start + index, to: start + index + text.length, text }))
    .filter(({ from, text }) =>
      Array.from(text.matchAll(isSingle)).some(({ index }) => isEscape(source, from + index)),
    );
}
