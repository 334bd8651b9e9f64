import type { SecretKind } from '#contract/deliverable/masks.ts';

/*
 * Which headers, parameters and members hold secrets, by their name alone.
 */

const passwords =
  /^(?:.*(?:password|passwd|passwort|kennwort|passphrase|passcode)|(?!bypass|compass|surpass)[a-z]{0,6}(?:pwd|pass)|psw|pin|otp|totp)$/u;
const tokens =
  /^(?:.*(?:token|secret|apikey|accesskey|secretkey|privatekey|authkey|sessionkey|signingkey|encryptionkey|masterkey|accountkey|subscriptionkey|sessionid|sessid)|jwt|sid|sig|xauth|amzsignature|googsignature)$/u;
/** What stands behind the word that says it: `password_confirmation`, `newPassword2`. */
const trailing =
  /^(?:\d+|confirm|confirmation|confirmed|repeat|repeated|again|verify|new|old|current|hash|value|plain|plaintext)$/u;
/** Tokens that lead to the next page, not into an account. */
const harmlessToken = /^(?:next|page|nextpage|continuation|sync|paging|pagination|delta)(?:token)?$/u;

/** Longer names are nobody's. */
export const longestName = 80;

/**
 * What a parameter, member, tag or header of this name holds; null if its name says nothing. Reads words as people
 * join them: `access_token`, `accessToken`, `user[password]`, `X-Api-Key`. Never throws.
 */
export function kindOfMember(name: string): SecretKind | null {
  if (name.length > longestName) return null;
  const words = name
    .replace(/%5b|%5d/giu, '_')
    .replace(/([a-z\d])([A-Z])/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .flatMap((word) => (word === '' ? [] : [word.replace(/(?<=\p{L})\d+$/u, '')]));
  while (words.length > 1 && trailing.test(words.at(-1) ?? '')) words.pop();
  const [before = '', last = ''] = words.length === 1 ? ['', words[0]] : words.slice(-2);
  if (last === 'authorization') return 'authorization';
  if (last === 'cookie') return 'cookie';
  if (passwords.test(last)) return 'password';
  if (harmlessToken.test(last) || (last === 'token' && harmlessToken.test(before))) return null;
  return tokens.test(last) || tokens.test(before + last) ? 'token' : null;
}
