import type { Change, Formatted, Selected } from './change.ts';
import type { FormatName } from './formatting.ts';
import { contains, toggleMarks, withSelection, wordAt, type MarkedSpan, type Span } from './toggle-marks.ts';

/*
 * The formats of a text of HTML: they change tags around what is selected and nothing else, so the text stays as it was
 * written.
 */

interface Tag extends Span {
  readonly name: string;
  readonly isEnd: boolean;
}

/** An element with both of its tags. */
interface HtmlElement extends MarkedSpan {
  readonly name: string;
}

interface HtmlSource {
  readonly text: string;
  readonly tags: readonly Tag[];
  readonly elements: readonly HtmlElement[];
}

const tagPattern = /<(\/?)([a-z][a-z0-9-]*)(?=[\s>/])(?:"[^"]*"|'[^']*'|[^"'<>])*>/giu;
const blockNames: ReadonlySet<string> = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr', 'table'],
  ...['thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'dl', 'dt', 'dd', 'details', 'summary', 'section'],
]);
/** Blocks that become an entry of a list by another tag. */
const paragraphs: ReadonlySet<string> = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** Formats what is selected by tags, or takes the tags away if all of it has them. */
export function htmlFormatted(name: FormatName, selected: Selected): Formatted {
  const source = sourceOf(selected.text);
  const outside = outsideTags(source, selected);
  switch (name) {
    case 'bold':
      return toggleTag(source, outside, ['strong', 'b']);
    case 'italic':
      return toggleTag(source, outside, ['em', 'i']);
    case 'code':
      return code(source, outside);
    case 'link':
      return link(source, outside);
    case 'list':
      return list(source, outside, 'ul');
    case 'numbers':
      return list(source, outside, 'ol');
    case 'quote':
      return quote(source, outside);
    case 'table':
      return table(source, outside);
    case 'caption':
      return caption(source, outside);
  }
}

function sourceOf(text: string): HtmlSource {
  const tags: Tag[] = [];
  const elements: HtmlElement[] = [];
  const open: Tag[] = [];
  for (const found of text.matchAll(tagPattern)) {
    const [whole, slash, name = ''] = found;
    const tag = {
      name: name.toLowerCase(),
      isEnd: slash === '/',
      from: found.index,
      to: found.index + whole.length,
    };
    tags.push(tag);
    if (!tag.isEnd) {
      open.push(tag);
      continue;
    }
    const at = open.findLastIndex((one) => one.name === tag.name);
    const begin = open[at];
    if (begin === undefined) continue;
    // Tags between that have no end of their own end here too.
    open.length = at;
    elements.push({ name: tag.name, from: begin.from, to: tag.to, open: begin, close: tag });
  }
  return { text, tags, elements };
}

/** What is selected without a piece of a tag. */
function outsideTags({ text, tags }: HtmlSource, { from, to }: Selected): Selected {
  const cut = (at: number): Tag | undefined => tags.find((tag) => tag.from < at && at < tag.to);
  const start = cut(from)?.to ?? from;
  const end = from === to ? start : (cut(to)?.from ?? to);
  return { text, from: start, to: Math.max(start, end) };
}

/** The stretches of words that are selected, none across a block or half of an element. */
function piecesOf(source: HtmlSource, selected: Selected): Span[] {
  const { text, from, to } = selected;
  if (from === to) return [wordAt(selected)];
  const isWhole = (tag: Tag): boolean =>
    /^(?:br|img|wbr)$/u.test(tag.name) ||
    source.elements.some((one) => (one.open === tag || one.close === tag) && contains(selected, one));
  const cuts = source.tags.filter(
    (tag) => tag.from >= from && tag.to <= to && (blockNames.has(tag.name) || !isWhole(tag)),
  );
  const pieces: Span[] = [];
  let at = from;
  for (const end of [...cuts, { from: to, to }]) {
    const words = text.slice(at, end.from);
    const lead = /^\s*/u.exec(words)?.[0].length ?? 0;
    const length = words.trim().length;
    if (length > 0) pieces.push({ from: at + lead, to: at + lead + length });
    at = end.to;
  }
  return pieces.length === 0 ? [{ from, to: from }] : pieces;
}

function toggleTag(source: HtmlSource, selected: Selected, names: readonly [string, ...string[]]): Formatted {
  const [tag] = names;
  return toggleMarks(selected, {
    pieces: piecesOf(source, selected),
    marksIn: (piece) =>
      source.elements.filter(
        (one) => names.includes(one.name) && one.from <= piece.to && piece.from <= one.to,
      ),
    markOf: () => [`<${tag}>`, `</${tag}>`],
  });
}

