import { randomBytes } from 'node:crypto';
import type { HomeSecret, HomeState } from '#contract/procedures/vault.ts';
import { DossierError } from '#contract/error.ts';
import type { ErrorCode, Failure } from '#contract/error.ts';
import { createSerial } from '#domain/base/serial.ts';
import { createChecks, isWrong } from './checks.ts';
import { failureOf } from '../platform/failure.ts';
import { overwriteFreedMemory } from '../platform/freed-memory.ts';
import { watchIdle } from './idle-watch.ts';
import { openSession } from './open-session.ts';
import type { VaultSessionOptions } from './open-session.ts';
import { createSystemClock } from '../platform/system.ts';
import { readOnlyError } from '../rpc/read-only.ts';
import type { HostCallOptions, HostSession } from '../instance/host-session.ts';
import { closedError, homeStateOf, isNew, isProtected, statusAfterFailure } from './home-status.ts';
import type { HomeStatus } from './home-status.ts';
import { isNewVault } from '../instance/vault-place.ts';
import { changeProtection, renewRecoveryCode } from '../instance/unlock.ts';
import type { ProtectionChange } from '../instance/unlock.ts';
import { prefetch } from './prefetch.ts';

/** Keeps a home for a face that stays: new, locked, open or closed, and what leads from one to the other. */
export interface VaultSession {
  /** Where the home stands, after every change that is under way. One that could not be opened is tried again. */
  state(): Promise<HomeState>;
  /** @throws DossierError 'wrong-state' if the home is not new, 'invalid' for a short passphrase */
  create(passphrase: string | null): Promise<{ recoveryCode: string | null }>;
  /** @throws DossierError 'wrong-passphrase', after many of which the next attempt waits; 'wrong-state' */
  unlock(passphrase: string, signal: AbortSignal, secret: HomeSecret): Promise<HomeState>;
  /**
   * Stops every call at a safe point and ends the session, and with it the data key, in every program that has the
   * vault open.
   * @throws DossierError 'wrong-state' if the home has no passphrase
   */
  lock(): Promise<HomeState>;
  /** @throws DossierError 'wrong-passphrase', 'invalid', and 'locked' if the home is not open */
  protect(change: ProtectionChange, signal: AbortSignal): Promise<{ recoveryCode: string | null }>;
  /** @throws DossierError 'wrong-passphrase', 'wrong-state' for a home without a passphrase, and if it is not open */
  renewCode(passphrase: string, signal: AbortSignal): Promise<{ recoveryCode: string }>;
  /**
   * Runs an attempt at the passphrase that is made elsewhere: it waits its turn, and wrong ones make the next wait,
   * as those of `unlock` do.
   * @throws DossierError 'wrong-passphrase', and what `attempt` throws
   */
  attempt(attempt: () => void, signal: AbortSignal): Promise<void>;
  /** Minutes until an open home locks itself, from now on. @throws what keeping them throws */
  configure(lockAfterMinutes: number, signal: AbortSignal): Promise<HomeState>;
  /** Minutes without a touch after which the home locks now. */
  lockAfterMinutes(): number;
  /** The user is there: no program that has the vault open locks it before its time is over. */
  touch(): void;
  /**
   * Calls a procedure of the open home, with the token of the program unless another is given. A lock stops the call.
   * @throws DossierError 'locked' if it is not open, and what the session throws
   */
  readonly call: HostSession['call'];
  /** The same as text, see `HostSession`. */
  readonly callText: HostSession['callText'];
  /** From now on the token of the program may go to this origin as well, until its use there is remembered. */
  allowToken(origin: string): void;
  /** Stops what runs and gives the home back. */
  close(): Promise<void>;
}

