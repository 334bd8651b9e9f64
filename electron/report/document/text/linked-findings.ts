import type { ElementContent, Root, RootContent } from 'hast';
import { visibleText } from '#domain/text/index.ts';
import { onlyNamesFinding } from '#domain/text/references/finding-address.ts';
import type { Words } from '../../languages/index.ts';
import type { FindingRef } from '../blocks.ts';

/** What a link is printed by. */
export interface FindingLinks {
  /** The finding of an identifier, if this document speaks of it. */
  readonly linkOf: (id: string) => FindingRef | undefined;
  readonly words: Words;
}

/**
 * A text whose links to findings print their words, then the number, and lead there; a PDF adds the page. Without words of
 * its own, or with the title, a link prints number and title. A finding that this document does not speak of is not
 * named: its link prints the words alone. The tree given in stays as it is.
 */
export function withLinkedFindings(root: Root, { linkOf, words }: FindingLinks): Root {
  const linked = <Node extends RootContent>(node: Node): (Node | ElementContent)[] => {
    if (node.type !== 'element') return [node];
    const id = node.properties['finding'];
    if (typeof id !== 'string') return [{ ...node, children: node.children.flatMap(linked) }];
    const ref = linkOf(id);
    const own = node.children.flatMap(linked);
    if (ref === undefined) return own;
    const said = visibleText({ type: 'root', children: node.children });
    return onlyNamesFinding(said, id) || saysTitle(said, ref)
      ? [...led(ref, [textNode(`${ref.number}, ${ref.title}`)]), ...onPage(ref, words.onPage)]
      : [
          ...led(ref, own),
          textNode(` (${ref.number}`),
          ...onPage(ref, [words.afterNumber, '']),
          textNode(')'),
        ];
  };
  return root.children.some(holdsLink) ? { ...root, children: root.children.flatMap(linked) } : root;
}

/** Whether the words of a link are the title of its finding, or a number that findings have. */
export function saysTitle(words: string, { title }: Pick<FindingRef, 'title'>): boolean {
  const said = plain(words);
  const cut = title.endsWith('\u2026') && title.length > 100 ? plain(title.slice(0, -1)) : null;
  return (
    said === plain(title) || (cut !== null && said.startsWith(cut)) || /^[A-Z]\d{1,5}$/u.test(words.trim())
  );
}

/** Words without the signs that Markdown may have taken for formatting. */
function plain(words: string): string {
  return words
    .normalize()
    .replace(/[\\*_~`|[\]]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

function textNode(value: string): ElementContent {
  return { type: 'text', value };
}

/** Words that lead to a finding, if this document prints it. */
function led({ target }: FindingRef, children: ElementContent[]): ElementContent[] {
  if (target === undefined) return children;
  return [{ type: 'element', tagName: 'a', properties: { href: `#${target}` }, children }];
}

/** Where a PDF says the page. */
function onPage({ target }: FindingRef, [before, after]: readonly [string, string]): ElementContent[] {
  if (target === undefined) return [];
  return [{ type: 'element', tagName: 'span', properties: { pageOf: target, before, after }, children: [] }];
}

function holdsLink(node: RootContent): boolean {
  if (node.type !== 'element') return false;
  return node.properties['finding'] !== undefined || node.children.some(holdsLink);
}
