import type { OtpSetup } from '#domain/answers/account.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { SignInAnswer } from '#domain/answers/sign-in.ts';
import type { Call, Credentials } from './service-api.ts';

/**
 * The only answers to an account route. `refused`, `unknown` and `not-sent` mean what they mean for every write
 * (`WriteResult`); no message holds a token, a password, a code or a cookie.
 */
export type AccountResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly message: string;
      /** Only with 429, if the service said how long. */
      readonly retryAfterMs?: number;
    }
  | { readonly kind: 'unknown'; readonly message: string; readonly failure?: RemoteFailure }
  | { readonly kind: 'not-sent'; readonly failure: RemoteFailure };

/** What came of `POST /users/generateToken`. The old token is dead in both cases. */
export type NewToken =
  | { readonly kind: 'token'; readonly token: string }
  /** It was carried out, but no token was found in the answer: a new one has to be made in the console. */
  | { readonly kind: 'unreadable' };

/** What came of starting a set-up of MFA. */
export type StartedSetup =
  | { readonly kind: 'setup'; readonly setup: OtpSetup }
  /** It was carried out, but the answer has no secret under the names of the profile. */
  | { readonly kind: 'unreadable' };

export type RegisterResult =
  | AccountResult<string>
  /** A 400 that names fields which were not sent, in its order; ask for them and register again. */
  | { readonly kind: 'fields-required'; readonly fields: readonly string[]; readonly message: string };

/** A call on behalf of a session, whose cookies sign-in and its steps set and renew. */
export type SessionCall = Call & { readonly credentials: Extract<Credentials, { readonly kind: 'session' }> };

/**
 * The routes of "Authentication, sessions and account routes", one method each. No method throws and none sends a
 * thing twice, also not a GET. None waits out a pause unless its call says so: a person looks at a countdown. Texts
 * in `done` are the service's words, '' if it gave none.
 */
export interface AccountClient {
  /** POST /users/generateToken: a new token, the old one is dead at once. Never a test of anything. */
  generateToken(call: Call): Promise<AccountResult<NewToken>>;
  /** POST /auth/signin. Cookies go into the jar of the call; an answer without any is `unknown` in `SignInAnswer`. */
  signIn(call: SessionCall, email: string, password: string): Promise<AccountResult<SignInAnswer>>;
  /** POST /auth/otp/validate: the code that a sign-in waits for. */
  validateOtp(call: SessionCall, code: string): Promise<AccountResult<SignInAnswer>>;
  /** GET /auth/logout. Whatever comes of it, the caller forgets the jar. */
  signOut(call: SessionCall): Promise<AccountResult<string>>;
  /** GET /auth/otp/create: starts a set-up in a session. */
  beginOtp(call: SessionCall): Promise<AccountResult<StartedSetup>>;
  /** POST /auth/otp/create: a code of the new secret enables MFA. The value says what a sign-in asks for next. */
  verifyOtp(call: Call, code: string): Promise<AccountResult<SignInAnswer>>;
  /** POST /users/otp/enable: starts a set-up, by session or token. */
  enableOtp(call: Call): Promise<AccountResult<StartedSetup>>;
  /** POST /users/otp/reset */
  resetOtp(call: Call): Promise<AccountResult<string>>;
  /** POST /users/otp/disable */
  disableOtp(call: Call): Promise<AccountResult<string>>;
  /** POST /auth/password-reset/request. Done says nothing about whether a user has the address. */
  requestRecovery(call: Call, email: string): Promise<AccountResult<string>>;
  /** POST /auth/password-reset/confirm */
  confirmRecovery(call: Call, token: string, password: string): Promise<AccountResult<string>>;
  /** POST /users/me/change-password. The value says what a sign-in asks for next, if it waited for this. */
  changePassword(call: Call, current: string, next: string): Promise<AccountResult<SignInAnswer>>;
  /** POST /auth/register: activates an invited account. `fields` are all that the person filled in. */
  register(call: Call, invitation: string, fields: Readonly<Record<string, string>>): Promise<RegisterResult>;
}
