import type {
  ConflictCause,
  ConflictEntry,
  ConflictOutcome,
  ConflictView,
  KeptConflict,
} from '#contract/procedures/findings/conflict.ts';
import type { EditableField } from '#contract/finding/finding.ts';
import type { RegionChoice } from '#domain/merge/index.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';
import { UnsavedAnswers, isWritten, type Named } from './drafts/unsaved-answers.ts';
import { carriedOver, movedFields, unusedText } from './drafts/rebased-answers.ts';
import { entriesOf, groupedByField, type ConflictGroup } from './conflict-groups.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';
import { choiceOf } from './drafts/resolved-value.ts';
import {
  choose,
  openQuestions,
  questionsOf,
  type FieldAnswer,
  type FieldQuestion,
} from './drafts/conflict-draft.ts';

/** As many as the program answers in one transaction (`atOnce` of `resolveConflicts`): a call that fails settled none. */
const settledAtOnce = 25;

const titleIn = ({ findings }: ConflictCause, named: Named): string =>
  findings.find((one) => isNamed(one, named))?.title ?? named.id;
const isNamed = (one: Named, { op, id }: Named): boolean => one.op === op && one.id === id;

/** What was settled last, to be undone. */
export interface SettledLast {
  readonly items: readonly Named[];
  readonly says: string;
}

/** What one answer for many came to, and what kept it from going on; null if nothing did but the person. */
export interface AnsweredAll extends ConflictOutcome {
  readonly failure: unknown;
}

/** What the person has before them among the conflicts: the list, the open one, and their answers to it so far. */
export class Conflicts {
  readonly #api: Pick<Api, 'call'>;
  readonly #onUnused: (title: string, text: string) => void;
  /** Null until the list was there for the first time. */
  causes = $state.raw<readonly ConflictCause[] | null>(null);
  view = $state.raw<ConflictView | null>(null);
  answers = $state.raw<readonly FieldAnswer[]>([]);
  /** The question that keys answer. */
  at = $state.raw<FieldQuestion | null>(null);
  /** Fields that the service changed under the person's eyes. */
  moved = $state.raw<readonly EditableField[]>([]);
  /** Why the open conflict cannot be shown or was not settled, in the program's words. */
  failure = $state.raw<string | null>(null);
  busy = $state(false);
  /** How far one answer for many is. */
  going = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  last = $state.raw<SettledLast | null>(null);
  readonly #newest = new SequenceGuard();
  #asked = 0;
  #opening = 0;
  readonly #begun: UnsavedAnswers;

  /** @param onUnused hears what was written for a conflict, or a field of one, that was settled without it */
  constructor(api: Pick<Api, 'call'>, onUnused: (title: string, text: string) => void) {
    this.#api = api;
    this.#onUnused = onUnused;
    this.#begun = new UnsavedAnswers(api, () => this.#begun.isWritten(this, this.entries));
  }

  /** The desk goes away (a lock, another account): what is begun waits for the next one of this window. */
  leave(): void {
    this.#begun.leave(this, this.entries);
  }

  /** Every open conflict, in the order of the list. */
  readonly groups = $derived.by<readonly ConflictGroup[]>(() => groupedByField(this.causes ?? []));
  readonly entries = $derived.by<readonly ConflictEntry[]>(() => entriesOf(this.groups));
  readonly cause = $derived.by<ConflictCause | null>(
    () => this.causes?.find(({ cause }) => cause === this.view?.cause) ?? null,
  );
  readonly questions = $derived.by<readonly FieldQuestion[]>(() => this.answers.flatMap(questionsOf));
  readonly open = $derived.by<readonly FieldQuestion[]>(() => this.answers.flatMap(openQuestions));
  /** Whether the open conflict is answered field by field; a deletion or a decision is answered as a whole. */
  readonly byField = $derived.by(() => this.view?.answers.own === true);

