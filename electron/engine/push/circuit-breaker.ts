import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { Breaker } from '#remote/endpoints/service-api.ts';

/**
 * Stops all writes after one with an unknown outcome, until a read has worked. A stopped write reads again first:
 * what it read is older than the unknown write.
 */
export class CircuitBreaker implements Breaker {
  #shut = false;
  #reading: PromiseWithResolvers<RemoteFailure | null> | null = null;
  #generation = 0;

  /** Counts how often a look at an unknown write began: a job compares it before and after its read. */
  get generation(): number {
    return this.#generation;
  }

  /** Null at once while nothing is looked at, or when a read has worked; the failure if none did: it stays shut. */
  async pass(): Promise<RemoteFailure | null> {
    return this.#shut && this.#reading !== null ? this.#reading.promise : null;
  }

  readonly isShut = (): boolean => this.#shut;

  readonly trip = (): void => {
    this.#shut = true;
  };

  /**
   * Shuts the gate, reads, and opens it when the read has worked. If several writes became unknown at once
   * the gate stays shut until the last of them has been looked at.
   */
  async until(read: () => Promise<RemoteFailure | null>): Promise<RemoteFailure | null> {
    this.trip();
    this.#generation += 1;
    const before = this.#reading;
    const reading = Promise.withResolvers<RemoteFailure | null>();
    this.#reading = reading;
    // If the look itself breaks off (the disk is full), a caller that waits here must not wait for ever.
    let failure: RemoteFailure | null = { kind: 'cancelled' };
    try {
      failure = await read();
      return failure;
    } finally {
      if (failure === null && this.#reading === reading) {
        this.#reading = null;
        this.#shut = false;
      }
      reading.resolve(failure);
      before?.resolve(failure);
    }
  }
}
