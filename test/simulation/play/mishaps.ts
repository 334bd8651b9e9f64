import { count, type Counts } from './coverage.ts';
import type { Mishaps } from '../history.ts';
import { Killed } from './store.ts';

/** What a mishap does to the run. */
export interface MishapEffects {
  /** Ends the program where it stands. */
  readonly kill: () => void;
  readonly tell: (line: string) => void;
  /** Grows with everything that outlives the program or steers what comes: a kill at the same count is the same kill. */
  readonly happened: () => number;
}

/** Counts the boundaries at which the program may be killed, and kills it, or fills the disk, if that was drawn. */
export class MishapWatch {
  /** How many boundaries were met while they counted. */
  boundaries = 0;
  /** The first boundary of every moment: between the boundaries of one moment nothing happened. */
  readonly moments: number[] = [];
  counting = true;
  readonly #kills: ReadonlySet<number>;
  readonly #counts: Counts;
  readonly #effects: MishapEffects;
  #killIn = 0;
  #diskFullIn = 0;
  #moment = -1;

  constructor(killAt: readonly number[], counts: Counts, effects: MishapEffects) {
    this.#kills = new Set(killAt);
    this.#counts = counts;
    this.#effects = effects;
  }

  /** What may befall the program in the step that begins. */
  arm({ killAt = 0, diskFullAt = 0 }: Mishaps): void {
    this.#killIn = killAt;
    this.#diskFullIn = diskFullAt;
  }

  /** One side of a commit. @throws Killed, or what SQLite throws on a full disk */
  atCommit(side: 'before' | 'after'): void {
    if (side === 'before' && this.#diskFullIn > 0) {
      this.#diskFullIn = Math.max(1, this.#diskFullIn - 1);
      if (this.#diskFullIn === 1) {
        count(this.#counts, 'mishaps: disk full');
        this.#effects.tell('  the disk is full');
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      }
    }
    this.boundary(`${side} a commit`);
  }

  /** A place where the program may be killed. @throws Killed */
  boundary(where: string): void {
    if (this.counting) this.#count();
    const here = (this.counting && this.#kills.has(this.boundaries)) || this.#killIn === 1;
    if (this.#killIn > 0) this.#killIn -= 1;
    if (!here) return;
    this.#killIn = 0;
    this.#effects.kill();
    count(this.#counts, `kills: ${where}`);
    this.#effects.tell(`  killed ${where}`);
    throw new Killed('the program was killed');
  }

  #count(): void {
    this.boundaries += 1;
    const moment = this.#effects.happened();
    if (moment !== this.#moment) this.moments.push(this.boundaries);
    this.#moment = moment;
  }
}
