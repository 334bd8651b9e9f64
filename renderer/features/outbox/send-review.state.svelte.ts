import type { PendingFinding } from '#contract/procedures/findings/queue.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';
import { RowsInView } from '#renderer/session/list/rows-in-view.svelte.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';

/** Every pending change, finding by finding, and which of them are to be sent; nothing is changed before `choose`. */
export class SendReview {
  readonly #api: Pick<Api, 'call'>;
  /** Why it could not be asked, in the program's words. */
  failure = $state.raw<string | null>(null);
  /** The line of the finding that is shown whole. */
  line = $state(0);
  #fingerprint = '';
  /** The operation that was made last when this was asked: a later one was not shown. */
  newest = 0;
  /** In the order of their first change. */
  #rows = $state.raw<readonly number[]>([]);
  /** Findings that stay here. */
  #left = $state.raw<ReadonlySet<number>>(new Set());
  readonly #findings: RowsInView<PendingFinding>;
  #view = { first: 0, end: 0 };
  #turn = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.#findings = new RowsInView({
      wanted: () => this.#wanted(),
      fetch: (rows) => api.call('pending.changes', { rows: [...rows] }),
      keyOf: ({ row }) => row,
      failed: (message) => (this.failure = message),
    });
  }

  /** How many findings have something pending. */
  readonly size = $derived.by(() => this.#rows.length);
  /** How many of them go. */
  readonly included = $derived.by(() => this.#rows.length - this.#left.size);
  /** The finding that is shown whole; null while it is on its way. */
  readonly shown = $derived.by(() => this.at(this.line));

  /** The finding on a line; null while it is on its way. */
  at(line: number): PendingFinding | null {
    const row = this.#rows[line];
    return row === undefined ? null : this.#findings.at(row);
  }

  isIncluded(line: number): boolean {
    const row = this.#rows[line];
    return row !== undefined && !this.#left.has(row);
  }

  /** Includes the finding on a line, or leaves it out. */
  toggle(line: number): void {
    const row = this.#rows[line];
    if (row === undefined) return;
    const left = new Set(this.#left);
    if (!left.delete(row)) left.add(row);
    this.#left = left;
  }

  /** Includes all findings, or none. */
  all(included: boolean): void {
    this.#left = included ? new Set() : new Set(this.#rows);
  }

  /** Moves to another finding. */
  move(by: number): void {
    this.to(Math.max(0, Math.min(this.size - 1, this.line + by)));
  }

  to(line: number): void {
    this.line = line;
    void this.#findings.fetch();
  }

  /** The list is about to show these lines. */
  show(first: number, end: number): void {
    this.#view = { first, end };
    void this.#findings.fetch();
  }

  /**
   * Begins anew: what is held back is left out, everything else goes.
   * @returns false if it was asked for once more meanwhile: what is known then is of that one
   * @throws ApiError
   */
  async open(): Promise<boolean> {
    this.#rows = [];
    this.#left = new Set();
    this.#findings.clear();
    this.line = 0;
    this.failure = null;
    return this.#load();
  }

  /** Asks for everything again; what the user chose stays. */
  async again(): Promise<void> {
    try {
      await this.#load();
      this.failure = null;
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  /**
   * Holds back what is left out and releases the rest, so that the next sync sends what was shown.
   * @throws ApiError `outdated` if something else is pending by now
   */
  async choose(): Promise<void> {
    const held = new Uint8Array(Uint32Array.from(this.#left).buffer).toBase64();
    await this.#api.call('pending.choose', { fingerprint: this.#fingerprint, held });
  }

  /** @returns whether it was not asked for once more meanwhile */
  async #load(): Promise<boolean> {
    const turn = ++this.#turn;
    const list = await this.#api.call('pending.list', {});
    if (turn !== this.#turn) return false;
    const shown = this.#rows[this.line];
    const rows = findingsIn(decodeRows(list.pairs));
    const held = new Set(decodeRows(list.held));
    const before = new Set(this.#rows);
    // One that the user has seen here stays as they chose; any other one goes unless it is held back.
    const left = rows.filter((row) => (before.has(row) ? this.#left : held).has(row));
    this.#fingerprint = list.fingerprint;
    this.newest = list.newest;
    this.#left = new Set(left);
    this.#rows = rows;
    const line = shown === undefined ? -1 : rows.indexOf(shown);
    this.line = line === -1 ? Math.max(0, Math.min(this.line, rows.length - 1)) : line;
    this.#findings.outdate();
    await this.#findings.fetch();
    return turn === this.#turn;
  }

  /** The finding that is shown whole, those in view and a screen beyond. */
  #wanted(): Set<number> {
    const { first, end } = this.#view;
    const beyond = end - first;
    const near = this.#rows.slice(Math.max(0, first - beyond), end + beyond);
    const shown = this.#rows[this.line];
    return new Set(shown === undefined ? near : [shown, ...near]);
  }
}

/** The findings among pairs of a finding and an operation, each once, in the order of their first change. */
function findingsIn(pairs: Uint32Array): readonly number[] {
  return [...new Set(pairs.filter((_, at) => at % 2 === 0))];
}
