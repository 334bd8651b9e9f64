import type { Element, ElementContent, Root } from 'hast';
import { holdsBlock, visibleText } from '#domain/text/index.ts';
import { beginsAt, tableGrid, type TableGrid } from '../document/table-grid.ts';
import { shownText } from '../document/text/shown-text.ts';

/*
 * The wiki markup of Jira. Its readers know no sign for a backslash before another sign: a character without width parts
 * the two.
 */

const joiner = '\u2060';

/** A piece of a line; a sign stands on both sides of its text. */
interface Piece {
  readonly text: string;
  readonly sign?: '*' | '_' | '-' | '+' | '^' | '~' | '{{';
}

/** A block as it is written; a `line` may have more words before it. */
interface WikiBlock {
  readonly kind: 'line' | 'block';
  readonly text: string;
}

/** A rich text as wiki markup. Marks of Jira in the words are escaped; what it has no sign for keeps its words. */
export function wikiMarkup(root: Root): string {
  const children = root.children.filter((child) => child.type !== 'doctype');
  return textOf(blocks(children));
}

/** A heading on one line. */
export function wikiHeading(level: number, words: string): string {
  return `h${String(level)}. ${escaped(words).trim()}`;
}

/** A text that must come out character by character. */
export function wikiCode(value: string): string {
  const code = shownText(value).replace(/\n$/u, '');
  const tag = ['noformat', 'code'].find((name) => !code.toLowerCase().includes(`{${name}`));
  if (tag !== undefined) return `{${tag}}\n${code}\n{${tag}}`;
  return `{noformat}\n${code.replace(/\{(?=noformat)/giu, `{${joiner}`)}\n{noformat}`;
}

function textOf(written: readonly WikiBlock[]): string {
  return written.map(({ text }) => text).join('\n\n');
}

/** @param quoted within a quote, which holds no other one */
function blocks(children: readonly ElementContent[], quoted = false): WikiBlock[] {
  const made: WikiBlock[] = [];
  let inline: ElementContent[] = [];
  const flush = (): void => {
    const text = joined(inline.flatMap((child) => pieces(child, '\n'))).trim();
    if (text !== '') made.push({ kind: 'line', text });
    inline = [];
  };
  for (const child of children) {
    if (child.type === 'element' && holdsBlock(child)) {
      flush();
      made.push(...block(child, quoted));
    } else inline.push(child);
  }
  flush();
  return made;
}

function block(element: Element, quoted: boolean): WikiBlock[] {
  switch (element.tagName) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6': {
      const words = joined(element.children.flatMap((child) => pieces(child, ' '))).trim();
      return words === '' ? [] : [{ kind: 'block', text: `h4. ${words}` }];
    }
    case 'ul':
    case 'ol':
      return list(element, quoted);
    case 'pre':
      return [{ kind: 'block', text: wikiCode(visibleText({ type: 'root', children: element.children })) }];
    case 'blockquote':
    case 'dd': {
      const inside = blocks(element.children, true);
      if (quoted || inside.length === 0) return inside;
      return [{ kind: 'block', text: `{quote}\n${textOf(inside)}\n{quote}` }];
    }
    case 'dt':
      return blocks([{ ...element, tagName: 'strong' }], quoted);
    case 'hr':
      return [{ kind: 'block', text: '----' }];
    case 'table':
      return table(element, quoted);
    default:
      return blocks(element.children, quoted);
  }
}

/** A list by the signs of Jira if each entry is one line; else its entries are blocks with their numbers. */
function list(element: Element, quoted: boolean): WikiBlock[] {
  const entries = element.children.flatMap((child): ElementContent[][] => {
    if (child.type === 'element' && child.tagName === 'li') return [child.children];
    return child.type === 'text' && child.value.trim() === '' ? [] : [[child]];
  });
  const lines = listLines(element, '');
  if (lines !== null) return lines.length === 0 ? [] : [{ kind: 'block', text: lines.join('\n') }];
  const { start } = element.properties;
  const first = typeof start === 'number' ? start : 1;
  return entries.flatMap((entry, at) => {
    const sign = element.tagName === 'ol' ? `${String(first + at)}.` : '\u2022';
    const [head, ...rest] = blocks(entry, quoted);
    if (head?.kind === 'line') return [{ ...head, text: `${sign} ${head.text}` }, ...rest];
    return [{ kind: 'line' as const, text: sign }, ...(head === undefined ? [] : [head, ...rest])];
  });
}

