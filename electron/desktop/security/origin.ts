/*
 * Where the pages of the desktop window live. Node knows no origin of a scheme of our own (it says "null"), so scheme
 * and host are compared, never the start of a text.
 */
export const scheme = 'app';
const host = 'dossier';

/** The address of the one page of the window. @param locale of the system (BCP 47), by which the page writes dates */
export function pageIn(locale: string): string {
  return `${scheme}://${host}/?${new URLSearchParams({ locale }).toString()}`;
}

/** The path that an address of ours names, decoded; null for every other address. */
export function ownPath(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.protocol !== `${scheme}:` || url.host !== host) return null;
  if (url.username !== '' || url.password !== '' || url.port !== '') return null;
  try {
    return decodeURIComponent(url.pathname);
  } catch {
    return null;
  }
}

/** Whether this is the page itself, with or without a query or a fragment. */
export function isOwnPage(address: string): boolean {
  const path = ownPath(address);
  return path === '/' || path === '/index.html';
}
