import { placeAfter, type Change, type Formatted, type Selected } from './change.ts';

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A marked part of a text, with its marks: of a link its whole writing, of emphasis and code what stands around it. */
export interface MarkedSpan extends Span {
  readonly open: Span;
  readonly close: Span;
}

/** How a format is written in a language. */
interface Marking {
  /** What the marks go around. */
  readonly pieces: readonly Span[];
  /** The parts that have the format and touch a piece. */
  readonly marksIn: (piece: Span) => readonly MarkedSpan[];
  /** The marks for words. */
  readonly markOf: (words: string) => readonly [open: string, close: string];
}

export function spanOf({ from, to }: Span): Span {
  return { from, to };
}

export function contains(outer: Span, inner: Span): boolean {
  return outer.from <= inner.from && inner.to <= outer.to;
}

/** The word at the cursor, or the cursor itself. */
export function wordAt({ text, from }: Selected): Span {
  const before = /[\p{L}\p{M}\p{N}_]*$/u.exec(text.slice(Math.max(0, from - 200), from))?.[0] ?? '';
  const after = /^[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(from, from + 200))?.[0] ?? '';
  return { from: from - before.length, to: from + after.length };
}

/** Marks pieces of a text, or takes the marks away if all of them are marked. */
export function toggleMarks({ text, from, to }: Selected, marking: Marking): Formatted {
  const pieces = marking.pieces.map((piece) => ({ piece, marks: marking.marksIn(piece) }));
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined && only.piece.from === only.piece.to) {
    if (only.marks.length === 0) return toggleEmpty(text, only.piece.from, marking.markOf(''));
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
    const [open, close] = marking.markOf(without(text, spans, start, end));
    const [before, after] = [
      spans.find((span) => span.from === start),
      spans.find((span) => span.to === end),
    ];
    put({ from: start, to: before?.to ?? start, insert: open });
    put({ from: after?.from ?? end, to: end, insert: close });
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
function toggleEmpty(text: string, at: number, [open, close]: readonly [string, string]): Formatted {
  const start = at - open.length;
  const isBetween = text.slice(start, at) === open && text.slice(at, at + close.length) === close;
  // Three stars are bold and italic: one of them taken away would leave two.
  if (isBetween && (open === '' || text[start - 1] !== open[0] || open[0] === '<')) {
    return { changes: [{ from: start, to: at + close.length, insert: '' }], anchor: start, head: start };
  }
  const cursor = at + open.length;
  return { changes: [{ from: at, to: at, insert: open + close }], anchor: cursor, head: cursor };
}

/** What was selected stays so, without the new marks; a cursor stays in its word. */
export function withSelection(changes: readonly Change[], from: number, to: number, word?: Span): Formatted {
  const ordered = changes.toSorted((one, two) => one.from - two.from || one.to - two.to);
  if (from < to) {
    return { changes: ordered, anchor: placeAfter(ordered, from, 1), head: placeAfter(ordered, to, -1) };
  }
  const at = placeAfter(ordered, from, from === word?.to && from > word.from ? -1 : 1);
  return { changes: ordered, anchor: at, head: at };
}