function code(source: HtmlSource, selected: Selected): Formatted {
  const { from, to } = selected;
  const words = source.text.slice(from, to);
  const isInPre = innermost(source, selected, (name) => name === 'pre') !== undefined;
  const isBlock = words.trim().includes('\n') && !source.tags.some((tag) => contains(selected, tag));
  if (!isBlock || isInPre) return toggleTag(source, selected, ['code']);
  const [before, after] = ['<pre><code>', '</code></pre>'];
  const changes = [
    { from, to: from, insert: before },
    { from: to, to, insert: after },
  ];
  return { changes, anchor: from + before.length, head: to + before.length };
}

const address = 'https://';

/** A link around what is selected; of a link that is there its address is selected. */
function link(source: HtmlSource, selected: Selected): Formatted {
  const existing = innermost(source, selected, (name) => name === 'a');
  if (existing !== undefined) {
    const tag = source.text.slice(existing.open.from, existing.open.to);
    const found = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/iu.exec(tag);
    if (found !== null) {
      const value = found[1] ?? found[2] ?? '';
      const anchor = existing.open.from + found.index + found[0].length - 1 - value.length;
      return { changes: [], anchor, head: anchor + value.length };
    }
  }
  const [piece = selected] = piecesOf(source, selected);
  const words = source.text.slice(piece.from, piece.to);
  const isAddress = /^(?:https?:\/\/|mailto:)[^\s"<>]+$/iu.test(words);
  const open = `<a href="${isAddress ? words : address}">`;
  if (isAddress) {
    const anchor = piece.from + open.length;
    return { changes: [{ ...piece, insert: `${open}</a>` }], anchor, head: anchor };
  }
  const anchor = piece.from + '<a href="'.length;
  const changes = [
    { from: piece.from, to: piece.from, insert: open },
    { from: piece.to, to: piece.to, insert: '</a>' },
  ];
  const merged = piece.from === piece.to ? [{ ...piece, insert: `${open}</a>` }] : changes;
  return { changes: merged, anchor, head: anchor + address.length };
}

function innermost(
  { elements }: HtmlSource,
  { from, to }: Span,
  fits: (name: string) => boolean,
): HtmlElement | undefined {
  return elements
    .filter((one) => fits(one.name) && one.open.to <= from && to <= one.close.from)
    .toSorted((one, two) => two.from - one.from)[0];
}

/** A block of the selection: an element, or bare words between blocks and line ends. */
type Block = { readonly element: HtmlElement } | { readonly words: Span };

function blocksOf(source: HtmlSource, selected: Selected): Block[] {
  const pieces =
    selected.from === selected.to ? [stretchAt(source, selected.from)] : piecesOf(source, selected);
  const blocks: Block[] = [];
  const known = new Set<HtmlElement>();
  for (const piece of pieces) {
    const element = innermost(source, piece, (name) => blockNames.has(name));
    if (element === undefined || !paragraphs.has(element.name)) blocks.push({ words: piece });
    else if (!known.has(element)) {
      known.add(element);
      blocks.push({ element });
    }
  }
  return blocks;
}

/** The words around the cursor, up to a block, a break or a line end. */
function stretchAt({ text, tags }: HtmlSource, at: number): Span {
  const ends = tags.filter(({ name }) => blockNames.has(name) || name === 'br');
  const start = Math.max(
    0,
    text.lastIndexOf('\n', at - 1) + 1,
    ...ends.filter((tag) => tag.to <= at).map((tag) => tag.to),
  );
  const line = text.indexOf('\n', at);
  const end = Math.min(
    line < 0 ? text.length : line,
    ...ends.filter((tag) => tag.from >= at).map((tag) => tag.from),
  );
  return { from: start, to: Math.max(start, end) };
}

function spanOfBlock(block: Block): Span {
  return 'element' in block ? block.element : block.words;
}

function inserted(at: number, insert: string): Change {
  return { from: at, to: at, insert };
}

/** Paragraphs as entries of a list; a list as one of the other kind, or as paragraphs again. */
function list(source: HtmlSource, selected: Selected, tag: 'ul' | 'ol'): Formatted {
  const { from, to } = selected;
  const existing = innermost(source, selected, (name) => name === 'ul' || name === 'ol');
  if (existing !== undefined && existing.name !== tag) {
    const changes = [
      { from: existing.open.from + 1, to: existing.open.from + 3, insert: tag },
      { from: existing.close.from + 2, to: existing.close.from + 4, insert: tag },
    ];
    return withSelection(changes, from, to);
  }
  if (existing !== undefined) return withSelection(withoutList(source, existing), from, to);
  const blocks = blocksOf(source, selected);
  const changes = blocks.flatMap((block, at): Change[] => {
    const before = at === 0 ? `<${tag}><li>` : '<li>';
    const after = at === blocks.length - 1 ? `</li></${tag}>` : '</li>';
    if ('words' in block) return around(block.words, before, after);
    const { open, close } = block.element;
    return [
      { from: open.from, to: open.to, insert: before },
      { from: close.from, to: close.to, insert: after },
    ];
  });
  return withSelection(changes, from, to);
}

function withoutList({ elements }: HtmlSource, existing: HtmlElement): Change[] {
  const inside = elements.filter((one) => one !== existing && contains(existing, one));
  const lists = inside.filter(({ name }) => name === 'ul' || name === 'ol');
  const entries = inside.filter((one) => one.name === 'li' && !lists.some((inner) => contains(inner, one)));
  const tags = entries.flatMap((entry): Change[] => {
    const holdsBlock = inside.some(
      (one) => one !== entry && blockNames.has(one.name) && contains(entry, one),
    );
    return [
      { from: entry.open.from, to: entry.open.to, insert: holdsBlock ? '' : '<p>' },
      { from: entry.close.from, to: entry.close.to, insert: holdsBlock ? '' : '</p>' },
    ];
  });
  const { open, close } = existing;
  return [
    { from: open.from, to: open.to, insert: '' },
    ...tags,
    { from: close.from, to: close.to, insert: '' },
  ];
}

/** Tags around a stretch; around a cursor they are one change, so that they stay in order. */
function around({ from, to }: Span, before: string, after: string): Change[] {
  return from === to ? [inserted(from, before + after)] : [inserted(from, before), inserted(to, after)];
}

function quote(source: HtmlSource, selected: Selected): Formatted {
  const { from, to } = selected;
  const existing = innermost(source, selected, (name) => name === 'blockquote');
  if (existing !== undefined) {
    const { open, close } = existing;
    const changes = [open, close].map((tag) => ({ from: tag.from, to: tag.to, insert: '' }));
    return withSelection(changes, from, to);
  }
  const blocks = blocksOf(source, selected);
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return { changes: [], anchor: from, head: to };
  const span = { from: spanOfBlock(first).from, to: spanOfBlock(last).to };
  const isBare = 'words' in first;
  const changes = around(
    span,
    isBare ? '<blockquote><p>' : '<blockquote>',
    isBare ? '</p></blockquote>' : '</blockquote>',
  );
  return withSelection(changes, from, to);
}

/** An empty table behind the block of the cursor. */
function table(source: HtmlSource, { to }: Selected): Formatted {
  const around = source.elements.filter(
    (one) => blockNames.has(one.name) && one.open.to <= to && to <= one.close.from,
  );
  const at = Math.max(to, ...around.map((one) => one.to));
  const row = (cell: string): string => `<tr>${cell.repeat(3)}</tr>`;
  const head = ['Column 1', 'Column 2', 'Column 3'].map((title) => `<th>${title}</th>`).join('');
  const insert = `<table><tr>${head}</tr>${row('<td></td>')}${row('<td></td>')}</table>`;
  const anchor = at + insert.indexOf('Column 1');
  return { changes: [inserted(at, insert)], anchor, head: anchor + 'Column 1'.length };
}

/** A caption for the table of the cursor, its words selected; one that is there is selected. Code of HTML has none. */
function caption(source: HtmlSource, selected: Selected): Formatted {
  const table = innermost(source, selected, (name) => name === 'table');
  if (table === undefined) return { changes: [], anchor: selected.from, head: selected.to };
  const known = source.elements.find((one) => one.name === 'caption' && contains(table, one));
  if (known !== undefined) return { changes: [], anchor: known.open.to, head: known.close.from };
  const at = table.open.to;
  const anchor = at + '<caption>'.length;
  return {
    changes: [inserted(at, '<caption>Caption</caption>')],
    anchor,
    head: anchor + 'Caption'.length,
  };
}
