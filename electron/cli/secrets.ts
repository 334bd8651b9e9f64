import { readSync } from 'node:fs';
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

const LONGEST_PASSPHRASE = 4_096;

/**
 * Reads the passphrase from a descriptor: its first line.
 * @throws DossierError 'usage' where that is no number, no open descriptor, or nothing comes
 */
export function readPassphraseFrom(descriptor: string): string {
  if (!/^\d{1,4}$/.test(descriptor)) {
    throw new DossierError('usage', '--passphrase-fd takes the number of an open file descriptor.');
  }
  const bytes = Buffer.alloc(LONGEST_PASSPHRASE);
  let length = 0;
  try {
    while (length < bytes.length) {
      const read = readSync(Number(descriptor), bytes, length, bytes.length - length, null);
      length += read;
      if (read === 0 || bytes.subarray(0, length).includes(10)) break;
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    throw new DossierError('usage', `--passphrase-fd ${descriptor} cannot be read: ${code}.`, {
      cause: error,
    });
  }
  const line = bytes.toString('utf8', 0, length).split('\n', 1)[0]?.replace(/\r$/, '') ?? '';
  bytes.fill(0);
  if (line === '') throw new DossierError('usage', `--passphrase-fd ${descriptor} gave no passphrase.`);
  return line;
}
