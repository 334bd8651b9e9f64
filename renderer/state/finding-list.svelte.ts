import type { ServiceProfile } from '#contract/profile.ts';
import type { ListRow } from '#contract/window.ts';
import { meaningOf } from '#core/query/meaning.ts';
import { parseQuery } from '#core/query/parse.ts';
import { ApiError, failureOf, type Api } from '#renderer/api/api.ts';
import { Selection } from './selection.svelte.ts';

/** Why a list does not show what its query asks: said at the field, with the place where one is known. */
export interface ListProblem {
  readonly message: string;
  /** Index into the query, or null. */
  readonly at: number | null;
}

/** Rows asked for at once, and beyond what is in view. */
const chunk = 120;

/**
 * The findings of one engagement that a query finds: row numbers of all, the rows themselves for what is in view.
 * The newest query wins; what was shown stays until its answer is there.
 */
export class FindingList {
  readonly #api: Api;
  readonly #profile: () => ServiceProfile | null;
  readonly #now: () => number;

  project = $state.raw('');
  /** As it is typed, also where it cannot be understood. */
  query = $state.raw('');
  /** `FIELD` or `FIELD:desc`; null is the store's own order. */
  sort = $state.raw<string | null>(null);
  rows = $state.raw<Uint32Array>(new Uint32Array());
  /** Findings whose texts are not indexed yet. */
  behind = $state.raw(0);
  /** Of the newest query; the rows shown are then those of the last good one. */
  problem = $state.raw<ListProblem | null>(null);
  /** Whether an answer of the present query was shown. */
  loaded = $state.raw(false);
  readonly selection: Selection;

  readonly #fetched = new Map<number, ListRow>();
  /** Row numbers whose fetched text may be out of date. */
  #stale = new Set<number>();
  #asked = new Set<number>();
  /** Counts arrivals, so that what shows rows looks again. */
  #arrivals = $state(0);
  #asking: AbortController | null = null;
  #view: { readonly first: number; readonly end: number } = { first: 0, end: 0 };

  /** @param profile ranks severities; null while nobody knows it */
  constructor(api: Api, profile: () => ServiceProfile | null, now: () => number) {
    this.#api = api;
    this.#profile = profile;
    this.#now = now;
    this.selection = new Selection(() => this.rows);
  }

  /** Shows another engagement, or the same one by another query or order. Empty text finds everything. */
  async ask(wanted: { project?: string; query?: string; sort?: string | null }): Promise<void> {
    if (wanted.project !== undefined && wanted.project !== this.project) this.#enter(wanted.project);
    if (wanted.query !== undefined) this.query = wanted.query;
    if (wanted.sort !== undefined) this.sort = wanted.sort;
    await this.#run();
  }

  /** Something in the store changed: the same question again, and the rows in view with it. */
  async again(): Promise<void> {
    this.#stale = new Set(this.#fetched.keys());
    this.#asked = new Set();
    await this.#run();
  }

  /** The row at a place of the list; null while it is on its way. */
  at(place: number): ListRow | null {
    void this.#arrivals;
    const row = this.rows[place];
    return row === undefined ? null : (this.#fetched.get(row) ?? null);
  }

  /** Fetches what a view is about to show: rows from `first` up to, not including, `end`. */
  show(first: number, end: number): void {
    this.#view = { first, end };
    this.#fetch();
  }

  #enter(project: string): void {
    this.project = project;
    this.rows = new Uint32Array();
    this.loaded = false;
    this.#fetched.clear();
    this.#stale.clear();
    this.#asked.clear();
    this.selection.none();
  }

  async #run(): Promise<void> {
    this.#asking?.abort();
    const problem = this.#misunderstood();
    this.problem = problem;
    if (problem !== null || this.project === '') return;
    const asking = new AbortController();
    this.#asking = asking;
    const { project, query, sort } = this;
    try {
      const answer = await this.#api.call('list.query', { project, query, sort }, { signal: asking.signal });
      if (this.#asking !== asking) return;
      this.rows = decodeRows(answer.rows);
      this.behind = answer.behind;
      this.loaded = true;
      this.selection.keepListed();
      this.#fetch();
    } catch (error) {
      if (this.#asking !== asking) return;
      const failure = failureOf(error);
      if (failure.code !== 'cancelled') this.problem = { message: failure.message, at: null };
    }
  }

  #misunderstood(): ListProblem | null {
    const parsed = parseQuery(this.query);
    if (parsed.kind === 'broken') return parsed;
    const profile = this.#profile();
    if (profile === null) return null;
    const meaning = meaningOf(parsed.query, { profile, nowMs: this.#now() });
    return meaning.kind === 'broken' ? meaning : null;
  }

  #fetch(): void {
    const { first, end } = this.#view;
    const from = Math.max(0, first - chunk / 2);
    const missing: number[] = [];
    for (const row of this.rows.subarray(from, Math.min(this.rows.length, end + chunk))) {
      const known = this.#fetched.has(row) && !this.#stale.has(row);
      if (!known && !this.#asked.has(row)) missing.push(row);
    }
    if (missing.length === 0) return;
    for (const row of missing) this.#asked.add(row);
    void this.#load(missing);
  }

  async #load(rows: readonly number[]): Promise<void> {
    const asked = this.#asked;
    const project = this.project;
    try {
      for (let start = 0; start < rows.length; start += chunk) {
        const answer = await this.#api.call('list.rows', { rows: rows.slice(start, start + chunk) });
        if (this.project !== project) return;
        for (const entry of answer) {
          this.#fetched.set(entry.row, entry);
          this.#stale.delete(entry.row);
        }
        this.#arrivals += 1;
      }
    } catch (error) {
      const failure = failureOf(error);
      if (failure.code !== 'cancelled') this.problem = { message: failure.message, at: null };
    } finally {
      for (const row of rows) asked.delete(row);
    }
  }
}

/** @throws ApiError 'internal' for what is no list of 32-bit words */
function decodeRows(base64: string): Uint32Array {
  const bytes = Uint8Array.fromBase64(base64);
  if (bytes.length % 4 !== 0) throw new ApiError('internal', 'The list came back broken.');
  return new Uint32Array(bytes.buffer, 0, bytes.length / 4);
}
