import type { Nodes, Root } from 'mdast';
import { detectFormat } from './detect.ts';
import { positionsOf } from './markdown/markdown.ts';
import { piecesOf } from './markdown/pieces.ts';
import { repaired } from './markdown/repairs.ts';
import { evidenceName } from './references/evidence-address.ts';
import { findingIn, typedLinks } from './references/finding-address.ts';
import { captionedAt, mayNameCaptioned } from './references/captioned-address.ts';
import type { CaptionedKind } from './captioned.ts';

/** What a text names of ours: a finding, an image that stands there, or an image, listing or table that it speaks of. */
export interface NamedReference {
  readonly kind: 'finding' | 'image' | 'figure' | CaptionedKind;
  /** Identifier of the finding, name of all else. */
  readonly name: string;
  readonly words: string;
}

/**
 * A Markdown text in which references are other words; code and all else stay as they were typed, and so does HTML. Never
 * throws.
 *
 * @param become gives those words
 */
export function withReferences(text: string, become: (reference: NamedReference) => string): string {
  if (!/finding:|evidence:|\[\[/iu.test(text) && !mayNameCaptioned(text)) return text;
  if (detectFormat(text) === 'html') return text;
  let made = '';
  let done = 0;
  try {
    for (const { from: begin, source, kind } of piecesOf(text)) {
      if (kind !== 'markdown') continue;
      const { source: read, tree, placeOf } = repaired(source, positionsOf);
      for (const { from, to, reference } of referencesIn(tree, read, definitionsIn(tree))) {
        made += text.slice(done, begin + placeOf(from)) + (reference === null ? '' : become(reference));
        done = begin + placeOf(to);
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return text;
    throw error;
  }
  return made + text.slice(done);
}

interface PlacedReference {
  readonly from: number;
  readonly to: number;
  /** Null: the definition of an address, which says nothing without it. */
  readonly reference: NamedReference | null;
}

/** Addresses of ours that a text defines, by their names. */
type Definitions = ReadonlyMap<string, string>;

function definitionsIn(root: Root): Definitions {
  return new Map(
    root.children.flatMap((node) =>
      node.type === 'definition' && isOurs(node.url) ? [[node.identifier, node.url]] : [],
    ),
  );
}

function isOurs(address: string): boolean {
  return findingIn(address) !== null || evidenceName(address) !== null || captionedAt(address) !== null;
}

function referencesIn(node: Nodes, source: string, definitions: Definitions): PlacedReference[] {
  const from = node.position?.start.offset ?? 0;
  const to = node.position?.end.offset ?? from;
  if (node.type === 'definition') return isOurs(node.url) ? [{ from, to, reference: null }] : [];
  const reference = referenceOf(node, definitions);
  if (reference !== null) return [{ from, to, reference }];
  if (node.type === 'text') return typedIn(source.slice(from, to), from);
  if (!('children' in node) || node.type === 'link' || node.type === 'linkReference') return [];
  return node.children.flatMap((child) => referencesIn(child, source, definitions));
}

function referenceOf(node: Nodes, definitions: Definitions): NamedReference | null {
  const isImage = node.type === 'image' || node.type === 'imageReference';
  if (!isImage && node.type !== 'link' && node.type !== 'linkReference') return null;
  const url = 'url' in node ? node.url : (definitions.get(node.identifier) ?? '');
  const image = evidenceName(url);
  if (isImage) return image === null ? null : { kind: 'image', name: image, words: node.alt ?? '' };
  const words = wordsOf(node);
  if (image !== null) return { kind: 'figure', name: image, words };
  const captioned = captionedAt(url);
  if (captioned !== null) return { ...captioned, words };
  const finding = findingIn(url);
  return finding === null ? null : { kind: 'finding', name: finding, words };
}

function wordsOf(node: Nodes): string {
  if ('children' in node) return node.children.map(wordsOf).join('');
  return 'value' in node ? node.value : '';
}

function typedIn(written: string, start: number): PlacedReference[] {
  if (written.includes('\\[')) return [];
  let at = start;
  return typedLinks(written).flatMap(({ text: words, id }): PlacedReference[] => {
    const from = at;
    at += words.length;
    return id === null ? [] : [{ from, to: at, reference: { kind: 'finding', name: id, words } }];
  });
}
