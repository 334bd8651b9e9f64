import type { FindingMessage } from '#contract/preflight.ts';
import { about, placeName, type Rule } from './rule.ts';

/*
 * Secrets by their own shape alone. The word "password" is none, and neither is one that the author has cut or masked.
 */

interface Shape {
  /** What it is called in a sentence. */
  readonly name: string;
  /** Its first group is the secret itself; the whole where it has none. */
  readonly pattern: RegExp;
}

const tokenShapes: readonly Shape[] = [
  {
    name: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----\s*((?:[^-\n]*\n){0,6}?[A-Za-z0-9+/=]{40,})/gu,
  },
  { name: 'an access key of AWS', pattern: /\b((?:AKIA|ASIA)[A-Z0-9]{16})\b/gu },
  { name: 'a token of GitHub', pattern: /\b(gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{60,})/gu },
  { name: 'a token of GitLab', pattern: /\b(glpat-[\w-]{20,})/gu },
  { name: 'a token of Slack', pattern: /\b(xox[abprs]-[\w-]{20,})/gu },
  { name: 'a key of Google', pattern: /\b(AIza[\w-]{35})/gu },
  { name: 'a key of Stripe', pattern: /\b((?:sk|rk)_live_[A-Za-z0-9]{20,})/gu },
  { name: 'a signed token (JWT)', pattern: /\b(eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,})/gu },
];

const headerShapes: readonly Shape[] = [
  { name: 'a bearer token', pattern: /\bbearer\s+([^\s"'`,;\\]{20,})/giu },
  {
    name: 'a password in an Authorization header',
    pattern: /\bauthorization:\s*basic\s+([A-Za-z0-9+/=]{8,}\S*)/giu,
  },
  {
    name: 'a session cookie',
    pattern:
      /\bcookie:[^\r\n]{0,4000}?\b[\w.-]*(?:sess|sid|auth|token|jwt|sso|login|remember)[\w.-]*=([^;\s"'`]{12,})/giu,
  },
];

/** What recorded requests carry on top: any cookie, any key in a header of its own. */
const requestShapes: readonly Shape[] = [
  { name: 'an Authorization header', pattern: /^(?:proxy-)?authorization:[ \t]*(\S[^\r\n]{5,})/gimu },
  { name: 'a cookie', pattern: /^(?:set-)?cookie:[ \t]*(\S[^\r\n]{5,})/gimu },
  {
    name: 'a key in a header',
    pattern: /^x-(?:api-key|auth-token|access-token|csrf-token):[ \t]*(\S[^\r\n]{5,})/gimu,
  },
];

/** Cheap to look for, so that most texts are looked through once. */
const worthALook =
  /private key|akia|asia|gh[pousr]_|github_pat|glpat|xox[abprs]-|aiza|_live_|eyj|bearer\s|authorization:|cookie:|^x-(?:api|auth|access|csrf)/imu;

/** Cut, masked, made up. */
const masked =
  /[[\]<>{}$*\u2026\u2022]|\.{3}|x{4,}|redact|remov|shorten|example|changeme|yourtoken|your[_-]|s[fF]lKxwRJSMeKKF2QT4/iu;

/** Whether it has the look of chance: letters of both kinds or digits, and not one sign over and over. */
function isLive(value: string): boolean {
  return !masked.test(value) && new Set(value).size >= 6;
}

function namesIn(text: string, shapes: readonly Shape[]): string[] {
  if (!worthALook.test(text)) return [];
  return shapes
    .filter(({ pattern }) =>
      Array.from(text.matchAll(pattern)).some(([whole, secret]) => isLive(secret ?? whole)),
    )
    .map(({ name }) => name);
}

/** What of secrets a text holds, as it is called in a sentence. */
export function secretsIn(text: string): string[] {
  return namesIn(text, [...tokenShapes, ...headerShapes]);
}

/** Keys and tokens in what the author wrote: somebody could use them. */
export const secretsInTexts: Rule = (texts) =>
  texts.written().flatMap(({ field, text }): readonly FindingMessage[] => {
    const names = secretsIn(text);
    if (names.length === 0) return [];
    return [
      about(
        texts.finding,
        'secret',
        field,
        `${placeName(field)} holds ${inWords(names)}. Cut or mask the value.`,
      ),
    ];
  });

/** The same in recorded requests. */
export const secretsInRequests: Rule = (texts) => {
  const names = new Set(
    texts.requests().flatMap((text) => namesIn(text, [...requestShapes, ...tokenShapes])),
  );
  if (names.size === 0) return [];
  return [
    about(
      texts.finding,
      'secret-in-request',
      'requests',
      `The requests hold ${inWords([...names])}. See that no live value goes out.`,
    ),
  ];
};

/** `a cookie`, `a cookie and a bearer token`. */
export function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
