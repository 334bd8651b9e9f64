/* Characters that no XML file may hold; scanners write them all the same, in the answers of servers. */

const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/u;
const eachForbidden = new RegExp(forbidden.source, 'gu');

/** Whether a text holds one of them. */
export function isForbidden(text: string): boolean {
  return forbidden.test(text);
}

/** The text with U+FFFD instead, and where they stood. */
export function withoutForbidden(text: string): { text: string; places: readonly number[] } {
  const places = Array.from(text.matchAll(eachForbidden), ({ index }) => index);
  return { text: text.replace(eachForbidden, '\ufffd'), places };
}

/** The text with U+FFFD in place of references to such characters. */
export function withoutForbiddenReferences(text: string): string {
  return text.replace(/&#(?:x([0-9a-f]+)|(\d+));/giu, (reference, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter && !isForbidden(String.fromCodePoint(code)) ? reference : '\ufffd';
  });
}
