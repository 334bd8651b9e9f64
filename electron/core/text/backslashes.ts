import type { Nodes } from 'mdast';
import { detectFormat } from './detect.ts';
import { lighten } from './embedded.ts';
import { positionsOf } from './markdown.ts';
import { piecesOf } from './pieces.ts';

/** Words of a Markdown text, as typed, in which two backslashes in a row are printed as one. Never throws. */
export function droppedBackslashesIn(source: string): string[] {
  if (!source.includes('\\\\') || detectFormat(source) === 'html') return [];
  try {
    return piecesOf(lighten(source).text).flatMap((piece) =>
      piece.kind === 'markdown' ? droppedIn(positionsOf(piece.source), piece.source) : [],
    );
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function droppedIn(node: Nodes, source: string): string[] {
  if ('children' in node) return node.children.flatMap((child) => droppedIn(child, source));
  if (node.type !== 'text') return [];
  const written = source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
  const kept = node.value.split('\\').length;
  if (!written.includes('\\\\') || written.split('\\').length === kept) return [];
  return (written.match(/\S*\\\\\S*/gu) ?? []).filter((word) => !node.value.includes(word));
}
