import type { Clock } from '#contract/ports.ts';
import { DossierError } from '#contract/error.ts';
import type { HomeSecret } from '#contract/procedures/vault.ts';
import { wrongSecret } from '../instance/wrong-secret.ts';
import { createAttempts } from './unlock-attempts.ts';

/** Checks of passphrases: each waits its turn, and wrong ones make the next wait. Both throw 'wrong-passphrase'. */
export interface Checks {
  /**
   * @param attempt answers whether the passphrase was right
   * @param secret what the user meant to give, for the message; a passphrase unless given
   */
  readonly checked: (
    attempt: () => Promise<boolean>,
    signal: AbortSignal,
    secret?: HomeSecret,
  ) => Promise<void>;
  /** The same for what throws if the passphrase is wrong. */
  readonly tried: (attempt: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

/** The attempts at one gateway; they are forgotten when the program ends. @param clock says when the next try may come */
export function createChecks(clock: Clock): Checks {
  const attempts = createAttempts(clock);

  async function checked(
    attempt: () => Promise<boolean>,
    signal: AbortSignal,
    secret: HomeSecret = 'passphrase',
  ): Promise<void> {
    let right = false;
    const waitMs = await attempts.take(async () => (right = await attempt()), signal);
    if (right) return;
    throw wrongSecret(secret, waitMs);
  }

  function tried(attempt: () => Promise<void>, signal: AbortSignal): Promise<void> {
    return checked(async () => {
      try {
        await attempt();
        return true;
      } catch (error) {
        if (isWrong(error)) return false;
        throw error;
      }
    }, signal);
  }

  return { checked, tried };
}

/** Locked: no passphrase was given if one is needed. */
export function isWrong(error: unknown): boolean {
  return error instanceof DossierError && (error.code === 'wrong-passphrase' || error.code === 'locked');
}
