/*
 * Simple case folding: character by character, so that a text keeps its length in characters and no locale
 * takes part. `toLowerCase` alone would leave pairs apart that differ in nothing but case (final sigma, long s).
 */

const beyondAscii = /[^\x00-\x7f]/;
const eachBeyondAscii = /[^\x00-\x7f]/gu;

/** Characters whose upper case falls together with another letter's although they are letters of their own. */
const unfolded: ReadonlySet<string> = new Set(['\u0130', '\u0131']);

function isOneCharacter(text: string): boolean {
  const first = text.codePointAt(0);
  return first !== undefined && text.length === (first > 0xffff ? 2 : 1);
}

function foldCharacter(character: string): string {
  if (unfolded.has(character)) return character;
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}

/**
 * The form in which two texts that differ only in case, or in how an accented letter is composed, are equal.
 * Ordering and queries compare this form; values themselves are never changed by it (terminal contract,
 * "only ordering and queries ignore case").
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replace(eachBeyondAscii, foldCharacter);
}