  /** Asks again for the list and for what is open: the store is another. */
  async freshen(): Promise<void> {
    const turn = this.#newest.ask();
    const [causes] = await Promise.all([this.#api.call('conflict.list', {}), this.#recall()]);
    if (!this.#newest.take(turn)) return;
    this.causes = causes;
    const { view } = this;
    if (view === null || this.busy) return;
    const entry = this.entries.find((one) => isNamed(one, view));
    // Settled elsewhere: there is nothing to be answered any more.
    if (entry === undefined) this.#leave();
    else if (entry.fingerprint !== view.fingerprint) await this.#again(view);
  }

  /** What was settled last is known to the store, whatever became of the page that it was settled on. */
  async #recall(): Promise<void> {
    const before = this.last;
    if (before !== null && before.items.length > 1) return;
    const found = await this.#api.call('conflict.settled', {});
    if (this.last !== before || this.busy) return;
    this.last =
      found === null ? null : { items: [{ op: found.op, id: found.id }], says: `Resolved: ${found.title}` };
  }

  /**
   * Opens a conflict; what was chosen in the one before is there again when it is opened again. While one is settled it stays:
   * its answer is told there, and leads to the next one.
   */
  async show({ op, id }: Named): Promise<void> {
    if (this.busy) return;
    const turn = ++this.#asked;
    this.#opening += 1;
    this.failure = null;
    try {
      const view = await this.#api.call('conflict.open', { op, id });
      if (turn !== this.#asked) return;
      this.#keep();
      const begun = this.#begun.of(view);
      const wasOpen = this.view !== null && isNamed(this.view, view);
      this.view = view;
      this.answers = view.answers.own ? carriedOver(begun, view.fields) : [];
      this.moved = [];
      this.#pointAt(wasOpen);
    } catch (thrown) {
      if (turn !== this.#asked || wasCancelled(thrown)) return;
      // It is not the open one that is gone: what was written there waits for it.
      if (isGone(thrown)) {
        this.#keep();
        this.answers = [];
      }
      this.#refused(thrown);
    } finally {
      this.#opening -= 1;
    }
  }

  /** Keeps what was chosen so far in what is open. */
  #keep(): void {
    const { view, answers } = this;
    if (view === null || !view.answers.own) return;
    this.#begun.keep(view, answers);
  }

  /** Opens one if none is open: the one in which a user was writing, else the first. */
  async begin(): Promise<void> {
    const written = this.entries.find((entry) => isWritten(this.#begun.of(entry)));
    const first = written ?? this.entries[0];
    if (this.view === null && this.#opening === 0 && first !== undefined) await this.show(first);
  }

  /** Opens the conflict so many places further. */
  async step(by: number): Promise<void> {
    const { entries, view } = this;
    const at = view === null ? -1 : entries.findIndex((one) => isNamed(one, view));
    const next = entries[at + by];
    if (next !== undefined) await this.show(next);
  }

  /** Opens a conflict at the first question about a field; one that is open stays as it is. */
  async showAt(entry: Named, field: EditableField | null): Promise<void> {
    if (this.view === null || !isNamed(entry, this.view)) await this.show(entry);
    const ofField = (one: FieldQuestion): boolean => one.field === field;
    this.at = this.open.find(ofField) ?? this.questions.find(ofField) ?? this.at;
  }

  /** Goes to the question so many places further, round and round. */
  walk(by: number): void {
    const { questions, at } = this;
    if (questions.length === 0) return;
    const here = questions.findIndex((one) => at !== null && isSame(one, at));
    this.at = questions[(here + by + questions.length) % questions.length] ?? null;
  }

  /** Answers the question at hand and goes to the next open one. */
  choose(choice: RegionChoice): void {
    const { at } = this;
    if (at === null) return;
    this.change(at.field, (answer) => choose(answer, at.region, choice));
    const here = this.questions.findIndex((one) => isSame(one, at));
    const later = [...this.questions.slice(here + 1), ...this.questions.slice(0, here)];
    const next = later.find((one) => this.open.some((open) => isSame(open, one)));
    if (next !== undefined) this.at = next;
  }

  /** Answers every open question of the conflict with one side. */
  chooseAll(choice: RegionChoice): void {
    const { open } = this;
    this.answers = this.answers.map((answer) =>
      open
        .filter(({ field }) => field === answer.part.field)
        .reduce((now, { region }) => choose(now, region, choice), answer),
    );
  }

  /** Another answer for a field. */
  change(field: EditableField, by: (answer: FieldAnswer) => FieldAnswer): void {
    this.answers = this.answers.map((answer) => (answer.part.field === field ? by(answer) : answer));
    this.failure = null;
  }

  /**
   * Settles the open conflict and opens the next one. Where the service has moved on meanwhile nothing is settled: what
   * it has now is shown, and what was chosen for other fields stays.
   *
   * @param whole for a deletion, a decision or a change of status: one side of the whole
   * @returns whether it was settled
   */
  async settle(whole?: 'mine' | 'theirs'): Promise<boolean> {
    const { view } = this;
    const choice = whole ?? choiceOf(this.answers);
    if (view === null || choice === null || this.busy) return false;
    const { op, id, fingerprint } = view;
    const at = this.entries.findIndex((one) => isNamed(one, view));
    const next = this.entries[at + 1] ?? this.entries[at - 1];
    this.busy = true;
    this.failure = null;
    try {
      await this.#api.call('queue.resolve', { op, finding: id, fingerprint, choice });
      // A finding that is created again is no answer to undo: it is discarded like any new one.
      const again = view.reason === 'gone' && choice === 'mine';
      this.last = again ? null : { items: [{ op, id }], says: `Resolved: ${view.title}` };
      this.#keep();
      this.view = null;
    } catch (thrown) {
      await this.#notSettled(thrown, view);
      return false;
    } finally {
      this.busy = false;
    }
    if (next !== undefined) await this.show(next);
    await this.freshen();
    return true;
  }

  /**
   * Gives all conflicts of a cause one answer, a few at a time. So a stop or a failure in the middle leaves
   * no doubt about which are resolved: these are reported, and can be undone.
   */
  async settleAll(
    cause: ConflictCause,
    choice: 'mine' | 'theirs',
    signal: AbortSignal,
  ): Promise<AnsweredAll> {
    const items = cause.findings.map(({ op, id, fingerprint }) => ({ op, id, fingerprint }));
    const done: Named[] = [];
    const kept: KeptConflict[] = [];
    let failure: unknown = null;
    this.busy = true;
    try {
      for (let at = 0; at < items.length && !signal.aborted; at += settledAtOnce) {
        this.going = { done: at, total: items.length };
        // Not with the signal: a call that is given up does not tell what it did.
        const outcome = await this.#api.call('conflict.settle', {
          choice,
          items: items.slice(at, at + settledAtOnce),
        });
        done.push(...outcome.done);
        kept.push(...outcome.kept);
      }
    } catch (thrown) {
      failure = thrown;
    }
    if (done.length > 0) {
      const all = items.length === 1 ? '1 conflict' : `${String(items.length)} conflicts`;
      const many = done.length === items.length ? all : `${String(done.length)} of ${all}`;
      const again = cause.reason === 'gone' && choice === 'mine';
      this.last = again ? null : { items: done, says: `Resolved: ${many}` };
    }
    this.busy = false;
    this.going = null;
    this.#keep();
    this.view = null;
    for (const one of done) {
      const text = unusedText(this.#begun.of(one), []);
      if (text !== null) this.#onUnused(titleIn(cause, one), text);
    }
    try {
      await this.freshen();
      await this.begin();
    } catch (thrown) {
      failure ??= thrown;
    }
    return { done, kept, failure };
  }

  /** Undoes a resolution, the last one if none is named, and opens its conflict again. @throws ApiError */
  async undo(settled = this.last): Promise<ConflictOutcome | null> {
    if (settled === null || this.busy) return null;
    this.busy = true;
    if (this.last === settled) this.last = null;
    try {
      return await this.#api.call('conflict.undo', { items: [...settled.items] });
    } finally {
      this.busy = false;
      await this.freshen();
      const [first] = settled.items;
      if (first !== undefined && this.entries.some((one) => isNamed(one, first))) await this.show(first);
      else await this.begin();
    }
  }

  async #notSettled(thrown: unknown, view: ConflictView): Promise<void> {
    if (failureOf(thrown).code === 'outdated') await this.#again(view);
    else this.#refused(thrown);
  }

  /** What was open is another by now: shown anew, with the choices that still hold. */
  async #again(before: ConflictView): Promise<void> {
    const turn = ++this.#asked;
    try {
      const view = await this.#api.call('conflict.open', { op: before.op, id: before.id });
      if (turn !== this.#asked) return;
      const shown = this.answers;
      this.view = view;
      this.answers = view.answers.own ? carriedOver(shown, view.fields) : [];
      const text = unusedText(shown, this.answers);
      if (text !== null) this.#onUnused(view.title, text);
      this.moved = [...new Set([...this.moved, ...movedFields(before.fields, view.fields)])];
      this.#pointAt(true);
    } catch (thrown) {
      if (turn === this.#asked) this.#refused(thrown);
    }
  }

  /** Who is in the middle of a conflict stays there, if it is still asked; else the first open question is at hand. */
  #pointAt(isInMiddle: boolean): void {
    const { at, open, questions } = this;
    const stays = isInMiddle && at !== null && questions.some((one) => isSame(one, at));
    if (!stays) this.at = open[0] ?? questions[0] ?? null;
  }

  #refused(thrown: unknown): void {
    if (isGone(thrown)) this.#leave();
    this.failure = failureOf(thrown).message;
  }

  #leave(): void {
    const text = unusedText(this.answers, []);
    if (this.view !== null && text !== null) this.#onUnused(this.view.title, text);
    this.#asked += 1;
    this.view = null;
    this.answers = [];
    this.at = null;
    this.moved = [];
  }
}

/** Whether there is nothing to decide any more. */
function isGone(thrown: unknown): boolean {
  const { code } = failureOf(thrown);
  return code === 'wrong-state' || code === 'not-found';
}

function isSame(one: FieldQuestion, other: FieldQuestion): boolean {
  return one.field === other.field && one.region === other.region;
}
