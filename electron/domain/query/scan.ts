import { QueryError } from './query.ts';
import { isDoubleQuote, isOtherSeparator } from './signs.ts';

/** A stretch of a query's text with its escapes resolved. */
export interface Scanned {
  /** Pieces between unescaped `*`; one piece if there is none. */
  readonly pieces: readonly string[];
  readonly quoted: boolean;
  readonly at: number;
  /** Index behind the stretch. */
  readonly end: number;
}

const escapable = new Set(['"', "'", '\\', ',', ';', '|', '*', ':', '-', '<', '>', '=', '!', '(', '?', ' ']);

/** The character at an index with its escape resolved: a backslash before anything else is itself. */
function characterAt(text: string, index: number): { character: string; escaped: boolean; end: number } {
  const character = text[index] ?? '';
  const next = text[index + 1];
  if (character === '\\' && next !== undefined && escapable.has(next)) {
    return { character: next, escaped: true, end: index + 2 };
  }
  return { character, escaped: false, end: index + 1 };
}

/** Whether a character parts the terms of a query; the end of the text does not. */
export function isBlank(character: string | undefined): boolean {
  return character !== undefined && /\s/u.test(character);
}

/**
 * Reads `"…"` from the quote at `at` on; wildcards have no meaning inside. A plain quote is closed by a plain one,
 * one of a word processor by any.
 */
export function scanQuoted(text: string, at: number): Scanned {
  const closes = text[at] === '"' ? (sign: string) => sign === '"' : isDoubleQuote;
  let content = '';
  let index = at + 1;
  while (index < text.length) {
    const { character, escaped, end } = characterAt(text, index);
    if (closes(character) && !escaped) return { pieces: [content], quoted: true, at, end };
    content += character;
    index = end;
  }
  throw new QueryError('The quote that opens here is never closed', at);
}

/** Reads up to the next blank or, in a value, comma. */
export function scanBare(text: string, at: number, within: 'words' | 'value'): Scanned {
  const pieces = [''];
  let index = at;
  while (index < text.length) {
    const { character, escaped, end } = characterAt(text, index);
    if (!escaped && (isBlank(character) || (within === 'value' && character === ','))) break;
    if (!escaped && isDoubleQuote(character)) {
      throw new QueryError(
        'A quote stands inside a word; put a blank before it, or \\ to mean the quote itself',
        index,
      );
    }
    if (!escaped && within === 'value' && isOtherSeparator(character)) {
      throw new QueryError(
        `Alternatives are parted by a comma, not by "${character}"; put the value in quotes to mean the sign itself`,
        index,
      );
    }
    if (character === '*' && !escaped) pieces.push('');
    else pieces[pieces.length - 1] = (pieces.at(-1) ?? '') + character;
    index = end;
  }
  return { pieces, quoted: false, at, end: index };
}
