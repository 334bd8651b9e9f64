/** Marks that are matched against each other: the parser's time grows with their square. */
const MAX_MARKS = 4_000;
/** Lines that one quote or list item may swallow without a blank line between them. */
const MAX_LAZY_LINES = 500;
/** Cells of one table row. */
const MAX_CELLS = 200;
/** Levels that quotes and lists may nest, by marks in one line or by indentation. */
const MAX_LEVELS = 24;

/** In a paragraph of so many lines, signs that begin nothing cost as much as marks do. */
const MAX_LINES = 500;
/** Comments and instructions of HTML that nothing ends: each is looked for up to the end of its paragraph. */
const MAX_OPEN = 200;
const TAILS = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
  ['<!', '>'],
] as const;

/**
 * Lines of a whole text, however short they are: 2,000 quotes, list items or rows take 0.2 s, twice as many up to ten
 * times as long. The longest real text has 195.
 */
const MAX_TEXT_LINES = 2_000;

const NESTED_MARKS = new RegExp(`^(?:[ \\t]*(?:>|[*+-]|\\d{1,9}[.)])(?=[ \\t>]|$)){${MAX_LEVELS}}`);
const INDENTED_MARK = new RegExp(`^[ \\t]{${MAX_LEVELS * 2},}(?:[*+-]|\\d{1,9}[.)])(?:[ \\t]|$)`);
const CONTAINER = /^[ \t]*(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])/;

/**
 * True for Markdown on which the parser's time or depth grows faster than the text: a hostile record must hold up no
 * page or report. Such a piece of a text is shown as it was written instead.
 */
export function isCostlyMarkdown(source: string): boolean {
  if ((source.match(/\r\n?|\n/g)?.length ?? 0) >= MAX_TEXT_LINES) return true;
  if ((source.match(/[*_[\]~]/g)?.length ?? 0) > MAX_MARKS) return true;
  if (/(?:\[|!\[|<){200}/.test(source)) return true;
  if (source.split(/\n[ \t]*\n/).some((paragraph) => isCrowded(paragraph) || leavesOpen(paragraph)))
    return true;
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

function isCrowded(paragraph: string): boolean {
  const signs = paragraph.match(/[<&!:@`\\]/g)?.length ?? 0;
  return signs > MAX_MARKS && paragraph.split('\n').length > MAX_LINES;
}

/** Whether so many of them stand behind the last end of their kind. */
function leavesOpen(paragraph: string): boolean {
  return TAILS.some(
    ([open, close]) => paragraph.slice(paragraph.lastIndexOf(close) + 1).split(open).length > MAX_OPEN,
  );
}
