import type { CheckPlace } from '#contract/procedures/deliverables/preflight.ts';

/** One line of the outline: a section, or a heading in its text. */
export interface OutlineEntry {
  readonly place: CheckPlace;
  readonly label: string;
  /** How many it has; null for a text. */
  readonly count: number | null;
  readonly empty: boolean;
  /** The line of the text that a heading stands on, as it was written; null for a section. */
  readonly line: string | null;
}

/** So many headings of a text are listed. */
const maxHeadings = 12;

/** The lines of a Markdown text that are headings, outside of code, as they are written. */
export function headingLines(text: string): readonly string[] {
  const found: string[] = [];
  let fence: string | null = null;
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null && /^ {0,3}#{1,6}[ \t]+\S/u.test(line)) found.push(line);
    if (found.length === maxHeadings) break;
  }
  return found;
}

/** The words of a heading, without its signs. */
export function headingWords(line: string): string {
  return line
    .replace(/^ *#+[ \t]+/u, '')
    .replace(/[ \t]+#+[ \t]*$/u, '')
    .replaceAll(/[*`_]/gu, '')
    .trim();
}
