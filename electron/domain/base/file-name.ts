/** Names that Windows gives to devices. */
const reserved =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/iu;
const longestPart = 60;
/** Linux and macOS take names of 255 bytes of UTF-8: this leaves room for an edition, an ending and a name while writing. */
const longestStemBytes = 200;
/** The longest name that Windows takes, in UTF-16 units. */
const longestName = 255;

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function safePart(text: string, maxBytes: number): string {
  const safe = text
    .normalize('NFC')
    // Marks without a letter are what is left of an emoji.
    .replace(/(?:[^\p{L}\p{M}\p{N}._-]|(?<![\p{L}\p{M}\p{N}])\p{M})+/gu, '-')
    .replace(/\.{2,}/gu, '.')
    .replace(/-{2,}/gu, '-');
  return cut(safe, maxBytes).replace(/^[.\s-]+|[.\s-]+$/gu, '');
}

/** The whole characters at the beginning of a text that a part of a name has room for. */
function cut(text: string, maxBytes: number): string {
  let end = 0;
  let bytes = 0;
  for (const { segment } of characters.segment(text)) {
    bytes += utf8Length(segment);
    if (end + segment.length > longestPart || bytes > maxBytes) break;
    end += segment.length;
  }
  return text.slice(0, end);
}

/** In bytes; the domain, which runs anywhere, has no `TextEncoder`. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/**
 * A file name, without its ending, that every system takes: the parts that say something, parted by "-".
 * @param fallback stands if nothing is left of the parts, and before a name that Windows reserves
 */
export function safeFileName(parts: readonly string[], fallback: string): string {
  const maxBytes = Math.floor(longestStemBytes / parts.length) - 1;
  const safe = parts.map((part) => safePart(part, maxBytes)).filter((part) => part !== '');
  const name = [...new Set(safe)].join('-');
  if (name === '') return fallback;
  return isDevice(name) ? `${fallback}-${name}` : name;
}

/** Whether Windows takes a name for a device: only what stands before the first dot counts. */
function isDevice(name: string): boolean {
  return reserved.test((name.split('.')[0] ?? '').trimEnd());
}

/**
 * Why Windows takes no file under a path, or writes another one (`a:b` is a hidden stream of `a`); null if it does.
 * @returns the end of a sentence that begins with the path
 */
export function whyNotOnWindows(path: string): string | null {
  if (/^[\\/]{2}[.]/u.test(path)) return 'is the name of a device';
  const names = path.replace(/^(?:[\\/]{2}\?[\\/])?(?:[a-z]:(?=[\\/]|$))?/iu, '').split(/[\\/]/u);
  for (const name of names) {
    const why = whyNoName(name);
    if (why !== null) return why;
  }
  return null;
}

function whyNoName(name: string): string | null {
  if (name === '.' || name === '..') return null;
  const sign = /[<>:"|?*\u0000-\u001f]/u.exec(name)?.[0];
  if (sign !== undefined)
    return sign < ' '
      ? 'has a control character in its name, which Windows does not take'
      : `has ${sign} in its name, which Windows does not take`;
  if (isDevice(name)) return 'has a name that Windows keeps for a device';
  if (/[. ]$/u.test(name)) return 'has a name that ends with a dot or a blank, which Windows leaves out';
  if (name.length > longestName) return 'has a name of more than 255 characters';
  return null;
}
