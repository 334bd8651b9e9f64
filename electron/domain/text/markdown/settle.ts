import type {
  BlockContent,
  Break,
  Definition,
  DefinitionContent,
  Html,
  Image,
  Link,
  LinkReference,
  List,
  Nodes,
  Paragraph,
  Parents,
  PhrasingContent,
  Root,
  Strong,
  Text,
} from 'mdast';
import { attributeOf, embeddedImage, type Lightened } from '../tree/embedded.ts';
import { evidenceName } from '../references/evidence-address.ts';
import { bracesBehind, imageWidth, readImageAttributes } from '../references/image-attributes.ts';
import { findingAddress, findingIn, typedLinks } from '../references/finding-address.ts';
import { captionedAt } from '../references/captioned-address.ts';
import { runsOn } from './lines.ts';
import { withTableCaptions } from './table-captions.ts';
import { safeHref } from '../tree/allowed.ts';

type Flow = BlockContent | DefinitionContent;

/** What settling needs of the text around a node. */
interface Around {
  /** What the places of the tree refer to. */
  readonly source: string;
  readonly given: Lightened;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** `<details>` and `<summary>` are shown as what they mean: every one is closed. */
  readonly details: boolean;
  /** What is settled stands in the words of a link. */
  readonly inLink: boolean;
}

/**
 * Resolves in a Markdown tree what the parser leaves open or reads otherwise than a user. Ends of lines, links, tags of
 * HTML that have a meaning, embedded images, the width and captions of tables. The tree is changed in place.
 *
 * @returns identifiers of the definitions that are used, footnotes with `^` before them
 */
export function settle(tree: Root, source: string, given: Lightened): string[] {
  const definitions = new Map<string, Definition>();
  const tags: string[] = [];
  const used: string[] = [];
  visit(tree, (node) => {
    if (node.type === 'definition' && !definitions.has(node.identifier))
      definitions.set(node.identifier, node);
    if (node.type === 'html') tags.push(node.value);
    if (node.type === 'footnoteReference') used.push(`^${node.identifier}`);
    if (node.type === 'linkReference') used.push(node.identifier);
  });
  visit(tree, (node) => {
    const image = node.type === 'imageReference' ? definitions.get(node.identifier) : undefined;
    if (image !== undefined && isDrawn(image.url, given)) used.push(image.identifier);
  });
  settleIn(tree, { source, given, definitions, details: isBalanced(tags), inLink: false });
  return used;
}

function visit(node: Nodes, look: (node: Nodes) => void): void {
  look(node);
  if ('children' in node) for (const child of node.children) visit(child, look);
}

function settleIn(node: Nodes, around: Around): void {
  if (node.type === 'table') widen(node);
  if (node.type === 'paragraph') endLines(node, around.source);
  if (!('children' in node)) return;
  const inLink = around.inLink || node.type === 'link' || node.type === 'linkReference';
  for (const child of node.children) settleIn(child, { ...around, inLink });
  if (isPhrasing(node)) {
    const children = settledPhrasing(node.children as PhrasingContent[], around);
    node.children = inLink ? children : children.flatMap((child) => withTypedLinks(child, around));
  }
  if (holdsParagraphs(node)) {
    node.children = withTableCaptions(node.children as Flow[], around.source).flatMap((child) => {
      if (child.type === 'list') return numbered(child, around.source);
      return around.details && child.type === 'paragraph' ? withoutDetails(child) : [child];
    });
  }
}

/** An ordered list as lists that print the numbers that were typed; the same number on every entry means counting. */
function numbered(list: List, source: string): List[] {
  if (list.ordered !== true) return [list];
  const numbers = list.children.map((item) => Number.parseInt(slice(item, source), 10));
  if (new Set(numbers).size <= 1) return [list];
  const lists: List[] = [];
  for (const [at, item] of list.children.entries()) {
    const number = numbers[at] ?? 0;
    const last = lists.at(-1);
    if (last !== undefined && number === (numbers[at - 1] ?? 0) + 1) last.children.push(item);
    else lists.push({ ...list, start: number, children: [item] });
  }
  return lists;
}

