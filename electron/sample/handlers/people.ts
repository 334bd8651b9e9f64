import type { Charge } from './assistant.ts';
import type { Mail } from '../accounts/accounts.ts';
import type { RequestServices } from './desk.ts';
import type { Organization, User } from '../data/model.ts';
import { INVITED } from '../data/cast.ts';

/** The strings to pull that concern people: passwords, second factors, letters, credits. */
export interface PeopleControls {
  /** The passwords by login. */
  passwords(): Record<string, string>;
  /** What would have been sent by e-mail, oldest first. */
  readonly mails: readonly Mail[];
  /** The generations that were paid for, oldest first. */
  readonly charges: readonly Charge[];
  /** What an organization has left. */
  credits(organization: string): number;
  setCredits(organization: string, credits: number): void;
  changeOrganization(id: string, changes: Partial<Omit<Organization, 'id'>>): void;
  changeUser(login: string, changes: Partial<Omit<User, 'id' | 'login'>>): void;
  /** A one-time code that counts now; throws without a second factor, and if those of the moment are used up. */
  otpCode(login: string): string;
  /** Whether a user's second factor is enabled. */
  hasMfa(login: string): boolean;
  issueToken(login: string): string;
  /** Ends every session of a person, also those that a refresh cookie would renew. */
  endSessions(login: string): void;
}

/** Jonas has MFA, Inês signs in for the first time, Lena is invited; everybody else has a password alone. */
const MFA_SECRET = 'KRUGKIDROVUWG2ZAMJZG653OEBTG66BA';
const INVITATION = 'sample-invitation-lena';
const CREDITS = 100;

/** Gives everybody of the world an account as a demonstration needs it. */
export function openAccounts({ world, accounts, assistant, now }: RequestServices): void {
  for (const login of world.logins()) accounts.add(login, `sample password of ${login}`);
  accounts.change('jonas', { mfaSecret: MFA_SECRET });
  accounts.change('ines', { mustChangePassword: true });
  accounts.invite(INVITED, INVITATION, now());
  for (const id of world.organizationIds()) assistant.credits.set(id, CREDITS);
}

/** The controls over the people of a service. None of them asks for permissions. */
export function peopleControls({
  world,
  accounts,
  sessions,
  assistant,
  now,
}: RequestServices): PeopleControls {
  return {
    passwords: () => accounts.passwords(),
    mails: accounts.mails,
    charges: assistant.charges,
    credits: (organization) => assistant.credits.get(organization) ?? 0,
    setCredits: (organization, credits) => {
      assistant.credits.set(organization, credits);
    },
    changeOrganization: (id, changes) => {
      world.changeOrganization(id, changes);
    },
    changeUser: (login, changes) => {
      world.changeUser(login, changes);
    },
    otpCode: (login) => accounts.codeFor(login, now().getTime()),
    hasMfa: (login) => accounts.of(login).mfaSecret !== undefined,
    issueToken: (login) => world.issueToken(login),
    endSessions: (login) => {
      sessions.endAll(login);
    },
  };
}
