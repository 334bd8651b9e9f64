import { SvelteMap } from 'svelte/reactivity';
import type { ConflictEntry } from '#contract/procedures/findings/conflict.ts';
import { writtenIn } from './rebased-answers.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import type { Api } from '#renderer/api/api.ts';
import type { FieldAnswer } from './conflict-draft.ts';

/** Which question is open: an operation for one finding. */
export type Named = Pick<ConflictEntry, 'op' | 'id'>;
const nameOf = ({ op, id }: Named): string => `${op} ${id}`;

/** So many begun answers are kept. */
const maxBegun = 50;

/** What one session keeps of answers that are not settled. */
interface Unsettled {
  /** What was answered when a desk went away: a lock takes no word that a user wrote. */
  readonly behind: SvelteMap<string, readonly FieldAnswer[]>;
  /** Says of the desk that is shown whether something is written; null while none is shown. */
  written: (() => boolean) | null;
}

const unsettledOf = sessionPart<Unsettled>({
  make: () => ({ behind: new SvelteMap(), written: null }),
  isUnsaved: ({ behind, written }) => written?.() === true || [...behind.values()].some(isWritten),
});

/** Whether one of these answers has words that a person wrote by hand. */
export function isWritten(answers: readonly FieldAnswer[]): boolean {
  return answers.some((answer) => writtenIn(answer) !== null);
}

/** The conflict that is open now, with the answers to it so far. */
export interface ShownAnswers {
  readonly view: Named | null;
  readonly answers: readonly FieldAnswer[];
}

/** What was chosen in conflicts that are not open now: one may be left, or settled and undone. */
export class UnsavedAnswers {
  readonly #unsettled: Unsettled;
  readonly #begun: Map<string, readonly FieldAnswer[]>;

  /**
   * Takes over what the desk before this one left behind in the window of `api`.
   * @param isWritten says whether anything is written, until the desk goes away
   */
  constructor(api: Pick<Api, 'call'>, isWritten: () => boolean) {
    this.#unsettled = unsettledOf(api);
    this.#unsettled.written = isWritten;
    this.#begun = new Map(this.#unsettled.behind);
    this.#unsettled.behind.clear();
  }

  /** The answers that were begun to a conflict; none if it was never open. */
  of(conflict: Named): readonly FieldAnswer[] {
    return this.#begun.get(nameOf(conflict)) ?? [];
  }

  /** Keeps the answers to a conflict that is left; the oldest give way. */
  keep(conflict: Named, answers: readonly FieldAnswer[]): void {
    this.#begun.set(nameOf(conflict), answers);
    const [oldest] = this.#begun.keys();
    if (this.#begun.size > maxBegun && oldest !== undefined) this.#begun.delete(oldest);
  }

  /** What is begun waits for the next desk of this window. @param entries every conflict that is still to be settled */
  leave(shown: ShownAnswers, entries: readonly Named[]): void {
    this.#unsettled.written = null;
    for (const [name, answers] of this.#open(shown, entries)) this.#unsettled.behind.set(name, answers);
  }

  /** Whether something that the person wrote for one of `entries` is on this page alone. */
  isWritten(shown: ShownAnswers, entries: readonly Named[]): boolean {
    return this.#open(shown, entries).some(([, answers]) => isWritten(answers));
  }

  /** Answers to what is still to be settled. */
  #open(
    { view, answers }: ShownAnswers,
    entries: readonly Named[],
  ): readonly (readonly [string, readonly FieldAnswer[]])[] {
    const begun = new Map([...this.#begun, ...(view === null ? [] : [[nameOf(view), answers] as const])]);
    const open = new Set(entries.map(nameOf));
    return [...begun].filter(([name]) => open.has(name));
  }
}
