/**
 * The text of a file: UTF-8, or UTF-16 with its byte order mark, as PowerShell writes it. The mark is left out.
 * @returns null if it is neither, or holds a NUL, as UTF-16 without its mark and binary files do
 */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
