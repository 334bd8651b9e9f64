import type { NotedKind } from '#contract/procedures/program/activity.ts';
import type { Clock } from '#contract/ports.ts';
import { transaction } from '#db/store/transaction.ts';
import type { AccountResult } from '#remote/endpoints/account-client.ts';
import { endOf, noteCall, noted, type Noted } from '#features/accounts/call-history.ts';
import type { ServiceContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import type { Accounts } from './accounts.ts';

/** Who signs in and where, as far as that can be told before they have. */
interface Somebody {
  readonly baseUrl: string;
  readonly email: string;
}

/** What sign-ins send, for the activity of the user: also what was refused, and what was given up. */
export interface SignInNotes {
  /** Sends one request, with a note of it: in the open store if that is theirs, else in memory until one is. */
  send<T>(who: Somebody, kind: NotedKind, send: () => Promise<AccountResult<T>>): Promise<AccountResult<T>>;
  /** They are signed in: what was sent for them before goes into their store. */
  settle(who: Somebody, ctx: ServiceContext): void;
}

/** So many calls are remembered for a user who is not signed in; the oldest go. */
const maxRemembered = 100;

/** Begins with nothing remembered. @param accounts whose open store takes the notes of its own user */
export function createSignInNotes(accounts: Accounts, clock: Clock): SignInNotes {
  const remembered = new Map<string, readonly Noted[]>();

  /** The open store, if it is theirs. */
  function placeOf({ baseUrl, email }: Somebody): ServiceContext | null {
    const account = accounts.currentOrNull();
    if (account?.connection.baseUrl !== baseUrl) return null;
    const { email: owner } = parseObject(account.connection.userJson);
    return typeof owner === 'string' && plain(owner) === plain(email) ? account.ctx : null;
  }

  return {
    async send(who, kind, send) {
      const ctx = placeOf(who);
      if (ctx !== null) return noted(ctx, kind, send);
      const at = new Date(clock.wallMs()).toISOString();
      const result = await send();
      const name = nameOf(who);
      const before = remembered.get(name) ?? [];
      remembered.set(name, [...before, { kind, at, ...endOf(result) }].slice(-maxRemembered));
      return result;
    },
    settle(who, ctx) {
      const name = nameOf(who);
      transaction(ctx.db, () => {
        for (const one of remembered.get(name) ?? []) noteCall(ctx, one);
      });
      remembered.delete(name);
    },
  };
}

function plain(email: string): string {
  return email.trim().toLowerCase();
}

function nameOf({ baseUrl, email }: Somebody): string {
  return `${baseUrl} ${plain(email)}`;
}
