import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { ServiceProfile } from '#contract/profile.ts';
import type { ReviewCard } from '#contract/procedures/findings/review.ts';
import { textOf } from '#domain/finding/record.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';
import { copyText } from '#renderer/session/values/copy-text.ts';
import { FindingList } from '#renderer/session/list/finding-list.svelte.ts';
import { decodeRows } from '#renderer/session/values/row-numbers.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { ReviewCards, type ShownCard } from './review-cards.svelte.ts';
import { Decisions, type Decision, type Made, type StoredDecision } from './review-decisions.svelte.ts';
import { DecisionToast } from './decision-toast.ts';
import { before, nextOpen, nextOpenOnes, type ReviewWalk } from './review-walk.ts';

/** So many candidates are fetched before they are asked for. */
const fetchedAhead = 4;

/** What was written to go with a decision, and which candidate it is about. */
interface Comment {
  readonly project: string;
  readonly row: number;
  readonly title: string;
  readonly text: string;
}

/** What was written to go with decisions that are not made yet, by window and finding: a lock takes none of it. */
const commentsOf = sessionPart({
  make: () => new SvelteMap<string, Comment>(),
  isUnsaved: (comments) => [...comments.values()].some(({ text }) => text.trim() !== ''),
  keepOf: (comments, projects) => {
    const gone = [...comments].filter(([, { project }]) => !projects.has(project));
    for (const [id] of gone) comments.delete(id);
    return gone.some(([, { text }]) => text.trim() !== '');
  },
});

/** Deciding on the candidates of an engagement one after the other; it never waits for the store. */
export class Review {
  readonly #api: Api;
  readonly #notices: Notices;
  readonly #lead: (candidate: Pick<ReviewCard, 'id' | 'project'>) => void;
  /** Every candidate, for the list beside the one that is shown. */
  readonly list: FindingList;
  readonly cards: ReviewCards;
  readonly decisions: Decisions;
  /** What is told of the last one. */
  readonly told: DecisionToast;
  /** The row of the candidate before the person; null if none is left. */
  at = $state.raw<number | null>(null);
  /** Whether the candidates of the present engagement are known. */
  loaded = $state.raw(false);
  /** Why they cannot be listed; null while all is well. */
  failure = $state.raw<string | null>(null);
  /** Left for later. */
  readonly skipped = new SvelteSet<number>();
  #open = $state.raw<ReadonlySet<number>>(new Set());
  #returned = $state.raw<ReadonlySet<number>>(new Set());
  /** Decisions that are on their way, as the store was last read. */
  #decided = $state.raw<ReadonlyMap<number, Decision>>(new Map());
  /** Those decided on that a sync has taken out of the list: without them, progress would begin anew with every sync. */
  #arrived = $state.raw<ReadonlySet<number>>(new Set());
  readonly #comments: SvelteMap<string, Comment>;
  #asked = 0;
  /** Place in the list where the person was last; the one before it, if what they see has left the list. */
  #place = -1;
  /** Decided on in this window, and not come back since. */
  readonly #decidedHere = new Set<number>();
  /** The candidate that has left the list and is still shown. */
  #left: number | null = null;

