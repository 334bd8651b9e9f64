import type { WriteDoubt } from '#contract/finding/operation.ts';
import type { ActivityKind, ActivityOutcome } from '#contract/procedures/program/activity.ts';

/* What was sent, and what the service did not permit, in words: the same in the window, the terminal and exports. */

/** What an action is called. */
export const activityKindWords: Readonly<Record<ActivityKind, string>> = {
  create: 'New finding',
  update: 'Edit',
  delete: 'Deletion',
  'bulk-status': 'Status',
  'bulk-delete': 'Deletion of several',
  review: 'Decision on a candidate',
  'ai-demonstration': 'Draft by the assistant',
  'ai-apply': 'Apply a draft of the assistant',
  'ai-merge': 'Merge proposed by the assistant',
  'sign-in': 'Sign-in',
  code: 'Code of the second factor',
  'first-password': 'First password',
  'sign-out': 'Sign-out',
  'token-rotate': 'New API token',
  'mfa-begin': 'Set-up of MFA begun',
  'mfa-verify': 'Set-up of MFA verified',
  'mfa-enable': 'MFA enabled',
  'mfa-reset': 'MFA reset',
  'mfa-disable': 'MFA disabled',
  'password-request': 'Password recovery asked for',
  'password-confirm': 'Password recovered',
  'password-change': 'Password changed',
  register: 'Registration',
};

/** Whether a word names an action. */
export function isActivityKind(word: string): word is ActivityKind {
  return Object.hasOwn(activityKindWords, word);
}

/** Whether a word names an outcome. */
export function isActivityOutcome(word: string): word is ActivityOutcome {
  return Object.hasOwn(activityOutcomeWords, word);
}

/** How one time of sending ended. */
export const activityOutcomeWords: Readonly<Record<ActivityOutcome, string>> = {
  done: 'done',
  refused: 'refused',
  'not-confirmed': 'accepted, not confirmed',
  unknown: 'outcome not known',
  'not-sent': 'not sent',
  'under-way': 'under way',
};

/** What an operation is about, as far as a sentence names it. */
export interface Subject {
  readonly kind: ActivityKind;
  /** How many findings. */
  readonly findings: number;
  /** Title or identifier of the first one; '' if it has none. */
  readonly first: string;
  readonly project: string;
}

/** The deed behind "may not", with `it` for the finding. */
function deed(kind: ActivityKind, it: string): string {
  switch (kind) {
    case 'create':
      return `add ${it}`;
    case 'update':
      return `change ${it}`;
    case 'delete':
    case 'bulk-delete':
      return `delete ${it}`;
    case 'bulk-status':
      return `set the status of ${it}`;
    case 'review':
      return `decide on ${it}`;
    case 'ai-demonstration':
      return `have the assistant write a demonstration for ${it}`;
    case 'ai-apply':
      return `apply a draft of the assistant to ${it}`;
    case 'ai-merge':
      return `have the assistant merge ${it}`;
    case 'sign-in':
      return 'sign in';
    case 'code':
      return 'give a code for the sign-in';
    case 'first-password':
    case 'password-change':
      return 'change the password';
    case 'sign-out':
      return 'sign out';
    case 'token-rotate':
      return 'make a new API token';
    case 'mfa-begin':
    case 'mfa-verify':
    case 'mfa-enable':
      return 'set up MFA';
    case 'mfa-reset':
      return 'reset MFA';
    case 'mfa-disable':
      return 'switch MFA off';
    case 'password-request':
    case 'password-confirm':
      return 'recover the password';
    case 'register':
      return 'register';
  }
}

/** The findings of an operation in a sentence: the quoted title of one, or how many. */
function findingsOf({ kind, findings, first }: Subject): string {
  const what = kind === 'review' ? 'candidate' : 'finding';
  if (findings > 1) return `${String(findings)} ${what}s`;
  return first === '' ? `a ${what}` : `the ${what} “${first}”`;
}

/** Why the service may refuse a change that was just queued, and what becomes of it. */
export function doubtSentence(doubt: WriteDoubt): string {
  switch (doubt) {
    case 'read-only':
      return 'Your account is read-only. The service may refuse this change at the next sync; it stays here.';
    case 'client':
      return "You are signed in as a client. The service may refuse changes in a provider's engagement; this one stays here.";
    case 'refused':
      return 'The service refused your last change in this engagement (403). It may refuse this one too; it stays here.';
  }
}

/**
 * A refusal that hangs on who is asking: which operation on what was not permitted (403), or what is not there for this
 * account (404). Null subject: a call about the account.
 */
export function refusalSentence(status: 403 | 404, kind: ActivityKind, subject: Subject | null): string {
  const it = subject === null ? '' : findingsOf(subject);
  const where = subject === null ? '' : ` in ${subject.project}`;
  if (status === 403) return `Your account may not ${deed(kind, it)}${where}.`;
  if (subject === null) return `To ${deed(kind, it)}: not there, or not visible to you.`;
  if (kind === 'create') return `The engagement ${subject.project} is not there, or not visible to you.`;
  const are = subject.findings > 1 ? 'are' : 'is';
  return `${capital(it)}${where} ${are} not there, or not visible to you.`;
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
