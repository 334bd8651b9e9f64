import type { Element, ElementContent, Root, RootContent } from 'hast';
import { listingOf } from '#domain/text/listing.ts';
import type { Words } from '../../languages/index.ts';
import type { Block, Part } from '../blocks.ts';

/** What stands over a block of code. */
export interface ListingCaption {
  /** `Listing 2`: counted through the document. */
  readonly label: string;
  readonly caption: string;
  /** Where a text leads that names it. */
  readonly target: string;
}

/** The blocks of a document with their listings numbered in order. Blocks without any stay the same objects. */
export function withListings(blocks: readonly Block[], { listing }: Words): Block[] {
  let count = 0;
  const numbered = <Node extends RootContent>(node: Node): Node => {
    if (node.type !== 'element' || !holdsListing(node)) return node;
    if (node.tagName !== 'pre') return { ...node, children: node.children.map(numbered) };
    count += 1;
    const label = listing(count);
    return { ...node, properties: { ...node.properties, label, target: `listing-${String(count)}` } };
  };
  return blocks.map((block) =>
    mappedTexts(block, (root) => ({ ...root, children: root.children.map(numbered) })),
  );
}

/** A block whose texts that hold a listing are made anew. */
function mappedTexts(block: Block, map: (root: Root) => Root): Block {
  const made = <Holder extends { readonly parts: readonly Part[] }>(holder: Holder): Holder =>
    holder.parts.some(isConcerned)
      ? {
          ...holder,
          parts: holder.parts.map((part) =>
            part.body.kind === 'rich' && isConcerned(part)
              ? { ...part, body: { kind: 'rich' as const, root: map(part.body.root) } }
              : part,
          ),
        }
      : holder;
  if (block.kind === 'text' || block.kind === 'rating') return made(block);
  if (block.kind !== 'finding') return block;
  return { ...block, verdicts: block.verdicts.map(made), sections: block.sections.map(made) };
}

function isConcerned({ body }: Part): boolean {
  return body.kind === 'rich' && body.root.children.some(holdsListing);
}

/** Whether it is or holds a block of code with a caption. */
function holdsListing(node: RootContent | ElementContent): boolean {
  if (node.type !== 'element') return false;
  if (node.tagName === 'pre') return (listingOf(node)?.caption ?? '') !== '';
  return node.children.some(holdsListing);
}

/** The caption of a block of code; null if it has none. */
export function captionOf(pre: Element): ListingCaption | null {
  const { label, target } = pre.properties;
  const caption = listingOf(pre)?.caption;
  return typeof label === 'string' && typeof target === 'string' && caption !== undefined
    ? { label, caption, target }
    : null;
}
