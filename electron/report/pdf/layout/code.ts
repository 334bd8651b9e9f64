import type { FontLibrary } from '../../fonts/library.ts';
import { isShaped } from '../../fonts/faces.ts';
import { hasRightToLeft } from '../../fonts/printable.ts';
import { graphemes } from '../../fonts/scripts.ts';
import { orderedRuns, type Line, type Run, type Style } from './lines.ts';
import type { CodeToken, TokenKind } from './tokens.ts';

const TAB_STOP = 4;
/** Columns by which the rest of a broken line is set in; the mark of the break is drawn there and adds no character. */
export const CONTINUATION_COLUMNS = 2;

/** A line as it is printed; `continued` when it goes on with the source line above. */
export interface CodeLine extends Line {
  readonly continued: boolean;
}

/** How each kind of token looks; one style each, so that equal neighbours are drawn at once. */
export type CodeStyles = Readonly<Record<TokenKind, Style>>;

/** The text as it is laid out: tabs expanded to the next stop of four columns, line ends unified, none at the end. */
export function codeSource(text: string): string {
  const lines = text.replace(/\r\n/g, '\n').split('\n').map(expandTabs);
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.join('\n');
}

function expandTabs(line: string): string {
  if (!line.includes('\t')) return line;
  let column = 0;
  return line.replace(/\t|[^\t]+/g, (part) => {
    const shown = part === '\t' ? ' '.repeat(TAB_STOP - (column % TAB_STOP)) : part;
    column += shown.length;
    return shown;
  });
}

/**
 * Lays out code or a request, given as tokens of a `codeSource`. Every character keeps its place and long lines break
 * without a hyphen, so copied text is the source.
 */
export function codeLines(
  tokens: readonly CodeToken[],
  styles: CodeStyles,
  width: number,
  fonts: FontLibrary,
): CodeLine[] {
  const column = columnWidth(styles.plain, fonts);
  const columns = Math.max(8, Math.floor((width - 0.5) / column));
  const japanese = fonts.isJapanese(tokens.map(({ text }) => text).join(''));
  return sourceLines(tokens).flatMap((line) =>
    line.every(({ text }) => /^[\x20-\x7e]*$/.test(text))
      ? plainLines(line, columns, column, styles, fonts)
      : mixedLines(line, { width: columns * column, japanese }, column, styles, fonts),
  );
}

/** Points that a column takes; that of the widest if a theme's font has no fixed pitch. */
export function columnWidth({ size }: Style, fonts: FontLibrary): number {
  const face = fonts.face({ mono: true });
  return Math.max(fonts.width('0', face, size), fonts.width('W', face, size));
}

function sourceLines(tokens: readonly CodeToken[]): CodeToken[][] {
  let line: CodeToken[] = [];
  const lines = [line];
  for (const { text, kind } of tokens) {
    text.split('\n').forEach((part, index) => {
      if (index > 0) lines.push((line = []));
      if (part !== '') line.push({ text: part, kind });
    });
  }
  return lines;
}

function plainLines(
  line: readonly CodeToken[],
  columns: number,
  column: number,
  styles: CodeStyles,
  fonts: FontLibrary,
): CodeLine[] {
  const source = line.map(({ text }) => text).join('');
  const lines: CodeLine[] = [];
  const rest = [...line];
  let start = 0;
  do {
    const room = lines.length === 0 ? columns : columns - CONTINUATION_COLUMNS;
    const text = withoutHyphenAtEnd(source.slice(start, start + room), start + room < source.length);
    const runs = take(rest, text.length).flatMap((token) =>
      fonts.split(token.text, { mono: true }).map((piece): Run => ({ ...piece, style: styles[token.kind] })),
    );
    lines.push({ runs, width: text.length * column, fromRight: false, continued: lines.length > 0 });
    start += text.length;
  } while (start < source.length);
  return lines;
}

/** Takes the first `length` characters off the tokens. */
function take(tokens: CodeToken[], length: number): CodeToken[] {
  const taken: CodeToken[] = [];
  let left = length;
  for (let first = tokens[0]; first !== undefined && left > 0; first = tokens[0]) {
    const part = first.text.slice(0, left);
    taken.push({ ...first, text: part });
    left -= part.length;
    if (part.length === first.text.length) tokens.shift();
    else tokens[0] = { ...first, text: first.text.slice(part.length) };
  }
  return taken;
}

/** A broken line must not end in a hyphen of the text: what takes it out of the PDF would drop it. */
function withoutHyphenAtEnd(text: string, broken: boolean): string {
  const shorter = broken && text.endsWith('-') ? text.replace(/-+$/, '') : text;
  return shorter.length < text.length / 2 ? text : shorter;
}

function mixedLines(
  line: readonly CodeToken[],
  { width, japanese }: { readonly width: number; readonly japanese: boolean },
  column: number,
  styles: CodeStyles,
  fonts: FontLibrary,
): CodeLine[] {
  const lines: CodeLine[] = [];
  const source = line.map(({ text }) => text).join('');
  const rightToLeft = hasRightToLeft(source);
  let runs: (Run & { text: string })[] = [];
  let used = 0;
  const end = (): void => {
    const ordered = rightToLeft ? orderedRuns(runs, source, false, fonts) : runs;
    lines.push({ runs: ordered, width: used, fromRight: false, continued: lines.length > 0 });
    runs = [];
    used = 0;
  };
  const own = fonts.face({ mono: true });
  for (const { text, kind } of line) {
    const style = styles[kind];
    for (const piece of fonts.split(text, { mono: true }, japanese)) {
      for (const character of isShaped(piece.face) ? graphemes(piece.text) : piece.text) {
        const cell =
          piece.face === own || (isShaped(piece.face) && piece.face !== 'emoji')
            ? null
            : cellOf(character, piece.face, style, column, fonts);
        const advance = cell?.width ?? fonts.width(character, piece.face, style.size);
        const room = lines.length === 0 ? width : width - CONTINUATION_COLUMNS * column;
        if (used > 0 && used + advance > room) end();
        const last = runs.at(-1);
        if (cell !== null) runs.push(cell);
        else if (last?.face === piece.face && last.style === style) last.text += character;
        else runs.push({ text: character, face: piece.face, style });
        used += advance;
      }
    }
  }
  end();
  return lines;
}

/** Characters that a terminal gives two columns. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}\ufe0f\u{20000}-\u{3fffd}]/u;

/**
 * A character that another font has to draw, in the columns of the code's own: drawings and tables of characters would
 * fall apart behind it. It is set smaller if it is wider than they are.
 */
function cellOf(
  text: string,
  face: Run['face'],
  style: Style,
  column: number,
  fonts: FontLibrary,
): Run & { readonly text: string; readonly width: number } {
  const width = column * (WIDE.test(text) ? 2 : 1);
  const own = fonts.width(text, face, style.size);
  // A mark over the letter before has no column of its own.
  if (own === 0) return { text, face, style, width: 0 };
  return { text, face, style: own > width ? { ...style, size: (style.size * width) / own } : style, width };
}
