/** Longer addresses cannot be shown whole, and one that is not seen is not opened. */
const longestAddress = 2_000;

/**
 * An address that may be opened outside, as it is shown: `https:`, no name or password in it. The host is in its
 * ASCII form, so that letters that only look alike are seen. Null for everything else.
 */
export function readLink(text: string): { readonly host: string; readonly address: string } | null {
  if (text.length > longestAddress || !URL.canParse(text)) return null;
  const { protocol, username, password, host, href } = new URL(text);
  if (protocol !== 'https:' || username !== '' || password !== '') return null;
  return href.length > longestAddress ? null : { host, address: href };
}
