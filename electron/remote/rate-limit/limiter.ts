import type { Clock } from '#contract/ports.ts';

/** Who waits for a request; the first goes first. */
export type Priority = 'person' | 'queue' | 'sweep';

/**
 * What a request showed about the service's load: a response within its limits, a 429 (`retryAfterMs` is absent if it
 * named no time), or no usable response.
 */
export type Load =
  | { readonly kind: 'fine' }
  | { readonly kind: 'throttled'; readonly retryAfterMs?: number }
  | { readonly kind: 'untold' };

/** How a wait for one's turn ended. */
export type Admission =
  /** Send now, then call `leave` exactly once with what came of it; `keep` tells the same and keeps the place. */
  | { readonly kind: 'go'; readonly leave: (load: Load) => void; readonly keep: (load: Load) => void }
  /** The service asked for a pause that ends in `retryAfterMs`, later than the caller may wait. */
  | { readonly kind: 'paused'; readonly retryAfterMs: number }
  | { readonly kind: 'cancelled' };

/**
 * One rate limiter for everything that goes to the service: so many requests at once, the
 * most urgent first and in order among equals. A 429 halves that number and stops all for Retry-After, or 1, 2, 4 … 60
 * s without one; each success raises the number again.
 */
export interface Limiter {
  /**
   * A pause that ends later than `maxWaitMs` from now is not waited out; waiting for a turn has no limit.
   *
   * @param request `onPause` is told how long (ms) a pause is that is waited out, and again if it grows
   */
  enter(request: {
    readonly priority: Priority;
    readonly signal?: AbortSignal;
    readonly maxWaitMs: number;
    readonly onPause?: (leftMs: number) => void;
  }): Promise<Admission>;
  /** Milliseconds until the pause in force ends; 0 when there is none. */
  pausedForMs(): number;
  /** Lets nothing out for `ms` from now: a pause remembered from an earlier run is obeyed in this one. */
  pauseFor(ms: number): void;
  /** Ends the pause in force: what waits goes out in turn. A later 429 pauses anew. */
  endPause(): void;
  /** How many requests may be under way now. */
  width(): number;
}

interface Waiting {
  readonly deadline: number;
  readonly answer: (admission: Admission) => void;
  readonly onPause: (leftMs: number) => void;
}

const firstBackoffMs = 1_000;
const longestBackoffMs = 60_000;
const order: readonly Priority[] = ['person', 'queue', 'sweep'];

/** A limiter that lets at most `maxInFlight` requests out at once. It knows the clock and nothing else. */
export function createLimiter(options: { readonly clock: Clock; readonly maxInFlight: number }): Limiter {
  const { clock } = options;
  const max = Math.max(1, Math.floor(options.maxInFlight));
  const lines: Readonly<Record<Priority, Set<Waiting>>> = {
    person: new Set(),
    queue: new Set(),
    sweep: new Set(),
  };
  let width = max;
  let inFlight = 0;
  let pausedUntil = -Infinity;
  let backoffMs = firstBackoffMs;
  /** Counts the halvings: of the requests that were out together, only the first 429 halves. */
  let halvings = 0;
  let alarm: AbortController | undefined;

  const pausedForMs = (): number => Math.max(0, Math.ceil(pausedUntil - clock.awakeMs()));

  function pauseFor(ms: number): void {
    const before = pausedUntil;
    pausedUntil = Math.max(pausedUntil, clock.awakeMs() + ms);
    for (const line of Object.values(lines)) {
      for (const waiting of line) {
        if (waiting.deadline >= pausedUntil) {
          if (pausedUntil > before) waiting.onPause(pausedForMs());
          continue;
        }
        line.delete(waiting);
        waiting.answer({ kind: 'paused', retryAfterMs: pausedForMs() });
      }
    }
    stopAlarm();
    admit();
  }

  function next(): Waiting | undefined {
    for (const priority of order) {
      for (const waiting of lines[priority]) {
        lines[priority].delete(waiting);
        return waiting;
      }
    }
    return undefined;
  }

  const someoneWaits = (): boolean => order.some((priority) => lines[priority].size > 0);

  function stopAlarm(): void {
    alarm?.abort();
    alarm = undefined;
  }

  /** Lets out as many as may go now; during a pause, comes back at its end. */
  function admit(): void {
    if (!someoneWaits()) {
      stopAlarm();
      return;
    }
    const pause = pausedForMs();
    if (pause > 0) {
      if (alarm !== undefined) return;
      const set = new AbortController();
      alarm = set;
      void clock.sleep(pause, set.signal).then(() => {
        if (alarm !== set) return;
        alarm = undefined;
        admit();
      });
      return;
    }
    while (inFlight < Math.max(1, Math.floor(width))) {
      const waiting = next();
      if (waiting === undefined) return;
      waiting.answer(letOut());
    }
  }

  function letOut(): Admission {
    inFlight += 1;
    let halvingsThen = halvings;
    let left = false;
    const learn = (load: Load): void => {
      if (load.kind === 'untold') {
        admit();
        return;
      }
      if (load.kind === 'fine') {
        width = Math.min(max, width + 1 / width);
        if (halvingsThen === halvings) backoffMs = firstBackoffMs;
        admit();
        return;
      }
      const fresh = halvingsThen === halvings;
      if (fresh) {
        halvings += 1;
        width = Math.max(1, width / 2);
      }
      const pause = load.retryAfterMs ?? (fresh ? backoffMs : 0);
      if (load.retryAfterMs === undefined && fresh) backoffMs = Math.min(longestBackoffMs, 2 * backoffMs);
      pauseFor(pause);
    };
    return {
      kind: 'go',
      leave(load) {
        if (left) return;
        left = true;
        inFlight -= 1;
        learn(load);
      },
      keep(load) {
        learn(load);
        halvingsThen = halvings;
      },
    };
  }

  return {
    enter({ priority, signal, maxWaitMs, onPause = () => undefined }) {
      if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
      const pause = pausedForMs();
      if (pause > maxWaitMs) return Promise.resolve({ kind: 'paused', retryAfterMs: pause });
      return new Promise((resolve) => {
        const cancel = (): void => {
          lines[priority].delete(waiting);
          waiting.answer({ kind: 'cancelled' });
          admit();
        };
        const waiting: Waiting = {
          deadline: clock.awakeMs() + maxWaitMs,
          answer(admission) {
            signal?.removeEventListener('abort', cancel);
            resolve(admission);
          },
          onPause,
        };
        signal?.addEventListener('abort', cancel, { once: true });
        lines[priority].add(waiting);
        if (pause > 0) onPause(pause);
        admit();
      });
    },
    pausedForMs,
    pauseFor,
    endPause() {
      pausedUntil = -Infinity;
      stopAlarm();
      admit();
    },
    width: () => Math.max(1, Math.floor(width)),
  };
}
