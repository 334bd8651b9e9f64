import type { Element, ElementContent, Root, RootContent } from 'hast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import type { State as ToMdast } from 'hast-util-to-mdast';
import type { Html, Nodes, Parents, Text } from 'mdast';
import type { Info, State as ToMarkdown } from 'mdast-util-to-markdown';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { parseText, visibleText } from './index.ts';

/*
 * What stands on the clipboard as HTML, as Markdown: tables of Excel, lists of Word, formatting of browsers and Google Docs.
 */

/** Larger pages are pasted as plain text: reading them would hold up the window. */
const MOST = 2_000_000;
/** The end of a line in a cell: Markdown has no sign for it but the tag. */
const CELL_BREAK = 'cell-break';
/** Without one of these, HTML says no more than the plain text beside it. */
const formatting: ReadonlySet<string> = new Set([
  ...['table', 'ul', 'ol', 'strong', 'em', 'a', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['blockquote', 'code', 'pre', 'del', 'hr', 'sub', 'sup'],
]);
/** Source editors put their colours on the clipboard as HTML: what they copy is plain text. */
const sourceEditor =
  /\bvscode-|font-family:\s*(?:["']|&quot;)?(?:Consolas|Menlo|Monaco|JetBrains Mono|Fira Code|Cascadia)[^;]*;[^>]*white-space:\s*pre/iu;

/**
 * Converts HTML of the clipboard to Markdown.
 * @returns null if the HTML has no formatting worth keeping, so that the plain text is pasted
 */
export function pastedMarkdown(html: string): string | null {
  if (html === '' || html.length > MOST || sourceEditor.test(html.slice(0, 4_000))) return null;
  const root = unified().use(rehypeParse).parse(fragmentOf(html));
  const tree: Root = { type: 'root', children: tidied(root.children) };
  if (!holdsFormatting(tree)) return null;
  const toMarkdown = unified()
    .use(rehypeRemark, {
      document: true,
      handlers: { [CELL_BREAK]: () => rawTag('<br>'), sub: raised, sup: raised },
    })
    .use(remarkGfm, { tablePipeAlign: false, singleTilde: false })
    .use(remarkStringify, {
      ...{ bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one', resourceLink: true },
      handlers: { text: typedText },
    });
  const written = toMarkdown.stringify(toMarkdown.runSync(tree));
  return written.trim() === '' ? null : written.trimEnd();
}

function rawTag(value: string): Html {
  return { type: 'html', value };
}

function raised(state: ToMdast, node: Element): Nodes[] {
  return [rawTag(`<${node.tagName}>`), ...state.all(node), rawTag(`</${node.tagName}>`)];
}

/** Words as they are if the report reads them so; else with the escapes that Markdown needs. */
function typedText({ value }: Text, _parent: Parents | undefined, state: ToMarkdown, info: Info): string {
  const read = visibleText(parseText(value, 'markdown'));
  if (bare(read) !== bare(value)) return state.safe(value, info);
  return state.stack.includes('tableCell') ? value.replaceAll('|', '\\|') : value;
}

function bare(words: string): string {
  return words.replace(/\s+/gu, '');
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

/** Content without what is not shown, with formatting that styles say, and with Word's paragraphs of lists as lists. */
function tidied(children: readonly RootContent[]): ElementContent[] {
  const made = children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [{ ...child, value: child.value.replace(/\u00a0/gu, ' ') }];
    if (child.type !== 'element') return [];
    return element(child);
  });
  return listsOfWord(made);
}

const unseen: ReadonlySet<string> = new Set([
  'head',
  'style',
  'script',
  'meta',
  'link',
  'title',
  'colgroup',
  'noscript',
  'template',
  'svg',
  'button',
  'input',
  'select',
  'textarea',
  'o:p',
  'xml',
  'img',
]);

function element(given: Element): ElementContent[] {
  const style = styleOf(given);
  const isUnseen = unseen.has(given.tagName) || /display:\s*none|mso-hide:\s*all/iu.test(style);
  if (isUnseen) return given.tagName === 'img' ? alternative(given) : [];
  const list = wordList(given, style);
  if (list !== null) return [list];
  const children = tidied(given.children);
  switch (given.tagName) {
    case 'html':
    case 'body':
      return children;
    case 'b':
    case 'strong':
      return /font-weight:\s*(?:normal|[1-4]00)/iu.test(style) ? children : marked('strong', children);
    case 'i':
    case 'em':
      return /font-style:\s*normal/iu.test(style) ? children : marked('em', children);
    case 's':
    case 'strike':
    case 'del':
      return marked('del', children);
    case 'span':
    case 'font':
      return styled(children, style);
    case 'a': {
      const href = given.properties['href'];
      const leads = typeof href === 'string' && /^(?:https?:\/\/|mailto:)/iu.test(href);
      return leads ? [{ ...named('a', children), properties: { href } }] : children;
    }
    case 'td':
    case 'th':
      return [{ ...given, children: inOneLine(children) }];
    case 'table':
      return table({ ...given, properties: {}, children });
    default:
      return [{ ...given, children }];
  }
}

function named(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
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

function styleOf({ properties }: Element): string {
  return typeof properties['style'] === 'string' ? properties['style'] : '';
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

/** What stands for an image that is not pasted with the text. */
function alternative({ properties }: Element): ElementContent[] {
  const alt = properties['alt'];
  return typeof alt === 'string' && alt.trim() !== '' ? [{ type: 'text', value: `[${alt.trim()}]` }] : [];
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
      } else if (/^(?:table|tbody|thead|tfoot|ul|ol|dl|td|th)$/u.test(node.tagName)) {
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

/** A table with a head, which Markdown needs: its first row. One that only places what is in it goes. */
function table(given: Element): ElementContent[] {
  const rows = rowsOf(given);
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

const WORD_ITEM = 'word-item';

/** A paragraph that Word shows as an entry of a list; null for any other. */
function wordList(given: Element, style: string): Element | null {
  const level = /mso-list:\s*l\d+\s+level(\d)/iu.exec(style)?.[1];
  if (level === undefined || !/^(?:p|div|h[1-6])$/u.test(given.tagName)) return null;
  const marker = markerIn(given);
  const ordered = /^\(?(?:\d{1,4}|[a-z]{1,4})[.)]/iu.test(marker.trim());
  const properties = { level: Number(level), ordered: String(ordered) };
  return { type: 'element', tagName: WORD_ITEM, properties, children: tidied(unmarked(given.children)) };
}

function isMarker(node: RootContent): boolean {
  return node.type === 'element' && /mso-list:\s*ignore/iu.test(styleOf(node));
}

function markerIn(node: Element): string {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const found = isMarker(child) ? visibleText({ type: 'root', children: child.children }) : markerIn(child);
    if (found !== '') return found;
  }
  return '';
}

function unmarked(children: readonly ElementContent[]): ElementContent[] {
  return children.flatMap((child): ElementContent[] => {
    if (isMarker(child)) return [];
    return child.type === 'element' ? [{ ...child, children: unmarked(child.children) }] : [child];
  });
}

/** Content in which neighbouring entries of Word's are lists, nested by their level. */
function listsOfWord(children: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = [];
  let open: { readonly level: number; readonly list: Element }[] = [];
  for (const child of children) {
    if (child.type === 'text' && child.value.trim() === '' && open.length > 0) continue;
    if (child.type !== 'element' || child.tagName !== WORD_ITEM) {
      open = [];
      made.push(child);
      continue;
    }
    const level = Number(child.properties['level']);
    const tagName = child.properties['ordered'] === 'true' ? 'ol' : 'ul';
    open = open.filter((one) => one.level <= level);
    let last = open.at(-1);
    if (last?.level !== level || last.list.tagName !== tagName) {
      open = open.filter((one) => one.level < level);
      const parent = open.at(-1)?.list.children.at(-1);
      last = { level, list: named(tagName, []) };
      if (parent?.type === 'element') parent.children.push(last.list);
      else made.push(last.list);
      open.push(last);
    }
    last.list.children.push(named('li', child.children));
  }
  return made;
}