/** Jira nests no deeper. */
const deepest = 20;

/** The lines of a list; null if an entry has more than a line and lists below it, or its numbers begin elsewhere. */
function listLines({ tagName, properties, children }: Element, signs: string): string[] | null {
  const { start } = properties;
  if (tagName === 'ol' && typeof start === 'number' && start !== 1) return null;
  const own = `${signs}${tagName === 'ol' ? '#' : '*'}`;
  if (own.length > deepest) return null;
  const lines: string[] = [];
  for (const child of children) {
    if (child.type !== 'element' || child.tagName !== 'li') {
      if (child.type === 'text' && child.value.trim() === '') continue;
      return null;
    }
    const nested = child.children.filter(isList);
    const words = child.children.filter((one) => !isList(one));
    const lastWords = child.children.findLastIndex(
      (one) => !isList(one) && !(one.type === 'text' && one.value.trim() === ''),
    );
    const firstList = child.children.findIndex(isList);
    if ((firstList >= 0 && firstList < lastWords) || !words.every(isOneLine)) return null;
    const text = cell(words);
    if (text === '') return null;
    lines.push(`${own} ${text}`);
    for (const inner of nested) {
      const below = listLines(inner, own);
      if (below === null) return null;
      lines.push(...below);
    }
  }
  return lines;
}

function isList(node: ElementContent): node is Element {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');
}

/** Whether it is words, or a paragraph of them. */
function isOneLine(node: ElementContent): boolean {
  if (node.type !== 'element' || !holdsBlock(node)) return true;
  return (node.tagName === 'p' || node.tagName === 'div') && !node.children.some((one) => holdsBlockOf(one));
}

function holdsBlockOf(node: ElementContent): boolean {
  return node.type === 'element' && holdsBlock(node);
}

/** A table with a bar in its words is a block of code with tabs: Jira takes each bar for the end of a cell. */
function table(element: Element, quoted: boolean): WikiBlock[] {
  const { rows, columns, headRows, caption } = tableGrid(element);
  const hasBar = visibleText({ type: 'root', children: [element] }).includes('|');
  const row = (places: TableGrid['rows'][number], at: number): string => {
    const cells = places.map((place, column) => (beginsAt(place, at, column) ? place.cell.children : []));
    if (hasBar) return cells.map(plainCell).join('\t');
    const bar = at < headRows ? '||' : '|';
    return `${bar}${cells.map((children) => cell(children) || ' ').join(bar)}${bar}`;
  };
  if (columns === 0) return blocks(caption, quoted);
  const lines = rows.map(row).join('\n');
  return [...blocks(caption, quoted), { kind: 'block', text: hasBar ? wikiCode(lines) : lines }];
}

function plainCell(children: readonly ElementContent[]): string {
  return visibleText({ type: 'root', children: [...children] })
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Blocks as one line, parted by the sign for a line end. */
function cell(children: readonly ElementContent[]): string {
  return cellLines(children)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' \\\\ ');
}

function cellLines(children: readonly ElementContent[]): string[] {
  const lines: string[] = [];
  let inline: ElementContent[] = [];
  const flush = (): void => {
    if (inline.length > 0) lines.push(...joined(inline.flatMap((child) => pieces(child, '\n'))).split('\n'));
    inline = [];
  };
  for (const child of children) {
    if (child.type !== 'element' || !holdsBlock(child)) inline.push(child);
    else {
      flush();
      if (child.tagName === 'pre') {
        const code = visibleText({ type: 'root', children: child.children }).split('\n');
        lines.push(...code.map((line) => joined(codePieces(line))));
      } else lines.push(...cellLines(child.children));
    }
  }
  flush();
  return lines;
}

