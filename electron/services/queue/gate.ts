import type { RemoteFailure } from '#core/answers/failure.ts';

/**
 * The write breaker: after a write of unknown outcome no further write leaves until a read has worked. Lanes ask
 * before each send; one that was held has to read again, because what it read is older than the unknown write.
 */
export class WriteGate {
  #closed: PromiseWithResolvers<RemoteFailure | null> | null = null;
  #generation = 0;

  /** Counts how often the gate was shut: a lane compares it before and after its read. */
  get generation(): number {
    return this.#generation;
  }

  /** Null at once while the gate is open, or when it opens; the failure if no read worked and it stays shut. */
  async pass(): Promise<RemoteFailure | null> {
    return this.#closed === null ? null : this.#closed.promise;
  }

  /**
   * Shuts the gate, reads, and opens it when the read has worked. Where several writes became unknown at once
   * the gate stays shut until the last of them has been looked at.
   */
  async until(read: () => Promise<RemoteFailure | null>): Promise<RemoteFailure | null> {
    this.#generation += 1;
    const before = this.#closed;
    const closed = Promise.withResolvers<RemoteFailure | null>();
    this.#closed = closed;
    const failure = await read();
    if (failure === null && this.#closed === closed) this.#closed = null;
    closed.resolve(failure);
    before?.resolve(failure);
    return failure;
  }
}
