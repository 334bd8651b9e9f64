import { ApiError } from './api.ts';

/** Runs work when one of the slots is free, in the order in which it was asked for. */
export type Slots = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * So much work at a time.
 * @returns runs work; rejects with `ApiError` 'cancelled' if the signal aborts before its turn
 */
export function createSlots(max: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];

  function free(): void {
    const next = waiting.shift();
    if (next === undefined) taken -= 1;
    else next();
  }

  function turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) throw givenUp();
      const begin = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        waiting.splice(waiting.indexOf(begin), 1);
        reject(givenUp());
      };
      waiting.push(begin);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  return (work, signal) => {
    if (taken >= max) return turn(signal).then(() => work().finally(free));
    taken += 1;
    return work().finally(free);
  };
}

function givenUp(): ApiError {
  return new ApiError('cancelled', 'Stopped.');
}
