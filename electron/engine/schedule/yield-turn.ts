import type { Clock } from '#contract/ports.ts';

/** The time that a long work takes, and when it stops. */
export interface Pace {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Is told now and then how many things were looked at. */
  readonly told?: ((done: number) => void) | undefined;
}

/** A thread computes for this long (ms) before others have their turn: reading in pieces, and writing in one transaction. */
const pieceMs = 8;
const writingMs = 10;
const maxWritten = 200;
/** As often as a person reads a count. */
const toldApartMs = 250;

/** Lets others have their turn. @throws what `signal` aborts with */
export async function yieldTurn({ clock, signal }: Pick<Pace, 'clock' | 'signal'>): Promise<void> {
  await clock.sleep(0, signal);
  signal.throwIfAborted();
}

/**
 * Looks at things one by one, and lets others have their turn between.
 *
 * @param look what it promises is waited for
 * @throws what `pace.signal` aborts with; what `look` throws
 */
export async function inPieces<T>(
  things: Iterable<T>,
  pace: Pace,
  look: (thing: T) => unknown,
): Promise<void> {
  let began = pace.clock.awakeMs();
  let toldAt = began;
  let done = 0;
  for (const thing of things) {
    const looking = look(thing);
    if (looking instanceof Promise) await looking;
    done += 1;
    if (pace.clock.awakeMs() - began < pieceMs) continue;
    await yieldTurn(pace);
    began = pace.clock.awakeMs();
    if (began - toldAt < toldApartMs) continue;
    toldAt = began;
    pace.told?.(done);
  }
}

/**
 * Does one thing after another for as long as a thread may keep others waiting; one at least.
 *
 * @param one answers false if nothing is left to do
 */
export function repeatBriefly({ clock }: Pick<Pace, 'clock'>, one: () => boolean): void {
  const until = clock.awakeMs() + writingMs;
  for (let done = 1; one() && done < maxWritten && clock.awakeMs() < until; done += 1);
}
