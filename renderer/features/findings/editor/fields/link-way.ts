import { readLink } from '#domain/base/links.ts';

/** Why the desktop window does not open an address, for a person; null if it may be opened. */
export function whyNotOpened(href: string, desktop: boolean): string | null {
  if (!desktop || readLink(href) !== null) return null;
  return 'The desktop window opens only encrypted addresses (https) of at most 2,000 characters, without a name or password in them. Copy it to open it elsewhere.';
}
