import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ReviewCard } from '#contract/procedures/findings/review.ts';
import type { Api } from '#renderer/api/api.ts';
import { retryAfterUnlock } from '#renderer/session/unsaved/retry-after-unlock.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';

export type Decision = 'accept' | 'reject';

/** A decision of this window on one candidate. */
export interface Made {
  readonly row: number;
  readonly decision: Decision;
  readonly comment: string;
  /** The candidate as it was decided on. */
  readonly card: ReviewCard;
}

/** A decision that the store has, no matter who made it. */
export type StoredDecision = Pick<Made, 'row' | 'card' | 'comment'>;

/** A decision that can be undone. `op` is null until the store has it. */
interface Step extends Made {
  op: string | null;
}

/** What this window did to a candidate, ahead of what the store was last read to have. */
interface Ahead {
  /** Null if it waits again. */
  readonly made: Pick<Made, 'decision' | 'comment'> | null;
  /** Whether the store has it. */
  readonly kept: boolean;
}

/** What becomes of what the person did. */
export interface DecisionsTold {
  /** The store has it. */
  readonly kept: (row: number) => void;
  /** The store did not take a decision. */
  readonly refused: (made: Made, error: unknown) => void;
  /** A decision could not be undone. */
  readonly stays: (standing: StoredDecision, error: unknown) => void;
}

/** What a window tells the store of decisions: the last thing, and all that the store has not heard yet. */
const tellingOf = sessionPart({
  make: () => ({ last: Promise.resolve(), coming: new SvelteSet<object>() }),
  isUnsaved: ({ coming }) => coming.size > 0,
});

/**
 * The decisions of this window: they show at once and are stored afterwards, one at a time, in the order in which the
 * user made them. The last ones can be undone and made again.
 */
export class Decisions {
  readonly #api: Pick<Api, 'call'>;
  readonly #told: DecisionsTold;
  readonly #ahead = new SvelteMap<number, Ahead>();
  #steps = $state.raw<readonly Step[]>([]);
  #undone = $state.raw<readonly Step[]>([]);

  constructor(api: Pick<Api, 'call'>, told: DecisionsTold) {
    this.#api = api;
    this.#told = told;
  }

  readonly canUndo = $derived.by(() => this.#steps.length > 0);
  readonly canRedo = $derived.by(() => this.#undone.length > 0);

  /** What was done to a candidate; undefined if the store has all of it. */
  on(row: number): Ahead | undefined {
    return this.#ahead.get(row);
  }

  make(made: Made): void {
    this.#undone = [];
    this.#carryOut({ ...made, op: null });
  }

  /** Takes the last decision back. @returns which it was; null if there is none */
  undo(): Made | null {
    const step = this.#steps.at(-1);
    if (step === undefined) return null;
    this.#steps = this.#steps.slice(0, -1);
    this.#undone = [...this.#undone, step];
    this.#reopen(step, async () => {
      // Without one the store never took it, so there is nothing to undo.
      if (step.op !== null) await this.#api.call('review.undo', { op: step.op });
    });
    return step;
  }

  /** Makes the decision again that was undone last, on what was decided on then. @returns which it was */
  redo(): Made | null {
    const step = this.#undone.at(-1);
    if (step === undefined) return null;
    this.#undone = this.#undone.slice(0, -1);
    this.#carryOut({ ...step, op: null });
    return step;
  }

  /** Takes a decision back that waits in the store unsent, no matter who made it. */
  undoOf(standing: StoredDecision, op: string): void {
    this.#forgetSteps(standing.row);
    this.#reopen(standing, async () => {
      await this.#api.call('review.undo', { op });
    });
  }

  /** Drops a decision that came back; its candidate waits as if nothing had been decided. */
  drop(standing: StoredDecision, op: string): void {
    this.#forgetSteps(standing.row);
    this.#reopen(standing, async () => {
      await this.#api.call('queue.discard', { op });
    });
  }

  /** Rows that the store has as this window does: a reading that is asked for from now on shows them so. */
  keptRows(): readonly number[] {
    return [...this.#ahead].filter(([, { kept }]) => kept).map(([row]) => row);
  }

  /**
   * A reading that was asked for after these were kept is there.
   * @param waits whether a decision on a candidate is still on its way; what was sent cannot be undone
   */
  read(rows: readonly number[], waits: (row: number) => boolean): void {
    for (const row of rows) if (this.#ahead.get(row)?.kept === true) this.#ahead.delete(row);
    this.#steps = this.#steps.filter(({ row }) => this.#ahead.has(row) || waits(row));
  }

  clear(): void {
    this.#ahead.clear();
    this.#steps = [];
    this.#undone = [];
  }

  #carryOut(step: Step): void {
    const { row, decision, comment, card } = step;
    // A second decision takes the place of the first, so only the second can be undone.
    this.#forgetSteps(row);
    this.#steps = [...this.#steps, step];
    const made = { decision, comment };
    this.#ahead.set(row, { made, kept: false });
    this.#tell(
      async () => {
        const payload = comment === '' ? { decision } : { decision, comment };
        const { op } = await this.#api.call('candidate.review', {
          id: card.id,
          fingerprint: card.fingerprint,
          ...payload,
        });
        step.op = op;
        this.#keep(row, made);
      },
      (error) => {
        this.#forgetSteps(row);
        this.#undone = this.#undone.filter((other) => other.row !== row);
        this.#ahead.delete(row);
        this.#told.refused(step, error);
      },
    );
  }

  #reopen(standing: StoredDecision, call: () => Promise<void>): void {
    const { row } = standing;
    this.#ahead.set(row, { made: null, kept: false });
    this.#tell(
      async () => {
        await call();
        this.#keep(row, null);
      },
      (error) => {
        this.#undone = this.#undone.filter((other) => other.row !== row);
        this.#ahead.delete(row);
        this.#told.stays(standing, error);
      },
    );
  }

  /** Done in the store; if the person has done something else to the candidate since, that is what shows. */
  #keep(row: number, made: Ahead['made']): void {
    const shown = this.#ahead.get(row)?.made ?? null;
    if (shown?.decision === made?.decision) this.#ahead.set(row, { made, kept: true });
    this.#told.kept(row);
  }

  #forgetSteps(row: number): void {
    this.#steps = this.#steps.filter((step) => step.row !== row);
  }

  #tell(call: () => Promise<void>, failed: (error: unknown) => void): void {
    // Of the window, not of this desk: what is decided behind a lock is told behind what it delayed.
    const telling = tellingOf(this.#api);
    telling.coming.add(call);
    telling.last = telling.last
      .then(() => retryAfterUnlock(call))
      .catch(failed)
      .finally(() => telling.coming.delete(call));
  }
}
