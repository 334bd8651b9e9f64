import type { Element, ElementContent, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { CELL_BREAK, markdownOf } from './written.ts';
import { embeddedImage, lighten, withEmbedded, type Lightened } from '../tree/embedded.ts';
import { isBlock } from '../tree/allowed.ts';
import { evidenceAddress } from '../references/evidence-address.ts';
import { visibleText } from '../tree/visible.ts';
import { escaped, htmlOf } from './as-html.ts';
import {
  clipboardRules,
  hasWords,
  mayHoldLeftOut,
  whyLeftOut,
  type ClipboardRules,
  type OmittedPart,
} from './left-out.ts';
import {
  PICTURE,
  areListItems,
  entryOf,
  isListItem,
  levelledItems,
  listsOfItems,
  named,
  styleOf,
  wordItem,
} from './lists.ts';

/*
 * What stands on the clipboard as HTML, as Markdown or as plain HTML: tables of Excel, lists of Word, formatting of
 * browsers and Google Docs.
 */

export type { OmittedPart } from './left-out.ts';

/** A picture that stands in what was copied. */
export interface PastedImage {
  /** `image/png`. */
  readonly type: string;
  /** base64 */
  readonly content: string;
  /** What describes it there; empty if nothing does. */
  readonly caption: string;
  /** Where the words stand in the text that hold its place. */
  readonly from: number;
  readonly to: number;
}

/** What is pasted of HTML. */
export type PastedText =
  /** The plain text beside it says as much. */
  | { readonly kind: 'plain' }
  /** Too large to be read, and perhaps with comments in it. */
  | { readonly kind: 'too-large' }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly images: readonly PastedImage[];
      /** Pictures whose bytes are not on the clipboard. */
      readonly missing: number;
      readonly leftOut: readonly OmittedPart[];
    };

/** How HTML is pasted. */
export interface PasteForm {
  readonly format: 'markdown' | 'html';
  /** The text takes images; where it does not, they count as missing. */
  readonly images: boolean;
}

