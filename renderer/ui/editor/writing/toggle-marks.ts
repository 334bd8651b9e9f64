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
  readonly marksIn: (piece: Span, text: string) => readonly MarkedSpan[];
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
export function toggleMarks(selected: Selected, marking: Marking): Formatted {
  const { text, from, to } = selected;
  const stepped = from === to ? stepBehind(selected, marking) : null;
  if (stepped !== null) return stepped;
  const pieces = marking.pieces.map((piece) => ({ piece, marks: marking.marksIn(piece, text) }));
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

/** Ends a format whose words end at the cursor: the cursor goes behind its mark, and blanks before the cursor too. */
function stepBehind({ text, from: at }: Selected, { marksIn }: Marking): Formatted | null {
  for (const { open, close } of marksIn({ from: at, to: at }, text)) {
    if (open.to >= at || close.to <= at) continue;
    const mark = text.slice(close.from, close.to);
    // Bold and italic may end in one run of stars, of which each takes its own.
    if (close.from === at || /^[*_]+$/u.test(text.slice(at, close.to))) {
      const behind = text.startsWith(mark, at) ? at + mark.length : close.to;
      return { changes: [], anchor: behind, head: behind };
    }
  }
  // Markdown reads no mark behind a blank, so there the blanks are put behind it.
  const blanks = /[^\S\n]*$/u.exec(text.slice(0, at))?.[0] ?? '';
  const [mark = ''] = /^[*_`]+/u.exec(text.slice(at)) ?? [];
  if (blanks === '' || mark === '') return null;
  const start = at - blanks.length;
  const become = text.slice(0, start) + mark + blanks + text.slice(at + mark.length);
  const ended = marksIn({ from: start, to: start }, become).find(
    ({ open, close }) => open.to < start && close.from >= start && close.to <= start + mark.length,
  );
  if (ended === undefined) return null;
  const width = ended.close.to - ended.close.from;
  const changes = [
    { from: start, to: at, insert: '' },
    { from: at + width, to: at + width, insert: blanks },
  ];
  return { changes, anchor: at + width, head: at + width };
}

/** Marks with the cursor between them, or takes such away. */
function toggleEmpty(text: string, at: number, [open, close]: readonly [string, string]): Formatted {
  const start = at - open.length;
  if (isBetween(text, at, open, close)) {
    return { changes: [{ from: start, to: at + close.length, insert: '' }], anchor: start, head: start };
  }
  const cursor = at + open.length;
  return { changes: [{ from: at, to: at, insert: open + close }], anchor: cursor, head: cursor };
}

/** Whether the cursor stands between these marks, and no word does. */
function isBetween(text: string, at: number, open: string, close: string): boolean {
  if (!text.startsWith(close, at) || !text.startsWith(open, at - open.length)) return false;
  if (open[0] !== '*' || at < open.length) return at >= open.length;
  // One star is italic, two are bold, three are both.
  const before = /\**$/u.exec(text.slice(0, at))?.[0].length ?? 0;
  const after = /^\**/u.exec(text.slice(at))?.[0].length ?? 0;
  const run = Math.min(before, after);
  return run === open.length || run === 3;
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
