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

/** Where an address stands in a text: index of its first UTF-16 unit and of the one behind its last. */
export interface AddressPlace {
  readonly start: number;
  readonly end: number;
}

/** Cheap to ask before a text is parsed. */
const mayNameOwn = /!\[|\]:|(?:evidence|finding):|<img\b/iu;
const ownScheme = /^(?:evidence|finding):/iu;
/** An image of an HTML text, or a link in it, with its address. */
const htmlAddress = /<(img|a)\b[^<>]*?\s(?:src|href)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))/giu;

/**
 * The addresses of images and of links to findings in a text, in their order: names, not words. Those in code are words.
 * Never throws.
 */
export function ownAddresses(text: string): readonly AddressPlace[] {
  if (!mayNameOwn.test(text)) return [];
  if (detectFormat(text) === 'html') return inHtml(text, 0);
  const own = (address: string): string | null => (ownScheme.test(address) ? address : null);
  const any = (address: string): string => address;
  return piecesOf(text).flatMap(({ from, source, kind }) => {
    if (kind !== 'markdown') return [];
    const root = positionsOf(source);
    const found = [
      ...addressesIn(root, source, ['image'], any),
      ...addressesIn(root, source, ['link', 'definition'], own),
    ];
    const places = found.map((place) => ({ start: from + place.from, end: from + place.to }));
    return [...places, ...htmlIn(root, source, from)].toSorted((one, other) => one.start - other.start);
  });
}

/** Tags that a Markdown text holds. */
function htmlIn(node: Nodes, source: string, from: number): readonly AddressPlace[] {
  if (node.type === 'html') {
    const start = node.position?.start.offset ?? 0;
    return inHtml(source.slice(start, node.position?.end.offset ?? start), from + start);
  }
  return 'children' in node ? node.children.flatMap((child) => htmlIn(child, source, from)) : [];
}

function inHtml(text: string, from: number): readonly AddressPlace[] {
  return [...text.matchAll(htmlAddress)].flatMap((match) => {
    const [whole, tag = '', ...values] = match;
    const address = values.find((value) => value !== undefined) ?? '';
    if (tag.toLowerCase() === 'a' && !ownScheme.test(address)) return [];
    const quote = /["']$/u.test(whole) ? 1 : 0;
    const end = from + match.index + whole.length - quote;
    return [{ start: end - address.length, end }];
  });
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
