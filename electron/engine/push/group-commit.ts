import { transaction } from '#db/store/transaction.ts';
import type { StoreContext } from '../context.ts';

/** One job's part of a transaction. */
interface Part {
  /** Runs inside the transaction; answers what is to be called once that is durable. */
  readonly write: () => () => void;
  readonly fail: (error: unknown) => void;
}

/** What was deferred is durable after so long (ms), also if nobody has anything to send. */
const deferredMs = 100;

/**
 * Joins what the lanes of a replay write at the same time into one durable transaction, in the order in which they asked.
 * A commit waits for the disk, which takes longer than a request on a quick network.
 */
export class GroupCommit {
  readonly #ctx: Pick<StoreContext, 'db' | 'clock'>;
  #parts: Part[] = [];
  /** Ends the wait for the deferred parts; null if none waits. */
  #deferral: AbortController | null = null;
  #isDue = false;
  /** What a deferred part failed with: nothing further is begun. */
  #failure: { readonly error: unknown } | null = null;

  constructor(ctx: Pick<StoreContext, 'db' | 'clock'>) {
    this.#ctx = ctx;
  }

  /**
   * Runs `body` in a transaction with what else was asked for by the end of this turn of the thread, and resolves once it
   * is durable (promise 2). Rejects with what it throws, and at once if a deferred one has failed. A body that
   * throws spoils nothing for the others, but they may run twice.
   */
  write<T>(body: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#throwFailure();
      const write = (): (() => void) => {
        const result = body();
        return () => {
          resolve(result);
        };
      };
      this.#parts.push({ write, fail: reject });
      if (this.#isDue) return;
      this.#isDue = true;
      void this.#ctx.clock.sleep(0).then(() => {
        this.#commit();
      });
    });
  }

  /**
   * Runs `body` with the next `write` or `flush`, or shortly afterwards. For what a later start finds out again by
   * itself, as the end of an attempt: until it is durable, a crash leaves its outcome unknown.
   */
  defer(body: () => void): void {
    const write = (): (() => void) => {
      body();
      return () => undefined;
    };
    const fail = (error: unknown): void => {
      this.#failure ??= { error };
    };
    this.#parts.push({ write, fail });
    if (this.#deferral !== null) return;
    const deferral = new AbortController();
    this.#deferral = deferral;
    void this.#ctx.clock.sleep(deferredMs, deferral.signal).then(() => {
      if (!deferral.signal.aborted) this.#commit();
    });
  }

  /** Makes durable what waits. @throws what a deferred part failed with, then or before */
  flush(): void {
    this.#commit();
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  #commit(): void {
    const parts = this.#parts;
    this.#parts = [];
    this.#isDue = false;
    this.#deferral?.abort();
    this.#deferral = null;
    if (parts.length === 0 || this.#isDurable(parts)) return;
    for (const part of parts) this.#isDurable([part], part.fail);
  }

  #isDurable(parts: readonly Part[], fail: Part['fail'] = () => undefined): boolean {
    try {
      const told = transaction(this.#ctx.db, () => parts.map(({ write }) => write()));
      for (const tell of told) tell();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }
}
