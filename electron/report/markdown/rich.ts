import type { Element, ElementContent, Root } from 'hast';
import type { BlockContent, DefinitionContent, ListItem, PhrasingContent, TableCell, TableRow } from 'mdast';
import { holdsBlock, visibleText } from '#domain/text/index.ts';
import { listingOptions } from '#domain/text/listing.ts';
import { beginsAt, columnAligns, headsOf, tableGrid, type TableGrid } from '../document/table-grid.ts';
import { captionOf, type TextCaption } from '../document/text/captions.ts';
import { shownText } from '../document/text/shown-text.ts';

/** What stands between headings. */
export type Flow = BlockContent | DefinitionContent;

/** Headings of a text stand below the title of their section, which is of level 4. */
const SECTION_LEVEL = 4;

/** The anchors of a file, by the places of its document that texts lead to. */
export type Anchors = ReadonlyMap<string, string>;

/** A rich text as Markdown blocks. What Markdown has no sign for (underlined, small) keeps its words. */
export function richMarkdown(root: Root, anchors: Anchors = new Map()): Flow[] {
  return blocks(root.children.flatMap((child) => (child.type === 'doctype' ? [] : [led(child, anchors)])));
}

/** The same with links within the document leading to its anchors; without one, their words are left. */
function led(node: ElementContent, anchors: Anchors): ElementContent {
  if (node.type !== 'element') return node;
  const children = node.children.map((child) => led(child, anchors));
  const { href, target } = node.properties;
  if (typeof target === 'string' && anchors.has(target))
    return { ...node, properties: { ...node.properties, anchor: target }, children };
  if (node.tagName !== 'a' || typeof href !== 'string' || !href.startsWith('#')) return { ...node, children };
  const anchor = anchors.get(href.slice(1));
  return anchor === undefined
    ? { ...node, tagName: 'span', properties: {}, children }
    : { ...node, properties: { href: `#${anchor}` }, children };
}

function noteOf({ properties }: Element): string | undefined {
  const note = properties['dataNote'];
  return typeof note === 'string' || typeof note === 'number' ? String(note) : undefined;
}

/** The words of a footnote, without the sign that other formats set before them. */
function noteBlock(element: Element, identifier: string): Flow {
  const [first, ...rest] = element.children;
  const unsigned =
    first?.type === 'element' ? [{ ...first, children: first.children.slice(1) }, ...rest] : element.children;
  return { type: 'footnoteDefinition', identifier, label: identifier, children: blocks(unsigned) };
}

/** A text that must come out character by character. */
export function codeBlock(value: string): Flow {
  return { type: 'code', value: shownText(value).replace(/\n$/, '') };
}

/** A text as it is, on one line. */
export function plainText(value: string): PhrasingContent {
  return { type: 'text', value: shownText(value).replace(/[\t\n ]+/g, ' ') };
}

/** Blocks one after the other; inline content between them is a paragraph of its own. */
function blocks(children: readonly ElementContent[]): Flow[] {
  const made: Flow[] = [];
  let inline: ElementContent[] = [];
  const flush = (): void => {
    const content = trimmed(inline.flatMap((child) => phrasing(child, { type: 'break' })));
    if (content.length > 0) made.push({ type: 'paragraph', children: content });
    inline = [];
  };
  for (const child of children) {
    if (child.type === 'element' && holdsBlock(child)) {
      flush();
      made.push(...block(child));
    } else inline.push(child);
  }
  flush();
  return made;
}

function block(element: Element): Flow[] {
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const content = trimmed(element.children.flatMap(lineless));
      const depth = Math.min(6, SECTION_LEVEL + Number(element.tagName.slice(1)));
      return content.length === 0 ? [] : [{ type: 'heading', depth: depth === 5 ? 5 : 6, children: content }];
    }
    case 'ul':
    case 'ol': {
      const start = element.properties['start'];
      const children = element.children.flatMap(listItem);
      if (children.length === 0) return [];
      const ordered = element.tagName === 'ol';
      return [
        { type: 'list', ordered, ...(typeof start === 'number' ? { start } : {}), spread: false, children },
      ];
    }
    case 'li':
      return [{ type: 'list', ordered: false, spread: false, children: listItem(element) }];
    case 'pre':
      return listing(element);
    case 'blockquote':
    case 'dd': {
      const children = blocks(element.children);
      return children.length === 0 ? [] : [{ type: 'blockquote', children }];
    }
    case 'dt':
      return blocks([{ ...element, tagName: 'strong' }]);
    case 'hr':
      return [{ type: 'thematicBreak' }];
    case 'table':
      return table(element);
    default: {
      const note = noteOf(element);
      return note === undefined ? blocks(element.children) : [noteBlock(element, note)];
    }
  }
}

