import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { BulkResult, BulkState, BulkSummary, BulkUndone } from '#contract/procedures/findings/bulk.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';

/** So many findings are shown at once, and so many more each time. */
const atOnce = 200;
/** As many as one call answers (bound of `bulk.results`). */
const maxAtOnce = 10_000;

interface Wanted {
  readonly from: number;
  readonly count: number;
  readonly states: readonly BulkState[] | null;
}

/** What became of the findings of one bulk action, and going on with it or taking it back. */
export class BulkResults {
  readonly #api: Api;
  readonly bulk: string;
  summary = $state.raw<BulkSummary | null>(null);
  rows = $state.raw<readonly BulkResult[]>([]);
  /** The state that is shown alone; null for all. */
  only = $state.raw<BulkState | null>(null);
  /** Where the rows go on; null at the end. */
  next = $state.raw<number | null>(null);
  failure = $state.raw<string | null>(null);
  /** How far going on, or taking back, is. */
  working = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  undone = $state.raw<BulkUndone | null>(null);
  #asked = 0;
  #stopping: AbortController | null = null;

  constructor(api: Api, bulk: string) {
    this.#api = api;
    this.bulk = bulk;
  }

  /** Reads again what is shown. */
  async again(): Promise<void> {
    await this.#read(0, Math.max(atOnce, this.rows.length));
  }

  /** Reads the findings behind those that are shown. */
  async more(): Promise<void> {
    if (this.next !== null) await this.#read(this.next, atOnce);
  }

  /** Shows one state alone, or with null all. */
  async show(only: BulkState | null): Promise<void> {
    this.only = only;
    this.rows = [];
    await this.again();
  }

  /** Every finding in one of these states. @throws ApiError */
  async inStates(states: readonly BulkState[]): Promise<readonly BulkResult[]> {
    const { rows } = await this.#fetch({ from: 0, count: Infinity, states });
    return rows;
  }

  /** Does what is not done yet. */
  async resume(): Promise<void> {
    await this.#work(async (options) => {
      await this.#api.call('bulk.resume', { bulk: this.bulk }, options);
    });
  }

  /** Undoes what was not sent. */
  async undo(): Promise<void> {
    await this.#work(async (options) => {
      this.undone = await this.#api.call('bulk.undo', { bulk: this.bulk }, options);
    });
  }

  /** Stops going on or taking back; what was done until then stands. */
  stop(): void {
    this.#stopping?.abort();
  }

  async #work(work: (options: NonNullable<Parameters<Api['call']>[2]>) => Promise<void>): Promise<void> {
    if (this.working !== null) return;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.undone = null;
    this.failure = null;
    this.working = { done: 0, total: 1 };
    try {
      await work({
        signal: stopping.signal,
        onProgress: (event) => {
          if (event.kind === 'bulk' && this.working !== null) {
            this.working = { done: event.done, total: event.total };
          }
        },
      });
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    } finally {
      this.working = null;
      await this.again();
    }
  }

  async #read(from: number, count: number): Promise<void> {
    const asked = (this.#asked += 1);
    try {
      const answer = await this.#fetch({ from, count, states: this.only === null ? null : [this.only] });
      if (asked !== this.#asked) return;
      this.summary = answer.summary;
      this.rows = from === 0 ? answer.rows : joined(this.rows, answer.rows);
      this.next = answer.next;
    } catch (thrown) {
      if (asked === this.#asked && !wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  /** So many findings from one on, in as many calls as that takes. @param states null for all */
  async #fetch({ from, count, states }: Wanted): Promise<ProcedureAnswers['bulk.results']> {
    const limit = Math.min(count, maxAtOnce);
    const ask = { bulk: this.bulk, from, limit, ...(states === null ? {} : { states: [...states] }) };
    const answer = await this.#api.call('bulk.results', ask);
    if (answer.next === null || count <= limit) return answer;
    const behind = await this.#fetch({ from: answer.next, count: count - limit, states });
    return { ...behind, rows: joined(answer.rows, behind.rows) };
  }
}

/** One page behind another. A finding that went on between the two, and so moved behind the first, is shown once. */
function joined(rows: readonly BulkResult[], more: readonly BulkResult[]): readonly BulkResult[] {
  const known = new Set(rows.map(({ row }) => row));
  return [...rows, ...more.filter(({ row }) => !known.has(row))];
}
