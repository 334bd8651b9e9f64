import type { DescribedEngagement, EngagementFacts, FactName } from '#contract/engagement.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import {
  answered,
  arrived,
  changedSince,
  due,
  onlyOf,
  opened,
  outgoing,
  refused,
  retried,
  saved,
  seenOf,
  sent,
  stepped,
  typed,
  type FactsState,
  type Trouble,
} from './facts-drafts.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import { restMs, retryMs } from '#renderer/session/unsaved/autosave.ts';

/** The facts and texts of one engagement in this window: what is typed, saving as you type, undo. */
export class EngagementWork {
  readonly project: string;
  readonly #api: Api;
  #state = $state.raw<FactsState | null>(null);
  /** Why they cannot be shown, or not as they are now; null while all is well. */
  failure = $state.raw<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | null = null;
  #saving: Promise<void> | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;
  /** Counts what was sent: a reading asked for before that is older than what the person sees. */
  #writes = 0;

  constructor(api: Api, project: string) {
    this.project = project;
    this.#api = api;
  }

  get described(): DescribedEngagement | null {
    return this.#state?.stored ?? null;
  }

  /** As the page shows them; null until they were read. */
  get facts(): EngagementFacts | null {
    return this.#state?.shown ?? null;
  }

  get savedAtMs(): number | null {
    return this.#state?.savedAtMs ?? null;
  }

  get unsaved(): readonly FactName[] {
    return [...(this.#state?.unsaved ?? [])];
  }

  get troubles(): ReadonlyMap<FactName, Trouble> {
    return this.#state?.troubles ?? new Map<FactName, Trouble>();
  }

  /** What another user wrote of facts that were typed here meanwhile. */
  get elsewhere(): Partial<EngagementFacts> {
    return this.#state?.elsewhere ?? {};
  }

  get undo(): FactName | null {
    return this.#state?.done.at(-1)?.fact ?? null;
  }

  get redo(): FactName | null {
    return this.#state?.undone.at(-1)?.fact ?? null;
  }

  /** Reads the facts, or reads them again because something in the store changed. Never throws. */
  async refresh(): Promise<void> {
    this.#readAgain = true;
    if (this.#saving === null) this.#reading ??= this.#read();
    await this.#reading;
  }

  /** The person changed a fact; it is saved soon. */
  type<N extends FactName>(fact: N, value: EngagementFacts[N]): void {
    if (this.#state === null) return;
    const facts = { ...this.#state.shown };
    facts[fact] = value;
    this.#state = typed(this.#state, fact, facts, Date.now());
    this.#wait(restMs);
  }

  /** Answers what another user wrote of a fact: it takes the place of what is shown, as if it were typed, or is let go of. */
  answer(fact: FactName, takes: boolean): void {
    if (this.#state === null) return;
    const theirs = onlyOf(this.#state.elsewhere, [fact]);
    this.#state = answered(this.#state, fact);
    if (takes) this.#state = typed(this.#state, fact, { ...this.#state.shown, ...theirs }, Date.now());
    this.#wait(restMs);
  }

  /**
   * Takes the last step back, or makes it again; saved as anything that is typed.
   *
   * @returns the fact that stays as it is, because it was changed elsewhere since; null if the step was made
   */
  step(which: 'undo' | 'redo'): FactName | null {
    if (this.#state === null) return null;
    const stays = changedSince(this.#state, which);
    this.#state = stepped(this.#state, which);
    this.#wait(restMs);
    return stays;
  }

  /** Saves at once. @returns whether all that was typed is in the store */
  async saveNow(): Promise<boolean> {
    this.#stopWaiting();
    if (this.#state !== null) this.#state = retried(this.#state);
    while (this.#state !== null && (this.#saving !== null || due(this.#state) !== null)) await this.#save();
    return this.#state === null || this.#state.unsaved.size === 0;
  }

  /** Gives up all that is typed: there is nothing any more that it could be saved in. */
  drop(): void {
    this.#stopWaiting();
    if (this.#state !== null) this.#state = opened(this.#state.stored);
  }

  #wait(ms: number): void {
    this.#stopWaiting();
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#state !== null) this.#state = retried(this.#state);
      void this.#save();
    }, ms);
  }

  #stopWaiting(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #save(): Promise<void> {
    this.#saving ??= this.#saveEach().finally(() => {
      this.#saving = null;
      if (this.#readAgain) void this.refresh();
    });
    await this.#saving;
  }

  async #saveEach(): Promise<void> {
    for (;;) {
      const fact = this.#state === null ? null : due(this.#state);
      if (fact === null) break;
      await this.#send(fact);
    }
    const stuck = [...this.troubles.values()].some(({ code }) => code !== 'invalid' && code !== 'outdated');
    if (stuck && this.#timer === null) this.#wait(retryMs);
  }

  async #send(fact: FactName): Promise<void> {
    if (this.#state === null) return;
    this.#state = sent(this.#state, fact);
    const names = outgoing(this.#state, fact);
    const facts = onlyOf(this.#state.shown, names);
    const seen = [...seenOf(this.#state, names)];
    this.#writes += 1;
    try {
      const stored = await this.#api.call('engagement.describe', { project: this.project, facts, seen });
      this.#state = saved(this.#state, stored, Date.now());
    } catch (thrown) {
      const { code, message } = failureOf(thrown);
      this.#state = refused(this.#state, { code, message });
      // The other value is shown beside the user's as soon as it is read.
      if (code === 'outdated') this.#readAgain = true;
    }
  }

  async #read(): Promise<void> {
    try {
      while (this.#readAgain && this.#saving === null) {
        this.#readAgain = false;
        const writes = this.#writes;
        const stored = await this.#api.call('engagement.facts', { project: this.project });
        // Something was sent meanwhile: this reading may be older than what the person sees.
        if (writes !== this.#writes) this.#readAgain = true;
        else this.#state = this.#state === null ? opened(stored) : arrived(this.#state, stored);
        this.failure = null;
      }
      // What kept a fact back may be over with what was read.
      if (this.#state !== null && due(this.#state) !== null && this.#timer === null) this.#wait(restMs);
    } catch (thrown) {
      this.failure = failureOf(thrown).message;
    } finally {
      this.#reading = null;
    }
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

/** The facts of an engagement as this window has them; the steps that can be taken back stay while it is open. */
export function engagementWorkOf(api: Api, project: string): EngagementWork {
  return worksOf(api).of(project, () => new EngagementWork(api, project));
}
