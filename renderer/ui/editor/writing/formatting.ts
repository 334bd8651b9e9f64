import { markdownLanguage } from '@codemirror/lang-markdown';
import { asBlock } from './as-block.ts';
import { endOfLine, lastPlace, startOfLine, type Formatted, type Selected } from './change.ts';
import { captioned } from './caption.ts';
import { byLines } from './line-formats.ts';
import {
  contains,
  spanOf,
  toggleMarks,
  withSelection,
  wordAt,
  type MarkedSpan,
  type Span,
} from './toggle-marks.ts';

/** The commands that format a text. */
export const formatNames = [
  ...(['bold', 'italic', 'code', 'link', 'list', 'numbers', 'quote', 'table'] as const),
  'caption',
] as const;
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
  caption: captioned,
};

/** Formats what is selected, or takes the format away if all of it has it; nothing is lost but marks. */
export function formatted(name: FormatName, selected: Selected): Formatted {
  return formats[name](selected);
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
  return toggleMarks(selected, {
    pieces: piecesOf(selected),
    marksIn: (piece, text) => marksIn(text, kind, piece),
    markOf: (words) => {
      const mark = markOf(words);
      return [mark, [...mark].reverse().join('')];
    },
  });
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
