import type { Clock } from '#contract/ports.ts';

/** The time that a long work takes, and when it stops. */
export interface Pace {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Between two pieces of this length others have their turn. */
const pieceMs = 8;

/** Looks at things one by one, and lets others have their turn between. @throws what `pace.signal` aborts with */
export async function inPieces<T>(things: Iterable<T>, pace: Pace, look: (thing: T) => void): Promise<void> {
  let began = pace.clock.awakeMs();
  for (const thing of things) {
    look(thing);
    if (pace.clock.awakeMs() - began < pieceMs) continue;
    await turn(pace);
    began = pace.clock.awakeMs();
  }
}

/** Lets others have their turn. @throws what `signal` aborts with */
export async function turn({ clock, signal }: Pace): Promise<void> {
  await clock.sleep(0, signal);
  signal.throwIfAborted();
}
