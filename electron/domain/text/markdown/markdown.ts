import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';
import type {
  Code,
  Definition,
  FootnoteDefinition,
  FootnoteReference,
  Html,
  Image,
  Nodes as MdastNodes,
  Parents,
  Root as MdastRoot,
} from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import type { Options } from 'remark-rehype';
import { unified, type Processor } from 'unified';
import { asAlert } from './alerts.ts';
import { asTyped } from './as-typed.ts';
import { isAllowed, safeHref } from '../tree/allowed.ts';
import { embeddedImage, shownEmbedded, type Lightened } from '../tree/embedded.ts';
import { evidenceName } from '../references/evidence-address.ts';
import { captionedAt } from '../references/captioned-address.ts';
import { findingIn } from '../references/finding-address.ts';
import { readListing } from '../listing.ts';
import { element, literalBlock, text } from '../tree/literal.ts';
import { Notes } from './notes.ts';
import { piecesOf, type MarkdownPiece } from './pieces.ts';
import { unchangedKept, type PieceBefore, type ReadBefore } from '../read-before.ts';
import { placeFoundLinks } from '../places.ts';
import { repaired } from './repairs.ts';
import { settle } from './settle.ts';
import { captionedTable } from './table-captions.ts';
import { codeLanguages } from '../words/code-languages.ts';

/** Markdown as its parser sees it, with the place of everything. Throws RangeError as `parseMarkdown`. */
export function positionsOf(source: string): MdastRoot {
  const tree = unified()
    .use(remarkParse)
    .use(remarkGfm, { singleTilde: false })
    .use(function typed(this: Processor) {
      const data = this.data();
      data.micromarkExtensions = [...(data.micromarkExtensions ?? []), asTyped(source)];
    })
    .parse(source);
  placeFoundLinks(tree, source);
  return tree;
}

/** A piece as it was read; the places of the tree refer to `read`. */
interface ReadPiece {
  readonly piece: MarkdownPiece;
  readonly read: string;
  readonly tree: MdastRoot;
  /** So much of `read` was put before the piece for its references. */
  readonly lead: number;
}

/**
 * Parses Markdown (CommonMark with tables, strikethrough, task lists, bare links, footnotes) into a tree that
 * holds allowed elements and text, nothing else. Only signs that prose uses as markup count (`asTyped`).
 * Foreign HTML, unused definitions and text behind a fence are shown as they were written. An address that
 * must not be a link is shown behind its words. Embedded images become `img`, with the `width` that
 * braces behind them say, and what of those means nothing (`unread`); those of the evidence too, by
 * their name (`evidence`) and without an address, with the source as it was written (`written`). A link to a
 * finding is an `a` with its identifier (`finding`) and without an address, one to an image of the evidence, a listing or a
 * table alike (`figure`, `listing` or `table`, `written`). What a listing asks for stands at its `pre` (`info`), what a table
 * is called by at it (`name`).
 *
 * Throws RangeError if the text nests deeper than the stack; `piecesOf` bounds nesting before.
 *
 * @param before what was read of the text before it was changed; it is brought up to date
 */
export function parseMarkdown(given: Lightened, before?: ReadBefore): Root {
  if (before !== undefined && standAlone(given)) return reread(piecesOf(given.text), given, before);
  const pieces = readPieces(given.text);
  const used = new Set(pieces.flatMap(({ tree, read }) => settle(tree, read, given)));
  const text: WholeText = { given, used, seen: new Set(), notes: new Notes() };
  let children: ElementContent[] = [];
  for (const read of pieces) {
    const made = contentOf(read, text);
    children = read.piece.joins ? joined(children, made, read.piece.head !== '') : [...children, ...made];
  }
  return { type: 'root', children: [...children, ...text.notes.blocks()] };
}

/** Whether no piece of a text says anything of another: it defines no links, notes or embedded images. */
function standAlone({ text, embedded }: Lightened): boolean {
  return embedded.length === 0 && !text.includes(']:');
}

