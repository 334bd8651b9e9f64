import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { GroupField } from '#contract/finding/listing.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import type { ListFound, ListRow } from '#contract/window/window.ts';
import { meaningOf } from '#domain/query/meaning.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { foldedList, groupIndex, groupsOf, type GroupIndex } from './finding-groups.ts';
import { heldOrder, withHeld, withMade } from './held-order.ts';
import { KeptRows } from './kept-rows.svelte.ts';
import { brokenList, decodePlaces, decodeRows } from '../values/row-numbers.ts';
import { Selection } from './selection.svelte.ts';

/** Every finding of an engagement in one order. */
interface RowOrder {
  readonly name: string;
  readonly rows: Uint32Array;
}

/** Why a list does not show what its query asks: said at the field, with the place if one is known. */
export interface ListProblem {
  readonly message: string;
  /** Index into the query, or null. */
  readonly at: number | null;
}

/** Rows are fetched in blocks, so that a step of the wheel rarely asks for anything. */
const block = 100;
/** A block is fetched when the view comes so near to it (rows). */
const near = 40;
/** Bound of one call (`maxRowsAtOnce` of the contract); a tall window shows less. */
const maxAtOnce = 500;
/** A view that did not move, and a query in which no letter came, for so long rests (milliseconds). */
const restMs = 300;
/** What changed is shown so long after the last question at the latest, however long a user scrolls. */
const latestMs = 1_000;
/** So many rows come with the first answer, when nobody knows yet how many are in view at once. */
const firstShown = 50;

/**
 * The findings of one engagement that a query finds: row numbers of all, the rows themselves for what is in view.
 * The newest query wins; what was shown stays until its answer is there.
 */
export class FindingList {
  readonly #api: Api;
  readonly #profile: () => ServiceProfile | null;
  readonly #now: () => number;

  project = $state.raw('');
  /** As it is typed, even if it cannot be understood. */
  query = $state.raw('');
  /** `FIELD` or `FIELD:desc`; null is the store's own order. */
  sort = $state.raw<string | null>(null);
  /** What the rows are grouped by; the list is sorted by the same. */
  group = $state.raw<GroupField | null>(null);
  rows = $state.raw<Uint32Array>(new Uint32Array());
  #groups = $state.raw<GroupIndex | null>(null);
  /** None while the list is not grouped. */
  readonly groups = $derived(
    this.group === null || this.#groups === null ? [] : groupsOf(this.rows, this.#groups),
  );
  /** The names of the groups of which only the line is shown. */
  folded = $state.raw<ReadonlySet<string>>(new Set());
  /** The list as it is shown: with the lines of folded groups in place of their rows. */
  readonly shown = $derived(foldedList(this.rows, this.groups, this.folded));
  /** Findings whose texts are not indexed yet. */
  behind = $state.raw(0);
  /** Of the newest query; the rows shown are then those of `answered`. */
  problem = $state.raw<ListProblem | null>(null);
  /** Whether the rows are those of an earlier query, because the newest is broken, or unfinished and finds nothing. */
  kept = $state.raw(false);
  /** The query that the rows are the answer to. */
  answered = $state.raw('');
  /** Whether an answer was shown in this engagement. */
  loaded = $state.raw(false);
  /** Whether the rows stand in an order that the list would not have now: they stay while a user works on them. */
  reordered = $state.raw(false);
  readonly selection: Selection;

  readonly #kept = new KeptRows<ListRow>();
  #loading = false;
  #asking: AbortController | null = null;
  /** The newest question; never rejects. */
  #answering: Promise<void> = Promise.resolve();
  /** The last answer as it came: most changes of the store change no list, and then nothing is to be drawn again. */
  #packed: string | null = null;
  /** What the query found last. */
  #found: Uint32Array = new Uint32Array();
  /** The row of the finding that is open. */
  #held: number | null = null;
  /** The row of a finding that was made here and is open: it is listed even if the query does not find it. */
  #made: number | null = null;
  /** The whole order that answers are told by places in. */
  #order: RowOrder = { name: '', rows: new Uint32Array() };
  /** Until then the rows around those in view are not fetched. */
  #givesWayUntilMs = 0;
  /** Something changed since the groups were asked for. */
  #groupsLate = false;
  /** Whether the rows around those in view wait to be fetched. */
  #waiting = false;
  /** When the person last scrolled, asked, opened something or moved the mouse over the rows. */
  #usedAtMs = 0;
  /** When the person last asked. */
  #askedAtMs = 0;
  /** The last query of this engagement that could be understood; null before the first. */
  #understood: string | null = null;
  /** The word at the cursor may become another one: until it is done, neither an error nor an empty list is shown. */
  #unfinished = false;
  /** The person asked, and has had no answer yet. */
  #wanted = true;
  #view: { readonly first: number; readonly end: number } = { first: 0, end: 0 };
  /** As many rows were in view at once: the first ones come with the answer to a question. */
  #maxShown = 0;
  /** How far its table was scrolled (CSS pixels), for when it is drawn anew; another question begins at the top. */
  scrolled = 0;

