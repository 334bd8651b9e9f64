import type { Clock } from '#contract/ports.ts';

interface Due {
  readonly atMs: number;
  readonly order: number;
  readonly happen: () => void;
}

/**
 * Virtual time. Nothing waits for real: when all that can run has run, the clock is set to the next thing that is
 * due. Things due at the same moment happen in the order they were asked for.
 */
export class Timeline {
  #nowMs = 0;
  #order = 0;
  #boot = 1;
  #bootedAtMs = 0;
  #wallOffsetMs = 1_750_000_000_000;
  #due: Due[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  at(delayMs: number, happen: () => void): () => void {
    this.#order += 1;
    const due = { atMs: this.#nowMs + Math.ceil(delayMs), order: this.#order, happen };
    this.#due.push(due);
    return () => {
      this.#due = this.#due.filter((other) => other !== due);
    };
  }

  /** The clock as the engine of one program run sees it; a crash leaves it behind with all its sleepers. */
  clock(alive: () => boolean): Clock {
    return {
      wallMs: () => this.#wallOffsetMs + this.#nowMs,
      awakeMs: () => this.#nowMs - this.#bootedAtMs,
      bootId: () => `boot-${String(this.#boot)}`,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted === true) {
            resolve();
            return;
          }
          const forget = this.at(ms, () => {
            if (alive()) resolve();
          });
          signal?.addEventListener('abort', () => {
            forget();
            resolve();
          });
        }),
    };
  }

  /** The person sets the clock of the machine, or the network does. */
  jumpWallClock(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  /** The machine is started anew: its awake clock begins at zero. */
  reboot(): void {
    this.#boot += 1;
    this.#bootedAtMs = this.#nowMs;
  }

  /** Lets time pass with nothing running but what the service still has to do. */
  async pass(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    for (;;) {
      await settled();
      const next = this.#next();
      if (next === null || next.atMs > until) break;
      this.#take(next);
    }
    this.#nowMs = until;
  }

  /** Runs until `done` says so. Throws when nothing is due any more: the program waits for what never comes. */
  async runUntil(done: () => boolean): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      await settled();
      if (done()) return;
      const next = this.#next();
      if (next === null) throw new Error('the program waits for something that never happens');
      if (steps > 200_000) throw new Error('the program does not come to an end');
      this.#take(next);
    }
  }

  #next(): Due | null {
    let first: Due | null = null;
    for (const due of this.#due) {
      if (first === null || due.atMs < first.atMs || (due.atMs === first.atMs && due.order < first.order)) {
        first = due;
      }
    }
    return first;
  }

  #take(due: Due): void {
    this.#due = this.#due.filter((other) => other !== due);
    this.#nowMs = Math.max(this.#nowMs, due.atMs);
    due.happen();
  }
}

/** Resolves when every promise that could go on has gone on. */
async function settled(): Promise<void> {
  await new Promise<void>((resolve) => {
    setImmediate(resolve);
  });
}
