/** Names that Windows gives to devices, with any ending. */
const reserved =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/iu;
const longestPart = 60;

function safePart(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .replace(/-{2,}/gu, '-')
    .slice(0, longestPart)
    .replace(/[\p{Cs}]/gu, '')
    .replace(/^[.\s-]+|[.\s-]+$/gu, '');
}

/**
 * A file name, without its ending, that every system takes: the parts that say something, parted by "-".
 * @param fallback stands where nothing is left of the parts, and before a name that Windows reserves
 */
export function safeFileName(parts: readonly string[], fallback: string): string {
  const name = [...new Set(parts.map(safePart).filter((part) => part !== ''))].join('-');
  if (name === '') return fallback;
  // Windows looks at what stands before the first point.
  return reserved.test(name.split('.')[0] ?? '') ? `${fallback}-${name}` : name;
}
