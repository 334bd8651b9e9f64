/** A Markdown text and the selected part of it; `from` is `to` if only the cursor stands there. */
export interface Selected {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** One part of the text that is replaced. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What a command makes of a text: changes that never overlap, and what is selected after them. */
export interface Formatted {
  readonly changes: readonly Change[];
  readonly anchor: number;
  readonly head: number;
}

/** Where a place lies after changes; `side` says on which side of what is put in right there. */
export function placeAfter(changes: readonly Change[], at: number, side: -1 | 1): number {
  let moved = at;
  for (const { from, to, insert } of changes) {
    if (to < at || (to === at && (from < at || side > 0))) moved += insert.length - (to - from);
    else if (from < at) moved += insert.length - (at - from);
  }
  return moved;
}

/** The last place that is selected; a line is not if only its beginning is. */
export function lastPlace({ text, from, to }: Selected): number {
  return to > from && text[to - 1] === '\n' ? to - 1 : to;
}

/** Where the line of a place begins. */
export function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** Where the line of a place ends, before its break. */
export function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
