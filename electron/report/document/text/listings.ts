import type { Element, ElementContent, Root, RootContent } from 'hast';
import { visibleText } from '#domain/text/index.ts';
import { onlyPointsAtListing } from '#domain/text/references/listing-address.ts';
import { listingOf } from '#domain/text/listing.ts';
import type { Words } from '../../languages/index.ts';
import type { Block, Part } from '../blocks.ts';
import { numberedLink } from './figure-references.ts';

/** What stands over a block of code. */
export interface ListingCaption {
  /** `Listing 2`: counted through the document. */
  readonly label: string;
  readonly caption: string;
  /** Where a text leads that names it. */
  readonly target: string;
}

/**
 * The blocks of a document with their listings numbered in order, and with links that call them by their numbers. A finding
 * speaks of its own listings, the texts of the engagement of theirs; another name stands as it was written.
 */
export function withListings(blocks: readonly Block[], { listing }: Words): Block[] {
  let count = 0;
  const numbered = blocks.map((block) =>
    mappedTexts(block, isCaptioned, (pre) => {
      count += 1;
      const target = `listing-${String(count)}`;
      return [{ ...pre, properties: { ...pre.properties, label: listing(count), target } }];
    }),
  );
  const general = captionsIn(numbered.filter(({ kind }) => kind !== 'finding'));
  return numbered.map((block) => {
    let known = block.kind === 'finding' ? null : general;
    return mappedTexts(block, isReference, (link) => {
      known ??= captionsIn([block]);
      const name = String(link.properties['listing']);
      const caption = known.get(name);
      if (caption === undefined) return [{ type: 'text', value: String(link.properties['written']) }];
      const words = visibleText({ type: 'root', children: link.children });
      return numberedLink(link, caption, onlyPointsAtListing(words, name));
    });
  });
}

function isCaptioned(element: Element): boolean {
  return element.tagName === 'pre' && (listingOf(element)?.caption ?? '') !== '';
}

function isReference({ properties }: Element): boolean {
  return typeof properties['listing'] === 'string';
}

/** The captions of blocks by the names of their listings; the first of a name counts. */
function captionsIn(blocks: readonly Block[]): ReadonlyMap<string, ListingCaption> {
  const found = new Map<string, ListingCaption>();
  const walk = (node: RootContent): void => {
    if (node.type !== 'element') return;
    const caption = node.tagName === 'pre' ? captionOf(node) : null;
    const name = caption === null ? '' : (listingOf(node)?.name ?? '');
    if (caption !== null && name !== '' && !found.has(name)) found.set(name, caption);
    node.children.forEach(walk);
  };
  for (const { body } of blocks.flatMap(partsOf)) if (body.kind === 'rich') body.root.children.forEach(walk);
  return found;
}

/** The pieces of all texts of a block. */
export function partsOf(block: Block): readonly Part[] {
  if (block.kind === 'finding') return [...block.verdicts, ...block.sections].flatMap(({ parts }) => parts);
  return 'parts' in block ? block.parts : [];
}

/** A block in whose texts some elements become others; the same objects where there are none. */
function mappedTexts(
  block: Block,
  isMeant: (element: Element) => boolean,
  become: (element: Element) => ElementContent[],
): Block {
  const holds = (node: RootContent): boolean =>
    node.type === 'element' && (isMeant(node) || node.children.some(holds));
  const mapped = <Node extends RootContent>(node: Node): (Node | ElementContent)[] => {
    if (node.type !== 'element' || !holds(node)) return [node];
    return isMeant(node) ? become(node) : [{ ...node, children: node.children.flatMap(mapped) }];
  };
  const made = <Holder extends { readonly parts: readonly Part[] }>(holder: Holder): Holder => ({
    ...holder,
    parts: holder.parts.map((part): Part => {
      const { body } = part;
      if (body.kind !== 'rich' || !body.root.children.some(holds)) return part;
      const root: Root = { ...body.root, children: body.root.children.flatMap(mapped) };
      return { ...part, body: { kind: 'rich', root } };
    }),
  });
  if (block.kind === 'finding')
    return { ...block, verdicts: block.verdicts.map(made), sections: block.sections.map(made) };
  return 'parts' in block ? made(block) : block;
}

/** The caption of a block of code; null if it has none. */
export function captionOf(pre: Element): ListingCaption | null {
  const { label, target } = pre.properties;
  const caption = listingOf(pre)?.caption;
  return typeof label === 'string' && typeof target === 'string' && caption !== undefined
    ? { label, caption, target }
    : null;
}