/** Larger pages are pasted as plain text: reading them would hold up the window. */
const MAX_CHARACTERS = 2_000_000;
/** What holds the place of an image until the text is written. Noncharacters, which no text may hold. */
const placed = /\ufdd4(\d{1,6})\ufdd5/gu;
/** Without one of these, HTML says no more than the plain text beside it. */
const formatting: ReadonlySet<string> = new Set([
  ...['table', 'ul', 'ol', 'strong', 'em', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'kbd'],
  ...['blockquote', 'code', 'pre', 'del', 'hr', 'sub', 'sup', PICTURE],
]);
/** Source editors put their colours on the clipboard as HTML: what they copy is plain text. */
const sourceEditor =
  /\bvscode-|font-family:\s*(?:["']|&quot;)?(?:Consolas|Menlo|Monaco|JetBrains Mono|Fira Code|Cascadia)[^;]*;[^>]*white-space:\s*pre(?!-)/iu;

/** What is read of a clipboard while its tree is walked. */
interface Walk {
  readonly given: Lightened;
  readonly rules: ClipboardRules;
  /** What becomes of embedded images; `stay` keeps them in the text. */
  readonly embedded: 'given' | 'missing' | 'stay';
  readonly images: Omit<PastedImage, 'from' | 'to'>[];
  readonly leftOut: Set<OmittedPart>;
  missing: number;
}

/** Converts HTML of the clipboard to Markdown, or to HTML that holds formatting alone. Never throws. */
export function pastedText(html: string, form: PasteForm): PastedText {
  const read = readClipboard(html, form.images);
  if (read === 'plain' || read === 'too-large') return { kind: read };
  const { tree, walk } = read;
  const isPlain = !holdsFormatting(tree) && walk.leftOut.size === 0 && walk.missing === 0;
  if (isPlain) return { kind: 'plain' };
  const sign = ({ properties }: Element): string => `\ufdd4${String(properties['at'])}\ufdd5`;
  const written =
    form.format === 'html' ? htmlOf(tree, { [PICTURE]: sign }) : markdownOf(tree, { [PICTURE]: sign });
  return {
    kind: 'text',
    ...withPlaces(
      withEmbedded(written, walk.given),
      walk.images,
      form.format === 'html' ? escaped : (words) => words,
    ),
    missing: walk.missing,
    leftOut: [...walk.leftOut],
  };
}

/**
 * The words to paste where no formatting is taken; null if the plain text of the clipboard may be pasted as it is. No
 * words and nothing left out: it is too large to be read. Never throws.
 */
export function pastedWords(html: string): { words: string; leftOut: readonly OmittedPart[] } | null {
  const read = readClipboard(html, false);
  if (read === 'plain') return null;
  if (read === 'too-large') return { words: '', leftOut: [] };
  const { tree, walk } = read;
  if (walk.leftOut.size === 0) return null;
  const words = visibleText(tree)
    .replace(/[ \t]+\n/gu, '\n')
    .replace(/\n{3,}/gu, '\n\n')
    .trim();
  return { words: withEmbedded(words, walk.given), leftOut: [...walk.leftOut] };
}

function readClipboard(
  html: string,
  takesImages: boolean,
): { tree: Root; walk: Walk } | 'plain' | 'too-large' {
  if (html === '' || sourceEditor.test(html.slice(0, 4_000))) return 'plain';
  const given = lighten(html.replace(/[\ufdd4\ufdd5]/gu, '\ufffd'));
  if (given.text.length > MAX_CHARACTERS) return mayHoldLeftOut(given.text) ? 'too-large' : 'plain';
  const rules = clipboardRules(given.text);
  const embedded = takesImages ? 'given' : 'missing';
  const walk: Walk = { given, rules, embedded, images: [], leftOut: new Set(), missing: 0 };
  try {
    const root = unified().use(rehypeParse).parse(fragmentOf(given.text));
    return { tree: { type: 'root', children: parted(listsOfItems(tidied(root.children, walk))) }, walk };
  } catch (error) {
    // It nests deeper than any person formats.
    if (error instanceof RangeError) return mayHoldLeftOut(given.text) ? 'too-large' : 'plain';
    throw error;
  }
}

/** A tree of formatting alone, from one that was read from a text of HTML. Nothing in it is left out. */
export function tidiedTree(tree: Root): Root {
  const walk: Walk = {
    given: { text: '', embedded: [] },
    rules: { isOffice: false, hiddenClasses: new Set() },
    embedded: 'stay',
    images: [],
    leftOut: new Set(),
    missing: 0,
  };
  return { type: 'root', children: parted(listsOfItems(tidied(tree.children, walk))) };
}

/** The text with words in the places of its images, which stay there if an image cannot be kept. */
function withPlaces(
  written: string,
  images: Walk['images'],
  asTyped: (words: string) => string,
): { text: string; images: readonly PastedImage[] } {
  const found: PastedImage[] = [];
  let [text, at] = ['', 0];
  for (const place of written.matchAll(placed)) {
    text += written.slice(at, place.index);
    at = place.index + place[0].length;
    const image = images[Number(place[1])];
    if (image === undefined) continue;
    const words = asTyped(described(image.caption === '' ? 'image' : image.caption));
    found.push({ ...image, from: text.length, to: text.length + words.length });
    text += words;
  }
  return { text: text + written.slice(at), images: found };
}

/** What stands for an image that is not in the text. */
function described(caption: string): string {
  return `[${caption}]`;
}

/** Windows marks what was copied within the page around it. */
function fragmentOf(html: string): string {
  const from = html.indexOf('<!--StartFragment-->');
  const to = html.lastIndexOf('<!--EndFragment-->');
  if (from < 0 || to < from) return html;
  const fragment = html.slice(from + '<!--StartFragment-->'.length, to);
  // Excel sets the marks inside the table, whose tags stand around them.
  if (/^\s*(?:<col\b|<tr\b|<tbody\b|<td\b)/iu.test(fragment)) {
    return /^\s*<td\b/iu.test(fragment)
      ? `<table><tr>${fragment}</tr></table>`
      : `<table>${fragment}</table>`;
  }
  return /^\s*<li\b/iu.test(fragment) ? `<ul>${fragment}</ul>` : fragment;
}

function holdsFormatting(node: Root | Element): boolean {
  return node.children.some(
    (child) => child.type === 'element' && (formatting.has(child.tagName) || holdsFormatting(child)),
  );
}

/** Content without what is not shown, and with formatting that styles say. Entries of lists stay as they are. */
function tidied(children: readonly RootContent[], walk: Walk): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [{ ...child, value: child.value.replace(/\u00a0/gu, ' ') }];
    return child.type === 'element' ? element(child, walk) : [];
  });
}

