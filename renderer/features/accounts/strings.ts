import type {
  AccountStanding,
  OpenRotation,
  rotationPhrase as phrase,
} from '#contract/procedures/program/account.ts';
import type { RefusedAction } from '#contract/procedures/program/activity.ts';
import type { JsonObject } from '#contract/json.ts';
import type { PauseClass } from '#renderer/session/account/account.svelte.ts';
import { date } from '#renderer/ui/text/format.ts';

/** What a dialog about the account asks. */
export type AccountAsked =
  | 'sign-in'
  /** What was sent with, a session or a token, because the service did not accept it. */
  | 'again'
  | 'replace'
  | 'rotate'
  | 'leaked'
  | 'settle'
  | 'password'
  | 'forgot'
  | 'register'
  | 'mfa'
  | 'mfa-reset'
  | 'mfa-off';

/** Where a user who wants in is: signing in, or on a way around it. */
export type EntranceWay = 'sign-in' | 'forgot' | 'register';

/** What requests are sent with. */
export function usedWords({ uses, trouble }: Pick<AccountStanding, 'uses' | 'trouble'>): string {
  const refused = trouble === 'refused' ? ', which the service refused' : '';
  switch (uses) {
    case 'token':
      return `API token, kept here encrypted and never shown${refused}`;
    case 'session':
      return `Signed in with e-mail and password${refused}`;
    case 'none':
      return 'Not signed in';
  }
}

/** Which side of the service an account belongs to, as the page says it. */
export function sideWords(side: AccountStanding['side']): string {
  switch (side) {
    case 'provider':
      return 'Provider';
    case 'client':
      return 'Client';
    case 'unknown':
      return 'The service does not say';
  }
}

/** What a user on this side may do, as far as it is the same for all of them. The service decides on everything else. */
export function mayWords(side: AccountStanding['side']): readonly string[] {
  const decided =
    'The service checks roles, licences, memberships and ownership. What it refused is listed here.';
  switch (side) {
    case 'provider':
      return ['You see the findings of your projects, including private drafts.', decided];
    case 'client':
      return [
        'You see the findings of your projects, and decide on public candidates.',
        'A provider’s private drafts are never shown to clients.',
        'Findings are written by providers, or in projects that belong to your own organization.',
        decided,
      ];
    case 'unknown':
      return [decided];
  }
}

/** What is said of an action that the service does not permit. */
export const refusedStrings = {
  reason: ({ project, since }: Pick<RefusedAction, 'project' | 'since'>) =>
    `Your account may not do this${project === null ? '' : ' in this engagement'}. The service refused it on ${date(since)}.`,
  tryAgain: 'Try again',
  off: 'Some actions are off because the service refused them.',
} as const;

/** Paused requests. */
export function pauseWords(of: PauseClass): string {
  switch (of) {
    case 'findings':
      return 'Sync';
    case 'sign-in':
      return 'Signing in';
    case 'otp':
      return 'Codes';
    case 'recovery':
      return 'Forgotten password';
    case 'ai':
      return 'Assistant';
  }
}

/** How far a new token has come, and what that means for the old one. */
export function rotationWords(state: OpenRotation['state']): string {
  switch (state) {
    case 'unknown':
      return 'No answer to the request for a new token. The old one may or may not work.';
    case 'lost':
      return 'The new token was lost on its way. The old one no longer works.';
  }
}

/** How a field of a registration is asked for. */
export interface RegistrationField {
  readonly label: string;
  readonly secret: boolean;
  readonly autocomplete:
    'new-password' | 'given-name' | 'family-name' | 'name' | 'email' | 'tel' | 'organization' | 'off';
}

const known: readonly (readonly [RegExp, RegistrationField['autocomplete']])[] = [
  [/^(first|given)name$/, 'given-name'],
  [/^(last|family|sur)name$/, 'family-name'],
  [/^((full|display)?name)$/, 'name'],
  [/e?mail/, 'email'],
  [/phone|mobile/, 'tel'],
  [/organi[sz]ation|company/, 'organization'],
];

/** The service names fields as programs do: `firstName`, `job_title`. What may be a secret is hidden like one. */
export function registrationField(name: string): RegistrationField {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/gu, ' ')
    .toLowerCase()
    .trim();
  const label = words === '' ? name : `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  const plain = words.replaceAll(' ', '');
  const secret = /password|passphrase|passcode|secret|^pass$|^pin$/u.test(plain);
  const autocomplete = secret ? 'new-password' : (known.find(([shape]) => shape.test(plain))?.[1] ?? 'off');
  return { label, secret, autocomplete };
}

/** A code as it is sent: authenticators show it in groups, and a copied one brings blanks along. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/gu, '');
}

/** A secret of 32 letters is read to a user, or typed, in groups of four. */
export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/gu, '$1 ');
}

/** The address that a person signs in with, if the service told it; '' else. */
export function emailIn(user: JsonObject | null): string {
  const email = user?.['email'];
  return typeof email === 'string' ? email : '';
}

/** What is typed before a token is replaced. The schemas are no part of the pages, so only the type comes from there. */
export const rotationPhrase: typeof phrase = 'replace my token';