/** @param lineEnd what stands for the end of a line */
function pieces(node: ElementContent, lineEnd: string): Piece[] {
  if (node.type === 'text') return [{ text: escaped(node.value) }];
  if (node.type !== 'element') return [];
  const inside = (): Piece[] => node.children.flatMap((child) => pieces(child, lineEnd));
  switch (node.tagName) {
    case 'br':
      return [{ text: lineEnd }];
    case 'b':
    case 'strong':
      return marked('*', inside());
    case 'i':
    case 'em':
    case 'var':
      return marked('_', inside());
    case 's':
    case 'del':
    case 'strike':
      return marked('-', inside());
    case 'u':
    case 'ins':
      return marked('+', inside());
    case 'sup':
      return marked('^', inside());
    case 'sub':
      return marked('~', inside());
    case 'code':
    case 'kbd':
    case 'samp':
    case 'tt':
      return codePieces(visibleText({ type: 'root', children: [node] }));
    case 'a': {
      const { href } = node.properties;
      return typeof href === 'string' ? link(href, inside()) : inside();
    }
    default:
      return inside();
  }
}

function link(href: string, inside: readonly Piece[]): Piece[] {
  const url = href.replace(/[[\]{}|\\]/gu, encodeURIComponent);
  const words = joined(inside).trim();
  if (words === '') return [];
  if (words === href && words === url) return [{ text: `[${url}]` }];
  // Brackets, also escaped ones, end a link for some readers of Jira.
  return /[[\]{|\n]/u.test(words) ? [...inside, { text: ` ([${url}])` }] : [{ text: `[${words}|${url}]` }];
}

function codePieces(code: string): Piece[] {
  const text = escaped(code).trim();
  return text === '' ? [{ text: ' ' }] : [{ text, sign: '{{' }];
}

/** Marks around words alone: Jira reads what is between them twice, so that an escaped sign would be one again. */
function marked(sign: '*' | '_' | '-' | '+' | '^' | '~', inside: Piece[]): Piece[] {
  const whole = joined(inside);
  const text = whole.trim();
  if (text === '' || /[\\\n{]/u.test(text)) return inside;
  const before = whole.startsWith(' ') ? [{ text: ' ' }] : [];
  const behind = whole.endsWith(' ') ? [{ text: ' ' }] : [];
  return [...before, { text, sign }, ...behind];
}

/** Pieces behind one another. A sign right beside a letter stands in braces, or it would be none. */
function joined(all: readonly Piece[]): string {
  let line = '';
  for (const [at, { text, sign }] of all.entries()) {
    if (sign === undefined) {
      line += text;
      continue;
    }
    const next = all[at + 1];
    const isTight =
      isLetter(line.slice(-1)) || (next?.sign === undefined && isLetter(next?.text.at(0) ?? ''));
    const [open, close] = sign === '{{' ? ['{{', '}}'] : [sign, sign];
    line += isTight ? `{${open}}${text}{${close}}` : `${open}${text}${close}`;
  }
  return line;
}

function isLetter(character: string): boolean {
  return /[\p{L}\p{N}\u0080-\uffff]/u.test(character);
}

/** Words on one line whose signs are no marks of Jira. */
function escaped(value: string): string {
  return (
    shownText(value)
      .replace(/[\t\n\f ]+/gu, ' ')
      .replace(/\\(?=[-\\#*_+?^~|%{}[\]()!@:;]|$)/gu, `\\${joiner}`)
      .replace(/[{}[\]|!]/gu, '\\$&')
      .replace(/(?<![\p{L}\p{N}])[-*_+^~]|[-*_+^~](?![\p{L}\p{N}])|\?(?=\?)|(?<=\?)\?/gu, '\\$&')
      // Faces and signs such as `(x)`, which Jira draws.
      .replace(/\((?=(?:[yni/x?]|on|off|flag|flagoff)\))|(?<=[:;])[()]/gu, '\\$&')
      .replace(/:(?=-?[PpD](?![A-Za-z0-9]))/gu, `:${joiner}`)
      .replace(/^( ?)#/u, '$1\\#')
      .replace(/^( ?)(?=(?:h[1-6]|bq)\.)/u, `$1${joiner}`)
      // An address, which Jira links by itself, would take the backslash behind it.
      .replace(/(https?:\/\/[^\s\\]*)(?=\\)/giu, `$1${joiner}`)
  );
}
