import { z } from 'zod';
import { procedure } from '../../procedure.ts';
import type { ErrorCode } from '../../error.ts';
import type { JsonObject } from '../../json.ts';

/*
 * Who is calling, and how this home came to be allowed to: tokens, sessions, the second factor, passwords,
 * registration. Passwords, codes and tokens are in inputs alone. Only two answers carry a secret, to be shown: a new
 * token and the set-up of a second factor. What the service refuses, and what could not be sent, is the answer
 * `NotDone`; what the program refuses by itself (`usage`, `wrong-state`, `not-connected`) is a failure.
 */

const baseUrl = z.string().max(4_000);
const email = z.string().min(1).max(1_000);
const password = z.string().min(1).max(4_000);
const pasted = z.string().min(1).max(10_000);
const code = z.string().min(1).max(100);
const mark = z.string().min(1).max(100);
/** Opens the store of the user who signs in, if that is not the owner of the open one; false: asks before. */
export const opensOther = z.boolean();
/** The sentence that a person types before a token is replaced by a new one. */
export const rotationPhrase = 'replace my token';

/** One address and user whose data this vault holds. */
export interface KnownAccount {
  /** As `desk.status` names it. */
  readonly account: string;
  readonly baseUrl: string;
  readonly user: JsonObject;
  /** Pending changes. */
  readonly waiting: number;
  readonly current: boolean;
}

/** What the service names of a user's rights, each list as it came; a list that it does not name is absent. */
export interface UserRight {
  readonly kind: 'roles' | 'licences' | 'memberships' | 'ownerships' | 'linkedClients' | 'integrations';
  readonly names: readonly string[];
}

export const accountProcedures = {
  'account.list': procedure<readonly KnownAccount[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Opens the data of another account of this vault; the service is not asked. Windows do so by `home.switchAccount`. */
  'account.open': procedure<KnownAccount>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ account: z.string().max(64) }),
  }),
  'account.standing': procedure<AccountStanding>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Without `baseUrl`, at the address of the current connection. `mark`: what its caller calls it, to end this one alone. */
  'account.signIn': procedure<SignInStep>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      baseUrl: baseUrl.optional(),
      email,
      password,
      mark: mark.optional(),
      other: opensOther.default(true),
    }),
  }),
  /** Opens the store of the other user whom a sign-in without `other` has named; `mark` as below. */
  'account.enterOther': procedure<SignInStep>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ mark: mark.optional() }),
  }),
  /** The code that a sign-in waits for: the one with this `mark`, so that what is meant for one never reaches another. */
  'account.code': procedure<SignInStep>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ code, mark: mark.optional() }),
  }),
  /** The new password that a first sign-in waits for; `mark` as above. */
  'account.firstPassword': procedure<SignInStep>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ password, mark: mark.optional() }),
  }),
  /** Forgets a sign-in that was begun and not finished: the one with this `mark` and no newer one, or whichever it is. */
  'account.cancel': procedure<{ readonly cancelled: boolean }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    account: 'free',
    input: z.strictObject({ mark: mark.optional() }),
  }),
  /**
   * Gives up a call that waits because the service asked for it: `wait` as its progress told it.
   * Answers: false: it waits no longer, so nothing was given up.
   */
  'wait.giveUp': procedure<{ readonly given: boolean }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    account: 'free',
    input: z.strictObject({ wait: z.string().min(1).max(100) }),
  }),
  /** The user tries anyway: every pause that a service asked for ends, so that what waits goes out. It may ask again. */
  'pause.end': procedure<Readonly<Record<string, never>>>()({
    answeredBy: 'host',
    idempotent: true,
    account: 'free',
    input: z.strictObject({}),
  }),
  'account.signOut': procedure<{
    /** False: the service could not be told, so the session may live on there; `message` says why. */
    readonly told: boolean;
    readonly message: string;
    readonly waiting: number;
    /** What requests are sent with from now on. */
    readonly uses: 'token' | 'none';
  }>()({ answeredBy: 'host', idempotent: false, input: z.strictObject({}) }),
  'account.register': procedure<
    | Carried
    /** Fields that the service asks for and that were not sent. */
    | { readonly kind: 'needs'; readonly fields: readonly string[]; readonly message: string }
  >()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      baseUrl: baseUrl.optional(),
      invitation: pasted,
      fields: z.record(z.string().min(1).max(200), z.string().max(4_000)).default({}),
    }),
  }),
  'token.replace': procedure<ReplacedToken>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ token: pasted, other: opensOther.default(false) }),
  }),
  'token.rotate': procedure<RotationAnswer>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ confirm: z.string().max(200) }),
  }),
  'token.settle': procedure<SettledRotation>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** With the `mark` of a sign-in that waits for a set-up, in that one; else for the signed-in user. */
  'mfa.begin': procedure<MfaSetup>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ mark: mark.optional() }),
  }),
  /** Answers: in a sign-in that waits for it, what that asks for next. */
  'mfa.verify': procedure<SignInStep | Carried>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ code, mark: mark.optional() }),
  }),
  'mfa.enable': procedure<MfaSetup>()({ answeredBy: 'host', idempotent: false, input: z.strictObject({}) }),
  'mfa.reset': procedure<Carried>()({ answeredBy: 'host', idempotent: false, input: z.strictObject({}) }),
  'mfa.disable': procedure<Carried>()({ answeredBy: 'host', idempotent: false, input: z.strictObject({}) }),
  'password.request': procedure<Carried>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ baseUrl: baseUrl.optional(), email }),
  }),
  'password.confirm': procedure<Carried>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ baseUrl: baseUrl.optional(), token: pasted, password }),
  }),
  'password.change': procedure<Carried>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ current: password, next: password }),
  }),
};