/** Code under its caption; a fence keeps what its author asked for, but for that caption, for readers that know it. */
function listing(element: Element): Flow[] {
  const { info } = element.properties;
  const caption = captionOf(element);
  const code = { ...codeOf(element), ...languageOf(element) };
  if (typeof info !== 'string') return [code];
  const meta = listingOptions(info);
  // A fence has options only behind a language.
  const fenced = meta === '' ? code : { ...code, lang: languageOf(element).lang ?? 'text', meta };
  return caption === null ? [fenced] : [...captionLines(element, caption), fenced];
}

/** The caption of a block, under a place of its own if a text leads there. */
function captionLines({ properties: { anchor } }: Element, { label, caption }: TextCaption): Flow[] {
  const place: Flow[] =
    typeof anchor === 'string'
      ? [{ type: 'paragraph', children: [{ type: 'html', value: `<a id="${anchor}"></a>` }] }]
      : [];
  const named: PhrasingContent = { type: 'strong', children: [plainText(label)] };
  return [...place, { type: 'paragraph', children: [named, plainText(`: ${caption}`)] }];
}

function codeOf(element: Element): { type: 'code'; value: string } {
  const value = visibleText({ type: 'root', children: element.children });
  return { type: 'code', value: shownText(value).replace(/\n$/, '') };
}

