import { readLink } from '#domain/base/links.ts';

/** Why the desktop window does not open an address, for a person; null if it may be opened. */
export function whyNotOpened(href: string, desktop: boolean): string | null {
  if (!desktop || readLink(href) !== null) return null;
  return 'Dossier opens only https links, up to 2,000 characters and without a password. Copy this one to open it elsewhere.';
}
