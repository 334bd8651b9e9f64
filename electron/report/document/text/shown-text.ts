import { replacementFor } from '../../fonts/printable.ts';

const unseen =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/gu;

/**
 * A text that is safe to show on a screen. Control characters and marks of text direction are shown by a sign
 * or a name, as in the PDF. They could make a page say what the record does not. Line ends and tabs stay.
 */
export function shownText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (found) => replacementFor(found.codePointAt(0) ?? 0) ?? found);
}
