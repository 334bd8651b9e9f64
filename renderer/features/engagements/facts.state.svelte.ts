import type { DescribedEngagement, EngagementFacts, FactName } from '#contract/engagement.ts';
import type { Api } from '#renderer/api/api.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { AutoSave } from '#renderer/session/unsaved/autosave.svelte.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import type { SaveTrouble } from '#renderer/session/unsaved/drafts.ts';
import { isSameFact, noSteps, stepped, withTyped, type FactSteps, type FactValue } from './facts-steps.ts';

/** The first and the last day: one is right or wrong beside the other. */
const days: readonly FactName[] = ['begins', 'ends'];

/** The facts and texts of one engagement in this window: what is typed, saving as you type, undo. */
export class EngagementWork {
  readonly project: string;
  readonly #saves: AutoSave<FactName, FactValue, DescribedEngagement>;
  #steps = $state.raw<FactSteps>(noSteps);

  constructor(api: Api, project: string) {
    this.project = project;
    this.#saves = new AutoSave({
      fields: {
        read: ({ facts }, fact) => facts[fact],
        write: (described, fact, value) => ({
          ...described,
          facts: { ...described.facts, ...Object.fromEntries([[fact, value]]) },
        }),
        isSame: isSameFact,
        together: (fact) => (days.includes(fact) ? days : [fact]),
      },
      open: () => api.call('engagement.facts', { project }),
      save: (changes) =>
        api.call('engagement.describe', {
          project,
          facts: Object.fromEntries(changes.map(({ field, value }) => [field, value])),
          seen: [Object.fromEntries(changes.map(({ field, seen }) => [field, seen.value]))],
        }),
    });
  }

  get described(): DescribedEngagement | null {
    return this.#saves.view;
  }

  /** As the page shows them; null until they were read. */
  get facts(): EngagementFacts | null {
    const typed = this.unsaved.map((fact) => [fact, this.#saves.shown(fact)] as const);
    return this.described === null ? null : { ...this.described.facts, ...Object.fromEntries(typed) };
  }

  /** Why they cannot be shown, or not as they are now; null while all is well. */
  get failure(): string | null {
    return this.#saves.failure;
  }

  get savedAtMs(): number | null {
    return this.#saves.savedAtMs;
  }

  get unsaved(): readonly FactName[] {
    return this.#saves.unsaved;
  }

  /** Why facts are not saved; what another window wrote is told in `elsewhere`. */
  get troubles(): ReadonlyMap<FactName, SaveTrouble> {
    return new Map([...this.#saves.troubles].filter(([, { code }]) => code !== 'outdated'));
  }

  /** What another user wrote of facts that were typed here meanwhile. */
  get elsewhere(): Partial<EngagementFacts> {
    return Object.fromEntries(
      this.unsaved.flatMap((fact) => {
        const other = this.#saves.draft(fact)?.elsewhere ?? null;
        return other === null ? [] : [[fact, other.value]];
      }),
    );
  }

  get undo(): FactName | null {
    return this.#steps.done.at(-1)?.fact ?? null;
  }

  get redo(): FactName | null {
    return this.#steps.undone.at(-1)?.fact ?? null;
  }

  /** Reads the facts, or reads them again because something in the store changed. Never throws. */
  refresh(): Promise<void> {
    return this.#saves.refresh();
  }

  /** The user changed a fact; it is saved soon. */
  type<N extends FactName>(fact: N, value: EngagementFacts[N]): void {
    this.#note(fact, value);
    this.#saves.type(fact, value);
  }

  #note(fact: FactName, after: FactValue): void {
    const before = this.#saves.shown(fact);
    if (before === undefined) return;
    this.#steps = withTyped(this.#steps, { fact, before, after, atMs: Date.now() });
  }

  /** Answers what another user wrote of a fact: it takes the place of what is shown, as if it were typed, or is let go of. */
  answer(fact: FactName, takes: boolean): void {
    const theirs = this.elsewhere[fact];
    if (theirs === undefined) return;
    if (!takes) {
      this.#saves.keepMine(fact);
      return;
    }
    this.#note(fact, theirs);
    this.#saves.drop(fact);
  }

  /**
   * Undoes the last step, or makes it again; saved as anything that is typed.
   *
   * @returns the fact that stays as it is, because it was changed elsewhere since; null if the step was made
   */
  step(which: 'undo' | 'redo'): FactName | null {
    const change = stepped(this.#steps, which, (fact) => this.#saves.shown(fact));
    if (change === null) return null;
    this.#steps = change.steps;
    if (change.value === null) return change.fact;
    this.#saves.type(change.fact, change.value);
    return null;
  }

  /** Saves at once. @returns whether all that was typed is in the store */
  saveNow(): Promise<boolean> {
    return this.#saves.saveNow();
  }

  /** The page goes: what is typed is sent at once. */
  hide(): void {
    this.#saves.leave();
  }

  /** Gives up all that is typed: there is nothing any more that it could be saved in. */
  drop(): void {
    for (const fact of this.unsaved) this.#saves.drop(fact);
    this.#steps = noSteps;
  }
}

const worksOf = sessionPart({
  make: () => new ByEngagement<EngagementWork>(),
  isUnsaved: (works) => works.all().some(({ unsaved }) => unsaved.length > 0),
  keepOf: (works, projects) => {
    const gone = works.keep(projects);
    const typed = gone.some(({ unsaved }) => unsaved.length > 0);
    for (const work of gone) work.drop();
    return typed;
  },
});

/** The facts of an engagement as this window has them; the steps that can be undone stay while it is open. */
export function engagementWorkOf(api: Api, project: string): EngagementWork {
  return worksOf(api).of(project, () => new EngagementWork(api, project));
}
