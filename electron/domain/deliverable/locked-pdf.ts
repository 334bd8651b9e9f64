/** The end of a file, in which its trailer stands: longer than any that the writer makes. */
const trailerBytes = 4_096;

/**
 * Whether a PDF is locked as the writer locks it: its trailer names an encryption, and that one is AES with 256 bits. Asked
 * of a file that was to get a password before it is kept, so that none goes out open, whatever went wrong.
 */
export function isLockedPdf(file: Uint8Array): boolean {
  const tail = textOf(file.subarray(Math.max(0, file.length - trailerBytes)));
  const trailer = tail.slice(tail.lastIndexOf('trailer'));
  const number = /^trailer[^]*?\/Encrypt (\d+) 0 R/u.exec(trailer)?.[1];
  if (number === undefined) return false;
  const dictionary = objectOf(file, number);
  return /\/Filter \/Standard\b/u.test(dictionary) && /\/CFM \/AESV3\b/u.test(dictionary);
}

/** The text of an object; '' if the file has none of this number. */
function objectOf(file: Uint8Array, number: string): string {
  const head = [...`\n${number} 0 obj`].map((letter) => letter.charCodeAt(0));
  // It is among the last that are written.
  for (let at = file.length - head.length; at >= 0; at -= 1) {
    if (head.every((byte, offset) => file[at + offset] === byte)) {
      return textOf(file.subarray(at, at + trailerBytes));
    }
  }
  return '';
}

/** Byte for byte. */
function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