/** Reads the pieces that were not there before, and takes the others over as the same objects. */
function reread(pieces: readonly MarkdownPiece[], given: Lightened, before: ReadBefore): Root {
  const keys = pieces.map(({ kind, head, source }) => JSON.stringify([kind, head, source]));
  // Each object stands in a tree once, also if two pieces are alike.
  const taken = new Set<PieceBefore>();
  before.pieces = pieces.map((piece, at): PieceBefore => {
    const key = keys[at] ?? '';
    const same = before.pieces.find((one) => one.key === key && !taken.has(one));
    if (same !== undefined) {
      taken.add(same);
      return same;
    }
    const was = before.pieces[at];
    const blocks = was === undefined || keys.includes(was.key) ? [] : was.content;
    return { key, content: unchangedKept(blocks, contentAlone(piece, given)) };
  });
  let children: readonly ElementContent[] = [];
  for (const [at, { joins, head }] of pieces.entries()) {
    const content = before.pieces[at]?.content ?? [];
    children = joins ? joined(children, [...content], head !== '') : [...children, ...content];
  }
  return { type: 'root', children: [...children] };
}

/** A piece whose text defines nothing for others. */
function contentAlone(piece: MarkdownPiece, given: Lightened): ElementContent[] {
  const { source, tree } =
    piece.kind === 'markdown'
      ? repaired(piece.head + piece.source, positionsOf)
      : { source: piece.source, tree: { type: 'root', children: [] } satisfies MdastRoot };
  const used = new Set(settle(tree, source, given));
  return contentOf(
    { piece, read: source, tree, lead: 0 },
    { given, used, seen: new Set(), notes: new Notes() },
  );
}

/** Pieces, each read with the definitions of the others. */
function readPieces(source: string): readonly ReadPiece[] {
  const pieces = piecesOf(source);
  const definitions = pieces.length === 1 ? [] : pieces.map(definitionLines);
  return pieces.map((piece, at): ReadPiece => {
    const nothing: MdastRoot = { type: 'root', children: [] };
    if (piece.kind !== 'markdown') return { piece, read: piece.source, tree: nothing, lead: 0 };
    const others = definitions.filter((_lines, other) => other !== at).join('');
    const lead = others === '' ? '' : `${others}\n`;
    const { source: read, tree } = repaired(lead + piece.head + piece.source, positionsOf);
    return { piece, read, tree, lead: lead.length };
  });
}

function definitionLines({ kind, source }: MarkdownPiece): string {
  const lines = kind === 'markdown' ? source.match(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S.*$/gmu) : null;
  return lines === null ? '' : `${lines.join('\n')}\n`;
}

/** What the pieces of a text share. */
interface WholeText {
  readonly given: Lightened;
  /** Identifiers of definitions that something refers to, footnotes with `^` before them. */
  readonly used: ReadonlySet<string>;
  /** Those that were met: only the first definition of a name counts. */
  readonly seen: Set<string>;
  readonly notes: Notes;
}

/** A piece as elements and text. */
function contentOf({ piece, read, tree, lead }: ReadPiece, whole: WholeText): ElementContent[] {
  if (piece.kind === 'literal') return [literalBlock(shownEmbedded(piece.source, whole.given))];
  if (piece.kind === 'code') return clean([longCode(piece.source)], piece.source, whole.given);
  const own = tree.children.filter(({ position }) => (position?.start.offset ?? 0) >= lead);
  const options = { allowDangerousHtml: true, handlers: handlersFor(read, whole) };
  const converted = unified()
    .use(remarkRehype, options)
    .runSync({ ...tree, children: own });
  return clean(converted.children, read, whole.given);
}

