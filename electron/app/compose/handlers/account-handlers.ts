import type { accountProcedures } from '#contract/procedures/program/account.ts';
import { rotationPhrase, type MfaSetup } from '#contract/procedures/program/account.ts';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { defaultProfile } from '#contract/profile.ts';
import { emailAddress, letterToken, otpCode } from '#domain/account/pasted-input.ts';
import { cleanToken } from '#domain/account/token.ts';
import { readCredentials } from '#db/tables/accounts/credentials.ts';
import { openOperations } from '#db/tables/outbox/operations.ts';
import { parseBaseUrl } from '#domain/connection/base-url.ts';
import { carry, carryOut, fallen } from '#features/accounts/carry-out.ts';
import { setupAnswer } from '#features/accounts/mfa.ts';
import { accountCall, type Reached } from '#features/accounts/account-call.ts';
import { rotateToken, settleRotation } from '#features/accounts/rotation.ts';
import { createRotationTurns } from '#features/accounts/rotation-turns.ts';
import { accountStanding } from '#features/accounts/account-status.ts';
import { noted } from '#features/accounts/call-history.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import type { AccountResult, RegisterResult, StartedSetup } from '#remote/endpoints/account-client.ts';
import type { Call } from '#remote/endpoints/service-api.ts';
import type { NotedKind } from '#contract/procedures/program/activity.ts';
import { readCaller, testWaitMs } from '#features/accounts/connect.ts';
import { askOther } from '../../accounts/other-user.ts';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { CallContext, HostHandlers } from '../../rpc/dispatch.ts';
import type { Clients } from '../../accounts/service-clients.ts';
import { createSignIns } from '../../accounts/sign-ins.ts';

/** What the procedures of the account work with. */
export interface AccountHandlerParts {
  readonly clock: Clock;
  /** Runs while no sync does, and none begins. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
  /** Asks every sync to stop at a safe point. */
  readonly stopSyncs: () => void;
}

/** Where a call goes that is made before anybody is known. */
interface Address {
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly notices: readonly string[];
  /** The current account, if it is of this address. */
  readonly account: Account | null;
}

/** Nobody yet: recovery and registration. */
const nobody: Call = { credentials: { kind: 'none' }, priority: 'person', maxWaitMs: 0 };

