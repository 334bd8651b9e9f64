import { SvelteMap } from 'svelte/reactivity';
import type { ReviewCard, SimilarFinding } from '#contract/procedures/findings/review.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { changedMembers } from '#renderer/session/values/changed-members.ts';

/** A candidate as it is shown. */
export interface ShownCard {
  readonly card: ReviewCard;
  /**
   * The same candidate as the service has it now, if that is another one than is shown. What is being read never
   * changes under the eyes: the person is shown the difference, and goes over to it.
   */
  readonly now: ReviewCard | null;
  /** Whether the person decided on it as it is shown: the service had, or has since, the other one. */
  readonly decided: boolean;
}

/** Cards that stay here after they were seen. */
const maxKept = 40;

/**
 * The candidates that are shown or come next, fetched before they are asked for, so that a decision never waits for the
 * store. One that may be out of date is shown and fetched again: its fingerprint keeps a decision from going astray.
 */
export class ReviewCards {
  readonly #api: Pick<Api, 'call'>;
  readonly #counters: () => readonly string[];
  readonly #arrived: (row: number, fresh: ReviewCard) => void;
  readonly #shown = new SvelteMap<number, ShownCard>();
  readonly #similar = new SvelteMap<number, readonly SimilarFinding[]>();
  readonly #stale = new Set<number>();
  /** The candidate that the person has before them as it was when they came to it. */
  #read: number | null = null;
  /** Candidates that were decided on as they are shown, and not as they are. */
  readonly #decidedOn = new Set<number>();
  #wanted: readonly number[] = [];
  #loading = false;
  /** Why the candidate before the person cannot be shown; null while all is well. */
  failure = $state.raw<string | null>(null);

  /**
   * @param counters members of a record that only count its versions
   * @param arrived hears of each candidate as it is now
   */
  constructor(
    api: Pick<Api, 'call'>,
    counters: () => readonly string[],
    arrived: (row: number, fresh: ReviewCard) => void,
  ) {
    this.#api = api;
    this.#counters = counters;
    this.#arrived = arrived;
  }

  at(row: number): ShownCard | null {
    return this.#shown.get(row) ?? null;
  }

  /** Null until they were looked for. */
  similarTo(row: number): readonly SimilarFinding[] | null {
    return this.#similar.get(row) ?? null;
  }

  /** Fetches what is not here or out of date, in this order: the one before the person, then those that come next. */
  want(rows: readonly number[]): void {
    this.#wanted = rows;
    const first = rows[0] ?? null;
    if (first !== this.#read) this.#read = first !== null && this.#isFresh(first) ? first : null;
    if (!this.#loading) void this.#load();
  }

  /** Something in the store changed: what is here may be out of date, of one row or of all. */
  distrust(row?: number): void {
    for (const known of row === undefined ? this.#shown.keys() : [row]) this.#stale.add(known);
  }

  /** The person has seen what changed: from now on they decide on the newer one. */
  see(row: number): void {
    const shown = this.#shown.get(row);
    this.#decidedOn.delete(row);
    if (shown?.now != null) this.#shown.set(row, { card: shown.now, now: null, decided: false });
  }

  /** Puts a candidate back as it was shown when it was decided on. */
  putBack(row: number, card: ReviewCard): void {
    this.#shown.set(row, { card, now: null, decided: true });
    this.#stale.add(row);
    this.#decidedOn.add(row);
  }

  clear(): void {
    this.#wanted = [];
    this.#shown.clear();
    this.#similar.clear();
    this.#stale.clear();
    this.#decidedOn.clear();
    this.#read = null;
  }

  /** One call at a time: a user who walks on quickly asks for where they are, not for everything that they passed. */
  async #load(): Promise<void> {
    this.#loading = true;
    for (let row = this.#missing(); row !== undefined; row = this.#missing()) {
      const first = row === this.#wanted[0];
      try {
        this.#stale.delete(row);
        this.#take(row, await this.#api.call('review.card', { row }));
        if (first) this.failure = null;
      } catch (error) {
        if (first) this.failure = failureOf(error).message;
        this.#wanted = this.#wanted.filter((other) => other !== row);
      }
    }
    await this.#loadSimilar();
    this.#loading = false;
    this.#forget();
    if (this.#missing() !== undefined) void this.#load();
  }

  #missing(): number | undefined {
    return this.#wanted.find((row) => !this.#isFresh(row));
  }

  #isFresh(row: number): boolean {
    return this.#shown.has(row) && !this.#stale.has(row);
  }

  async #loadSimilar(): Promise<void> {
    const lacking = (): number | undefined => this.#wanted.find((row) => !this.#similar.has(row));
    for (let row = lacking(); row !== undefined && this.#missing() === undefined; row = lacking()) {
      try {
        this.#similar.set(row, await this.#api.call('review.similar', { row }));
      } catch {
        // A candidate can be decided on without them; that none are known is said in their place.
        this.#similar.set(row, []);
      }
    }
  }

  #take(row: number, fresh: ReviewCard): void {
    const before = this.#shown.get(row);
    const moved =
      before !== undefined &&
      (row === this.#read || this.#decidedOn.has(row)) &&
      before.card.fingerprint !== fresh.fingerprint &&
      changedMembers(before.card.effective, fresh.effective, this.#counters()).length > 0;
    const decided = this.#decidedOn.has(row) || fresh.decision !== null;
    if (moved) this.#shown.set(row, { card: before.card, now: fresh, decided });
    else this.#shown.set(row, { card: fresh, now: null, decided: false });
    if (before?.card.fingerprint !== fresh.fingerprint) this.#similar.delete(row);
    if (row === this.#wanted[0]) this.#read = row;
    this.#arrived(row, fresh);
  }

  #forget(): void {
    for (const row of this.#shown.keys()) {
      if (this.#shown.size <= maxKept) return;
      if (this.#wanted.includes(row) || this.#decidedOn.has(row)) continue;
      this.#shown.delete(row);
      this.#similar.delete(row);
      this.#stale.delete(row);
    }
  }
}