/** Takes the home into its keeping, and begins to open it if nothing has to be asked for that. */
export function openVaultSession(options: VaultSessionOptions): VaultSession {
  const { home, clock = createSystemClock(), lockAfterMinutes: usualMinutes = 15 } = options;
  let lockAfterMinutes = usualMinutes;
  const { checked, tried } = createChecks(clock);
  const ending = new AbortController();
  let standing: HomeStatus = { kind: 'locked' };
  let allowedOrigin = options.tokenFor ?? null;
  /** One change after the other: nobody unlocks into the middle of a lock. */
  const { inTurn, settled } = createSerial();

  const described = (): HomeState => homeStateOf(standing, home, lockAfterMinutes);

  function stand(next: HomeStatus): void {
    if (standing.kind === 'open') standing.idle.stop();
    standing = next;
    options.onState(described());
  }

  /** Takes over the time until the home locks, whichever window chose it. */
  function allow(minutes: number): void {
    if (minutes === lockAfterMinutes) return;
    lockAfterMinutes = minutes;
    if (standing.kind === 'open') standing.idle.allow(minutes * 60_000);
    options.onState(described());
  }

  function refuseToProtect(): void {
    if (standing.kind !== 'open') throw closedError(standing);
    if (standing.session.isReadOnly) throw readOnlyError(home);
  }

  async function open(
    given: string | null,
    showRecoveryCode: ((code: string) => void) | null,
  ): Promise<void> {
    const session = await openSession({ ...options, clock }, given, showRecoveryCode, ending.signal);
    lockAfterMinutes = (await keptLockTime(session, ending.signal)) ?? usualMinutes;
    const idle = watchIdle(clock, lockAfterMinutes * 60_000, () => {
      // That the session did not end in order is told by the next call; locked it is.
      if (isProtected(home)) inTurn(lockNow).catch(() => undefined);
    });
    session.subscribe((event) => {
      if (standing.kind !== 'open' || standing.session !== session) return;
      switch (event.kind) {
        case 'lockTime':
          allow(event.minutes);
          return;
        case 'touched':
          idle.touch();
          return;
        case 'locked':
          inTurn(lockNow).catch(() => undefined);
          return;
        default:
          options.onEvent(event);
      }
    });
    const stop = new AbortController();
    stand({ kind: 'open', session, idle, stop });
    session.touch();
    void prefetch(session, stop.signal);
  }

  /** Opens the home as far as it goes without asking anybody. */
  async function tryToOpen(): Promise<void> {
    try {
      if (isNewVault(home, { mayMake: true }) && options.passphrase === null) stand({ kind: 'new' });
      else await open(options.passphrase, options.showRecoveryCode);
    } catch (error) {
      stand(statusAfterFailure(failureOf(error, ending.signal, () => undefined)));
    }
  }

  async function lockNow(): Promise<void> {
    if (standing.kind !== 'open') return;
    const { session, stop } = standing;
    // Set at once, so every new call is refused with it; otherwise findings would stay on the screen until the last
    // call has ended.
    stand({ kind: 'locked' });
    stop.abort();
    await session.lock();
    overwriteLater();
  }

  /** A session that broke and could not get back to the home by itself. */
  async function lose(session: HostSession, failure: Failure): Promise<void> {
    if (standing.kind !== 'open' || standing.session !== session) return;
    stand(statusAfterFailure(failure));
    await session.close().catch(() => undefined);
    overwriteLater();
  }

  /** Later, when nothing here refers to the session any more: what is still referred to is not free. */
  function overwriteLater(): void {
    setImmediate(overwriteFreedMemory);
  }

  /** The token of a call: one that came with it, else that of the program, which keeps to its origins. */
  const tokenOf = (given: string | null | undefined): Pick<HostCallOptions, 'token' | 'tokenFor'> =>
    (given ?? null) === null ? { token: options.token, tokenFor: allowedOrigin } : { token: given };

  async function use<T>(
    callOptions: HostCallOptions,
    work: (session: HostSession, callOptions: HostCallOptions) => Promise<T>,
  ): Promise<T> {
    await settled();
    if (standing.kind !== 'open') throw closedError(standing);
    const { session, stop } = standing;
    const signal = AbortSignal.any([callOptions.signal, stop.signal]);
    try {
      return await work(session, { ...callOptions, ...tokenOf(callOptions.token), signal });
    } catch (error) {
      if (error instanceof DossierError && losingCodes.has(error.code)) {
        await inTurn(() => lose(session, { code: error.code, message: error.message }));
      }
      throw error;
    }
  }

  void inTurn(tryToOpen);

  const vaultSession: VaultSession = {
    state: () =>
      inTurn(async () => {
        if (standing.kind === 'closed' || (standing.kind === 'new' && !isNew(home))) await tryToOpen();
        return described();
      }),
    create: (passphrase) =>
      inTurn(async () => {
        if (standing.kind !== 'new' || !isNew(home)) {
          throw new DossierError('wrong-state', 'This vault is there already. Nothing was changed.');
        }
        let recoveryCode: string | null = null;
        await open(passphrase, (code) => (recoveryCode = code));
        return { recoveryCode };
      }),
    async unlock(passphrase, signal, secret) {
      await checked(
        () =>
          inTurn(async () => {
            if (standing.kind === 'open') return true;
            if (isNew(home))
              throw new DossierError('wrong-state', 'This vault is new: there is nothing to unlock.');
            try {
              await open(passphrase, null);
              return true;
            } catch (error) {
              if (isWrong(error)) return false;
              throw error;
            }
          }),
        signal,
        secret,
      );
      return described();
    },
    lock: () =>
      inTurn(async () => {
        if (standing.kind === 'open' && !isProtected(home)) {
          throw new DossierError(
            'wrong-state',
            'This vault has no passphrase, so locking it would protect nothing. Set a passphrase first.',
          );
        }
        await lockNow();
        return described();
      }),
    async protect(change, signal) {
      refuseToProtect();
      let recoveryCode: string | null = null;
      await checked(
        () =>
          inTurn(async () => {
            try {
              ({ recoveryCode } = changeProtection(home, change, (count) => randomBytes(count)));
            } catch (error) {
              if (isWrong(error)) return false;
              throw error;
            }
            options.onState(described());
            return true;
          }),
        signal,
      );
      return { recoveryCode };
    },
    async renewCode(passphrase, signal) {
      refuseToProtect();
      let renewed = { recoveryCode: '' };
      await tried(
        () =>
          inTurn(async () => {
            renewed = renewRecoveryCode(home, passphrase, (count) => randomBytes(count));
          }),
        signal,
      );
      return renewed;
    },
    attempt: (attempt, signal) => tried(async () => attempt(), signal),
    async configure(minutes, signal) {
      const kept = await vaultSession.call('security.keepLockTime', { minutes }, { signal });
      if (!kept.ok) throw new DossierError(kept.error.code, kept.error.message);
      allow(minutes);
      return described();
    },
    lockAfterMinutes: () => lockAfterMinutes,
    touch() {
      if (standing.kind !== 'open') return;
      standing.idle.touch();
      standing.session.touch();
    },
    call: (name, input, callOptions) => use(callOptions, (session, own) => session.call(name, input, own)),
    callText: (name, input, callOptions) =>
      use(callOptions, (session, own) => session.callText(name, input, own)),
    allowToken(origin) {
      allowedOrigin = origin;
    },
    async close() {
      ending.abort();
      await inTurn(async () => {
        if (standing.kind !== 'open') return;
        const { session, idle, stop } = standing;
        standing = { kind: 'locked' };
        idle.stop();
        stop.abort();
        await session.close();
      });
    },
  };
  return vaultSession;
}

/** With these a session says that it cannot reach its home any more. */
const losingCodes: ReadonlySet<ErrorCode> = new Set([
  'locked',
  'wrong-passphrase',
  'damaged-store',
  'newer-store',
]);

/** What the person chose for this home; null if nothing was chosen, or the host cannot tell. */
async function keptLockTime(session: HostSession, signal: AbortSignal): Promise<number | null> {
  const kept = await session.call('security.lockTime', {}, { token: null, signal });
  return kept.ok ? kept.value.minutes : null;
}