/** The procedures of the account (`#contract/account.ts`). */
export function accountHandlers(
  accounts: Accounts,
  { clock, alone, stopSyncs }: AccountHandlerParts,
): HostHandlers<typeof accountProcedures> {
  const signIns = createSignIns(accounts, clock);
  const rotations = createRotationTurns(clock);

  /** @throws DossierError `usage`, `not-connected` */
  function addressOf(given: string | undefined): Address {
    const account = accounts.currentOrNull();
    if (given === undefined) {
      if (account === null) {
        throw new DossierError(
          'not-connected',
          'This vault is not connected to a service yet. Give its address.',
        );
      }
      return { baseUrl: account.connection.baseUrl, profile: account.ctx.profile, notices: [], account };
    }
    const address = parseBaseUrl(given);
    if (address.kind === 'invalid') throw new DossierError('usage', address.message);
    const { baseUrl, notice } = address;
    const same = account?.connection.baseUrl === baseUrl ? account : null;
    const notices = notice === undefined ? [] : [notice];
    return { baseUrl, profile: same?.ctx.profile ?? defaultProfile, notices, account: same };
  }

  /** Sends on behalf of nobody; noted in the store that is open, if that is of the same service. */
  function asNobody<T extends AccountResult<unknown> | RegisterResult>(
    context: CallContext,
    { baseUrl, profile, account }: Address,
    kind: NotedKind,
    send: (clients: Clients) => Promise<T>,
  ): Promise<T> {
    return accounts.reach(context, baseUrl, profile, (clients) =>
      account === null ? send(clients) : noted(account.ctx, kind, () => send(clients)),
    );
  }

  const nameOf = ({ connection }: Account): string => {
    const { email } = parseObject(connection.userJson);
    return typeof email === 'string' ? email : 'Dossier';
  };

  /** Starts a set-up of the second factor for a user who is signed in. */
  async function setUp(
    ctx: Reached,
    account: Account,
    kind: 'mfa-begin' | 'mfa-enable',
    send: () => Promise<AccountResult<StartedSetup>>,
  ): Promise<MfaSetup> {
    const started = await carry(ctx, kind, send);
    return started.kind === 'done' ? setupAnswer(started.value, nameOf(account)) : started;
  }

  return {
    'account.list': () => accounts.known(),
    'account.open': ({ account }, context) => {
      // A sync goes on in the store that it began in, as after any other switch.
      return accounts.switchTo(account, context);
    },
    'account.standing': () => {
      const account = accounts.currentOrNull();
      return accountStanding(account?.ctx ?? null, {
        clock,
        limiters: account === null ? null : accounts.limiters(account.connection.baseUrl),
        signIn: signIns.waiting(),
      });
    },
    'account.signIn': async ({ baseUrl, email, password, mark, other }, context) => {
      const { account: _account, ...address } = addressOf(baseUrl);
      return signIns.begin({ ...address, email: emailAddress(email), password, mark, other }, context);
    },
    'account.enterOther': ({ mark }, context) => signIns.enterOther(mark, context),
    'account.code': ({ code, mark }, context) => signIns.code(otpCode(code), mark, context),
    'account.firstPassword': ({ password, mark }, context) => signIns.firstPassword(password, mark, context),
    'pause.end': () => {
      accounts.endPauses();
      return {};
    },
    'wait.giveUp': ({ wait }) => ({ given: accounts.giveUpWait(wait) }),
    'account.cancel': ({ mark }) => ({ cancelled: signIns.cancel(mark) }),
    'account.signOut': async (_input, context) => {
      const account = accounts.current();
      const { db } = account.ctx;
      const result = await accounts.inSession(context, (ctx) =>
        noted(ctx, 'sign-out', () => ctx.account.signOut(accountCall(ctx))),
      );
      accounts.forgetSession(account);
      const done = result.kind === 'done';
      return {
        told: done,
        message: done ? result.value : fallen(clock, 'sign-out', result).message,
        waiting: openOperations(db).length,
        uses: account.connection.token === null ? 'none' : 'token',
      };
    },
    'account.register': async ({ baseUrl, invitation, fields }, context) => {
      const address = addressOf(baseUrl);
      const token = letterToken(invitation);
      const result = await asNobody(context, address, 'register', ({ account }) =>
        account.register(nobody, token, fields),
      );
      switch (result.kind) {
        case 'done':
          return { kind: 'done', message: result.value };
        case 'fields-required':
          return { kind: 'needs', fields: result.fields, message: result.message };
        default:
          return fallen(clock, 'register', result);
      }
    },
    'token.replace': async ({ token: pasted, other }, context) => {
      const account = accounts.current();
      const { baseUrl } = account.connection;
      const { profile } = account.ctx;
      const { token, notice } = cleanToken(pasted, 'as pasted');
      if (token === null) throw new DossierError('usage', 'No token was given.');
      const caller = await accounts.reach(context, baseUrl, profile, ({ client }, signal) =>
        readCaller(client, profile, {
          credentials: { kind: 'token', token },
          signal,
          priority: 'person',
          maxWaitMs: testWaitMs,
        }),
      );
      const question = other ? null : askOther(account, baseUrl, caller);
      if (question !== null) return question;
      const { user, organization } = caller;
      const kept = { given: null, initial: profile };
      const { left } = accounts.adopt(baseUrl, kept, caller, { kind: 'token', token }, context);
      return {
        kind: 'replaced',
        baseUrl,
        user,
        organization,
        left,
        notices: notice === null ? [] : [notice],
      };
    },
    'token.rotate': ({ confirm }, context) => {
      if (confirm.trim().toLowerCase() !== rotationPhrase) {
        throw new DossierError('usage', `Nothing was sent. Type "${rotationPhrase}" to confirm.`);
      }
      // Bound now: another account may be opened before its turn comes, or this token be replaced by another rotation.
      const { store } = accounts.current();
      const { token: asked } = readCredentials(store.db);
      const refusal = rotations.refusal();
      if (refusal !== null) return Promise.resolve(refusal);
      // A token that may have leaked does not wait for a long sync.
      stopSyncs();
      return rotations.run(() =>
        alone(() => accounts.online(context, (ctx) => rotateToken(ctx, asked), store)),
      );
    },
    'token.settle': (_input, context) => accounts.online(context, settleRotation),
    'mfa.begin': ({ mark }, context) =>
      mark !== undefined
        ? signIns.beginMfa(mark, context)
        : accounts.inSession(context, (ctx, account) =>
            setUp(ctx, account, 'mfa-begin', () => ctx.account.beginOtp(accountCall(ctx))),
          ),
    'mfa.enable': (_input, context) =>
      accounts.online(context, (ctx, account) =>
        setUp(ctx, account, 'mfa-enable', () => ctx.account.enableOtp(accountCall(ctx))),
      ),
    'mfa.verify': async ({ code: typed, mark }, context) => {
      const code = otpCode(typed);
      if (mark !== undefined) return signIns.verifyMfa(code, mark, context);
      return accounts.online(context, (ctx) =>
        carryOut(ctx, 'mfa-verify', () => ctx.account.verifyOtp(accountCall(ctx), code)),
      );
    },
    'mfa.reset': (_input, context) =>
      accounts.online(context, (ctx) =>
        carryOut(ctx, 'mfa-reset', () => ctx.account.resetOtp(accountCall(ctx))),
      ),
    'mfa.disable': (_input, context) =>
      accounts.online(context, (ctx) =>
        carryOut(ctx, 'mfa-disable', () => ctx.account.disableOtp(accountCall(ctx))),
      ),
    'password.request': async ({ baseUrl, email: typed }, context) => {
      const email = emailAddress(typed);
      const result = await asNobody(context, addressOf(baseUrl), 'password-request', ({ account }) =>
        account.requestRecovery(nobody, email),
      );
      return result.kind === 'done'
        ? { kind: 'done', message: result.value }
        : fallen(clock, 'password-request', result);
    },
    'password.confirm': async ({ baseUrl, token: pasted, password }, context) => {
      const token = letterToken(pasted);
      const result = await asNobody(context, addressOf(baseUrl), 'password-confirm', ({ account }) =>
        account.confirmRecovery(nobody, token, password),
      );
      return result.kind === 'done'
        ? { kind: 'done', message: result.value }
        : fallen(clock, 'password-confirm', result);
    },
    'password.change': ({ current, next }, context) =>
      accounts.online(context, (ctx) =>
        carryOut(ctx, 'password-change', () => ctx.account.changePassword(accountCall(ctx), current, next)),
      ),
  };
}