function isPhrasing({ type }: Parents): boolean {
  return /^(?:paragraph|heading|tableCell|emphasis|strong|delete|link|linkReference)$/u.test(type);
}

function holdsParagraphs({ type }: Parents): boolean {
  return /^(?:root|blockquote|listItem|footnoteDefinition)$/u.test(type);
}

/** Cells beyond the head of a table stay: the head grows. */
function widen(table: Extract<Nodes, { type: 'table' }>): void {
  const width = Math.max(0, ...table.children.map((row) => row.children.length));
  const align = table.align ?? [];
  while (align.length < width) align.push(null);
  table.align = align;
}

/** Puts a break at each line end of a paragraph that the writer meant. */
function endLines(paragraph: Paragraph, source: string): void {
  const { position } = paragraph;
  if (position === undefined || position.start.line === position.end.line) return;
  const lines = source
    .slice(position.start.offset, position.end.offset)
    .split(/\r\n?|\n/u)
    .map((line) => line.replace(/^[\s>]+/u, '').trimEnd());
  const flowing = runsOn(lines);
  let line = 0;
  const placed = (node: Nodes, edge: 'start' | 'end'): void => {
    if (node.position !== undefined) line = node.position[edge].line - position.start.line;
  };
  const endIn = (parent: { children: PhrasingContent[] }): void => {
    parent.children = parent.children.flatMap((child, at, siblings): PhrasingContent[] => {
      placed(child, 'start');
      if (child.type === 'text') {
        const parts = child.value.split('\n');
        const before = siblings[at - 1];
        return parts.flatMap((value, part): PhrasingContent[] => {
          if (part === 0) return [{ ...child, value }];
          const ends = flowing[line] === false;
          line += 1;
          const broken = part === 1 && parts[0] === '' && before?.type === 'html' && isBreakTag(before.value);
          if (broken) return [{ ...child, value }];
          return ends ? [{ type: 'break' }, { ...child, value }] : [{ ...child, value: `\n${value}` }];
        });
      }
      if ('children' in child) endIn(child);
      placed(child, 'end');
      return [child];
    });
  };
  endIn(paragraph);
}

function isBreakTag(value: string): boolean {
  return /^<br\s*\/?>$/iu.test(value);
}

function settledPhrasing(children: readonly PhrasingContent[], around: Around): PhrasingContent[] {
  const linked = children.flatMap((child, at): PhrasingContent[] => {
    const signs = child.type === 'text' ? signsTaken(children[at - 1], child, around.source) : '';
    if (signs !== '' && child.type === 'text') return [{ ...child, value: child.value.slice(signs.length) }];
    const braces = bracesOf(children[at - 1], child, around);
    if (braces !== '' && child.type === 'text')
      return [{ ...child, value: child.value.slice(braces.length) }];
    return settledLink(child, children[at + 1], around);
  });
  return withTags(linked, around);
}

function settledLink(
  child: PhrasingContent,
  next: PhrasingContent | undefined,
  around: Around,
): PhrasingContent[] {
  if (child.type === 'image' || child.type === 'imageReference') return [settledImage(child, next, around)];
  if (child.type !== 'link' && child.type !== 'linkReference') return [child];
  const written = slice(child, around.source);
  if (child.type === 'link' && !written.startsWith('[')) {
    if (findingIn(child.url) !== null) return [child];
    if (safeHref(child.url) === undefined) return [{ type: 'text', value: written }];
    const signs = signsTaken(child, next, around.source);
    return signs === ''
      ? [child]
      : [{ ...child, url: child.url + signs, children: [{ type: 'text', value: written + signs }] }];
  }
  const { url, title, shown } = addressOf(child, around);
  const isOurs = findingIn(url) !== null || evidenceName(url) !== null || captionedAt(url) !== null;
  const href = isOurs ? url : safeHref(url.replaceAll(' ', '%20'));
  const said = title === '' ? [] : [{ type: 'text', value: ` (${title})` } as const];
  if (href !== undefined) {
    // A link without words would be seen by nobody.
    const empty = child.children.every((inside) => inside.type === 'text' && inside.value.trim() === '');
    const children = empty ? [{ type: 'text', value: shown } as const] : child.children;
    const place = child.position === undefined ? {} : { position: child.position };
    return [{ type: 'link', url: href, children, ...place }, ...said];
  }
  const words = child.children.length === 0 ? [] : [...child.children, { type: 'text', value: ' ' } as const];
  return [...words, { type: 'text', value: `(${shown})` }, ...said];
}

