import type { NotedKind } from '#contract/procedures/program/activity.ts';
import type { ErrorCode } from '#contract/error.ts';
import { failureText, statusFailure, toFailure } from '../answers/failure.ts';

/** What the service did not do, as the end of "The service …". */
const undone: Readonly<Record<NotedKind, string>> = {
  'sign-in': 'did not sign you in',
  code: 'did not take the code',
  'first-password': 'did not take the new password',
  'sign-out': 'did not end the session',
  'token-rotate': 'made no new token; the one in use stays in force',
  'mfa-begin': 'did not begin to set up the second factor',
  'mfa-verify': 'did not take the code',
  'mfa-enable': 'did not begin to set up the second factor',
  'mfa-reset': 'did not reset the second factor',
  'mfa-disable': 'did not turn off the second factor',
  'password-request': 'did not send a recovery token',
  'password-confirm': 'did not set the new password',
  'password-change': 'did not change the password',
  register: 'did not activate the account',
};

/** What to do if it was asked and nobody knows whether it was done. */
const unsure: Readonly<Record<NotedKind, string>> = {
  'sign-in': 'Sign in again.',
  code: 'Sign in again; a code counts once, so wait for the next one.',
  'first-password': 'Sign in again, with the new password first, then with the old one.',
  'sign-out': 'The session may stay valid on the service until it expires.',
  'token-rotate': 'Check whether the old token still works before anything else.',
  'mfa-begin': 'Begin again: a set-up that was not verified changes nothing.',
  'mfa-verify': 'The second factor may be on. Keep the secret, and try a code of it at the next sign-in.',
  'mfa-enable': 'Begin again: a set-up that was not verified changes nothing.',
  'mfa-reset': 'The second factor may be gone. The next sign-in shows it.',
  'mfa-disable': 'The second factor may be off. The next sign-in shows it.',
  'password-request': 'Check your e-mail before you ask for another token.',
  'password-confirm':
    'Try to sign in with the new password. If it is refused, ask for another recovery token.',
  'password-change': 'Try the new password at the next sign-in first, then the old one.',
  register: 'Try to sign in. If that is refused, register again with the same invitation.',
};

/** A refusal of an account route in words: what was not done, the service's words, and what to do. */
export function refusalOf(
  kind: NotedKind,
  { status, message, retryAfterMs }: { status: number; message: string; retryAfterMs?: number },
): { readonly code: ErrorCode; readonly message: string } {
  const failure = statusFailure(status, message, retryAfterMs);
  if (failure.kind === 'rate-limited') return toFailure(failure);
  const words = message.replace(/[.\s]+$/u, '');
  const said = `The service ${undone[kind]} (${String(status)})${words === '' ? '' : `: ${words}`}.`;
  return { code: toFailure(failure).code, message: `${said} ${nextStep(kind, status)}` };
}

/** What to do about an answer that does not tell what happened. */
export function unsureText(kind: NotedKind, message: string): string {
  const said = message.replace(/[.\s]+$/u, '');
  return `No clear answer: ${said}. ${unsure[kind]}`;
}

/** What stood in the way before anything left this machine. */
export function unsentText(failure: Parameters<typeof failureText>[0]): string {
  return `Nothing was sent. ${failureText(failure)}`;
}

function nextStep(kind: NotedKind, status: number): string {
  switch (status) {
    case 400:
      return 'Check what you typed, then try again.';
    case 401:
      return typed.has(kind)
        ? 'Check what you typed, then try again.'
        : 'Sign in again, or enter the token again.';
    case 403:
      return 'That is a rule of the organization, or a right that the account lacks: ask the person who manages it.';
    case 404:
      return 'It is not there, or this account may not see it.';
    default:
      return 'Nothing was changed.';
  }
}

/** Kinds whose 401 is about what was typed: nobody is signed in yet, or whose account it is was read right before. */
const typed: ReadonlySet<NotedKind> = new Set([
  'sign-in',
  'code',
  'first-password',
  'mfa-verify',
  'password-change',
  'password-confirm',
  'password-request',
  'register',
]);
