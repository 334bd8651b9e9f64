import type { DeskEvent, HomeState } from '#contract/procedures/vault.ts';
import type { Clock } from '#contract/ports.ts';
import { openHost } from '../instance/host-session.ts';
import type { HostOptions, HostSession } from '../instance/host-session.ts';
import type { SystemProxy } from '../platform/system-proxy.ts';

/** Which home to keep, and how to speak with the person about it. */
export interface VaultSessionOptions {
  readonly home: string;
  readonly version: string;
  /** Given with the start of the program; opens a home that is new or protected at once. */
  readonly passphrase: string | null;
  /** Shows the recovery code of a home that is new and made with that passphrase; null if nobody would see it. */
  readonly showRecoveryCode: ((code: string) => void) | null;
  readonly tell: (line: string) => void;
  readonly debug: boolean;
  readonly clock: Clock;
  /** Minutes without a touch after which a protected home is locked. */
  readonly lockAfterMinutes: number;
  readonly onState: (state: HomeState) => void;
  /** What happens in the open vault, no matter who does it. */
  readonly onEvent: (event: DeskEvent) => void;
  readonly hostEntry?: URL | undefined;
  readonly patienceMs?: number | undefined;
  /** What the keychain of this computer keeps for the home; asked if no passphrase was given. */
  readonly keychainKey?: (() => Uint8Array | null) | undefined;
  /** As `HostOptions` has it. */
  readonly systemProxy?: SystemProxy | undefined;
}

/**
 * Opens the session of a home for the vault session, without asking anybody.
 * @param given the passphrase, or the recovery code; used once. After a crash, or a lock by another program
 *   on this home, it is asked for again.
 * @param signal gives the opening up
 * @throws DossierError as `openHost` does
 */
export async function openSession(
  options: VaultSessionOptions,
  given: string | null,
  showRecoveryCode: ((code: string) => void) | null,
  signal: AbortSignal,
): Promise<HostSession> {
  let once = given;
  let showOnce = showRecoveryCode;
  const passphrase: HostOptions['passphrase'] = {
    get given() {
      return once;
    },
    ask: null,
    askNew: null,
    get showRecoveryCode() {
      return showOnce;
    },
    keychainKey: options.keychainKey,
  };
  const session = await openHost({
    home: options.home,
    mayMakeVault: true,
    version: options.version,
    passphrase,
    tell: options.tell,
    signal,
    debug: options.debug,
    clock: options.clock,
    systemProxy: options.systemProxy,
    ...(options.hostEntry === undefined ? {} : { hostEntry: options.hostEntry }),
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
  });
  // What is still referred to while the vault is open cannot be overwritten when it is locked.
  once = options.passphrase;
  showOnce = null;
  return session;
}
