/** A secret that is known by its own shape, wherever it stands. */
export interface Shape {
  /** What it is called in a sentence. */
  readonly name: string;
  /** Its first group is the secret itself; the whole if it has none. */
  readonly pattern: RegExp;
}

/*
 * A shape begins only where a run of its letters does (the look-behind). Trying every letter of a long run would take
 * minutes for a megabyte.
 */

/** Tokens and keys of known shape, apart from private keys. */
export const tokenShapes: readonly Shape[] = [
  { name: 'an access key of AWS', pattern: /\b((?:AKIA|ASIA)[A-Z0-9]{16})\b/gu },
  { name: 'a token of GitHub', pattern: /(?<!\w)(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{60,})/gu },
  { name: 'a token of GitLab', pattern: /(?<![\w-])(glpat-[\w-]{20,})/gu },
  { name: 'a token of Slack', pattern: /(?<![\w-])(xox[abprs]-[\w-]{20,})/gu },
  { name: 'a key of Google', pattern: /\b(AIza[\w-]{35})/gu },
  { name: 'a key of Stripe', pattern: /(?<!\w)((?:sk|rk)_live_[A-Za-z0-9]{20,})/gu },
  {
    name: 'a signed token (JWT)',
    pattern: /(?<![\w-])(eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,})/gu,
  },
];

/** The line above a private key. */
export const privateKeyHead = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/gu;

/** A bearer token outside of a header. */
export const bearerShape: Shape = {
  name: 'a bearer token',
  pattern: /\bbearer[ \t]{1,20}([^\s"'`,;\\]{20,})/giu,
};
