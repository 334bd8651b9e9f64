import type { Clock } from '#contract/ports.ts';
import { DossierError } from '#contract/error.ts';
import type { HomeSecret } from '#contract/procedures/vault.ts';
import { createSerial } from '#domain/base/serial.ts';
import { wrongSecret } from '../instance/wrong-secret.ts';

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

/** Takes attempts at a passphrase one after the other, and makes them wait when many were wrong. */
interface Attempts {
  /**
   * Runs one attempt when its turn and its time have come.
   * @param attempt answers whether the passphrase was right
   * @returns how long the next attempt has to wait, milliseconds; 0 after a right one
   */
  take(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<number>;
}

/** A typing error causes no wait; trying out passphrases does. */
const FREE_FAILURES = 3;
const LONGEST_WAIT_MS = 60_000;

/** @throws (take rejects) with the reason of the signal, if it aborts before the attempt's turn */
function createAttempts(clock: Clock): Attempts {
  let failures = 0;
  let notBefore = clock.awakeMs();
  const { inTurn } = createSerial();

  async function run(attempt: () => Promise<boolean>, signal: AbortSignal): Promise<number> {
    while (clock.awakeMs() < notBefore) {
      signal.throwIfAborted();
      await clock.sleep(notBefore - clock.awakeMs(), signal);
    }
    signal.throwIfAborted();
    if (await attempt()) {
      failures = 0;
      return 0;
    }
    failures += 1;
    const waitMs =
      failures < FREE_FAILURES ? 0 : Math.min(1_000 * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
    notBefore = clock.awakeMs() + waitMs;
    return waitMs;
  }

  return { take: (attempt, signal) => inTurn(() => run(attempt, signal)) };
}