  /**
   * @param profile of the service; null while nobody knows it
   * @param lead leads the person to a candidate, wherever they are by then
   */
  constructor(
    api: Api,
    notices: Notices,
    profile: () => ServiceProfile | null,
    lead: (candidate: Pick<ReviewCard, 'id' | 'project'>) => void,
  ) {
    this.#api = api;
    this.#notices = notices;
    this.#lead = lead;
    this.#comments = commentsOf(api);
    this.list = new FindingList(api, profile, () => Date.now());
    this.told = new DecisionToast(notices);
    this.cards = new ReviewCards(
      api,
      () => profile()?.reviewVersion ?? [],
      (row, { effective }) => {
        this.told.named(row, textOf(effective, 'title'));
      },
    );
    this.decisions = new Decisions(api, {
      kept: (row) => {
        this.cards.distrust(row);
        this.#fetch();
      },
      refused: (made, error) => {
        this.#cameBack(made, error);
      },
      stays: ({ card, comment }, error) => {
        // It goes with the decision after all; what was written since does not.
        if (this.#comments.get(card.id)?.text.trim() === comment) this.#comments.delete(card.id);
        notices.failed(error);
        void this.ask(this.list.project);
      },
    });
  }

  /** How far the review of the engagement is, since this window began with it; `waiting` decisions are not sent yet. */
  readonly progress = $derived.by(() => {
    const { rows } = this.list;
    const left = rows.reduce((sum, row) => sum + (this.isOpen(row) ? 1 : 0), 0);
    const returned = [...this.#returned].filter((row) => this.isReturned(row)).length;
    const total = rows.length + this.#arrived.size;
    return { total, left, decided: total - left, waiting: rows.length - left, returned };
  });

  get shown(): ShownCard | null {
    return this.at === null ? null : this.cards.at(this.at);
  }

  /** The place of the candidate before the person in the list, counted from 0; -1 if it is in none. */
  readonly place = $derived.by(() => (this.at === null ? -1 : this.list.rows.indexOf(this.at)));

  /** Whether the candidate before the person can be decided on now. */
  readonly canDecide = $derived.by(() => {
    const card = this.shown?.card;
    // Its card may be read again later than the list that it has left.
    if (this.place < 0) return false;
    if (card === undefined || card.closed !== null || !card.candidate) return false;
    const { decision } = card;
    // The service has nothing left to decide on.
    if (decision?.conflict?.reason === 'gone') return false;
    return (
      decision === null || decision.undoable || decision.state === 'conflict' || decision.state === 'rejected'
    );
  });

  /** What was decided on a candidate and may still be on its way; null if nothing was. */
  decisionOn(row: number): Decision | null {
    const known = this.decisions.on(row);
    return known === undefined ? (this.#decided.get(row) ?? null) : (known.made?.decision ?? null);
  }

  /** Whether a candidate waits for the person. */
  isOpen(row: number): boolean {
    const known = this.decisions.on(row);
    return known === undefined ? this.#open.has(row) : known.made === null;
  }

  /** The candidates that wait for a first decision. */
  get open(): readonly number[] {
    return [...this.list.rows].filter((row) => this.isOpen(row) && !this.isReturned(row));
  }

  /** Whether a decision on it came back. */
  isReturned(row: number): boolean {
    return this.#returned.has(row) && this.decisions.on(row) === undefined;
  }

  /** What is written to go with a decision. */
  commentOn(row: number): string {
    const card = this.cards.at(row)?.card;
    return (card === undefined ? undefined : this.#comments.get(card.id)?.text) ?? this.#decidedWith(row);
  }

  comment(row: number, text: string): void {
    const card = this.cards.at(row)?.card;
    if (card !== undefined) this.#keepComment(row, card, text);
  }

  /** Shows the candidates of an engagement, or the same ones again after something changed. */
  async ask(project: string): Promise<void> {
    const { list } = this;
    if (project !== list.project) this.#enter();
    this.#asked += 1;
    const asked = this.#asked;
    const kept = this.decisions.keptRows();
    const told = [...this.#decided.keys(), ...kept].filter((row) => this.decisionOn(row) !== null);
    const decided = [...this.#arrived, ...told];
    this.cards.distrust();
    try {
      const [answer] = await Promise.all([
        this.#api.call('review.list', { project }),
        list.project === project ? list.again() : list.ask({ project, query: 'is:candidate', sort: null }),
      ]);
      if (asked !== this.#asked) return;
      this.#open = new Set(decodeRows(answer.rows));
      this.#returned = new Set(decodeRows(answer.returned));
      const here = new Set([...list.rows, ...this.#returned]);
      this.#arrived = new Set(decided.filter((row) => !here.has(row)));
      const named = (rows: string, decision: Decision): [number, Decision][] =>
        [...decodeRows(rows)].map((row) => [row, decision]);
      this.#decided = new Map([...named(answer.accepted, 'accept'), ...named(answer.rejected, 'reject')]);
      this.decisions.read(kept, (row) => this.#decided.has(row));
      this.loaded = true;
      this.failure = null;
      // A decision that came back stands no more: nothing offers to undo it.
      const { row } = this.told;
      if (row !== null && (this.isOpen(row) || this.isReturned(row))) this.told.forget();
      for (const one of this.#decidedHere) {
        if (this.isOpen(one) || this.isReturned(one)) this.#decidedHere.delete(one);
      }
      this.#stay();
      this.#letGo();
    } catch (error) {
      if (asked === this.#asked && !wasCancelled(error)) this.failure = failureOf(error).message;
    }
  }

  /** Shows a candidate of the list. */
  go(row: number): void {
    this.at = row;
    this.#left = null;
    if (this.place >= 0) this.#place = this.place;
    this.#fetch();
  }

  /** Leaves the candidate for later. */
  skip(): void {
    if (this.at === null) return;
    if (this.isOpen(this.at)) this.skipped.add(this.at);
    this.advance();
  }

  /** Shows the one before in the list, whatever became of it. */
  back(): void {
    const row = before(this.#walk, this.at === null ? this.list.rows.length : this.#behind);
    if (row !== null) this.go(row);
  }

  /** The place so many steps from the candidate before the person, also from where one was that has left the list. */
  placeBeside(by: number): number {
    return by < 0 ? this.#behind + by : this.#place + by;
  }

  /** Shows the next one that waits; nothing if none is left. */
  advance(): void {
    const row = nextOpen(this.#walk, this.#place);
    if (row !== null) {
      this.go(row);
      return;
    }
    this.at = null;
    this.#left = null;
  }

  /**
   * Decides on the candidate as it is shown.
   * @param onward whether the next one comes by itself
   * @returns false if it is another one now: the person is to look at what changed first
   */
  decide(decision: Decision, onward: boolean): boolean {
    const { at, shown } = this;
    if (at === null || shown === null || !this.canDecide) return true;
    if (shown.now !== null) return false;
    const comment = this.commentOn(at).trim();
    this.#comments.delete(shown.card.id);
    this.skipped.delete(at);
    this.#decidedHere.add(at);
    this.decisions.make({ row: at, decision, comment, card: shown.card });
    if (onward) this.advance();
    return true;
  }

  /** Takes the last decision of this window back, and shows its candidate. */
  undo(): void {
    this.told.forget();
    const made = this.decisions.undo();
    if (made === null) return;
    if (made.comment !== '') this.#keepComment(made.row, made.card, made.comment);
    this.go(made.row);
  }

  /** Makes the decision again that was undone last. */
  redo(onward: boolean): void {
    const made = this.decisions.redo();
    if (made === null) return;
    this.#comments.delete(made.card.id);
    this.#decidedHere.add(made.row);
    this.go(made.row);
    if (onward) this.advance();
  }

  /** Takes a decision back that waits in the store unsent, no matter who made it; its comment waits for the next one. */
  undoOf(row: number, op: string): void {
    this.#reopen(row, (standing) => {
      this.decisions.undoOf(standing, op);
    });
  }

  /** Drops a decision that came back; its comment waits for the next one. */
  drop(row: number, op: string): void {
    this.#reopen(row, (standing) => {
      this.decisions.drop(standing, op);
    });
  }

  get #walk(): ReviewWalk {
    return { order: this.list.rows, isOpen: (row) => this.isOpen(row), skipped: this.skipped };
  }

  /** The place that the candidate before the person has, or had until it left the list. */
  get #behind(): number {
    return this.#left === null ? this.#place : this.#place + 1;
  }

  #enter(): void {
    this.at = null;
    this.loaded = false;
    this.#open = new Set();
    this.#returned = new Set();
    this.#decided = new Map();
    this.#arrived = new Set();
    this.skipped.clear();
    this.#decidedHere.clear();
    this.#left = null;
    this.#place = -1;
    this.decisions.clear();
    this.told.forget();
    this.cards.clear();
  }

  /** The comment of the decision on a candidate. */
  #decidedWith(row: number): string {
    const known = this.decisions.on(row);
    const made = known === undefined ? this.cards.at(row)?.card.decision : known.made;
    return made?.comment ?? '';
  }

  #reopen(row: number, tell: (standing: StoredDecision) => void): void {
    const card = this.cards.at(row)?.card;
    if (card === undefined) return;
    this.told.forget(row);
    const text = this.commentOn(row);
    const comment = this.#decidedWith(row);
    if (text !== '') this.#keepComment(row, card, text);
    tell({ row, card, comment });
  }

  #keepComment(row: number, { id, project, effective }: ReviewCard, text: string): void {
    this.#comments.set(id, { project, row, title: textOf(effective, 'title'), text });
  }

  /** A comment on what is no candidate any more goes with no decision: the person can take it elsewhere. */
  #letGo(): void {
    const { project, rows, problem } = this.list;
    if (problem !== null) return;
    for (const [id, { title, text, ...about }] of [...this.#comments]) {
      if (about.project !== project || rows.includes(about.row)) continue;
      // Whether the decision that it goes with could be undone is not known yet.
      if (this.decisions.on(about.row)?.kept === false) continue;
      this.#comments.delete(id);
      if (text.trim() === '') continue;
      this.#notices.attention(`"${title}" is no candidate any more. What you wrote there was not used.`, {
        label: 'Copy it',
        run: () => void copyText(this.#notices, text, 'Copied.'),
      });
    }
  }

  /** The store did not take a decision: its candidate waits again, with what was written. */
  #cameBack({ row, card, comment }: Made, error: unknown): void {
    if (comment !== '') this.#keepComment(row, card, comment);
    this.told.forget(row);
    this.#decidedHere.delete(row);
    // Another engagement may be shown by then: its candidates are none of this one's.
    const isHere = card.project === this.list.project;
    if (failureOf(error).code === 'outdated') {
      if (isHere) this.cards.putBack(row, card);
      this.#notices.done(
        `"${textOf(card.effective, 'title')}" has changed on the service. Look at it again before you decide.`,
        isHere ? { label: 'Show', run: () => this.#lead(card) } : null,
      );
    } else if (failureOf(error).code === 'wrong-state') {
      // The program names it by its id and its operation, for the terminal.
      this.#notices.attention(
        `"${textOf(card.effective, 'title')}" cannot be decided: it was deleted, decided by someone else, or your decision is pending.`,
      );
    } else this.#notices.failed(error);
    if (!isHere) return;
    if (this.at === null) this.go(row);
    else this.#fetch();
  }

