import { QueryError } from './query.ts';

/** A stretch of a query's text with its escapes resolved. */
export interface Scanned {
  /** Pieces between unescaped `*`; one piece where there is none. */
  readonly pieces: readonly string[];
  readonly quoted: boolean;
  readonly at: number;
  /** Index behind the stretch. */
  readonly end: number;
}

const escapable = new Set(['"', '\\', ',', '*', ':', '-', '<', '>', '=', ' ']);

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

/** Reads `"…"` from the quote at `at` on; wildcards have no meaning inside. */
export function scanQuoted(text: string, at: number): Scanned {
  let content = '';
  let index = at + 1;
  while (index < text.length) {
    const { character, escaped, end } = characterAt(text, index);
    if (character === '"' && !escaped) return { pieces: [content], quoted: true, at, end };
    content += character;
    index = end;
  }
  throw new QueryError('The quote that opens here is never closed', at);
}

/** Reads up to the next blank or, where `stops` says so, comma. */
export function scanBare(text: string, at: number, stops: { readonly comma: boolean }): Scanned {
  const pieces = [''];
  let index = at;
  while (index < text.length) {
    const { character, escaped, end } = characterAt(text, index);
    if (!escaped && (isBlank(character) || (stops.comma && character === ','))) break;
    if (!escaped && character === '"') {
      throw new QueryError(
        'A quote stands inside a word; put a blank before it, or \\ to mean the quote itself',
        index,
      );
    }
    if (character === '*' && !escaped) pieces.push('');
    else pieces[pieces.length - 1] = (pieces.at(-1) ?? '') + character;
    index = end;
  }
  return { pieces, quoted: false, at, end: index };
}