function handlersFor(source: string, { given, used, seen, notes }: WholeText): Options['handlers'] {
  const written = (node: MdastNodes): string => writtenAs(node, source);
  const isFirst = (name: string): boolean => !seen.has(name) && seen.add(name) !== undefined;
  return {
    // What nothing refers to would be in no place: it is shown where it was defined.
    definition: (_state, node: Definition) =>
      isFirst(node.identifier) && used.has(node.identifier) ? undefined : element('p', [text(written(node))]),
    footnoteReference: (_state, node: FootnoteReference) => notes.sign(node.identifier),
    footnoteDefinition(state, node: FootnoteDefinition) {
      const body = state.all(node).filter((child) => child.type !== 'text' || child.value !== '\n');
      const name = `^${node.identifier}`;
      if (isFirst(name) && used.has(name)) {
        notes.take(node.identifier, clean(body, source, given));
        return undefined;
      }
      return [element('p', [text(`[^${node.label ?? node.identifier}]:`)]), ...body];
    },
    image(_state, node: Image) {
      const evidence = evidenceName(node.url);
      const { braces = '', ...size } = node.data?.hProperties ?? {};
      if (evidence !== null) {
        const shown = shownEmbedded(written(node), given) + String(braces);
        return {
          ...element('img', []),
          properties: { evidence, alt: node.alt ?? '', written: shown, ...size },
        };
      }
      const address = embeddedImage(node.url, given)?.address ?? '';
      return { ...element('img', []), properties: { src: address, alt: node.alt ?? '', ...size } };
    },
    code: (_state, node: Code) => codeBlock(node, written(node)),
    table: captionedTable,
    // An entry of a list may hold words without a paragraph around them.
    html: (_state, node: Html, parent?: Parents) =>
      parent === undefined ||
      /^(?:root|blockquote|listItem|footnoteDefinition)$/u.test(parent.type) ||
      isBreak(node)
        ? { type: 'raw', value: node.value }
        : text(node.value),
  };
}

/** What stands behind a fence is a language and what a listing asks for, or else code: `whoami`. */
function codeBlock({ lang, meta, value }: Code, written: string): Element {
  const info = [lang ?? '', meta ?? ''].join(' ').trim();
  const listing = value === '' ? null : readListing(info);
  if (listing !== null) {
    const block = inLanguage(literalBlock(value), listing.language);
    return { ...block, properties: { info } };
  }
  const plainInfo =
    (meta ?? '') === '' && (value !== '' || (lang ?? '') === '') && /^[\w+#.-]{0,24}$/.test(lang ?? '');
  if (!plainInfo) return literalBlock(written);
  if (!lang) return literalBlock(value);
  if (!codeLanguages.has(lang.toLowerCase())) return literalBlock(`${lang}\n${value}`);
  return inLanguage(literalBlock(value), lang);
}

function inLanguage(block: Element, language: string): Element {
  const code = block.children[0];
  if (code?.type === 'element' && language !== '') code.properties['className'] = [`language-${language}`];
  return block;
}

/** A long fenced block, of which only the first line is left to the parser. */
function longCode(source: string): Element {
  const [first = '', ...lines] = source.trimEnd().split(/\r\n?|\n/u);
  const opening = /^( {0,3})(`{3,}|~{3,})/u.exec(first);
  const [, indent = '', mark = ''] = opening ?? [];
  const last = lines.at(-1)?.trim() ?? '';
  if (last.startsWith(mark) && /^(`+|~+)$/u.test(last)) lines.pop();
  const value = lines.map((line) => line.slice(indentOf(line, indent.length))).join('\n');
  const [node] = positionsOf(`${first}\n${mark}`).children;
  const info = node?.type === 'code' ? node : undefined;
  return codeBlock({ type: 'code', value, lang: info?.lang ?? null, meta: info?.meta ?? null }, source);
}

function indentOf(line: string, max: number): number {
  return Math.min(max, line.length - line.trimStart().length);
}

/** Content with what goes on with its last block. @param headed a table's head was read once more */
function joined(
  before: readonly ElementContent[],
  made: ElementContent[],
  headed: boolean,
): ElementContent[] {
  const at = before.findLastIndex((child) => child.type === 'element');
  const next = made.findIndex((child) => child.type === 'element');
  const last = before[at];
  const first = made[next];
  if (last?.type !== 'element' || first?.type !== 'element' || last.tagName !== first.tagName) {
    return [...before, ...made];
  }
  const rest = made.slice(next + 1);
  const more = headed ? first.children.filter((child) => !isElement(child, 'thead')) : first.children;
  const between = last.tagName === 'p' ? [element('br', [])] : [];
  const caption = more.filter((child) => isElement(child, 'caption'));
  const below = more.filter((child) => !isElement(child, 'caption'));
  const whole = {
    ...last,
    properties: { ...first.properties, ...last.properties },
    children: [...caption, ...last.children, ...between, ...below],
  };
  return [...before.slice(0, at), whole, ...rest];
}