const unseen: ReadonlySet<string> = new Set([
  ...['head', 'style', 'script', 'meta', 'link', 'title', 'colgroup', 'noscript', 'template', 'svg'],
  ...['button', 'select', 'textarea', 'source', 'o:p', 'xml'],
]);

function element(given: Element, walk: Walk): ElementContent[] {
  const { tagName } = given;
  if (unseen.has(tagName)) return [];
  const style = styleOf(given);
  const why = whyLeftOut(given, style, walk.rules);
  if (why !== null) {
    if (why === 'comments' || hasWords(given)) walk.leftOut.add(why);
    return [];
  }
  if (tagName === 'img') return walk.embedded === 'stay' ? kept(given) : picture(given, walk);
  if (tagName === 'input') return given.properties['type'] === 'checkbox' ? [given] : [];
  const tidy = (children: readonly ElementContent[]): ElementContent[] =>
    listsOfItems(tidied(children, walk));
  const item = wordItem(given, style, tidy);
  if (item !== null) return [item];
  const items = levelledItems(given, tidy);
  if (items !== null) return items;
  const raw = tidied(tagName === 'li' ? entryOf(given) : given.children, walk);
  // Entries of one list often stand in boxes of their own.
  const isBox = /^(?:html|body|div|section|article|span)$/u.test(tagName);
  if (isBox && (tagName === 'html' || tagName === 'body' || areListItems(raw))) return raw;
  const children = listsOfItems(raw);
  switch (tagName) {
    case 'b':
    case 'strong':
      return /font-weight:\s*(?:normal|[1-4]00)/iu.test(style) ? raw : marked('strong', children);
    case 'i':
    case 'em':
      return /font-style:\s*normal/iu.test(style) ? children : marked('em', children);
    case 's':
    case 'strike':
    case 'del':
      return marked('del', children);
    case 'ins':
      return children;
    case 'span':
    case 'font':
      return styled(children, style);
    case 'a': {
      const href = given.properties['href'];
      const leads = typeof href === 'string' && /^(?:https?:\/\/|mailto:)/iu.test(href);
      if (!holdsContent(children)) return [];
      return leads ? [{ ...named('a', children), properties: { href } }] : children;
    }
    case 'td':
    case 'th':
      return [{ ...given, children: inOneLine(children) }];
    case 'table':
      return table({ ...given, properties: {}, children }, hiddenColumns(given));
    case 'p':
      return parted(children, (words) => ({ ...given, children: words }));
    case 'div':
    case 'section':
    case 'article':
    case 'li':
    case 'blockquote':
      return [{ ...given, children: parted(children) }];
    default:
      return [{ ...given, children }];
  }
}

/** Whether there is more than blanks: a link of a page may be a sign alone. */
function holdsContent(children: readonly ElementContent[]): boolean {
  return children.some(
    (child) =>
      (child.type === 'text' && child.value.trim() !== '') ||
      (child.type === 'element' &&
        (/^(?:img|input)$/u.test(child.tagName) ||
          child.tagName === PICTURE ||
          holdsContent(child.children))),
  );
}

const isBreak = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'br';
const isBlank = (node: ElementContent): boolean => node.type === 'text' && node.value.trim() === '';

/**
 * Words that two or more breaks part, as paragraphs: Markdown has no line without words. Breaks at the ends of a block say
 * nothing.
 * @param paragraph makes a paragraph of words; without it words that nothing parts stay bare
 */
function parted(
  children: readonly ElementContent[],
  paragraph: ((words: ElementContent[]) => ElementContent) | null = null,
): ElementContent[] {
  const groups: (ElementContent[] | Element)[] = [];
  let words: ElementContent[] = [];
  let breaks = 0;
  const end = (): void => {
    const first = words.findIndex((node) => !isBreak(node) && !isBlank(node));
    const last = words.findLastIndex((node) => !isBreak(node) && !isBlank(node));
    if (first >= 0) groups.push(words.slice(first, last + 1));
    [words, breaks] = [[], 0];
  };
  for (const node of children) {
    if (node.type === 'element' && (isBlock(node.tagName) || isListItem(node))) {
      end();
      groups.push(node);
      continue;
    }
    if (breaks > 1 && !isBreak(node) && !isBlank(node)) end();
    if (isBreak(node)) breaks += 1;
    else if (!isBlank(node)) breaks = 0;
    words.push(node);
  }
  end();
  const bare = groups.filter((group) => Array.isArray(group)).length;
  return groups.flatMap((group): ElementContent[] => {
    if (!Array.isArray(group)) return [group];
    if (paragraph !== null) return [paragraph(group)];
    return bare > 1 ? [named('p', group)] : group;
  });
}

