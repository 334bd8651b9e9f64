import { queueGroups, type QueueGroup } from '#contract/value-lists.ts';
import type { QueueDetail, QueueRow } from '#contract/procedures/findings/queue.ts';
import { failureOf, wasInterrupted, type Api } from '#renderer/api/api.ts';
import { RowsInView } from '#renderer/session/list/rows-in-view.svelte.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';

/** Findings of an operation that are told with it (`maxPartsShown` of the contract), and then as many more at once. */
const partsAtOnce = 200;

/** A line of the list: the head of a group, or an operation by its place in the outbox. */
export type QueueLine =
  | { readonly kind: 'group'; readonly group: QueueGroup; readonly count: number }
  | { readonly kind: 'operation'; readonly seq: number };

/** An operation that was dropped, or these findings of one. */
export interface Dropped {
  readonly op: string;
  readonly findings: readonly string[] | undefined;
}

/** Everything that waits, group after group, with the rows that are in view and the one that is open. */
export class Queue {
  readonly #api: Pick<Api, 'call'>;
  /** Only of this engagement; null for all. */
  project = $state.raw<string | null>(null);
  loaded = $state.raw(false);
  /** Why it could not be asked, in the program's words. */
  failure = $state.raw<string | null>(null);
  counts = $state.raw<Readonly<Record<QueueGroup, number>>>({
    person: 0,
    unknown: 0,
    sending: 0,
    waiting: 0,
  });
  /** The chosen operation's place in the outbox; null before anything was chosen. */
  cursor = $state.raw<number | null>(null);
  detail = $state.raw<QueueDetail | null>(null);
  /** What was dropped last, while it can be put back; kept here since the screen comes and goes. */
  dropped = $state.raw<Dropped | null>(null);
  #seqs = $state.raw<Uint32Array>(new Uint32Array());
  readonly #rows: RowsInView<QueueRow>;
  #view = { first: 0, end: 0 };
  /** Of which operation more of its findings were asked for, and how many. */
  #asked = { seq: -1, parts: 0 };
  #turn = 0;
  /** Which asking for everything `detail` is of, or came after. */
  #detailTurn = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.#rows = new RowsInView({
      wanted: () => this.#wanted(),
      fetch: (seqs) => api.call('queue.items', { seqs: [...seqs] }),
      keyOf: ({ seq }) => seq,
      failed: (message) => (this.failure = message),
    });
  }

  readonly size = $derived.by(() => this.#seqs.length);
  /** Where each group begins among the lines; groups without an operation have none. */
  readonly #heads = $derived.by(() => {
    let line = 0;
    let at = 0;
    return queueGroups.flatMap((group) => {
      const count = this.counts[group];
      if (count === 0) return [];
      const head = { group, count, line, at };
      line += count + 1;
      at += count;
      return [head];
    });
  });
  /** How many lines the list has. */
  readonly lines = $derived.by(() => this.size + this.#heads.length);
  /** The line of the cursor, -1 if it is on none. */
  readonly cursorLine = $derived.by(() => {
    const at = this.cursor === null ? -1 : this.#seqs.indexOf(this.cursor);
    return at === -1 ? -1 : this.#lineOf(at);
  });

  /** What stands on a line. */
  lineAt(line: number): QueueLine | null {
    const head = this.#heads.findLast((one) => one.line <= line);
    if (head === undefined) return null;
    if (head.line === line) return { kind: 'group', group: head.group, count: head.count };
    const seq = this.#seqs[head.at + line - head.line - 1];
    return seq === undefined ? null : { kind: 'operation', seq };
  }

  /** The place among the operations of the one on a line, counted from 0. */
  placeOf(line: number): number {
    const head = this.#heads.findLast((one) => one.line <= line);
    return head === undefined ? -1 : head.at + line - head.line - 1;
  }

  row(seq: number): QueueRow | null {
    return this.#rows.at(seq);
  }

  /** Asks for everything again; what is shown stays until the answer is there. */
  async again(): Promise<void> {
    const turn = ++this.#turn;
    const { project } = this;
    try {
      const answer = await this.#api.call('queue.rows', { project });
      if (turn !== this.#turn) return;
      const before = this.cursor === null ? -1 : this.#seqs.indexOf(this.cursor);
      this.#seqs = decodeRows(answer.seqs);
      this.counts = answer.counts;
      this.loaded = true;
      this.failure = null;
      this.#rows.outdate();
      // What was chosen is settled: its neighbour takes the place, so that the keys go on from there.
      if (this.cursor === null || !this.#seqs.includes(this.cursor)) {
        this.cursor = this.#seqs[Math.min(Math.max(0, before), this.#seqs.length - 1)] ?? null;
      }
      await Promise.all([this.#rows.fetch(), this.open()]);
    } catch (thrown) {
      if (turn === this.#turn && !wasInterrupted(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  /** Puts the cursor on an operation by its name, whatever engagement is shown; if it is settled, nowhere. */
  async find(op: string): Promise<void> {
    try {
      const { row } = await this.#api.call('queue.open', { op });
      if (this.project !== null && this.project !== row.project) this.project = null;
      this.cursor = row.seq;
      await this.again();
    } catch (thrown) {
      const { code } = failureOf(thrown);
      if (code !== 'wrong-state' && code !== 'not-found' && !wasInterrupted(thrown)) {
        this.failure = failureOf(thrown).message;
      }
    }
  }

  /** Shows another engagement, or all. */
  async only(project: string | null): Promise<void> {
    this.project = project;
    await this.again();
  }

  /** The list is about to show these lines. */
  show(first: number, end: number): void {
    this.#view = { first, end };
    void this.#rows.fetch();
  }

  /** Moves the cursor by so many operations, over the heads of groups. */
  move(by: number): void {
    const at = this.cursor === null ? -1 : this.#seqs.indexOf(this.cursor);
    this.to(this.#seqs[Math.max(0, Math.min(this.size - 1, at + by))] ?? null);
  }

  /** Puts the cursor on an operation and opens it. */
  to(seq: number | null): void {
    if (seq === null) return;
    this.cursor = seq;
    void this.open();
  }

  /** Fetches all of the chosen operation. */
  async open(): Promise<void> {
    const seq = this.cursor;
    if (seq === null) {
      this.detail = null;
      return;
    }
    try {
      const op = this.#rows.at(seq)?.op ?? (await this.#opOf(seq));
      if (op === null || this.cursor !== seq) return;
      const turn = this.#turn;
      const parts = this.#asked.seq === seq ? { parts: this.#asked.parts } : {};
      const detail = await this.#api.call('queue.open', { op, ...parts });
      if (this.cursor !== seq || turn < this.#detailTurn) return;
      this.detail = detail;
      this.#detailTurn = turn;
    } catch (thrown) {
      // Settled between two answers: the list is about to be asked again.
      const { code, message } = failureOf(thrown);
      if (code !== 'wrong-state' && code !== 'not-found' && !wasInterrupted(thrown)) this.failure = message;
      if (this.cursor === seq && this.detail?.row.seq !== seq) this.detail = null;
    }
  }

  /** Tells more of the findings of the operation that is open, one by one. */
  async more(): Promise<void> {
    if (this.detail === null) return;
    this.#asked = { seq: this.detail.row.seq, parts: this.detail.parts.length + partsAtOnce };
    await this.open();
  }

  /**
   * All of the operation under the cursor, as listed: a key may be quicker than the response, and would do nothing if
   * the sync had advanced it. Null if it is settled, or the cursor has left it meanwhile.
   */
  async current(): Promise<QueueDetail | null> {
    const { cursor } = this;
    const turn = this.#turn;
    const isHere = (): boolean =>
      this.cursor === cursor && this.detail?.row.seq === cursor && this.#detailTurn >= turn;
    if (!isHere()) await this.open();
    return isHere() ? this.detail : null;
  }

  async #opOf(seq: number): Promise<string | null> {
    const [row] = await this.#api.call('queue.items', { seqs: [seq] });
    return row?.op ?? null;
  }

  #lineOf(at: number): number {
    const head = this.#heads.findLast((one) => one.at <= at);
    return head === undefined ? -1 : head.line + 1 + at - head.at;
  }

  /** The operations in view and a screen beyond. */
  #wanted(): number[] {
    const { first, end } = this.#view;
    const beyond = end - first;
    const wanted: number[] = [];
    for (let line = Math.max(0, first - beyond); line < end + beyond; line += 1) {
      const entry = this.lineAt(line);
      if (entry?.kind === 'operation') wanted.push(entry.seq);
    }
    return wanted;
  }
}
