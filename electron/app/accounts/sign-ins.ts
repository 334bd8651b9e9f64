import type {
  AccountStanding,
  MfaSetup,
  NotKnown,
  SignedIn,
  SignInStep,
} from '#contract/procedures/program/account.ts';
import type { NotedKind } from '#contract/procedures/program/activity.ts';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { SignInAnswer } from '#domain/answers/sign-in.ts';
import type { AccountResult, SessionCall } from '#remote/endpoints/account-client.ts';
import type { SessionJar } from '#remote/auth/cookie-jar.ts';
import { fallen, wrongState } from '#features/accounts/carry-out.ts';
import { setupAnswer } from '#features/accounts/mfa.ts';
import { readCaller, type ServiceUser } from '#features/accounts/connect.ts';
import { askOther } from './other-user.ts';
import type { Accounts } from './accounts.ts';
import type { CallContext } from '../rpc/dispatch.ts';
import type { Clients } from './service-clients.ts';
import { createSignInNotes } from './sign-in-notes.ts';

/** Where a sign-in goes, and as whom. */
export interface SignInRequest {
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly email: string;
  readonly password: string;
  readonly notices: readonly string[];
  /** The name that its caller gives it. */
  readonly mark?: string | undefined;
  /** Whether the store of another user than the owner of the open one is meant; false: that is asked first. */
  readonly other: boolean;
}

/** The one sign-in of a home that is under way. It lives in memory alone: nothing is kept before it is finished. */
export interface SignIns {
  /** Begins one; another that waited is forgotten. */
  begin(request: SignInRequest, context: CallContext): Promise<SignInStep>;
  /**
   * The code that it waits for.
   *
   * @param mark of the one that is meant; absent: whichever it is
   * @throws DossierError `wrong-state` if that one does not wait for this
   */
  code(code: string, mark: string | undefined, context: CallContext): Promise<SignInStep>;
  /** The new password that it waits for. @throws as `code` */
  firstPassword(password: string, mark: string | undefined, context: CallContext): Promise<SignInStep>;
  /** Starts the set-up of the second factor that it waits for. @throws as `code` */
  beginMfa(mark: string, context: CallContext): Promise<MfaSetup>;
  /** A code of that set-up. @throws as `code` */
  verifyMfa(code: string, mark: string, context: CallContext): Promise<SignInStep>;
  /** Opens the store of another user, which it waits to be allowed. @throws as `code` */
  enterOther(mark: string | undefined, context: CallContext): Promise<SignInStep>;
  /**
   * Forgets it, also if an answer is on its way. Answers whether one waited.
   *
   * @param mark of the one that is meant: a newer one goes on; absent: whichever it is
   */
  cancel(mark?: string): boolean;
  /** Where it stands; null if there is none. */
  waiting(): AccountStanding['signIn'];
}

type ToldStep = NonNullable<AccountStanding['signIn']>['step'];
type Step = ToldStep | 'other-user';

interface Pending {
  readonly request: SignInRequest;
  readonly jar: SessionJar;
  readonly step: Step;
  readonly untilMs: number;
  /** Whom the service has named under these cookies; null before it has. */
  readonly caller: ServiceUser | null;
}

type SignInSoFar = Pick<Pending, 'request' | 'jar'>;

/** A sign-in that was left alone is forgotten: its password lies in memory as long as it waits. */
const forgetAfterMs = 15 * 60_000;

