import { secretKinds, type SecretKind } from '#contract/deliverable/masks.ts';
import type { FindingMessage } from '#contract/procedures/deliverables/preflight.ts';
import { secretValues } from '../../masking/requests.ts';
import { bearerShape, tokenShapes, type Shape } from '../../masking/token-shapes.ts';
import { memberOf } from '../../finding/record.ts';
import { about, placeName, type Rule } from './rule.ts';

/*
 * Secrets by their own shape alone. The word "password" is none, and neither is one that the author has cut or masked.
 */

const textShapes: readonly Shape[] = [
  {
    name: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----\s*((?:[^-\n]*\n){0,6}?[A-Za-z0-9+/=]{40,})/gu,
  },
  ...tokenShapes,
];

const headerShapes: readonly Shape[] = [
  bearerShape,
  {
    name: 'a password in an Authorization header',
    pattern: /\bauthorization:\s*basic\s+([A-Za-z0-9+/=]{8,}\S*)/giu,
  },
];

/** Cheap to look for, so that most texts are looked through once. */
const worthALook =
  /private key|akia|asia|gh[pousr]_|github_pat|glpat|xox[abprs]-|aiza|_live_|eyj|bearer\s|authorization:|cookie:/iu;

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
    .filter(({ pattern }) => text.matchAll(pattern).some(([whole, secret]) => isLive(secret ?? whole)))
    .map(({ name }) => name);
}

/** A header of cookies, one of its cookies with a value that is long enough, the end of the line. */
const cookieParts = /\bcookie:|(?<![\w.-])([\w.-]{1,200})=(?=([^;\s"'`]{12,300}))|[\r\n]/giu;
const sessionName = /sess|sid|auth|token|jwt|sso|login|remember/iu;
/** So far behind its name a header of cookies is looked through. */
const cookieReach = 4_000;

/** Whether a header of cookies holds one that is a session's. It is looked through once, however many headers a line has. */
function hasSessionCookie(text: string): boolean {
  let end = 0;
  for (const { 0: part, 1: name, 2: value = '', index } of text.matchAll(cookieParts)) {
    if (name === undefined) end = part.length === 1 ? 0 : index + part.length + cookieReach;
    else if (index <= end && sessionName.test(name) && isLive(value)) return true;
  }
  return false;
}

/** What of secrets a text holds, as it is called in a sentence. */
export function secretsIn(text: string): string[] {
  const names = namesIn(text, [...textShapes, ...headerShapes]);
  return /cookie:/iu.test(text) && hasSessionCookie(text) ? [...names, 'a session cookie'] : names;
}

/** Keys and tokens in what the author wrote: a reader could use them. */
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

/** What stands in a message about requests. */
const kindNames: Readonly<Record<SecretKind, string>> = {
  authorization: 'credentials',
  cookie: 'cookies',
  token: 'tokens',
  password: 'passwords',
  'private-key': 'a private key',
};

/** The same in recorded requests, if they go out as they are: masked, nothing of them does but what the user keeps. */
export const secretsInRequests: Rule = (texts, { masked, keptValues = [] }) => {
  if (masked && keptValues.length === 0) return [];
  const requests = memberOf(texts.finding.record, 'requests') ?? null;
  const values = secretValues(requests, keptValues);
  const shown = new Set(values.filter(({ kept }) => kept || !masked).map(({ kind }) => kind));
  if (shown.size === 0) return [];
  const names = inWords(secretKinds.filter((kind) => shown.has(kind)).map((kind) => kindNames[kind]));
  return [
    about(
      texts.finding,
      'secret-in-request',
      'requests',
      masked
        ? `The requests show ${names} that you keep. See that no live value goes out.`
        : `The requests hold ${names}, and masking is off. See that no live value goes out.`,
    ),
  ];
};

/** `a cookie`, `a cookie and a bearer token`. */
export function inWords(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
