/** Names that Windows gives to devices. */
const reserved =
  /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3])$/iu;
const longestPart = 60;
/** The longest name that Windows takes, in UTF-16 units. */
const longestName = 255;

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
 * @param fallback stands if nothing is left of the parts, and before a name that Windows reserves
 */
export function safeFileName(parts: readonly string[], fallback: string): string {
  const name = [...new Set(parts.map(safePart).filter((part) => part !== ''))].join('-');
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
