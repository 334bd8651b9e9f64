import type { Clock } from '#contract/ports.ts';

/** Whose doing a thing is: the world goes on while the machine sleeps, an alarm of the machine is put off. */
type Whose = 'world' | 'arrival' | 'alarm';

interface Due {
  atMs: number;
  readonly order: number;
  readonly whose: Whose;
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
  /** What the awake clock has not counted: the time before the last start, and suspensions since. */
  #asleepMs = 0;
  #asleepUntilMs = 0;
  #wallOffsetMs = 1_750_000_000_000;
  #taken = 0;
  /** Earliest first. There are never more than a few dozen. */
  #due: Due[] = [];

  get nowMs(): number {
    return this.#nowMs;
  }

  /** How many things have happened. */
  get taken(): number {
    return this.#taken;
  }

  get wallMs(): number {
    return this.#wallOffsetMs + this.#nowMs;
  }

  /** Something of the world that happens in `delayMs`; `arrival` when it reaches this machine. */
  at(delayMs: number, happen: () => void, whose: Whose = 'world'): Due {
    this.#order += 1;
    const due = { atMs: this.#nowMs + Math.ceil(delayMs), order: this.#order, whose, happen };
    this.#insert(due);
    return due;
  }

  /**
   * The clock as the engine of one program run sees it; a crash leaves it behind with all its sleepers. `slowMs`: how
   * much time passes between one look at it and the next.
   */
  clock(alive: () => boolean, slowMs = 0): Clock {
    return {
      wallMs: () => this.wallMs,
      awakeMs: () => (this.#nowMs += slowMs) - this.#asleepMs,
      uptimeMs: () => this.#nowMs - this.#bootedAtMs,
      bootId: () => `boot-${String(this.#boot)}`,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (signal?.aborted === true) {
            resolve();
            return;
          }
          const due = this.at(
            ms,
            () => {
              if (alive()) resolve();
            },
            'alarm',
          );
          signal?.addEventListener('abort', () => {
            this.#forget(due);
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
    this.#asleepMs = this.#nowMs;
    this.#bootedAtMs = this.#nowMs;
  }

  /** The machine sleeps: its awake clock stands still, its alarms wait, the world goes on. */
  suspend(ms: number): void {
    const wakeMs = this.#nowMs + ms;
    this.#asleepUntilMs = wakeMs;
    const before = this.#due;
    this.#due = [];
    for (const due of before) {
      if (due.whose === 'alarm') due.atMs += ms;
      this.#insert(due);
    }
    for (let next = this.#due[0]; next !== undefined && next.atMs < wakeMs; next = this.#due[0]) this.#take();
    this.#nowMs = wakeMs;
    this.#asleepMs += ms;
  }

  /** Lets time pass with nothing running but what was under way. */
  async pass(ms: number): Promise<void> {
    const until = this.#nowMs + ms;
    for (let next = this.#due[0]; next !== undefined && next.atMs <= until; next = this.#due[0]) {
      this.#take();
      await settled();
    }
    this.#nowMs = until;
  }

  /** Runs until `done` says so. Throws when nothing is due any more: the program waits for what never comes. */
  async runUntil(done: () => boolean): Promise<void> {
    for (let steps = 0; ; steps += 1) {
      await settled();
      if (done()) return;
      // What `done` made happen, as a sleep of the machine, is gone on from before anything else is due.
      if (this.#due.length === 0) await settled();
      if (this.#due.length === 0) throw new Error('the program waits for something that never happens');
      if (steps > 20_000) throw new Error('the program does not come to an end');
      this.#take();
    }
  }

  #insert(due: Due): void {
    // What reaches a sleeping machine is found when it wakes.
    if (due.whose === 'arrival') due.atMs = Math.max(due.atMs, this.#asleepUntilMs);
    let place = this.#due.length;
    for (; place > 0; place -= 1) {
      const before = this.#due[place - 1];
      if (before === undefined) break;
      if (before.atMs < due.atMs || (before.atMs === due.atMs && before.order < due.order)) break;
    }
    this.#due.splice(place, 0, due);
  }

  #forget(due: Due): void {
    const place = this.#due.indexOf(due);
    if (place !== -1) this.#due.splice(place, 1);
  }

  #take(): void {
    const due = this.#due.shift();
    if (due === undefined) return;
    this.#taken += 1;
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
