import { DossierError } from '#contract/error.ts';

export interface Token {
  /** null where none was given: the stored one is used then. */
  readonly token: string | null;
  /** A line for the person where something was taken away around the token; it never quotes it. */
  readonly notice: string | null;
}

/**
 * Makes a pasted token usable: blanks, quotes and line breaks around it are not part of it.
 * @param from where it comes from, for the message
 * @throws DossierError 'usage' where what remains cannot stand in a request header; the token is not quoted
 */
export function cleanToken(given: string | undefined, from: string): Token {
  if (given === undefined || given === '') return { token: null, notice: null };
  const token = given.replace(/^[\s"'`]+|[\s"'`]+$/g, '');
  if (token === '') {
    throw new DossierError('usage', `The token (${from}) is nothing but blanks or quotes. Copy it again.`);
  }
  const bad = [...token].findIndex((character) => character <= ' ' || character > '~');
  if (bad !== -1) {
    throw new DossierError(
      'usage',
      `The token (${from}) cannot be one: its character ${String(bad + 1)} is a blank, a line break or no ASCII. Copy it again.`,
    );
  }
  const notice =
    token === given ? null : `Left out blanks, quotes or line breaks around the token (${from}).`;
  return { token, notice };
}