/** Whose store is open now. `left`: what waits in the store that was open before, if that is another person's. */
export interface SignedIn {
  readonly kind: 'signed-in';
  readonly baseUrl: string;
  readonly user: JsonObject;
  readonly organization: JsonObject;
  readonly left: { readonly waiting: number } | null;
  readonly notices: readonly string[];
}

/** Who was named is not the owner of the open store, and nothing was kept. With the user's yes, theirs is opened. */
export interface OtherUser {
  readonly kind: 'other-user';
  readonly user: JsonObject;
  readonly organization: JsonObject;
  /** What waits in the open store and stays there. */
  readonly waiting: number;
}

/** What a sign-in asks for next. */
export type SignInStep =
  | SignedIn
  /** Whether another user's store is meant: `account.enterOther`. */
  | OtherUser
  /** A code of the second factor: `account.code`. */
  | { readonly kind: 'mfa' }
  /** A second factor has to be set up: `mfa.begin`, then `mfa.verify`. */
  | { readonly kind: 'mfa-setup' }
  /** The password has to be changed: `account.firstPassword`. */
  | { readonly kind: 'password-change' }
  /** An answer that nobody knows (`message` shows it), or none: nothing was kept. */
  | NotKnown
  | NotDone;

/** Refused by the service, or not sent at all: nothing has changed. */
export interface NotDone {
  readonly kind: 'refused';
  /** As a failure of a procedure has it: `credentials` (401), `refused`, `not-found`, `unreachable` … */
  readonly code: ErrorCode;
  /** What was refused and what to do next, in words. */
  readonly message: string;
  /** If the service asked for a pause: until when. */
  readonly until: string | null;
}

/** Sent, but no answer came that tells what happened; `message` says what to do. Nothing is sent again by itself. */
export interface NotKnown {
  readonly kind: 'unknown';
  readonly message: string;
}

/** Carried out; `message` holds the service's words, '' if it gave none. */
export interface CarriedOut {
  readonly kind: 'done';
  readonly message: string;
}

/** What an authenticator needs; never kept here. `unreadable`: a set-up was begun, but its answer holds no secret. */
export type MfaSetup =
  | {
      readonly kind: 'setup';
      /** Base 32. */
      readonly secret: string;
      /** An `otpauth://` address for a QR code that is made on this machine. */
      readonly uri: string;
    }
  | { readonly kind: 'unreadable' }
  | NotDone
  | NotKnown;

/** What comes of what has no answer but that it was carried out. */
export type Carried = CarriedOut | NotDone | NotKnown;

/**
 * A rotation that was begun and whose end is not known. `unknown`: it may or may not have been carried out. `lost`: the
 * old token is refused, so a new one was made that nobody has.
 */
export interface OpenRotation {
  readonly state: 'unknown' | 'lost';
  readonly begunAt: string;
  /** Until when the request may still land; null if that is over. */
  readonly until: string | null;
}

export type RotationAnswer =
  /** The new token, shown once. `kept` is false if it could not be stored: it has to be written down now. */
  | { readonly kind: 'rotated'; readonly token: string; readonly kept: boolean }
  | { readonly kind: 'unknown'; readonly rotation: OpenRotation; readonly next: string }
  | NotDone;

export type SettledRotation =
  /** No rotation is open. */
  | { readonly kind: 'none' }
  /** The old token works and nothing can land any more: nothing has happened. */
  | { readonly kind: 'kept' }
  /** Nothing can land any more, and no token was kept here before that could be tried. */
  | { readonly kind: 'untold'; readonly next: string }
  /** The request may still land until then. `tried`: the old token works; false: none was kept that could be tried. */
  | { readonly kind: 'wait'; readonly tried: boolean; readonly until: string; readonly next: string }
  /** The old token is refused. */
  | { readonly kind: 'lost'; readonly next: string }
  /** Nobody could be asked. */
  | { readonly kind: 'unchecked'; readonly message: string };

export type ReplacedToken = (Omit<SignedIn, 'kind'> & { readonly kind: 'replaced' }) | OtherUser | NotDone;

export const pauseClasses = ['findings', 'sign-in', 'otp', 'recovery', 'ai'] as const;

/** What is known of the caller without asking the service. */
export interface AccountStanding {
  readonly baseUrl: string | null;
  readonly user: JsonObject | null;
  readonly organization: JsonObject | null;
  readonly side: 'provider' | 'client' | 'unknown';
  readonly rights: readonly UserRight[];
  /** What requests are sent with. */
  readonly uses: 'token' | 'session' | 'none';
  readonly hasToken: boolean;
  readonly hasSession: boolean;
  /** What was wrong with that when it was last used. `refused` with `uses: session`: sign in again. */
  readonly trouble: 'refused' | 'foreign' | null;
  /** Operations that wait or need a person. */
  readonly waiting: number;
  readonly rotation: OpenRotation | null;
  /** A sign-in that was begun here and waits. */
  readonly signIn: {
    readonly step: 'mfa' | 'mfa-setup' | 'password-change';
    readonly baseUrl: string;
    readonly email: string;
    /** Null if none was given when it began. */
    readonly mark: string | null;
  } | null;
  /** If the service asked for a pause: which requests, and until when. */
  readonly pauses: readonly { readonly of: (typeof pauseClasses)[number]; readonly until: string }[];
  /** Fields that a registration asks for at first. */
  readonly registration: readonly string[];
}
