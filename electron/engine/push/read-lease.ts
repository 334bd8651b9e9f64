import type { Clock } from '#contract/ports.ts';
import type { ReadLease, Slot } from '#remote/endpoints/service-api.ts';

/** How long (ms) after an answer the write that rests on it may still leave, and how long a quick leg takes. */
const freshMs = 1_000;
/** How long (ms) a quick look at many findings takes: a group of reads, or a sweep. */
const quickLookMs = 3_000;
/** A leg that was not quick is the service's own pace if it takes at most so many times as long again. */
const aboutAsLong = 1.5;

/** Both clocks differ by more than this (ms) only if the machine slept; that since its start may tick in seconds. */
const surelySleptMs = 2_000;

/** How long one leg took, and when by the time since the machine started (ms); `slept`: the machine slept in it, and told. */
interface Span {
  readonly fromMs: number;
  readonly toMs: number;
  readonly tookMs: number;
  readonly slept: boolean;
}

/**
 * Tells a slow network from a pause of this machine, for one leg of the way (the answer to a read, a new connection).
 * A leg that is slow once may hide a sleep, so the read is repeated; a leg that is as slow again is accepted. Legs side by
 * side may hide the same sleep, so only one that began after the slow one counts as again.
 */
class Leg {
  readonly #quickMs: number;
  #slow: Span | null = null;

  constructor(quickMs: number) {
    this.#quickMs = quickMs;
  }

  accepts(leg: Span | null): boolean {
    if (leg === null || leg.slept) return false;
    if (leg.tookMs <= this.#quickMs) return true;
    const before = this.#slow;
    if (before !== null && leg.fromMs >= before.toMs && leg.tookMs <= aboutAsLong * before.tookMs)
      return true;
    if (before === null || leg.tookMs < before.tookMs) this.#slow = leg;
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
  #answer: Span | null = null;

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
    this.#answer = this.#since(this.#begunAt);
  };

  readonly takeSlot = (): Slot | undefined => {
    const slot = this.#slot;
    this.#slot = undefined;
    return slot;
  };

  readonly mayConnect = (): boolean => {
    this.#connectingAt = this.#now();
    const age = this.#since(this.#answeredAt);
    return age !== null && age.tookMs <= freshMs && this.#answers.accepts(this.#answer);
  };

  readonly mayLeave = (): boolean => this.#connections.accepts(this.#since(this.#connectingAt));

  /** Gives the place in the limiter back if no write has taken it. */
  end(): void {
    this.takeSlot()?.leave({ kind: 'untold' });
  }

  #now(): Moment {
    return { awakeMs: this.#clock.awakeMs(), uptimeMs: this.#clock.uptimeMs() };
  }

  #since(moment: Moment | null): Span | null {
    if (moment === null) return null;
    const now = this.#now();
    const [awake, uptime] = [now.awakeMs - moment.awakeMs, now.uptimeMs - moment.uptimeMs];
    return {
      fromMs: moment.uptimeMs,
      toMs: now.uptimeMs,
      tookMs: Math.max(awake, uptime),
      slept: uptime - awake > surelySleptMs,
    };
  }
}
