import type { DeskEvent, HomeState } from '#contract/procedures/vault.ts';
import { openHost } from '../instance/host-session.ts';
import type { HostOptions, HostSession, VaultOptions } from '../instance/host-session.ts';

/** Which vault to keep, and who is told what happens in it. */
export interface VaultSessionOptions extends VaultOptions {
  /** Given with the start of the program (environment, descriptor); opens a vault that is new or protected at once. */
  readonly passphrase: string | null;
  /** The API token given with the start of the program; null if the stored one is used. */
  readonly token: string | null;
  /** An origin that this token may go to beside that of its first use. */
  readonly tokenFor?: string | null;
  /** Shows the recovery code of a vault that is new and made with that passphrase; null if nobody would see it. */
  readonly showRecoveryCode: ((code: string) => void) | null;
  /** Minutes without a touch after which a protected vault is locked if its user chose none; 15 unless given. */
  readonly lockAfterMinutes?: number | undefined;
  /** What the keychain of this computer keeps for the vault, or null; asked if no passphrase was given. */
  readonly keychainKey?: (() => Uint8Array | null) | undefined;
  readonly onState: (state: HomeState) => void;
  /** What happens in the open vault, no matter who does it. */
  readonly onEvent: (event: DeskEvent) => void;
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
  const session = await openHost({ ...options, mayMakeVault: true, passphrase, signal });
  // What is still referred to while the vault is open cannot be overwritten when it is locked.
  once = options.passphrase;
  showOnce = null;
  return session;
}
