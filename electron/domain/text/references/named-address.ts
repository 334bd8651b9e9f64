/*
 * Addresses in a Markdown text that name something of ours, `SCHEME:NAME`, and are never fetched.
 */

/** The name in an address of this scheme; null for any other address. */
export function nameIn(scheme: string, address: string): string | null {
  const written = address.slice(scheme.length + 1).trim();
  if (written === '' || address.slice(0, scheme.length + 1).toLowerCase() !== `${scheme}:`) return null;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

/** The address of a name; what Markdown would read as more than an address is percent-encoded. */
export function addressOfName(scheme: string, name: string): string {
  const address = name
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}._-]/gu, (sign) =>
      /[!'()*~]/u.test(sign) ? `%${sign.charCodeAt(0).toString(16).toUpperCase()}` : encodeURIComponent(sign),
    );
  return `${scheme}:${address}`;
}

/** Words as they stand between brackets, also in a cell of a table: one line, signs that end or format them escaped. */
export function bracketed(words: string): string {
  return words
    .trim()
    .replace(/\s+/gu, ' ')
    .replace(/[\\[\]|`*<]/gu, '\\$&');
}
