import type { FontLibrary } from '../../fonts/library.ts';
import { hasRightToLeft } from '../../fonts/printable.ts';
import { visualOrder } from './bidi.ts';
import type { Line, Run, Style } from './lines.ts';

const TAB_STOP = 4;
/** Columns by which the rest of a broken line is set in: it shows the break and adds no character. */
export const CONTINUATION_COLUMNS = 2;

/** A line as it is printed; `continued` when it goes on with the source line above. */
export interface CodeLine extends Line {
  readonly continued: boolean;
}

/** The text with tabs expanded to the next stop of four columns and line ends unified. */
function expandTabs(text: string): string[] {
  return text
    .replace(/\r\n/g, '\n')
    .split('\n')
    .map((line) => {
      if (!line.includes('\t')) return line;
      let column = 0;
      return line.replace(/\t|[^\t]+/g, (part) => {
        const shown = part === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : part;
        column += shown.length;
        return shown;
      });
    });
}

/**
 * Lays out code or a request: every character in its place, long lines broken at the edge without a hyphen or
 * a mark, so that what is copied out is what went in. Blank lines at the end are left out.
 */
export function codeLines(text: string, style: Style, width: number, fonts: FontLibrary): CodeLine[] {
  const sources = expandTabs(text);
  while (sources.length > 1 && sources.at(-1)?.trim() === '') sources.pop();
  const column = fonts.width('0', 'mono', style.size);
  const columns = Math.max(8, Math.floor((width - 0.5) / column));
  return sources.flatMap((source) =>
    /^[\x20-\x7e]*$/.test(source)
      ? plainLines(source, columns, column, style, fonts)
      : mixedLines(source, columns * column, column, style, fonts),
  );
}

function plainLines(
  source: string,
  columns: number,
  column: number,
  style: Style,
  fonts: FontLibrary,
): CodeLine[] {
  const lines: CodeLine[] = [];
  let start = 0;
  do {
    const room = lines.length === 0 ? columns : columns - CONTINUATION_COLUMNS;
    const text = withoutHyphenAtEnd(source.slice(start, start + room), start + room < source.length);
    const runs = fonts.split(text, { mono: true }).map((piece): Run => ({ ...piece, style }));
    lines.push({ runs, width: text.length * column, fromRight: false, continued: lines.length > 0 });
    start += text.length;
  } while (start < source.length);
  return lines;
}

/** A broken line must not end in a hyphen of the text: what takes it out of the PDF would drop it. */
function withoutHyphenAtEnd(text: string, broken: boolean): string {
  const shorter = broken && text.endsWith('-') ? text.replace(/-+$/, '') : text;
  return shorter.length < text.length / 2 ? text : shorter;
}

function mixedLines(
  source: string,
  width: number,
  column: number,
  style: Style,
  fonts: FontLibrary,
): CodeLine[] {
  const lines: CodeLine[] = [];
  const rightToLeft = hasRightToLeft(source);
  let runs: { text: string; face: Run['face']; style: Style }[] = [];
  let used = 0;
  const end = (): void => {
    const ordered = rightToLeft ? visualOrder(runs, false) : runs;
    lines.push({ runs: ordered, width: used, fromRight: false, continued: lines.length > 0 });
    runs = [];
    used = 0;
  };
  for (const piece of fonts.split(source, { mono: true })) {
    for (const character of piece.text) {
      const advance = fonts.width(character, piece.face, style.size);
      const room = lines.length === 0 ? width : width - CONTINUATION_COLUMNS * column;
      if (used > 0 && used + advance > room) end();
      const last = runs.at(-1);
      if (last?.face === piece.face) last.text += character;
      else runs.push({ text: character, face: piece.face, style });
      used += advance;
    }
  }
  end();
  return lines;
}
