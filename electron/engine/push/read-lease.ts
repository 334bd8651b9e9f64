import type { Clock } from '#contract/ports.ts';
import type { ReadLease, Slot } from '#remote/endpoints/service-api.ts';

/** How long (ms) after an answer the write that rests on it may still leave, and how long a quick leg takes. */
const freshMs = 1_000;
/** How long (ms) a quick look at many findings takes: a group of reads, or a sweep. */
const quickLookMs = 3_000;
/** A leg that was not quick is the service's own pace if it takes at most so many times as long again. */
const aboutAsLong = 1.5;

/**
 * Tells a slow network from a pause of this machine, for one leg of the way (the answer to a read, a new connection).
 * A leg that is slow once may hide a sleep, so the read is repeated; a leg that is as slow again is accepted.
 */
class Leg {
  readonly #quickMs: number;
  #shortestMs = 0;

  constructor(quickMs: number) {
    this.#quickMs = quickMs;
  }

  accepts(tookMs: number): boolean {
    if (tookMs <= this.#quickMs || tookMs <= aboutAsLong * this.#shortestMs) return true;
    this.#shortestMs = this.#shortestMs === 0 ? tookMs : Math.min(this.#shortestMs, tookMs);
    return false;
  }
}

/** What the leases of one replay run have learned about the pace of the service. */
export class ServicePace {
  readonly answers = new Leg(freshMs);
  readonly looks = new Leg(quickLookMs);
  readonly connections = new Leg(freshMs);
}

interface Moment {
  readonly awakeMs: number;
  readonly uptimeMs: number;
}

/**
 * A lease of about a second on what was read (promise 6). Ages are counted with sleep: by the steady clock, and by the
 * time since the machine started, if that says more.
 */
export class Lease implements ReadLease {
  readonly #clock: Clock;
  readonly #answers: Leg;
  readonly #connections: Leg;
  #slot: Slot | undefined;
  #begunAt: Moment | null = null;
  #answeredAt: Moment | null = null;
  #connectingAt: Moment | null = null;
  #answerTookMs = 0;

  /** @param of what is read: one finding by one request, or many by a look at them */
  constructor(clock: Clock, pace: ServicePace, of: 'answers' | 'looks') {
    this.#clock = clock;
    this.#answers = pace[of];
    this.#connections = pace.connections;
  }

  readonly begin = (): void => {
    this.#begunAt = this.#now();
    this.#answeredAt = null;
  };

  /** The answer is here; a look at many findings keeps no place in the limiter. */
  readonly grant = (slot?: Slot): void => {
    this.#slot = slot;
    this.#answeredAt = this.#now();
    this.#answerTookMs = this.#since(this.#begunAt);
  };

  readonly takeSlot = (): Slot | undefined => {
    const slot = this.#slot;
    this.#slot = undefined;
    return slot;
  };

  readonly mayConnect = (): boolean => {
    this.#connectingAt = this.#now();
    return this.#since(this.#answeredAt) <= freshMs && this.#answers.accepts(this.#answerTookMs);
  };

  readonly mayLeave = (): boolean => this.#connections.accepts(this.#since(this.#connectingAt));

  /** Gives the place in the limiter back if no write has taken it. */
  end(): void {
    this.takeSlot()?.leave({ kind: 'untold' });
  }

  #now(): Moment {
    return { awakeMs: this.#clock.awakeMs(), uptimeMs: this.#clock.uptimeMs() };
  }

  #since(moment: Moment | null): number {
    if (moment === null) return Number.POSITIVE_INFINITY;
    const now = this.#now();
    return Math.max(now.awakeMs - moment.awakeMs, now.uptimeMs - moment.uptimeMs);
  }
}
