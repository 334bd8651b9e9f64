/*
 * Commands, paths and names with signs at an end run from left to right also in a sentence that runs from the right: by
 * the algorithm of Unicode alone `/etc/passwd` would end in its first slash.
 */

/** A word of ASCII that holds a letter; what closes a sentence is taken off later. */
const word = /[\x21-\x7e]*[A-Za-z][\x21-\x7e]*/gu;
const openers = /^[([{"'<]+/u;
const closing = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
  ['>', '<'],
]);
const enders = /[)\]}>"'.,;:!?]$/u;
/** Signs at an end of a word that would stand at the other one. */
const edged = /^[^A-Za-z0-9]|[^A-Za-z0-9]$/u;

/** A stretch of a text, by its characters. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** Stretches of a text that are to run from left to right, whatever stands around them. */
export function leftToRightIn(text: string): TextSpan[] {
  return [...text.matchAll(word)].flatMap(({ 0: whole, index }) => {
    const skipped = openers.exec(whole)?.[0].length ?? 0;
    let inside = whole.slice(skipped);
    while (enders.test(inside) && !isPaired(inside)) inside = inside.slice(0, -1);
    if (!edged.test(inside)) return [];
    return [{ from: index + skipped, to: index + skipped + inside.length }];
  });
}

/** Whether the sign at the end closes one within: `f(x)`. */
function isPaired(inside: string): boolean {
  const opener = closing.get(inside.at(-1) ?? '');
  return opener !== undefined && inside.slice(0, -1).includes(opener);
}
