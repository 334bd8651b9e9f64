/*
 * Case folding, character by character: no locale takes part. `toLowerCase` alone would leave pairs apart that differ
 * in nothing but case (final sigma, long s). A folded text may be longer or shorter than the text: places in the one
 * are no places in the other.
 */

const beyondAscii = /[^\x00-\x7f]/;
const eachBeyondAscii = /[^\x00-\x7f]/gu;

/** Letters that people write in another way where their keyboard, or capitals, lack them: ß, İ and ı. */
const spelledOut: ReadonlyMap<string, string> = new Map([
  ['\u00df', 'ss'],
  ['\u1e9e', 'ss'],
  ['\u0130', 'i'],
  ['\u0131', 'i'],
]);

/** What the small letter of İ becomes outside of Turkish: an i with one dot too many. */
const dottedTwice = /i\u0307+/g;

/** How far the full width forms of ASCII, U+FF01 to U+FF5E, are from ASCII. */
const toFullWidth = 0xfee0;

function isOneCharacter(text: string): boolean {
  const first = text.codePointAt(0);
  return first !== undefined && text.length === (first > 0xffff ? 2 : 1);
}

function foldCharacter(character: string): string {
  const spelled = spelledOut.get(character);
  if (spelled !== undefined) return spelled;
  if (character >= '\uff01' && character <= '\uff5e')
    return String.fromCharCode(character.charCodeAt(0) - toFullWidth).toLowerCase();
  const upper = character.toUpperCase();
  const lower = (isOneCharacter(upper) ? upper : character).toLowerCase();
  return isOneCharacter(lower) ? lower : character;
}

/**
 * The form in which texts are compared. It is equal for texts that differ only in case, composition of accents, ß or ss,
 * the dot of an i, or the width of ASCII letters. Orders and queries use it; values themselves are never changed.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFC')
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replace(eachBeyondAscii, foldCharacter)
    .replace(dottedTwice, 'i')
    .normalize('NFC');
}
