import { DossierError } from '#contract/error.ts';

export interface Token {
  /** null if none was given: the stored one is used then. */
  readonly token: string | null;
  /** A line for the person if something was taken away around the token; it never quotes it. */
  readonly notice: string | null;
}

/** Blanks, invisible characters, quotes of any kind, and what ends a line of JSON or of a settings file: a run is tried once. */
const before = /^[\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB]+/u;
const after =
  /(?<![\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB,;])[\s\u200B-\u200F\u2060\uFEFF"'`\u2018-\u201F\u00AB\u00BB,;]+$/u;

/** Names that stand in front of a token where it is copied from, with what parts them from it. */
const label = /^(?:x-service-token|api[_-]?key|authorization|token|dossier_token)["'\s]*[:=]\s*/iu;
const scheme = /^bearer\s+/iu;

/**
 * Makes a pasted token usable: removes blanks, quotes and line breaks around it. Also removes "Bearer" and
 * the name of a header or setting (`api_key`) in front of it.
 *
 * @param from where it comes from, for the message
 * @throws DossierError 'usage' if what remains cannot stand in a request header; the token is not quoted
 */
export function cleanToken(given: string | undefined, from: string): Token {
  if (given === undefined || given === '') return { token: null, notice: null };
  const bare = trimmed(given);
  const token = trimmed(trimmed(bare.replace(label, '')).replace(scheme, ''));
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
  return { token, notice: noticeOf(token, bare, given, from) };
}

function trimmed(text: string): string {
  return text.replace(before, '').replace(after, '');
}

function noticeOf(token: string, bare: string, given: string, from: string): string | null {
  if (token === given) return null;
  return token === bare
    ? `Left out blanks, quotes or line breaks around the token (${from}).`
    : `Left out what stood in front of the token (${from}): the name of a header or setting, or "Bearer".`;
}
