import type { FindingBody } from '../data/model.ts';

/** What a sign-in still asks for. */
export type Stage = 'full' | 'mfa' | 'password-change' | 'mfa-setup';

/**
 * Every body of the account and AI routes that the interface leaves open ("not shown"), in one place. So a
 * test can start a service that chose otherwise. Functions make answers; lists name the members that are
 * read.
 */
export interface Shapes {
  /** POST /users/generateToken. */
  readonly token: (token: string) => unknown;
  /** Every step of a sign-in: POST /auth/signin, POST /auth/otp/validate, a demanded change of password. */
  readonly stage: (stage: Stage) => unknown;
  /** The start of a set-up of MFA: GET /auth/otp/create, POST /users/otp/enable. */
  readonly otpSetup: (secret: string, url: string) => unknown;
  /** What is answered when something was done and there is nothing to tell. */
  readonly done: (sentence: string) => unknown;
  /** The member with a code of the second factor. */
  readonly code: string;
  /** The status for a wrong code during sign-in. */
  readonly wrongCodeStatus: 400 | 401;
  /** POST /auth/register: the invitation's member and the fields that must be there beside it. */
  readonly invitation: string;
  readonly registration: readonly string[];
  /** Its 400 that names what is missing. */
  readonly missing: (fields: readonly string[]) => unknown;
  /** POST …/ai/demonstration, and the member that …/apply reads the reviewed text from. */
  readonly demonstration: (text: string, creditsUsed: number) => unknown;
  readonly reviewed: string;
  /** The member of a detail that shows providers a waiting draft; undefined if reading does not show it. */
  readonly waitingDraft: string | undefined;
  /** POST …/ai/merge: the member with the other findings' ids, and the proposal with the sources of its fields. */
  readonly others: string;
  readonly proposal: (
    fields: FindingBody,
    sources: Readonly<Record<string, readonly string[]>>,
    creditsUsed: number,
  ) => unknown;
}

/** How the service answers unless a test wants otherwise. */
export const defaultShapes: Shapes = {
  token: (token) => ({ token }),
  stage: (stage) => {
    switch (stage) {
      case 'full':
        return { message: 'Signed in.' };
      case 'mfa':
        return { mfaRequired: true };
      case 'password-change':
        return { passwordChangeRequired: true };
      case 'mfa-setup':
        return { mfaSetupRequired: true };
    }
  },
  otpSetup: (secret, url) => ({ secret, otpauth_url: url }),
  done: (message) => ({ message }),
  code: 'code',
  wrongCodeStatus: 401,
  invitation: 'token',
  registration: ['name', 'password'],
  missing: (fields) => ({ message: `These fields are required: ${fields.join(', ')}.`, fields }),
  demonstration: (demonstration, creditsUsed) => ({ demonstration, creditsUsed }),
  reviewed: 'demonstration',
  waitingDraft: undefined,
  others: 'ids',
  proposal: (fields, sources, creditsUsed) => ({ proposal: fields, sources, creditsUsed }),
};