/** An image of the text itself, with the address and the width that it has in Markdown. */
function kept(given: Element): ElementContent[] {
  const { evidence, src, alt, width } = given.properties;
  const address = typeof evidence === 'string' ? evidenceAddress(evidence) : src;
  const image: Element = { ...given, properties: { src: address, alt } };
  return typeof width === 'string' ? [image, { type: 'text', value: `{width=${width}}` }] : [image];
}

/** An image of the clipboard: a place for it if its bytes are there, else what describes it. */
function picture({ properties }: Element, walk: Walk): ElementContent[] {
  const alt = typeof properties['alt'] === 'string' ? properties['alt'] : '';
  // Chats draw their signs as pictures.
  if (/^[\p{Extended_Pictographic}\p{Regional_Indicator}\p{Emoji_Modifier}\ufe0f\u200d]+$/u.test(alt.trim()))
    return [{ type: 'text', value: alt.trim() }];
  // Letters and pages hold such to count their readers.
  if (Number(properties['width'] ?? 2) <= 1 && Number(properties['height'] ?? 2) <= 1) return [];
  const caption = captionOf(alt);
  const source = typeof properties['src'] === 'string' ? properties['src'].trim() : '';
  const embedded = embeddedImage(source, walk.given);
  const content = embedded === undefined ? null : base64Of(embedded.address);
  // Pages show an empty GIF until an image is scrolled into view.
  const isSpacer = embedded?.type === 'image/gif' && (content?.length ?? 0) < 120;
  if (isSpacer && properties['dataSrc'] === undefined) return [];
  if (embedded !== undefined && !isSpacer && content !== null && walk.embedded === 'given') {
    walk.images.push({ type: embedded.type, content, caption });
    return [{ ...named(PICTURE, []), properties: { at: walk.images.length - 1 } }];
  }
  walk.missing += 1;
  return caption === '' ? [] : [{ type: 'text', value: described(caption) }];
}

/** The data of an address as every reader takes them; null if they are damaged. */
function base64Of(address: string): string | null {
  const data = address
    .slice(address.indexOf(',') + 1)
    .replace(/-/gu, '+')
    .replace(/_/gu, '/')
    .replace(/=+$/u, '');
  return data.length % 4 === 1 ? null : data.padEnd(Math.ceil(data.length / 4) * 4, '=');
}

/** Words that a person gave an image; names of files and what a word processor guessed are none. */
function captionOf(alt: string): string {
  const line = alt
    .split(/\r?\n/u)
    .filter((words) => !/automati(?:cally|sch) (?:generated|generiert)|AI-generated/iu.test(words))
    .join(' ')
    .replace(/[\s|[\]\\]+/gu, ' ')
    .trim();
  const isName =
    /^(?:[^\s]*\.(?:png|jpe?g|gif|bmp|webp|tiff?|emf|wmf|svg)|(?:image|picture|grafik|bild)[\s_-]*\d*)$/iu.test(
      line,
    );
  return isName ? '' : line;
}

/** A mark around words: blanks at its ends stand outside, if Markdown would not see the mark otherwise. */
function marked(tagName: string, children: readonly ElementContent[]): ElementContent[] {
  const inner = [...children];
  const [first, last] = [inner[0], inner.at(-1)];
  const before = first?.type === 'text' && /^\s/u.test(first.value);
  const behind = last?.type === 'text' && /\s$/u.test(last.value);
  if (first?.type === 'text') inner[0] = { ...first, value: first.value.trimStart() };
  const end = inner.at(-1);
  if (end?.type === 'text') inner[inner.length - 1] = { ...end, value: end.value.trimEnd() };
  if (inner.every((child) => child.type === 'text' && child.value === '')) return [...children];
  const space: ElementContent = { type: 'text', value: ' ' };
  return [...(before ? [space] : []), named(tagName, inner), ...(behind ? [space] : [])];
}

