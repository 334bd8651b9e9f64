import { markdownLanguage } from '@codemirror/lang-markdown';
import { asBlock } from './as-block.ts';
import {
  endOfLine,
  lastPlace,
  placeAfter,
  startOfLine,
  type Change,
  type Formatted,
  type Selected,
} from './change.ts';
import { byLines } from './line-formats.ts';

/** The commands that format a text. */
export const formatNames = ['bold', 'italic', 'code', 'link', 'list', 'numbers', 'quote', 'table'] as const;
export type FormatName = (typeof formatNames)[number];

const formats: Readonly<Record<FormatName, (selected: Selected) => Formatted>> = {
  bold: (selected) => toggleInline(selected, 'StrongEmphasis', () => '**'),
  italic: (selected) => toggleInline(selected, 'Emphasis', () => '*'),
  code,
  link,
  list: (selected) => byLines(selected, 'list'),
  numbers: (selected) => byLines(selected, 'numbers'),
  quote: (selected) => byLines(selected, 'quote'),
  table,
};

/** Formats what is selected, or takes the format away if all of it has it; nothing is lost but marks. */
export function formatted(name: FormatName, selected: Selected): Formatted {
  return formats[name](selected);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A marked part of a text, with its marks: of a link its whole writing, of emphasis and code what stands around it. */
interface MarkedSpan extends Span {
  readonly open: Span;
  readonly close: Span;
}

/** The parts of a kind that touch a piece of the text. */
function marksIn(text: string, kind: string, piece: Span): MarkedSpan[] {
  const found: MarkedSpan[] = [];
  markdownLanguage.parser.parse(text).iterate({
    ...piece,
    enter: ({ name, from, to, node }) => {
      const [first, last] = [node.firstChild, node.lastChild];
      if (name !== kind || first === null || last === null) return;
      found.push({ from, to, open: spanOf(first), close: spanOf(last) });
    },
  });
  return found;
}

function spanOf({ from, to }: Span): Span {
  return { from, to };
}

function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** The word at the cursor, or the cursor itself. */
function wordAt({ text, from }: Selected): Span {
  const before = /[\p{L}\p{M}\p{N}_]*$/u.exec(text.slice(Math.max(0, from - 200), from))?.[0] ?? '';
  const after = /^[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(from, from + 200))?.[0] ?? '';
  return { from: from - before.length, to: from + after.length };
}

/** What a mark goes around: the word at the cursor, or of each selected line its words without the marks of its block. */
function piecesOf(selected: Selected): Span[] {
  const { text, from, to } = selected;
  if (from === to) return [wordAt(selected)];
  const pieces: Span[] = [];
  for (let at = from; at <= to;) {
    const end = Math.min(to, endOfLine(text, at));
    const isLineStart = at === 0 || text[at - 1] === '\n';
    const line = text.slice(at, end);
    const lead =
      (isLineStart ? /^(?:\s|>|#{1,6}\s|[-*+]\s|\d+[.)]\s)*/u : /^\s*/u).exec(line)?.[0].length ?? 0;
    const words = line.slice(lead).trimEnd();
    if (words !== '') pieces.push({ from: at + lead, to: at + lead + words.length });
    at = end + 1;
  }
  return pieces.length === 0 ? [{ from, to: from }] : pieces;
}

/** Marks words, or takes the marks away if all of them are marked. */
function toggleInline(selected: Selected, kind: string, markOf: (words: string) => string): Formatted {
  const { text, from, to } = selected;
  const pieces = piecesOf(selected).map((piece) => ({ piece, marks: marksIn(text, kind, piece) }));
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && only.piece.from === only.piece.to) {
    if (only.marks.length === 0) return toggleEmpty(text, from, markOf(''));
  }
  const isMarked = pieces.every(({ piece, marks }) => marks.some((mark) => contains(mark, piece)));
  const changes = new Map<string, Change>();
  const put = (change: Change): void =>
    void changes.set(`${String(change.from)} ${String(change.to)}`, change);
  for (const { piece, marks } of pieces) {
    if (!isMarked && marks.some((mark) => contains(mark, piece))) continue;
    const spans = marks.flatMap(({ open, close }) => [open, close]);
    for (const span of spans) put({ ...span, insert: '' });
    if (isMarked) continue;
    const start = Math.min(piece.from, ...marks.map((mark) => mark.from));
    const end = Math.max(piece.to, ...marks.map((mark) => mark.to));
    const mark = markOf(without(text, spans, start, end));
    const [before, after] = [
      spans.find((span) => span.from === start),
      spans.find((span) => span.to === end),
    ];
    put({ from: start, to: before?.to ?? start, insert: mark });
    put({ from: after?.from ?? end, to: end, insert: [...mark].reverse().join('') });
  }
  return withSelection([...changes.values()], from, to, only?.piece);
}

/** A part of the text without these spans of it. */
function without(text: string, spans: readonly Span[], start: number, end: number): string {
  let [words, at] = ['', start];
  for (const span of spans.toSorted((one, two) => one.from - two.from)) {
    words += text.slice(at, span.from);
    at = Math.max(at, span.to);
  }
  return words + text.slice(at, end);
}

/** Marks with the cursor between them, or takes such away. */
function toggleEmpty(text: string, at: number, mark: string): Formatted {
  const size = mark.length;
  const isBetween = text.slice(at - size, at) === mark && text.slice(at, at + size) === mark;
  if (isBetween && text[at - size - 1] !== mark[0]) {
    return { changes: [{ from: at - size, to: at + size, insert: '' }], anchor: at - size, head: at - size };
  }
  return { changes: [{ from: at, to: at, insert: mark + mark }], anchor: at + size, head: at + size };
}

/** What was selected stays so, without the new marks; a cursor stays in its word. */
function withSelection(changes: readonly Change[], from: number, to: number, word?: Span): Formatted {
  const ordered = changes.toSorted((one, two) => one.from - two.from || one.to - two.to);
  if (from < to) {
    return { changes: ordered, anchor: placeAfter(ordered, from, 1), head: placeAfter(ordered, to, -1) };
  }
  const at = placeAfter(ordered, from, from === word?.to && from > word.from ? -1 : 1);
  return { changes: ordered, anchor: at, head: at };
}

/** Code inside a line, or a block of whole lines. */
function code(selected: Selected): Formatted {
  const { text, from, to } = selected;
  const [fence] = marksIn(text, 'FencedCode', { from, to }).filter((block) => contains(block, { from, to }));
  if (fence !== undefined) return withoutFence(text, fence, from, to);
  if (text.slice(from, to).trim().includes('\n')) return withFence(selected);
  return toggleInline(selected, 'InlineCode', (words) => {
    const longest = Math.max(0, ...(words.match(/`+/gu) ?? []).map(({ length }) => length));
    const ticks = '`'.repeat(longest + 1);
    return /^`|`$/u.test(words) ? `${ticks} ` : ticks;
  });
}

function withFence(selected: Selected): Formatted {
  const { text, from } = selected;
  const start = startOfLine(text, from);
  const end = endOfLine(text, lastPlace(selected));
  const longest = Math.max(2, ...(text.slice(start, end).match(/`+/gu) ?? []).map(({ length }) => length));
  const ticks = '`'.repeat(longest + 1);
  const changes = [
    { from: start, to: start, insert: `${ticks}\n` },
    { from: end, to: end, insert: `\n${ticks}` },
  ];
  const before = ticks.length + 1;
  return { changes, anchor: start + before, head: end + before };
}

function withoutFence(text: string, { from: start, to: end }: Span, from: number, to: number): Formatted {
  const head = Math.min(end, endOfLine(text, start) + 1);
  const tail = text.lastIndexOf('\n', end - 1);
  const isClosed = tail >= head && /^\s*(?:`{3,}|~{3,})\s*$/u.test(text.slice(tail + 1, end));
  const changes = [
    { from: start, to: head, insert: '' },
    ...(isClosed ? [{ from: Math.max(head, tail), to: end, insert: '' }] : []),
  ];
  return withSelection(changes, from, to);
}

const address = 'https://';

/** A link whose label is what is selected; of a link that is there its address is selected. */
function link(selected: Selected): Formatted {
  const { text, from, to } = selected;
  const piece = from === to ? wordAt(selected) : { from, to };
  const existing = addressIn(text, piece);
  if (existing !== null) return { changes: [], anchor: existing.from, head: existing.to };
  const words = text.slice(piece.from, piece.to);
  const [lead = ''] = /^\s*/u.exec(words) ?? [];
  const label = words.trim();
  const start = piece.from + lead.length;
  const end = start + label.length;
  if (/^(?:https?:\/\/|mailto:)\S+$/iu.test(label)) {
    const written = /[()<>]/u.test(label) ? `<${label.replace(/[<>]/gu, encodeURIComponent)}>` : label;
    return {
      changes: [{ from: start, to: end, insert: `[](${written})` }],
      anchor: start + 1,
      head: start + 1,
    };
  }
  const shown = label.replace(/\s*\n\s*/gu, ' ').replace(/(?<!\\)[[\]]/gu, '\\$&');
  const anchor = start + shown.length + '[]('.length;
  const insert = `[${shown}](${address})`;
  return { changes: [{ from: start, to: end, insert }], anchor, head: anchor + address.length };
}

/** The address of the link that holds a piece of the text. */
function addressIn(text: string, piece: Span): Span | null {
  let found: Span | null = null;
  markdownLanguage.parser.parse(text).iterate({
    ...piece,
    enter: ({ name, from, to, node }) => {
      if (name !== 'Link' || !contains({ from, to }, piece)) return;
      const url = node.getChild('URL');
      if (url !== null) found = spanOf(url);
    },
  });
  return found;
}

/** A table to be filled in, below the selected lines. */
function table(selected: Selected): Formatted {
  const { text } = selected;
  const at = endOfLine(text, lastPlace(selected));
  const head = ['Column 1', 'Column 2', 'Column 3'];
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const empty = row(head.map(() => ' '));
  const lines = [row(head), row(head.map(() => '---')), empty, empty].join('\n');
  const insert = asBlock(text, lines, at, at);
  const anchor = at + insert.indexOf('Column 1');
  return { changes: [{ from: at, to: at, insert }], anchor, head: anchor + 'Column 1'.length };
}
