import { randomBytes } from 'node:crypto';
import type { User } from '../data/model.ts';
import { freshCode, matchingStep, newSecret } from './totp.ts';

/** A letter that the service would have sent: the only place where its token is told. */
export interface Mail {
  readonly to: string;
  readonly kind: 'recovery' | 'invitation';
  readonly token: string;
  readonly at: string;
}

/** How a person proves who they are. */
export interface LoginDetails {
  readonly password: string;
  readonly mustChangePassword: boolean;
  /** Set once MFA is enabled. */
  readonly mfaSecret: string | undefined;
  /** Set between the start of a set-up and its verification. */
  readonly pendingSecret: string | undefined;
  /** The step of the last code that was taken; each counts once. */
  readonly lastStep: number;
}

export type Invitation =
  { readonly kind: 'open'; readonly user: User } | { readonly kind: 'used' } | { readonly kind: 'unknown' };

const RECOVERY_LIFE_MS = 30 * 60_000;
const SHORTEST_PASSWORD = 12;

const FRESH: Omit<LoginDetails, 'password'> = {
  mustChangePassword: false,
  mfaSecret: undefined,
  pendingSecret: undefined,
  lastStep: -1,
};

/** Why a text cannot be this person's next password; undefined if it can. The rules are "not shown": these are ours. */
export function passwordComplaint(next: string, current: string | undefined): string | undefined {
  if (next.length < SHORTEST_PASSWORD) {
    return `The new password must have at least ${String(SHORTEST_PASSWORD)} characters.`;
  }
  return next === current ? 'The new password must differ from the current one.' : undefined;
}

/** Passwords, second factors, recovery and invitations. Kept in the clear: it is all made up. */
export class CredentialStore {
  readonly mails: Mail[] = [];
  readonly #byLogin = new Map<string, LoginDetails>();
  readonly #recoveries = new Map<string, { readonly login: string; readonly endsMs: number }>();
  readonly #invitations = new Map<string, { readonly user: User; used: boolean }>();

  /** Fixed passwords by login, so that a script can be repeated. */
  passwords(): Record<string, string> {
    return Object.fromEntries([...this.#byLogin].map(([login, { password }]) => [login, password]));
  }

  has(login: string): boolean {
    return this.#byLogin.has(login);
  }

  /** Throws for a user without an account. */
  of(login: string): LoginDetails {
    const account = this.#byLogin.get(login);
    if (account === undefined) throw new Error(`The sample service has no account of "${login}".`);
    return account;
  }

  add(login: string, password: string): void {
    this.#byLogin.set(login, { password, ...FRESH });
  }

  change(login: string, changes: Partial<LoginDetails>): void {
    this.#byLogin.set(login, { ...this.of(login), ...changes });
  }

  /** Starts a set-up of MFA: a new secret that counts once a code of it has been given. */
  beginMfa(login: string): string {
    const pendingSecret = newSecret();
    this.change(login, { pendingSecret });
    return pendingSecret;
  }

  /** Whether the code belongs to this secret now; a code that was taken is used up. */
  takeCode(login: string, secret: string, code: string, nowMs: number): boolean {
    const step = matchingStep(secret, code, nowMs, this.of(login).lastStep);
    if (step !== undefined) this.change(login, { lastStep: step });
    return step !== undefined;
  }

  /** A code that would be taken now, of the set-up under way or else of the enabled factor. */
  codeFor(login: string, nowMs: number): string {
    const { pendingSecret, mfaSecret, lastStep } = this.of(login);
    const secret = pendingSecret ?? mfaSecret;
    if (secret === undefined) throw new Error(`"${login}" has no second factor.`);
    return freshCode(secret, nowMs, lastStep);
  }

  /** Writes the letter with a recovery token; an older token of the person ends. */
  sendRecovery({ login, email }: User, now: Date): void {
    for (const [token, recovery] of this.#recoveries) {
      if (recovery.login === login) this.#recoveries.delete(token);
    }
    const token = `recover-${randomBytes(12).toString('hex')}`;
    this.#recoveries.set(token, { login, endsMs: now.getTime() + RECOVERY_LIFE_MS });
    this.mails.push({ to: email, kind: 'recovery', token, at: now.toISOString() });
  }

  /** Whose recovery token this is; undefined for an unknown or expired one. */
  recovering(token: string, nowMs: number): string | undefined {
    const recovery = this.#recoveries.get(token);
    return recovery !== undefined && nowMs < recovery.endsMs ? recovery.login : undefined;
  }

  /** Ends a recovery token: it counts once. */
  endRecovery(token: string): void {
    this.#recoveries.delete(token);
  }

  /** Writes the letter that invites a person. */
  invite(user: User, token: string, now: Date): void {
    this.#invitations.set(token, { user, used: false });
    this.mails.push({ to: user.email, kind: 'invitation', token, at: now.toISOString() });
  }

  invitation(token: string): Invitation {
    const invitation = this.#invitations.get(token);
    if (invitation === undefined) return { kind: 'unknown' };
    return invitation.used ? { kind: 'used' } : { kind: 'open', user: invitation.user };
  }

  useInvitation(token: string): void {
    const invitation = this.#invitations.get(token);
    if (invitation !== undefined) invitation.used = true;
  }
}