  /** @param profile ranks severities; null while nobody knows it */
  constructor(api: Api, profile: () => ServiceProfile | null, now: () => number) {
    this.#api = api;
    this.#profile = profile;
    this.#now = now;
    this.selection = new Selection(() => this.rows);
  }

  /**
   * Shows another engagement, or the same one by another query or order. Empty text finds everything. A list that is grouped
   * is sorted by the same: another order ends it.
   * @param wanted `unfinished`: the word at the cursor is being typed, and rows stay rather than give way to none
   */
  async ask(wanted: {
    project?: string;
    query?: string;
    unfinished?: boolean;
    sort?: string | null;
    group?: GroupField | null;
  }): Promise<void> {
    if (wanted.project !== undefined && wanted.project !== this.project) this.#enter(wanted.project);
    if (wanted.query !== undefined && wanted.query !== this.query) this.#filter(wanted.query);
    if (wanted.sort !== undefined) this.sort = wanted.sort;
    if (wanted.group !== undefined && wanted.group !== this.group) {
      this.group = wanted.group;
      this.folded = new Set();
      this.#groups = null;
      if (wanted.group !== null && !isSortedBy(this.sort, wanted.group)) this.sort = wanted.group;
    }
    if (this.group !== null && !isSortedBy(this.sort, this.group)) this.group = null;
    this.#unfinished = wanted.unfinished === true;
    this.#wanted = true;
    this.#usedAtMs = this.#askedAtMs = this.#now();
    this.scrolled = 0;
    await this.#run();
  }

