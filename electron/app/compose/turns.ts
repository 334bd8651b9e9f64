import { createSerial } from '#domain/base/serial.ts';
import type { SyncCount } from '../rpc/sync-count.ts';

/** Work that may still run. In an object, because a promise in a promise would be awaited. */
interface Started<T> {
  readonly ended: Promise<T>;
}

/**
 * The turns of a vault: one sync at a time, since two would each see the other's half, and with it all that must not run
 * beside one.
 */
export class Turns {
  readonly #serial = createSerial();
  #count = 0;
  readonly #syncs: SyncCount;
  readonly #onIdle: () => void;
  readonly #onFree: () => void;

  /**
   * @param onIdle is told when the last sync has ended
   * @param onFree is told when nothing has a turn any more, or waits for one
   */
  constructor(syncs: SyncCount, onIdle: () => void, onFree: () => void = () => undefined) {
    this.#syncs = syncs;
    this.#onIdle = onIdle;
    this.#onFree = onFree;
  }

  /** How many run or wait. */
  get count(): number {
    return this.#count;
  }

  /** Runs work while no sync does, and none begins. */
  readonly alone = <T>(work: () => Promise<T>): Promise<T> => {
    this.#count += 1;
    return this.#serial.inTurn(async () => {
      try {
        return await work();
      } finally {
        this.#count -= 1;
        if (this.#count === 0) this.#onFree();
      }
    });
  };

  /** Runs a sync, or work that counts as one: as long as it waits or runs, a sync is said to run. */
  sync<T>(work: () => Promise<T>): Promise<T> {
    this.#syncs.begin();
    return this.alone(work).finally(() => {
      if (this.#syncs.end()) this.#onIdle();
    });
  }

  /**
   * Begins work as a sync, and gives the turn back when the work says so, or has ended.
   *
   * @param work calls what it gets if others may run beside the rest of it
   * @throws what the work throws before that
   */
  syncUntilLeft<T>(work: (onLeave: () => void) => Promise<T>): Promise<Started<T>> {
    return this.sync(async () => {
      const { promise: left, resolve } = Promise.withResolvers<undefined>();
      const ended = work(() => resolve(undefined));
      await Promise.race([left, ended]);
      return { ended };
    });
  }
}