  /**
   * Keeps the user where they are, also if that has left the list: the keys that they type are meant for it.
   * Only from what they decided here, and what was sent, do they go on by themselves.
   */
  #stay(): void {
    const { at, place, shown } = this;
    if (at !== null && place >= 0) {
      this.#left = null;
      this.#place = place;
      this.#fetch();
      return;
    }
    if (at !== null && this.#left !== at) {
      if (shown !== null) this.#tellLeft(at, shown);
      // What stands at its place now is the one behind it.
      this.#left = at;
      this.#place = Math.max(-1, this.#place - 1);
    }
    if (at === null || shown === null) {
      this.advance();
      return;
    }
    const isWritten = (this.#comments.get(shown.card.id)?.text ?? '').trim() !== '';
    if (this.#decidedHere.has(at) && !isWritten) this.advance();
    else this.#fetch();
  }

  #tellLeft(row: number, { card }: ShownCard): void {
    const isOurs = this.#arrived.has(row) || card.decision !== null || this.decisionOn(row) !== null;
    if (isOurs) return;
    this.#notices.done(
      `"${textOf(card.effective, 'title')}" is no candidate any more: someone else decided, or it was deleted.`,
    );
  }

  #fetch(): void {
    const { at } = this;
    const next = nextOpenOnes(this.#walk, this.#place, fetchedAhead);
    const previous = before(this.#walk, this.#behind);
    const wanted = [at, ...next, previous, this.told.row].filter((row) => row !== null);
    this.cards.want([...new Set(wanted)]);
  }
}
