import type { Nodes } from 'mdast';
import { detectFormat } from './detect.ts';
import { positionsOf } from './markdown/markdown.ts';
import { piecesOf } from './markdown/pieces.ts';
import { repaired } from './markdown/repairs.ts';

type Addressed = 'image' | 'link' | 'definition';

/**
 * A Markdown text in which addresses are replaced; code and all else stay as they are, and so does HTML.
 *
 * @param become gives the new address, or null if an address stays
 */
export function withAddresses(
  text: string,
  kinds: readonly Addressed[],
  become: (address: string) => string | null,
): string {
  if (detectFormat(text) === 'html') return text;
  let made = '';
  let done = 0;
  for (const { from: begin, source, kind } of piecesOf(text)) {
    if (kind !== 'markdown') continue;
    const { source: read, tree, placeOf } = repaired(source, positionsOf);
    for (const { from, to, address } of addressesIn(tree, read, kinds, become)) {
      made += text.slice(done, begin + placeOf(from)) + address;
      done = begin + placeOf(to);
    }
  }
  return made + text.slice(done);
}

interface NewAddress {
  readonly from: number;
  readonly to: number;
  readonly address: string;
}

/** Where addresses stand that become others, without the angle brackets around them. */
function addressesIn(
  node: Nodes,
  source: string,
  kinds: readonly Addressed[],
  become: (address: string) => string | null,
): NewAddress[] {
  const isAddress = node.type === 'image' || node.type === 'link' || node.type === 'definition';
  const address = isAddress && kinds.includes(node.type) ? become(node.url) : null;
  if (isAddress && address !== null) {
    const from = node.position?.start.offset ?? 0;
    const written = source.slice(from, node.position?.end.offset ?? from);
    const head = written.lastIndexOf(node.type === 'definition' ? ']:' : '](') + 2;
    const [whole = '', bracket = '', inside = ''] =
      /^\s*(?:(<)([^<>\n]*)>|\S*?(?=\s|\)?$))/u.exec(written.slice(head)) ?? [];
    const plain = bracket === '' ? whole.trimStart() : inside;
    const begin = from + head + whole.indexOf(plain);
    return [{ from: begin, to: begin + plain.length, address }];
  }
  if (!('children' in node)) return [];
  return node.children.flatMap((child) => addressesIn(child, source, kinds, become));
}