/** The sign-ins of a home, of which one at most waits for its next step. */
export function createSignIns(accounts: Accounts, clock: Clock): SignIns {
  let pending: Pending | null = null;
  /** Counts sign-ins begun and given up: an answer that comes later than that opens nothing. */
  let round = 0;
  /** What the newest one is called. */
  let newest: string | undefined;
  const notes = createSignInNotes(accounts, clock);

  function current(): Pending | null {
    if (pending !== null && clock.awakeMs() >= pending.untilMs) pending = null;
    return pending;
  }

  function at(step: Step, mark: string | undefined): Pending {
    const waiting = current();
    if (waiting?.step === step && (mark === undefined || mark === newest)) return waiting;
    throw nothingWaits();
  }

  /** Sends one step and goes where its answer leads. */
  async function advance(
    from: SignInSoFar,
    kind: NotedKind,
    context: CallContext,
    send: (clients: Clients, call: SessionCall) => Promise<AccountResult<SignInAnswer>>,
  ): Promise<SignInStep> {
    const { request, jar } = from;
    const call: SessionCall = { credentials: { kind: 'session', jar }, priority: 'person', maxWaitMs: 0 };
    const mine = round;
    return accounts.reach(context, request.baseUrl, request.profile, async (clients, signal) => {
      const result = await notes.send(request, kind, () => send(clients, call));
      refuseGivenUp(mine);
      if (result.kind !== 'done') return fallen(clock, kind, result);
      const answer = result.value;
      switch (answer.kind) {
        case 'mfa-required':
          return wait(from, 'mfa');
        case 'mfa-setup-required':
          return wait(from, 'mfa-setup');
        case 'password-change-required':
          return wait(from, 'password-change');
        case 'signed-in':
          return finish(from, clients, { ...call, signal }, context);
        case 'unknown':
          // A later step was carried out, whatever its answer says besides: the read of the caller tells.
          if (kind !== 'sign-in' && kind !== 'code')
            return finish(from, clients, { ...call, signal }, context);
          pending = null;
          return strange(answer.shown);
      }
    });
  }

  function refuseGivenUp(of: number): void {
    if (of !== round) throw new DossierError('cancelled', 'This sign-in was given up. Nothing was kept.');
  }

  function giveUp(): boolean {
    const was = current() !== null;
    round += 1;
    pending = null;
    return was;
  }

  function hold({ request, jar }: SignInSoFar, step: Step, caller: ServiceUser | null = null): void {
    pending = { request, jar, step, untilMs: clock.awakeMs() + forgetAfterMs, caller };
  }

  function wait(from: SignInSoFar, step: ToldStep): SignInStep {
    hold(from, step);
    return { kind: step };
  }

  /** Nothing is kept before the service has said, under these very cookies, who is calling. */
  async function finish(
    { request, jar }: SignInSoFar,
    { client }: Clients,
    call: SessionCall & { readonly signal: AbortSignal },
    context: CallContext,
  ): Promise<SignInStep> {
    pending = null;
    const mine = round;
    const { baseUrl, profile } = request;
    // A code counts once: a pause of the reads is waited out rather than beginning anew.
    const { credentials, priority, signal } = call;
    const caller = await readCaller(client, profile, { credentials, priority, signal });
    refuseGivenUp(mine);
    const question = request.other ? null : askOther(accounts.currentOrNull(), baseUrl, caller);
    if (question === null) return adopt({ request, jar }, caller, context);
    // The password has done its part.
    hold({ request: { ...request, password: '' }, jar }, 'other-user', caller);
    return question;
  }

  function adopt({ request, jar }: SignInSoFar, caller: ServiceUser, context: CallContext): SignedIn {
    const { baseUrl, profile, notices } = request;
    const kept = { given: null, initial: profile };
    const { left } = accounts.adopt(baseUrl, kept, caller, { kind: 'session', text: jar.kept() }, context);
    const { ctx } = accounts.current();
    notes.settle(request, ctx);
    const { user, organization } = caller;
    return { kind: 'signed-in', baseUrl, user, organization, left, notices };
  }

  return {
    async begin(request, context) {
      const { createJar } = await import('#remote/auth/cookie-jar.ts');
      giveUp();
      newest = request.mark;
      const jar = createJar({ baseUrl: request.baseUrl, clock });
      return advance({ request, jar }, 'sign-in', context, ({ account }, call) =>
        account.signIn(call, request.email, request.password),
      );
    },
    code: async (code, mark, context) =>
      advance(at('mfa', mark), 'code', context, ({ account }, call) => account.validateOtp(call, code)),
    async firstPassword(password, mark, context) {
      const from = at('password-change', mark);
      const { password: current } = from.request;
      return advance(from, 'first-password', context, ({ account }, call) =>
        account.changePassword(call, current, password),
      );
    },
    async beginMfa(mark, context) {
      const { request, jar } = at('mfa-setup', mark);
      const call: SessionCall = { credentials: { kind: 'session', jar }, priority: 'person', maxWaitMs: 0 };
      return accounts.reach(context, request.baseUrl, request.profile, async ({ account }) => {
        const result = await notes.send(request, 'mfa-begin', () => account.beginOtp(call));
        if (result.kind !== 'done') return fallen(clock, 'mfa-begin', result);
        return setupAnswer(result.value, request.email);
      });
    },
    verifyMfa: async (code, mark, context) =>
      advance(at('mfa-setup', mark), 'mfa-verify', context, ({ account }, call) =>
        account.verifyOtp(call, code),
      ),
    async enterOther(mark, context) {
      const { caller, ...from } = at('other-user', mark);
      if (caller === null) throw nothingWaits();
      pending = null;
      return adopt(from, caller, context);
    },
    cancel: (mark) => (mark === undefined || mark === newest) && giveUp(),
    waiting() {
      const waiting = current();
      // A page that did not see who was named cannot ask for it: it begins anew.
      if (waiting === null || waiting.step === 'other-user') return null;
      const { step, request } = waiting;
      return { step, baseUrl: request.baseUrl, email: request.email, mark: newest ?? null };
    },
  };
}

function nothingWaits(): DossierError {
  return wrongState('There is no sign-in to go on with. Begin again with e-mail and password.');
}

function strange(shown: string): NotKnown {
  const answer =
    shown === '' ? 'an empty answer' : `an answer that nobody knows: ${shown.replace(/[.\s]+$/u, '')}`;
  return {
    kind: 'unknown',
    message: `The service gave ${answer}. Nothing was kept, and nobody is signed in. Its words can be named in the service profile ("account").`,
  };
}
