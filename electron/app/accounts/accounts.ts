import { join } from 'node:path';
import { DossierError, type Failure } from '#contract/error.ts';
import type { KnownAccount } from '#contract/procedures/program/account.ts';
import type { Clock, Ids, Random } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { createScheduler } from '#domain/base/cooperative-scheduling.ts';
import { forgetToken, readConnection, type ConnectionRow } from '#db/tables/accounts/connections.ts';
import { forgetSession } from '#db/tables/accounts/credentials.ts';
import { openOperations } from '#db/tables/outbox/operations.ts';
import { countCommits } from '#db/tables/storage.ts';
import { transaction, watchCommits } from '#db/store/transaction.ts';
import { storeKey } from '#db/store/vault.ts';
import type { Credentials } from '#remote/endpoints/service-api.ts';
import type { RateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import type { Transport } from '#remote/http/transport.ts';
import type { Reached, ReachedInSession } from '#features/accounts/account-call.ts';
import { purgePrivateDrafts } from '#engine/record/private-drafts.ts';
import type { ServiceUser } from '#features/accounts/connect.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { keepPauses, resumePauses } from '#engine/connection/rate-limit-pause.ts';
import { storedProfile } from '#engine/connection/stored-profile.ts';
import type { OnlineContext, ServiceContext } from '#engine/context.ts';
import { noticeWhereabouts } from '#features/settings/whereabouts.ts';
import { RequestOrder } from '#engine/request-order.ts';
import { dropBehindConfirmedDeletions } from '#engine/outbox/delete.ts';
import { recoverInterrupted } from '#engine/push/recover-interrupted.ts';
import { carryOnDestructions, createCleaner } from '../maintenance/engagement-cleaner.ts';
import type { CallContext } from '../rpc/dispatch.ts';
import { createKeptCredentials } from './kept-credentials.ts';
import { persistSignIn, type ProfileChoice, type Proof } from './sign-in-persistence.ts';
import { readCurrentStore, storesOf, writeCurrentStore } from '../maintenance/current-store.ts';
import { furthestReached, noteReached } from '../platform/reached.ts';
import { withTokenGuard } from './token-guard.ts';
import { createServiceReach, type Clients } from './service-clients.ts';
import {
  openNamedStore,
  storeIdOf,
  suspectStore,
  type OpenStore,
  type StoreParts,
} from '../maintenance/stores.ts';
import { removeUnfinishedVaultBackup } from '../platform/vault-backup.ts';
import { createWaits } from '../platform/waits.ts';

/** What accounts are opened and reached with. */
export interface AccountParts {
  /** Absolute path of the home; it exists. */
  readonly home: string;
  /** 32 bytes from the vault; every store's key is derived from it. */
  readonly dataKey: Uint8Array;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  /** Sentences for the person that belong to no answer: a repair, a backup that failed. */
  readonly tell: (sentence: string) => void;
  readonly createTransport: (baseUrl: string) => Transport;
  /** Lets a user at a window go before a piece of a sync; absent: nobody works. */
  readonly scheduler?: OnlineContext['scheduler'];
  /** Names machine and file of a store (`whereabouts.ts`); if absent nobody asks whether it was copied. */
  readonly whereaboutsOf?: (path: string) => string;
  /** Called after each commit in a store of this home, and when another one became current. */
  readonly committed?: (store: OpenStore) => void;
}

/** One service address and user (promise 9): the store of its own and what the services need beside it. */
export interface Account {
  readonly store: OpenStore;
  readonly ctx: ServiceContext;
  readonly connection: ConnectionRow;
}

/** Whose store is open now, and what waits in the one that was open before, if that is another. */
export interface Adopted {
  readonly left: { readonly waiting: number } | null;
}

/** The accounts of a home, one of which is current. */
export interface Accounts {
  /** The account that a call concerns. @throws DossierError `not-connected` */
  current(): Account;
  /** The same, or null before the first `connect`. */
  currentOrNull(): Account | null;
  /** Every account whose data this vault holds, offline; what cannot be opened is left out. */
  known(): readonly KnownAccount[];
  /** Makes the store of an account that was here before the current one. @throws DossierError `not-found` */
  switchTo(account: string, context: CallContext): KnownAccount;
  /** The store that is open, also if a repair has left no connection in it. */
  currentStore(): OpenStore | null;
  /**
   * Lends the network to one call on an account, which stays the call's own if another becomes current.
   *
   * @param store of the account; the current one unless the call had to wait for its turn
   * @throws DossierError `not-connected`, `credentials` if there is neither token nor session
   */
  online<T>(
    context: CallContext,
    work: (ctx: Reached, account: Account) => Promise<T>,
    store?: OpenStore,
  ): Promise<T>;
  /**
   * The same in the session that is kept, whatever else is used: for routes that take no token.
   *
   * @throws DossierError `not-connected`, `wrong-state` if nobody is signed in
   */
  inSession<T>(
    context: CallContext,
    work: (ctx: ReachedInSession, account: Account) => Promise<T>,
  ): Promise<T>;
  /**
   * Runs work with what a call on an account is made with; if there is none yet, with what came with the call.
   *
   * @param address where the work sends them, and whether the user gives it with this call
   * @throws DossierError `credentials` if there is nothing, `token-origin`
   */
  withCredentials<T>(
    account: Account | null,
    context: CallContext,
    address: { readonly baseUrl: string; readonly isNamed: boolean },
    work: (credentials: Credentials) => Promise<T>,
  ): Promise<T>;
  /**
   * Lends the clients of an address, also if another account is current, and what aborts if the call is given up. What is learnt of a
   * pause is kept if the open store is of that address.
   */
  reach<T>(
    context: CallContext,
    baseUrl: string,
    profile: ServiceProfile,
    work: (clients: Clients, signal: AbortSignal) => Promise<T>,
  ): Promise<T>;
  /** Gives up a call that waits because the service asked for it; answers whether it still did (`ProgressEvent`). */
  giveUpWait(wait: string): boolean;
  /** Ends every pause that a service asked for, also one that an earlier call left behind. */
  endPauses(): void;
  /** The limiters of an address, for looking at their pauses. */
  limiters(baseUrl: string): RateLimiters;
  /** Makes the store of a user whom the service has named the current one, and keeps what let them in. */
  adopt(
    baseUrl: string,
    profile: ProfileChoice,
    caller: ServiceUser,
    proof: Proof,
    context: CallContext,
  ): Adopted;
  /** Forgets the session of an account; a token stays. */
  forgetSession(account: Account): void;
  /** Forgets session and token of an account. */
  forgetAll(account: Account): void;
  /** To be told of every failure that a procedure ends with. */
  noticeFailure(failure: Failure): void;
  /** Closes every store, when no call is under way. */
  close(): void;
}

/** Opens the account that is current in this home, if there is one. @throws DossierError as `openStore` */
export function openAccounts(parts: AccountParts): Accounts {
  const { home, dataKey, clock, ids, random, tell } = parts;
  const scheduler = parts.scheduler ?? createScheduler(clock);
  removeUnfinishedVaultBackup(home);
  const storeParts: StoreParts = { home, dataKey, nowMs: () => clock.wallMs() };
  const service = createServiceReach(parts);
  const waits = createWaits(ids);
  const orders = new Map<string, RequestOrder>();
  const kept = createKeptCredentials(clock, tell);
  // Stays open once opened: a sync or a report of the account before may still be under way.
  const stores = new Map<string, OpenStore>();
  const pointed = readCurrentStore(home, tell);
  let current = pointed === null ? null : open(pointed);

  function open(id: string): OpenStore {
    const known = stores.get(id);
    if (known !== undefined) return known;
    const opened = openNamedStore(storeParts, id, (store) => {
      const account = accountOf(store);
      if (account === null) return;
      recoverInterrupted(account.ctx);
      dropBehindConfirmedDeletions(account.ctx);
      if (parts.whereaboutsOf !== undefined) {
        const isOlder = furthestReached(store.folder) > countCommits(store.db);
        noticeWhereabouts(account.ctx, parts.whereaboutsOf(join(store.folder, 'store.db')), isOlder);
        note(store);
      }
      const cleaner = createCleaner(store, storeKey(dataKey, id), storeParts.nowMs);
      carryOnDestructions(account.ctx, cleaner, tell);
    });
    watchCommits(opened.db, () => parts.committed?.(opened));
    stores.set(id, opened);
    return opened;
  }

  function note({ folder, db }: OpenStore): void {
    if (parts.whereaboutsOf !== undefined) noteReached(folder, countCommits(db));
  }

  function accountOf(store: OpenStore): Account | null {
    const { db, id } = store;
    const connection = readConnection(db);
    if (connection === null) return null;
    const profile = storedProfile(connection.profileJson);
    const order = remembered(orders, id, () => new RequestOrder());
    return { store, ctx: { db, clock, ids, random, order, profile }, connection };
  }

  function currentOrNull(): Account | null {
    return current === null ? null : accountOf(current);
  }

  const currentAccount = (): Account => connected(currentOrNull());

  function connected(account: Account | null): Account {
    if (account !== null) return account;
    throw new DossierError(
      'not-connected',
      'This vault is not connected to a service yet. Connect with a token, or sign in with e-mail and password, first.',
    );
  }

  async function credentialsFor(account: Account | null, { token }: CallContext): Promise<Credentials> {
    const found =
      account !== null
        ? await kept.of(account.store, account.connection.baseUrl, token)
        : token === null
          ? null
          : ({ kind: 'token', token } as const);
    if (found !== null) return found;
    throw new DossierError(
      'credentials',
      'There is no API token here, and nobody is signed in. Connect with a token, or sign in with e-mail and password.',
    );
  }

  const withCredentials: Accounts['withCredentials'] = async (account, context, address, work) => {
    const credentials = await credentialsFor(account, context);
    return withTokenGuard(parts, context, { credentials, ...address }, () => work(credentials));
  };

  const reachTelling: Accounts['reach'] = (context, baseUrl, profile, work) =>
    waits.tell(context, (watch, signal) =>
      service.reach(baseUrl, profile, watch, (clients) => work(clients, signal)),
    );

  const reach: Accounts['reach'] = async (context, baseUrl, profile, work) => {
    const limiters = service.limiters(baseUrl);
    const at = (): Account | null => {
      const account = currentOrNull();
      return account?.connection.baseUrl === baseUrl ? account : null;
    };
    const before = at();
    if (before !== null) resumePauses(before.ctx, limiters);
    try {
      return await reachTelling(context, baseUrl, profile, work);
    } finally {
      // It may be another one by now: who signs in keeps what was asked of them on the way.
      const after = at();
      if (after !== null) keepPauses(after.ctx, limiters);
    }
  };

  async function lend<T, C extends Credentials>(
    account: Account,
    context: CallContext,
    credentials: C,
    work: (ctx: Reached & { readonly credentials: C }, account: Account) => Promise<T>,
  ): Promise<T> {
    const { store, ctx, connection } = account;
    const progress: OnlineContext['progress'] = (event) => {
      context.progress(event);
    };
    const limiters = service.limiters(connection.baseUrl);
    resumePauses(ctx, limiters);
    try {
      return await reachTelling(context, connection.baseUrl, ctx.profile, (clients, signal) =>
        work(
          {
            ...ctx,
            ...clients,
            credentials,
            signal,
            progress,
            scheduler,
            holdToken: (token, dead) => kept.hold(store, token, dead),
          },
          account,
        ),
      );
    } finally {
      keepPauses(ctx, limiters);
      note(store);
    }
  }

  function adopt(
    baseUrl: string,
    profile: ProfileChoice,
    caller: ServiceUser,
    proof: Proof,
    context: CallContext,
  ): Adopted {
    const store = open(storeIdOf(dataKey, baseUrl, caller.userId));
    const { db, id } = store;
    transaction(db, () => {
      const nowIso = new Date(clock.wallMs()).toISOString();
      persistSignIn(db, { baseUrl, profile, caller, proof, brought: context.token, nowIso });
      const adopted = accountOf(store);
      if (adopted !== null) purgePrivateDrafts(adopted.ctx);
    });
    if (proof.kind === 'session') kept.forgetSession(store);
    if (proof.kind === 'token') kept.letGo(store);
    const left =
      current === null || current.id === id ? null : { waiting: openOperations(current.db).length };
    makeCurrent(store, context);
    return { left };
  }

  function describe({ store, connection }: Account): KnownAccount {
    return {
      account: store.id,
      baseUrl: connection.baseUrl,
      user: parseObject(connection.userJson),
      waiting: openOperations(store.db).length,
      current: store.id === current?.id,
    };
  }

  function known(): readonly KnownAccount[] {
    return storesOf(home).flatMap((id) => {
      try {
        const account = accountOf(open(id));
        return account === null ? [] : [describe(account)];
      } catch {
        // Told when it is opened by itself; the others are listed all the same.
        return [];
      }
    });
  }

  function makeCurrent(store: OpenStore, context: CallContext): void {
    writeCurrentStore(home, store.id);
    current = store;
    // A caller that asked after the commit alone was told of the account before, and no other commit has it ask again.
    parts.committed?.(store);
    context.opened?.(store.id);
  }

  return {
    known,
    switchTo(id, context) {
      const account = storesOf(home).includes(id) ? accountOf(open(id)) : null;
      if (account === null) throw new DossierError('not-found', 'This vault has no data of that account.');
      makeCurrent(account.store, context);
      return describe(account);
    },
    current: currentAccount,
    currentOrNull,
    currentStore: () => current,
    reach,
    giveUpWait: waits.giveUp,
    endPauses() {
      service.endPauses();
      const account = currentOrNull();
      if (account !== null) keepPauses(account.ctx, service.limiters(account.connection.baseUrl));
    },
    limiters: service.limiters,
    withCredentials,
    adopt,
    forgetSession({ store }) {
      kept.forgetSession(store);
      transaction(store.db, () => forgetSession(store.db));
    },
    async online(context, work, store) {
      const account = store === undefined ? currentAccount() : connected(accountOf(store));
      const { baseUrl } = account.connection;
      const address = { baseUrl, isNamed: false };
      return withCredentials(account, context, address, (found) => lend(account, context, found, work));
    },
    async inSession(context, work) {
      const account = currentAccount();
      const jar = await kept.session(account.store, account.connection.baseUrl);
      if (jar !== null) return lend(account, context, { kind: 'session', jar }, work);
      throw new DossierError(
        'wrong-state',
        'Nobody is signed in here with e-mail and password. Sign in first.',
      );
    },
    forgetAll({ store }) {
      kept.forgetSession(store);
      kept.letGo(store);
      transaction(store.db, () => {
        forgetSession(store.db);
        forgetToken(store.db);
      });
    },
    noticeFailure({ code }) {
      if (code === 'damaged-store' && current !== null) suspectStore(current);
    },
    close() {
      for (const store of stores.values()) {
        note(store);
        store.db.close();
      }
      stores.clear();
    },
  };
}

function remembered<T>(known: Map<string, T>, name: string, make: () => T): T {
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}
