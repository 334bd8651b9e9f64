/** Marks that are matched against each other: the parser's time grows with their square. */
const MAX_MARKS = 4_000;
/** Lines that one quote or list item may swallow without a blank line between them. */
const MAX_LAZY_LINES = 500;
/** Cells of one table row. */
const MAX_CELLS = 200;
/** Levels that quotes and lists may nest, by marks in one line or by indentation. */
const MAX_LEVELS = 24;

const NESTED_MARKS = new RegExp(`^(?:[ \\t]*(?:>|[*+-]|\\d{1,9}[.)])(?=[ \\t>]|$)){${MAX_LEVELS}}`);
const INDENTED_MARK = new RegExp(`^[ \\t]{${MAX_LEVELS * 2},}(?:[*+-]|\\d{1,9}[.)])(?:[ \\t]|$)`);
const CONTAINER = /^[ \t]*(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])/;

/**
 * True for Markdown on which the parser's time grows faster than the text or its depth with the text: a
 * hostile record must not hold up a page or a report. Such a text is shown as it was written instead.
 */
export function isCostlyMarkdown(source: string): boolean {
  if ((source.match(/[*_[\]~]/g)?.length ?? 0) > MAX_MARKS) return true;
  if (/(?:\[|!\[|<){200}/.test(source)) return true;
  let lazyLines = 0;
  for (const line of source.split('\n')) {
    if (NESTED_MARKS.test(line) || INDENTED_MARK.test(line)) return true;
    if ((line.match(/\|/g)?.length ?? 0) > MAX_CELLS) return true;
    const blank = line.trim() === '';
    if (blank) lazyLines = 0;
    else if (lazyLines > 0 || CONTAINER.test(line)) lazyLines += 1;
    if (lazyLines > MAX_LAZY_LINES) return true;
  }
  return false;
}