function isElement(node: ElementContent, tagName: string): boolean {
  return node.type === 'element' && node.tagName === tagName;
}

function clean(
  children: readonly RootContent[],
  source: string,
  given: Lightened,
  inCode = false,
): ElementContent[] {
  return children
    .flatMap((child) => cleanNode(child, source, given, inCode))
    .map((child, at, all) => {
      const before = all[at - 1];
      // The line has ended already.
      return child.type === 'text' && before !== undefined && isElement(before, 'br')
        ? text(child.value.replace(/^\n/u, ''))
        : child;
    });
}

function cleanNode(node: RootContent, source: string, given: Lightened, inCode: boolean): ElementContent[] {
  switch (node.type) {
    case 'text': {
      const value = shownEmbedded(node.value, given);
      return inCode ? [text(value)] : lines(value);
    }
    case 'raw': {
      if (isBreak(node)) return [element('br', [])];
      return [literalBlock(shownEmbedded(node.value, given))];
    }
    case 'comment':
    case 'doctype':
      return [text(shownEmbedded(writtenAs(node, source), given))];
    case 'element': {
      const { tagName, properties: found } = node;
      const href = found['href'];
      const link = typeof href === 'string' ? safeHref(href) : undefined;
      const finding = tagName === 'a' && typeof href === 'string' ? findingIn(href) : null;
      if (tagName === 'input') return [text(found['checked'] === true ? '\u2611' : '\u2610')];
      if (tagName === 'img' && (found['src'] ?? found['evidence']) !== undefined) return [node];
      const figure = tagName === 'a' && typeof href === 'string' ? evidenceName(href) : null;
      const captioned = tagName === 'a' && typeof href === 'string' ? captionedAt(href) : null;
      const leads = link !== undefined || finding !== null || figure !== null || captioned !== null;
      if (!isAllowed(tagName) || (tagName === 'a' && !leads)) {
        return [text(shownEmbedded(writtenAs(node, source), given))];
      }
      const properties: typeof found = {};
      if (link !== undefined) properties['href'] = link;
      if (finding !== null) properties['finding'] = finding;
      if (figure !== null) {
        properties['figure'] = figure;
        properties['written'] = shownEmbedded(writtenAs(node, source), given);
      }
      if (captioned !== null) {
        properties[captioned.kind] = captioned.name;
        properties['written'] = shownEmbedded(writtenAs(node, source), given);
      }
      if (typeof found['start'] === 'number') properties['start'] = found['start'];
      if (typeof found['dataNote'] === 'number') properties['dataNote'] = found['dataNote'];
      const align = found['align'];
      if (align === 'left' || align === 'right' || align === 'center') properties['align'] = align;
      if (tagName === 'table' && typeof found['name'] === 'string') properties['name'] = found['name'];
      if (tagName === 'pre' && typeof found['info'] === 'string') properties['info'] = found['info'];
      const className = found['className'];
      if (tagName === 'code' && Array.isArray(className)) properties['className'] = className;
      const inner = clean(node.children, source, given, inCode || tagName === 'code');
      const made: Element = { type: 'element', tagName, properties, children: inner };
      if (tagName !== 'blockquote') return [made];
      const words = node.children.find((child) => child.type === 'element');
      const isEscaped = source.charAt(words?.position?.start.offset ?? 0) === '\\';
      return [isEscaped ? made : asAlert(made)];
    }
  }
}

function isBreak({ value }: { readonly value: string }): boolean {
  return /^<br\s*\/?>$/iu.test(value);
}

/** Words in which the line ends of other systems and programs end lines. */
function lines(value: string): ElementContent[] {
  return value
    .split(/[\v\f\u0085\u2028\u2029]/u)
    .flatMap((line, at) => (at === 0 ? [text(line)] : [element('br', []), text(line)]));
}

function writtenAs(node: Nodes | MdastNodes, source: string): string {
  return source.slice(node.position?.start.offset ?? 0, node.position?.end.offset ?? 0);
}
