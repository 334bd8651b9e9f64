/**
 * Time as the engine sees it. It comes in from outside, so that one seed of the simulator is one run.
 */
export interface Clock {
  /** Wall clock, milliseconds since the epoch: for what a person reads. It may jump; nothing is ordered by it. */
  wallMs(): number;
  /** Milliseconds this machine has been awake since it started: for in-doubt windows. Never jumps; restarts with `bootId`. */
  awakeMs(): number;
  /** Milliseconds since this machine started, sleep included: for how old an answer is. May be a second coarse. */
  uptimeMs(): number;
  /** Changes with every start of the machine. */
  bootId(): string;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts (it never rejects). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Fresh identifiers: unique in this store, without meaning. */
export interface Ids {
  next(): string;
}

/** Uniform in [0, 1): for spreading retries. */
export type Random = () => number;
