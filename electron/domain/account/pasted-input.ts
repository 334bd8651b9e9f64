import { DossierError } from '#contract/error.ts';

/** Blanks, invisible characters and quotes of any kind, as `cleanToken` leaves them out. A run of them is tried once. */
const around =
  /^[\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB<>]+|(?<![\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB<>,;])[\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB<>,;]+$/gu;

/**
 * A token from a letter (invitation, recovery) as it was pasted: bare, in quotes, broken over lines, or as the whole
 * link.
 *
 * @throws DossierError `usage` if nothing is left; the text is not quoted
 */
export function letterToken(given: string): string {
  const bare = given.replace(around, '');
  const token = inAddress(bare) ?? bare.replaceAll(/\s+/gu, '');
  if (token !== '' && /^[\x21-\x7e]+$/u.test(token)) return token;
  throw new DossierError('usage', 'That is not the token from the e-mail. Copy it again, or the whole link.');
}

/** A code of the second factor: blanks and dashes between its groups are not part of it. @throws as `letterToken` */
export function otpCode(given: string): string {
  const code = given.replaceAll(/[\s\u200B-\u200F\u2060\uFEFF"'-]/gu, '');
  if (/^[A-Za-z0-9]{1,32}$/u.test(code)) return code;
  throw new DossierError('usage', 'That is not a code. Type the digits that the authenticator shows.');
}

/** An e-mail address as it was typed. @throws as `letterToken` */
export function emailAddress(given: string): string {
  const email = given.replace(around, '');
  if (/^[^\s@]+@[^\s@]+$/u.test(email)) return email;
  throw new DossierError(
    'usage',
    'That is not an e-mail address: it needs an @ with something on both sides.',
  );
}

/** The token that an address carries in its query; '' if it carries none, null if the text is no address. */
function inAddress(text: string): string | null {
  if (!/^https?:\/\//iu.test(text)) return null;
  const value = /[?&#](?:token|invitation|invite|code|key)=([^&#\s]+)/iu.exec(text)?.[1];
  try {
    return value === undefined ? '' : decodeURIComponent(value);
  } catch {
    return '';
  }
}
