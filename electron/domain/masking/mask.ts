import type { SecretKind } from '#contract/deliverable/masks.ts';

/** A secret in a text: from, up to but without `to`. */
export interface Secret {
  readonly from: number;
  readonly to: number;
  readonly kind: SecretKind;
  /** What the reader knows the place by: a header, parameter or member; empty if the shape alone told it. */
  readonly name: string;
  /** What is written around the mask, if it takes the place of a bare number in JSON. */
  readonly quote?: string;
}

export const mask = '********';
/** Secrets from this length on keep their first letters: a reader sees whether two are the same. */
const longEnough = 20;
const kept = 4;

/** Cut or masked by the author, or by this: nothing of it could be used. */
const hidden =
  /^(?:.{0,4}\*{3,}|x{4,}|\u2022+|.{0,40}(?:\.{3,}|\u2026)|.{0,80}\[[a-z .\u2026_-]{2,40}\]|<[^>]{0,80}>|\{\{[^}]{0,80}\}\}|\$\{[^}]{0,80}\}|redacted|removed|masked|deleted|null|true|false|none|undefined)$/isu;
/** It begins as no secret does: what was sent to break out of the value. */
const payload = /^(?:['"<]|%(?:27|22|3c)|\.\.\/|\$\{|\{\{)/iu;

/** Whether a value in the place of a secret is one: not empty, not masked already, not even in part, not a payload. */
export function isSecret(value: string): boolean {
  return value.trim() !== '' && !value.includes(mask) && !hidden.test(value) && !payload.test(value);
}

/** What stands in place of a secret: nothing of a password, the first letters of a long token. */
export function maskOf(value: string, kind: SecretKind): string {
  if (kind === 'password' || kind === 'private-key' || value.length < longEnough) return mask;
  const head = value.slice(0, kept);
  // A letter that is cut in the middle, or one that a reader could take for an end of the value, is not shown.
  return /^[\w.+/=%~-]*$/u.test(head) ? `${head}${mask}` : mask;
}