  /**
   * Something in the store changed: the same question again, and the rows in view with it. No row changes its place. What
   * the person asked is answered first: given up for this, with each change of a sync, it would not be answered while that
   * runs.
   */
  async again(): Promise<void> {
    await this.#rest();
    if (this.#wanted) await this.#answering;
    this.#kept.outdate();
    this.#groupsLate = true;
    await this.#run();
  }

  /** The mouse is on its way to a row: until it rests none moves, or the click would meet another one. */
  pointed(): void {
    this.#usedAtMs = this.#now();
  }

  /**
   * The finding that is open: it stays listed until it is left, even if a change of it took it out of the query.
   * @param row its number; null for none
   */
  hold(row: number | null): void {
    if (row === this.#held) return;
    this.#held = row;
    this.#made = null;
    if (this.rows.length !== this.#found.length) this.#list(this.#found);
  }

  /** Lists a finding that was made here at once, selected, and holds it; one that the query does not find stands at the top. */
  async admit(row: number): Promise<void> {
    this.hold(row);
    this.#made = row;
    this.#groupsLate = true;
    await this.ask({});
    if (this.#made === row) this.selection.point(row);
  }

  /** The person begins something with a row: what nobody waits for comes later. */
  pauseRefresh(): void {
    this.#usedAtMs = this.#now();
    this.#givesWayUntilMs = this.#usedAtMs + restMs;
  }

  /** Shows of a group its line alone, or its rows again. */
  fold(name: string, isFolded: boolean): void {
    const folded = new Set(this.folded);
    if (isFolded) folded.add(name);
    else folded.delete(name);
    this.folded = folded;
  }

  /** The row at a place of the list; null while it is on its way. */
  at(place: number): ListRow | null {
    const row = this.rows[place];
    return row === undefined ? null : this.#kept.at(row);
  }

  /** Whether a row of those in view that is chosen is a candidate. */
  get choosesCandidate(): boolean {
    const { first, end } = this.#view;
    return [...this.shown.rows.subarray(first, end)].some(
      (row) => this.selection.has(row) && this.#kept.at(row)?.candidate === true,
    );
  }

  /** The title of the one finding, if it is one and was fetched; else null. */
  nameOf(rows: readonly number[]): string | null {
    const [row] = rows;
    return row === undefined || rows.length > 1 ? null : (this.#kept.at(row)?.title ?? null);
  }

  /** Fetches what a view is about to show: lines from `first` up to, not including, `end`. */
  show(first: number, end: number): void {
    if (first !== this.#view.first || end !== this.#view.end) this.#usedAtMs = this.#now();
    this.#view = { first, end };
    this.#maxShown = Math.max(this.#maxShown, end - first);
    this.#fetch();
  }

  #enter(project: string): void {
    this.project = project;
    this.rows = new Uint32Array();
    this.#packed = null;
    this.#found = new Uint32Array();
    this.#held = null;
    this.#made = null;
    this.#order = { name: '', rows: new Uint32Array() };
    this.#groups = null;
    this.#understood = null;
    this.kept = false;
    this.loaded = false;
    this.#kept.clear();
    this.selection.none();
    this.selection.point(null);
  }

  /** Another filter shows its results from the top: a row that was focused before may be out of sight, and no key acts on it. */
  #filter(query: string): void {
    this.query = query;
    this.selection.point(this.#held);
  }

  /**
   * Waits while a user scrolls, types, opens something or is about to: the list anew takes a good part of a frame.
   * During fast typing it is not late: each keystroke gets a current response, and a refreshed list between two of them
   * would only delay the next.
   */
  async #rest(): Promise<void> {
    const from = this.#now();
    const late = (): boolean => this.#now() - Math.max(from, this.#askedAtMs) >= latestMs;
    while (this.#now() - this.#usedAtMs < restMs && !late()) {
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }

  #run(): Promise<void> {
    this.#answering = this.#answer();
    return this.#answering;
  }

  async #answer(): Promise<void> {
    this.#asking?.abort();
    const problem = this.#misunderstood();
    this.problem = this.#unfinished ? null : problem;
    if (problem === null) this.#understood = this.query;
    // One with a mistake leaves the list that of the last one without: its answer may be on its way still, or be another by now.
    const query = this.#understood;
    if (query === null || this.project === '') return;
    const asking = new AbortController();
    this.#asking = asking;
    const { project, sort } = this;
    try {
      const order = this.#order.name;
      const first = this.#wanted ? Math.min(this.#maxShown || firstShown, maxAtOnce) : 0;
      const { changes } = this.#kept;
      const { signal } = asking;
      const [answer, groups] = await Promise.all([
        this.#api.call('list.find', { project, query, sort, order, first }, { signal }),
        this.#askGroups(signal),
      ]);
      // A user may have begun something while it was on its way.
      if (!this.#wanted) await this.#rest();
      if (this.#asking !== asking) return;
      if (this.#wanted) this.#givesWayUntilMs = this.#now() + restMs;
      const taken = this.#take(answer, changes);
      this.#takeGroups(groups);
      if (taken) this.answered = query;
      this.kept = !taken || query !== this.query;
      this.behind = answer.behind;
      this.loaded = true;
      this.#fetch();
    } catch (error) {
      if (this.#asking !== asking) return;
      const { code, message, at } = failureOf(error);
      if (code === 'cancelled') return;
      this.kept = this.loaded;
      // What only the store can refuse is a mistake as well: a message about it must not outlive it in the field.
      if (code === 'query') this.#understood = this.loaded ? this.answered : null;
      if (code !== 'query' || !this.#unfinished) this.problem = { message, at };
    }
  }

  /** What is known of the groups holds for every query, until something changes. */
  async #askGroups(signal: AbortSignal): Promise<GroupIndex | null> {
    const { project, group: by } = this;
    if (by === null || (this.#groups !== null && !this.#groupsLate)) return null;
    return groupIndex(await this.#api.call('list.groups', { project, by }, { signal }));
  }

  /** Rows that stay where they were stay in their groups as well. */
  #takeGroups(groups: GroupIndex | null): void {
    if (groups === null || (this.reordered && this.#groups !== null)) return;
    this.#groups = groups;
    this.#groupsLate = false;
  }

  /** @returns whether the rows are those of the answer, not the ones before that an unfinished query keeps */
  #take({ found, first }: ProcedureAnswers['list.find'], changes: number): boolean {
    const packed = found.kind === 'rows' ? found.rows : `${found.order.name} ${found.places}`;
    const fresh = this.#wanted || packed !== this.#packed ? this.#unpack(found) : null;
    if (this.#unfinished && this.rows.length > 0 && (fresh ?? this.#found).length === 0) return false;
    if (fresh !== null) this.#list(fresh);
    this.#packed = packed;
    const listed = first.map(({ row }) => row);
    if (first.length > 0) this.#keep(listed, first, changes);
    return true;
  }

  #unpack(found: ListFound): Uint32Array {
    if (found.kind === 'rows') return decodeRows(found.rows);
    const { name, rows } = found.order;
    if (rows !== null) this.#order = { name, rows: decodeRows(rows) };
    else if (name !== this.#order.name) throw brokenList();
    return decodePlaces(found.places, this.#order.rows);
  }

  #list(fresh: Uint32Array): void {
    const { rows, moved } = this.#wanted
      ? { rows: withMade(fresh, this.#made), moved: false }
      : heldOrder(this.rows, this.#withHeld(fresh));
    this.#found = fresh;
    this.#wanted = false;
    this.rows = rows;
    this.reordered = moved;
    this.selection.keepListed();
  }

  #withHeld(fresh: Uint32Array): Uint32Array {
    // Without a query everything is found that there is: what is not was deleted.
    const isFiltered = (this.#understood ?? '').trim() !== '';
    if (isFiltered && this.#made !== null && this.#made === this.#held) return withMade(fresh, this.#made);
    return this.#held === null || !isFiltered ? fresh : withHeld(this.rows, fresh, this.#held);
  }

  #keep(asked: readonly number[], entries: readonly ListRow[], changes: number): void {
    const rows = entries.map((entry) => [entry.row, entry] as const);
    this.#kept.keep(asked, rows, changes, () => {
      const { first, end } = this.#view;
      return this.shown.rows.subarray(Math.max(0, first - block), end + block);
    });
  }

  #misunderstood(): ListProblem | null {
    const parsed = parseQuery(this.query);
    if (parsed.kind === 'broken') return parsed;
    const profile = this.#profile();
    if (profile === null) return null;
    const meaning = meaningOf(parsed.query, { profile, nowMs: this.#now() });
    return meaning.kind === 'broken' ? meaning : null;
  }

  /**
   * Loads what the view lacks, one call at a time: a user who drags the scroll bar through 100,000 rows needs only
   * those at the end. What an answer brought fills the view: the rows around it wait until that is painted, and for the
   * next letter.
   */
  #fetch(): void {
    if (this.#loading) return;
    const missing = this.#missing();
    if (missing.length === 0) return;
    const { first, end } = this.#view;
    const waitMs = this.#givesWayUntilMs - this.#now();
    if (waitMs <= 0 || this.shown.rows.subarray(first, end).some((row) => this.#kept.lacks(row))) {
      void this.#load(missing);
    } else if (!this.#waiting) {
      this.#waiting = true;
      setTimeout(() => {
        this.#waiting = false;
        this.#fetch();
      }, waitMs);
    }
  }

  /** Of the blocks that the view touches or comes near to, the rows that are not here or out of date. */
  #missing(): number[] {
    const { first, end } = this.#view;
    const from = Math.max(0, Math.floor((first - near) / block)) * block;
    const to = Math.ceil((end + near) / block) * block;
    return [...this.shown.rows.subarray(from, to)].filter((row) => this.#kept.lacks(row)).slice(0, maxAtOnce);
  }

  async #load(rows: readonly number[]): Promise<void> {
    this.#loading = true;
    const { project } = this;
    const { changes } = this.#kept;
    let failed = false;
    try {
      const answer = await this.#api.call('list.rows', { rows: [...rows] });
      if (this.project !== project) return;
      this.#keep(rows, answer, changes);
    } catch (error) {
      failed = true;
      const failure = failureOf(error);
      if (failure.code !== 'cancelled') this.problem = { message: failure.message, at: null };
    } finally {
      this.#loading = false;
      if (!failed) this.#fetch();
    }
  }
}

/** Whether an order, in either direction, is by this field; without one a list is by severity. */
function isSortedBy(sort: string | null, field: GroupField): boolean {
  return (sort ?? 'severity').split(':')[0] === field;
}