/** Spans whose style says what a tag would. Blocks inside them keep their own formatting. */
function styled(children: ElementContent[], style: string): ElementContent[] {
  let made = children;
  if (children.every((child) => child.type === 'text' && child.value.trim() === '')) return children;
  if (/font-weight:\s*(?:bold|[6-9]00)/iu.test(style)) made = marked('strong', made);
  if (/font-style:\s*(?:italic|oblique)/iu.test(style)) made = marked('em', made);
  if (/text-decoration[a-z-]*:[^;]*line-through/iu.test(style)) made = marked('del', made);
  if (/vertical-align:\s*super/iu.test(style)) made = [named('sup', made)];
  if (/vertical-align:\s*sub/iu.test(style)) made = [named('sub', made)];
  return made;
}

const lineTags: ReadonlySet<string> = new Set([
  'p',
  'div',
  'li',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'dt',
  'dd',
]);

/** The content of a cell as one line, with a tag where a line ended. A table inside it becomes lines. */
function inOneLine(children: readonly ElementContent[]): ElementContent[] {
  const lines: ElementContent[][] = [[]];
  const walk = (nodes: readonly ElementContent[]): void => {
    for (const node of nodes) {
      if (node.type !== 'element') lines.at(-1)?.push(node);
      else if (node.tagName === 'br') lines.push([]);
      else if (lineTags.has(node.tagName)) {
        lines.push([]);
        walk(node.children);
        lines.push([]);
      } else if (node.tagName === 'ul' || node.tagName === 'ol') {
        let number = Number(node.properties['start'] ?? 1);
        for (const entry of node.children) {
          const lead = node.tagName === 'ol' ? `${String(number)}. ` : '\u2022 ';
          if (entry.type === 'element') lines.push([{ type: 'text', value: lead }]);
          const inside = entry.type === 'element' ? entry.children : [];
          // Its first words stand beside the sign.
          const [first] = inside;
          if (first?.type === 'element' && first.tagName === 'p')
            walk([...first.children, ...inside.slice(1)]);
          else walk(inside);
          if (entry.type === 'element') number += 1;
        }
        lines.push([]);
      } else if (/^(?:table|tbody|thead|tfoot|dl|td|th)$/u.test(node.tagName)) {
        if (lines.at(-1)?.length !== 0) lines.at(-1)?.push({ type: 'text', value: ' ' });
        walk(node.children);
      } else lines.at(-1)?.push(node);
    }
  };
  walk(children);
  const filled = lines.filter((line) =>
    line.some((node) => node.type === 'element' || node.value.trim() !== ''),
  );
  return filled.flatMap((line, at) => (at === 0 ? line : [named(CELL_BREAK, []), ...line]));
}

/** The columns of a spreadsheet that are hidden, by their number. */
function hiddenColumns(given: Element): ReadonlySet<number> {
  const hidden = new Set<number>();
  let at = 0;
  const columns = given.children.flatMap((child) =>
    child.type !== 'element' ? [] : child.tagName === 'colgroup' ? child.children : [child],
  );
  for (const column of columns) {
    if (column.type !== 'element' || column.tagName !== 'col') continue;
    const end = at + Math.min(Number(column.properties['span'] ?? 1) || 1, 20_000);
    if (/display:\s*none/iu.test(styleOf(column))) for (; at < end; at += 1) hidden.add(at);
    at = end;
  }
  return hidden;
}

/** A row without its cells in hidden columns. */
function withoutColumns(row: Element, hidden: ReadonlySet<number>): ElementContent[] {
  let at = 0;
  return row.children.filter((cell) => {
    if (cell.type !== 'element') return true;
    const isHidden = hidden.has(at);
    at += Number(cell.properties['colSpan'] ?? 1) || 1;
    return !isHidden;
  });
}

/** A table with a head, which Markdown needs: its first row. One that only places what is in it goes. */
function table(given: Element, hidden: ReadonlySet<number>): ElementContent[] {
  const rows = rowsOf(given);
  if (hidden.size > 0) for (const row of rows) row.children = withoutColumns(row, hidden);
  const cells = rows.flatMap(({ children }) => children.filter((child) => child.type === 'element'));
  const places =
    rows.length > 0 &&
    cells.length <= rows.length &&
    cells.some((cell) => cell.children.length > 1 && holdsFormatting(cell));
  if (places) return cells.flatMap(({ children }) => children);
  const [first] = rows;
  const headed = cells.some(({ tagName }) => tagName === 'th');
  for (const child of headed ? [] : (first?.children ?? []))
    if (child.type === 'element') child.tagName = 'th';
  return [given];
}

function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (child.type !== 'element') return [];
    return child.tagName === 'tr' ? [child] : rowsOf(child);
  });
}
