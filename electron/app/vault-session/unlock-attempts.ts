import type { Clock } from '#contract/ports.ts';
import { createSerial } from '#engine/schedule/serial.ts';

/** Takes attempts at a passphrase one after the other, and makes them wait when many were wrong. */
export interface Attempts {
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
export function createAttempts(clock: Clock): Attempts {
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
