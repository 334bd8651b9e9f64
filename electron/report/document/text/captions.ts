import type { Element, ElementContent, Root, RootContent } from 'hast';
import { captionedIn, captionedReference, type CaptionedKind } from '#domain/text/captioned.ts';
import { visibleText } from '#domain/text/index.ts';
import { onlyPointsAtCaptioned } from '#domain/text/references/captioned-address.ts';
import type { Words } from '../../languages/index.ts';
import type { Block, Part } from '../blocks.ts';
import { numberedLink } from './figure-references.ts';

/** What stands over a block of code or a table. */
export interface TextCaption {
  readonly kind: CaptionedKind;
  /** `Listing 2`: counted through the document. */
  readonly label: string;
  readonly caption: string;
  /** Where a text leads that names it. */
  readonly target: string;
}

/**
 * The blocks of a document with their listings and tables numbered in order, and with links that call them by their numbers.
 * A finding speaks of its own, the texts of the engagement of theirs; another name stands as it was written.
 */
export function withCaptions(blocks: readonly Block[], words: Pick<Words, CaptionedKind>): Block[] {
  const counts: Record<CaptionedKind, number> = { listing: 0, table: 0 };
  const numbered = blocks.map((block) => {
    const labelled = (element: Element): Element[] => {
      const captioned = captionedIn(element);
      if (captioned === null) return [element];
      const { kind } = captioned;
      counts[kind] += 1;
      const target = `${kind}-${String(counts[kind])}`;
      return [
        { ...element, properties: { ...element.properties, label: words[kind](counts[kind]), target } },
      ];
    };
    return mappedTexts(block, (element) => captionedIn(element) !== null, labelled);
  });
  const general = captionsIn(numbered.filter(({ kind }) => kind !== 'finding'));
  return numbered.map((block) => {
    let known = block.kind === 'finding' ? null : general;
    return mappedTexts(
      block,
      (element) => captionedReference(element) !== null,
      (link) => {
        known ??= captionsIn([block]);
        const named = captionedReference(link);
        const caption = named === null ? undefined : known.get(keyOf(named));
        if (named === null || caption === undefined)
          return [{ type: 'text', value: String(link.properties['written']) }];
        const said = visibleText({ type: 'root', children: link.children });
        return numberedLink(link, caption, onlyPointsAtCaptioned(said, named));
      },
    );
  });
}

function keyOf({ kind, name }: { readonly kind: CaptionedKind; readonly name: string }): string {
  return `${kind}:${name}`;
}

/** The captions of blocks by kind and name; the first of a name counts. */
function captionsIn(blocks: readonly Block[]): ReadonlyMap<string, TextCaption> {
  const found = new Map<string, TextCaption>();
  const walk = (node: RootContent): void => {
    if (node.type !== 'element') return;
    const caption = captionOf(node);
    const name = captionedIn(node)?.name ?? '';
    const key = caption === null ? '' : keyOf({ kind: caption.kind, name });
    if (caption !== null && name !== '' && !found.has(key)) found.set(key, caption);
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
    const made: (Node | ElementContent)[] = isMeant(node) ? become(node) : [node];
    return made.map((one) =>
      one.type === 'element' ? { ...one, children: one.children.flatMap(mapped) } : one,
    );
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

/** The caption of a block of code or a table that was numbered; null if it has none. */
export function captionOf(element: Element): TextCaption | null {
  const { label, target } = element.properties;
  if (typeof label !== 'string' || typeof target !== 'string') return null;
  const captioned = captionedIn(element);
  return captioned === null ? null : { kind: captioned.kind, caption: captioned.caption, label, target };
}