/** Words in which `[[ID]]` is a link to that finding, unless a bracket is escaped. */
function withTypedLinks(child: PhrasingContent, { source }: Around): PhrasingContent[] {
  if (child.type !== 'text' || !child.value.includes('[[') || slice(child, source).includes('\\[')) {
    return [child];
  }
  return typedLinks(child.value).map(({ text, id }): PhrasingContent => {
    const words = { ...child, value: text };
    return id === null ? words : { type: 'link', url: findingAddress(id), children: [words] };
  });
}

/** Signs behind a bare address that belong to it, for the same sign opened something in it: `www.host.example/_y_`. */
function signsTaken(
  link: PhrasingContent | undefined,
  next: PhrasingContent | undefined,
  source: string,
): string {
  if (link?.type !== 'link' || next?.type !== 'text') return '';
  const written = slice(link, source);
  const signs = /^[_*~]+/u.exec(next.value)?.[0] ?? '';
  const isBare = !/^[[<]/u.test(written);
  return signs !== '' && isBare && written.split(signs.charAt(0)).length % 2 === 0 ? signs : '';
}

function addressOf(
  node: Link | LinkReference,
  { source, definitions }: Around,
): { readonly url: string; readonly title: string; readonly shown: string } {
  if (node.type === 'linkReference') {
    const found = definitions.get(node.identifier);
    const url = found?.url ?? '';
    const raw = found === undefined ? '' : slice(found, source).replace(/^[\s\S]*?\]:\s*/u, '');
    return { url, title: found?.title ?? '', shown: /^<[^>\n]*>|^\S*/u.exec(raw)?.[0] ?? url };
  }
  const last = node.children.at(-1)?.position?.end.offset ?? (node.position?.start.offset ?? 0) + 1;
  const behind = source.slice(last, node.position?.end.offset ?? last).replace(/^\s*\]\(\s*/u, '');
  const angled = /^<([^>\n]*)>/u.exec(behind)?.[1];
  const [plain = ''] = /^\S*/u.exec(behind) ?? [];
  const shown = angled ?? (plain.length === behind.length ? plain.slice(0, -1) : plain);
  return { url: node.url, title: node.title ?? '', shown };
}

/** Whether an image with this address is drawn: an embedded one, or one of the evidence. */
function isDrawn(url: string, given: Lightened): boolean {
  return embeddedImage(url, given) !== undefined || evidenceName(url) !== null;
}

type AnyImage = Extract<PhrasingContent, { type: 'image' | 'imageReference' }>;

/** An image that is drawn as an image; any other, which is not shown, as it was written. */
function settledImage(node: AnyImage, next: PhrasingContent | undefined, around: Around): PhrasingContent {
  const { url, title } = namedBy(node, around);
  if (!isDrawn(url, around.given)) return { type: 'text', value: slice(node, around.source) };
  const alt = [node.alt ?? '', title ?? ''].filter((words) => words !== '').join(': ');
  const braces = bracesOf(node, next, around);
  return {
    type: 'image',
    url,
    alt,
    ...(node.position === undefined ? {} : { position: node.position }),
    ...(braces === '' ? {} : { data: { hProperties: { braces, ...readImageAttributes(braces) } } }),
  };
}

function namedBy(
  node: AnyImage,
  { definitions }: Around,
): { readonly url: string; readonly title?: string | null | undefined } {
  return node.type === 'image' ? node : (definitions.get(node.identifier) ?? { url: '' });
}