function languageOf(element: Element): { lang?: string } {
  const [code] = element.children;
  const names = code?.type === 'element' ? code.properties['className'] : undefined;
  const name = Array.isArray(names) ? /^language-([\w+#.-]{1,24})$/.exec(String(names[0]))?.[1] : undefined;
  return name === undefined ? {} : { lang: name };
}

function listItem(child: ElementContent): ListItem[] {
  const inside = child.type === 'element' && child.tagName === 'li' ? child.children : [child];
  const children = blocks(inside);
  const blank = child.type !== 'element' && children.length === 0;
  return blank ? [] : [{ type: 'listItem', spread: false, children }];
}

/**
 * A table of Markdown has one head and cells of one line: line ends are tags. Of a merged cell only its first place has the
 * words; a column under several heads names them all.
 */
function table(element: Element): Flow[] {
  const grid = tableGrid(element);
  const { rows, columns, headRows, caption } = grid;
  const numbered = captionOf(element);
  const named = numbered === null ? blocks(caption) : captionLines(element, numbered);
  if (columns === 0) return named;
  const cellsOf = (row: TableGrid['rows'][number], at: number): PhrasingContent[][] =>
    row.map((place, column) => (beginsAt(place, at, column) ? oneLine(place.cell.children) : []));
  const heads = Array.from({ length: columns }, (_, column) =>
    joinedLines(headsOf(grid, column).map(({ children }) => oneLine(children))),
  );
  const body = rows.map(cellsOf).slice(headRows > 1 ? headRows : 0);
  const all = headRows > 1 ? [heads, ...body] : body;
  const row = (cells: readonly PhrasingContent[][]): TableRow => ({
    type: 'tableRow',
    children: cells.map((children): TableCell => ({ type: 'tableCell', children })),
  });
  return [...named, { type: 'table', align: columnAligns(grid), children: all.map(row) }];
}

const lineTag: PhrasingContent = { type: 'html', value: '<br>' };

/** Blocks as inline content, each on a line of its own. */
function oneLine(children: readonly ElementContent[]): PhrasingContent[] {
  return joinedLines(cellLines(children));
}

function joinedLines(lines: readonly PhrasingContent[][]): PhrasingContent[] {
  const filled = lines.map(trimmed).filter((line) => line.length > 0);
  return filled.flatMap((line, at) => (at === 0 ? line : [lineTag, ...line]));
}

function cellLines(children: readonly ElementContent[]): PhrasingContent[][] {
  const lines: PhrasingContent[][] = [[]];
  for (const child of children) {
    if (child.type !== 'element' || !holdsBlock(child)) lines.at(-1)?.push(...phrasing(child, lineTag));
    else if (child.tagName === 'pre') {
      const code = codeOf(child).value.split('\n');
      lines.push(...code.flatMap((line) => (line.trim() === '' ? [] : [[inlineCode(line)]])), []);
    } else if (child.tagName === 'tr') {
      const cells = cellLines(child.children).filter((cell) => trimmed(cell).length > 0);
      lines.push(
        cells.flatMap((cell, at) => (at === 0 ? cell : [plainText(' '), ...cell])),
        [],
      );
    } else lines.push(...cellLines(child.children), []);
  }
  return lines;
}

/** Inline content where no line may end: in headings. */
function lineless(child: ElementContent): PhrasingContent[] {
  return phrasing(child, { type: 'text', value: ' ' });
}

/** @param lineEnd what stands for the end of a line */
function phrasing(child: ElementContent, lineEnd: PhrasingContent): PhrasingContent[] {
  if (child.type === 'text')
    return [{ type: 'text', value: shownText(child.value).replace(/[\t\n\f ]+/g, ' ') }];
  if (child.type !== 'element') return [];
  const inside = (): PhrasingContent[] => child.children.flatMap((inner) => phrasing(inner, lineEnd));
  switch (child.tagName) {
    case 'br':
      return [lineEnd];
    case 'b':
    case 'strong':
      return marked('strong', inside());
    case 'i':
    case 'em':
    case 'var':
      return marked('emphasis', inside());
    case 's':
    case 'del':
    case 'strike':
      return marked('delete', inside());
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return code(child);
    case 'sub':
    case 'sup': {
      const note = noteOf(child);
      if (note !== undefined) return [{ type: 'footnoteReference', identifier: note, label: note }];
      const tag = (value: string): PhrasingContent => ({ type: 'html', value });
      return [tag(`<${child.tagName}>`), ...inside(), tag(`</${child.tagName}>`)];
    }
    case 'a': {
      const href = child.properties['href'];
      const content = inside();
      return typeof href === 'string' && content.length > 0
        ? [{ type: 'link', url: href, children: content.filter((one) => one.type !== 'link') }]
        : content;
    }
    default:
      return inside();
  }
}

/** Code in a line has no marks and no links of its own; empty code has no sign at all. */
function code(element: Element): PhrasingContent[] {
  const value = shownText(visibleText({ type: 'root', children: [element] })).replace(
    /(?<!\s)\s*\n\s*/g,
    ' ',
  );
  return value.trim() === '' ? [{ type: 'text', value }] : [inlineCode(value)];
}

function inlineCode(value: string): PhrasingContent {
  return { type: 'inlineCode', value };
}

/** Marks stand around words: blanks at their ends move out, if Markdown would not see the mark otherwise. */
function marked(type: 'strong' | 'emphasis' | 'delete', children: PhrasingContent[]): PhrasingContent[] {
  const inner = trimmed(children);
  if (inner.length === 0) return children;
  const first = children[0];
  const last = children.at(-1);
  const before = first?.type === 'text' && /^\s/.test(first.value);
  const behind = last?.type === 'text' && /\s$/.test(last.value);
  const space: PhrasingContent = { type: 'text', value: ' ' };
  return [...(before ? [space] : []), { type, children: inner }, ...(behind ? [space] : [])];
}

/** Without blanks and line ends at both ends. */
function trimmed(children: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = [...children];
  for (;;) {
    const first = kept[0];
    if (first?.type === 'break' || (first?.type === 'text' && first.value.trim() === '')) kept.shift();
    else {
      if (first?.type === 'text') kept[0] = { ...first, value: first.value.trimStart() };
      break;
    }
  }
  for (;;) {
    const last = kept.at(-1);
    if (last?.type === 'break' || (last?.type === 'text' && last.value.trim() === '')) kept.pop();
    else {
      if (last?.type === 'text') kept[kept.length - 1] = { ...last, value: last.value.trimEnd() };
      return kept;
    }
  }
}
