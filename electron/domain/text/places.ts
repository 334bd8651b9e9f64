import type { Nodes, PhrasingContent } from 'mdast';

/**
 * Gives a place to each link that the parser found in words, and to the words beside it: the parser leaves the parts
 * without one. Parts of an address that was typed with escapes stay without. Never throws.
 */
export function placeFoundLinks(node: Nodes, source: string): void {
  if (!('children' in node)) return;
  let from = node.position?.start.offset ?? 0;
  let parts: PhrasingContent[] = [];
  for (const child of node.children) {
    placeFoundLinks(child, source);
    if (child.position === undefined) {
      parts.push(child as PhrasingContent);
      continue;
    }
    place(parts, from, child.position.start.offset ?? 0, source);
    parts = [];
    from = child.position.end.offset ?? 0;
  }
  place(parts, from, node.position?.end.offset ?? 0, source);
}

/** Places the parts of what stands from one offset to another, signs of the block around them included. */
function place(parts: readonly PhrasingContent[], from: number, to: number, source: string): void {
  let least = from;
  for (const [at, part] of parts.entries()) {
    const words = wordsOf(part);
    const next = parts[at + 1];
    const max = next?.type === 'link' ? source.indexOf(wordsOf(next), least) : to;
    // Words with escapes are not found as they are printed: they take all that there is.
    const found = source.slice(least, max).indexOf(words);
    if (max < least || (found === -1 && part.type === 'link')) return;
    const start = found === -1 ? least : least + found;
    const end = found === -1 ? max : start + words.length;
    part.position = { start: pointAt(source, start), end: pointAt(source, end) };
    if (part.type === 'link') for (const child of part.children) child.position = part.position;
    least = end;
  }
}

function wordsOf(part: PhrasingContent): string {
  if (part.type === 'link') return part.children.map(wordsOf).join('');
  return part.type === 'text' ? part.value : '';
}

function pointAt(source: string, offset: number): { line: number; column: number; offset: number } {
  const lines = source.slice(0, offset).split(/\r\n?|\n/u);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, offset };
}