/** Braces behind a drawn image that say how it is printed. */
function bracesOf(
  node: PhrasingContent | undefined,
  next: PhrasingContent | undefined,
  around: Around,
): string {
  if (next?.type !== 'text' || (node?.type !== 'image' && node?.type !== 'imageReference')) return '';
  return isDrawn(namedBy(node, around).url, around.given) ? bracesBehind(next.value) : '';
}

/** Tags for which Markdown has no sign, in pairs, as what they mean; every other tag stays as it was written. */
const meant: ReadonlySet<string> = new Set(['sub', 'sup', 'kbd']);

function withTags(children: readonly PhrasingContent[], around: Around): PhrasingContent[] {
  const made: PhrasingContent[] = [];
  const open: { readonly name: string; readonly at: number }[] = [];
  for (const child of children) {
    if (child.type !== 'html') {
      made.push(child);
      continue;
    }
    const [, slash = '', tag = ''] = /^<(\/?)([a-z]+)\s*>$/iu.exec(child.value) ?? [];
    const name = tag.toLowerCase();
    if (meant.has(name) && slash === '') open.push({ name, at: made.length });
    const begun = slash === '' ? -1 : open.findLastIndex((one) => one.name === name);
    if (begun === -1) made.push(imageTag(child, around));
    else {
      const from = open[begun]?.at ?? 0;
      const inside = made.splice(from).slice(1);
      made.push({ type: 'emphasis', children: inside, data: { hName: name } });
      open.length = begun;
    }
  }
  return made;
}

function imageTag(child: Html, { given }: Around): Html | Image {
  if (!/^<img\s/iu.test(child.value)) return child;
  const url = attributeOf(child.value, 'src');
  if (embeddedImage(url, given) === undefined || /\son\w+\s*=/iu.test(child.value)) return child;
  const width = imageWidth(attributeOf(child.value, 'width'));
  const sized = width === undefined ? {} : { data: { hProperties: { width } } };
  return { type: 'image', url, alt: attributeOf(child.value, 'alt'), ...sized };
}

/** Whether every `<details>` and `<summary>` is closed, in order. */
function isBalanced(tags: readonly string[]): boolean {
  const open: string[] = [];
  for (const tag of tags) {
    const [, slash, name = ''] = detailsTag.exec(tag) ?? [];
    if (slash === undefined) continue;
    if (slash === '') open.push(name.toLowerCase());
    else if (open.pop() !== name.toLowerCase()) return false;
  }
  return open.length === 0;
}

const detailsTag = /^<(\/?)(details|summary)(?:\s+open(?:="[^"]*")?)?\s*>$/iu;

/** A paragraph in which `<details>` begin or end: what stands between is a paragraph of its own, a summary a strong one. */
function withoutDetails(paragraph: Paragraph): Flow[] {
  if (!paragraph.children.some((child) => child.type === 'html' && detailsTag.test(child.value))) {
    return [paragraph];
  }
  const made: Flow[] = [];
  let content: PhrasingContent[] = [];
  const flush = (strong: boolean): void => {
    const children = trimmed(content);
    content = [];
    if (children.length === 0) return;
    const inside: PhrasingContent[] = strong ? [{ type: 'strong', children } satisfies Strong] : children;
    made.push({ type: 'paragraph', children: inside });
  };
  for (const child of paragraph.children) {
    const found = child.type === 'html' ? detailsTag.exec(child.value) : null;
    if (found === null) content.push(child);
    else flush(found[1] === '/' && found[2]?.toLowerCase() === 'summary');
  }
  flush(false);
  return made;
}

function trimmed(children: readonly PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent): node is Break | Text =>
    node.type === 'break' || (node.type === 'text' && node.value.trim() === '');
  const from = children.findIndex((child) => !isBlank(child));
  const to = children.findLastIndex((child) => !isBlank(child));
  return from === -1 ? [] : children.slice(from, to + 1);
}

function slice({ position }: Nodes, source: string): string {
  return source.slice(position?.start.offset ?? 0, position?.end.offset ?? 0);
}
