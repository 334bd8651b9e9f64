import type { Clock } from '#contract/ports.ts';

/** The time that a long work takes, and when it stops. */
export interface Pace {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Is told now and then how many things were looked at. */
  readonly told?: ((done: number) => void) | undefined;
}

/** Between two pieces of this length others have their turn. */
const pieceMs = 8;
/** As often as a person reads a count. */
const toldApartMs = 250;
/** As many bytes are hashed, or written to the store, in some milliseconds. */
export const megabyte = 1_048_576;

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
    await turn(pace);
    began = pace.clock.awakeMs();
    if (began - toldAt < toldApartMs) continue;
    toldAt = began;
    pace.told?.(done);
  }
}

/** Lets others have their turn. @throws what `signal` aborts with */
export async function turn({ clock, signal }: Pace): Promise<void> {
  await clock.sleep(0, signal);
  signal.throwIfAborted();
}

/** The same bytes in pieces of one length, the last one as long as it comes out. */
export function* piecesOf(length: number, chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + length - bytes);
      held.push(part);
      bytes += part.length;
      at += part.length;
      if (bytes < length) continue;
      yield Buffer.concat(held);
      [held, bytes] = [[], 0];
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}
