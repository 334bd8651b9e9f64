import { stripVTControlCharacters, styleText } from 'node:util';

/*
 * Texts of findings are hostile: an escape sequence could repaint the terminal or answer for the user, a direction mark
 * could reverse a host name. What steers a terminal is written out visibly.
 */
const STEERING =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Cs}/gu;

function visible(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return `\\u{${code}}`;
}

/** A text on one line of the terminal: line breaks and tabs become blanks, what steers a terminal is written out. */
export function plain(text: string): string {
  return text.replace(/(?<!\s)\s*[\r\n\t]+\s*/g, ' ').replace(STEERING, visible);
}

/** A text over several lines: line breaks stay, tabs become blanks, what steers a terminal is written out. */
export function plainLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.replaceAll('\t', '    ').replace(STEERING, visible));
}

/**
 * JSON text that is safe to show: the same values, but with every character that steers a terminal as `\u` escape.
 * Outside its texts JSON has none of them.
 */
export function safeJson(json: string): string {
  return json.replace(STEERING, (character) =>
    // JSON.stringify leaves no C0 control character inside a text: those found are its own line breaks.
    character < ' '
      ? character
      : Array.from(
          { length: character.length },
          (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
        ).join(''),
  );
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;
/** Marks over other characters, selectors of their form, and the joiner of compound emoji. */
const WIDTHLESS = /\p{Mn}|\p{Me}|\u200d/u;
const ASCII = /^[ -~]*$/;

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += widthOfCharacter(character);
  return width;
}

function widthOfCharacter(character: string): number {
  if (character <= '~') return 1;
  if (WIDTHLESS.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Cuts a text to a number of columns, with an ellipsis if something is missing. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let width = 0;
  let cut = '';
  for (const character of text) {
    width += widthOfCharacter(character);
    if (width > columns - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Breaks a text into lines of at most so many columns: at blanks, and within a word that is longer than a line. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, columns))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, columns: number): string[] {
  if (widthOf(word) <= columns) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && widthOf(piece) + widthOfCharacter(character) > columns) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** So far the lines that go on are set in, behind the blanks that a line begins with. */
const HANGING = '  ';

/** Breaks lines that are too long at blanks, for a terminal. A word that is longer stays whole, so that it can be copied. */
export function wrapLines(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  if (shownWidth(line) <= columns) return line;
  const indent = `${/^ */u.exec(line)?.[0] ?? ''}${HANGING}`;
  const lines: string[] = [];
  let begun = '';
  for (const [blanks, word] of [...line.matchAll(/( *)([^ ]+)/gu)].map((found) => [
    found[1] ?? '',
    found[2] ?? '',
  ])) {
    if (begun !== '' && shownWidth(`${begun}${blanks}${word}`) > columns) {
      lines.push(begun);
      begun = `${indent}${word}`;
    } else begun += `${blanks}${word}`;
  }
  return [...lines, begun].join('\n');
}

/** Without the escape sequences of `Paint`. */
function shownWidth(text: string): number {
  return widthOf(stripVTControlCharacters(text));
}

/** Fills a text up to a number of columns. */
export function pad(text: string, columns: number, align: 'left' | 'right' = 'left'): string {
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(text)));
  return align === 'left' ? text + blanks : blanks + text;
}

export type AnsiStyle = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan' | 'magenta';

/** Colours a text, or not. */
export type Paint = (style: AnsiStyle, text: string) => string;

/** @param colours whether the stream that is written to shows them */
export function createPaint(colours: boolean): Paint {
  return (style, text) => (colours ? styleText(style, text, { validateStream: false }) : text);
}

/** `3 errors`, `1 error`, `no errors`; `2 entries`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count === 0 ? 'no' : String(count)} ${count === 1 ? one : many}`;
}

/** `5 of 30 findings`, or `30 findings` if they are all. */
export function countedOf(shown: number, all: number, one: string, many = `${one}s`): string {
  return shown === all ? counted(all, one, many) : `${String(shown)} of ${counted(all, one, many)}`;
}

/** `812 B`, `84 kB`, `3.2 MB`: as much of a number as a person compares. */
export function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${String(bytes)} B`;
  if (bytes < 999_500) return `${String(Math.round(bytes / 1_000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
