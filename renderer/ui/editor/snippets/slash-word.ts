import { fold } from '#domain/text/words/fold.ts';

/** A text of the user with its name. */
export interface NamedSnippet {
  readonly name: string;
  readonly text: string;
}

/** A `/name` that is being typed. */
export interface SlashWord {
  /** Where its slash stands in the line. */
  readonly from: number;
  /** What follows the slash. */
  readonly typed: string;
}

const slashWord = /(?:^|\s)\/([^\s/]{0,80})$/u;

/**
 * The `/name` at the end of a line up to the cursor: at its beginning or after a blank, so in no path and no address.
 * Behind a backtick that is not closed yet code is being typed.
 */
export function slashWordIn(line: string): SlashWord | null {
  const typed = slashWord.exec(line)?.[1];
  return typed === undefined || line.split('`').length % 2 === 0
    ? null
    : { from: line.length - typed.length - 1, typed };
}

/**
 * The snippets whose name, or a word of it, begins with what was typed, in any case. Names that begin with it come first,
 * also without their blanks.
 */
export function snippetsFor<T extends NamedSnippet>(snippets: readonly T[], typed: string): readonly T[] {
  const wanted = fold(typed);
  const begins: T[] = [];
  const within: T[] = [];
  for (const snippet of snippets) {
    const words = fold(snippet.name).split(/[^\p{L}\p{M}\p{N}]+/u);
    if (fold(snippet.name).replaceAll(/\s/gu, '').startsWith(wanted) || words.join('').startsWith(wanted)) {
      begins.push(snippet);
    } else if (words.some((word) => word.startsWith(wanted))) within.push(snippet);
  }
  return [...begins, ...within];
}
