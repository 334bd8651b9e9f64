import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { Words } from '../../languages/index.ts';
import type { FindingRef } from '../blocks.ts';

/** What a link is printed by. */
export interface FindingLinks {
  /** The finding of an identifier, if this document speaks of it. */
  readonly linkOf: (id: string) => FindingRef | undefined;
  readonly words: Words;
}

/**
 * A text whose links to findings say number and title and lead there; a PDF adds the page. A finding that this document
 * does not speak of is not named: its link prints the words that were written. The tree given in stays as it is.
 */
export function withLinkedFindings(root: Root, { linkOf, words }: FindingLinks): Root {
  const linked = <Node extends RootContent>(node: Node): (Node | ElementContent)[] => {
    if (node.type !== 'element') return [node];
    const id = node.properties['finding'];
    if (typeof id !== 'string') return [{ ...node, children: node.children.flatMap(linked) }];
    const ref = linkOf(id);
    return ref === undefined ? node.children.flatMap(linked) : mention(ref, words.onPage);
  };
  return root.children.some(holdsLink) ? { ...root, children: root.children.flatMap(linked) } : root;
}

function mention({ target, number, title }: FindingRef, [before, after]: Words['onPage']): ElementContent[] {
  const name: ElementContent = { type: 'text', value: `${number}, ${title}` };
  if (target === undefined) return [name];
  const link: Element = {
    type: 'element',
    tagName: 'a',
    properties: { href: `#${target}` },
    children: [name],
  };
  const page = { pageOf: target, before, after };
  return [link, { type: 'element', tagName: 'span', properties: page, children: [] }];
}

function holdsLink(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  return node.properties['finding'] !== undefined || node.children.some(holdsLink);
}
