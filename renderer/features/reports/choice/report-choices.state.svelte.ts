import type { ReportChoices, ReportSettings } from '#contract/procedures/deliverables/deliverable.ts';
import { createSerial } from '#domain/base/serial.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { AutoSave } from '#renderer/session/unsaved/autosave.svelte.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import {
  changeBetween,
  namesOf,
  onlyNamed,
  standingStep,
  stepsAfter,
  type ChoiceChange,
  type ChoiceName,
  type ChoiceStep,
} from './report-choices.ts';

interface ReportChoicesParts {
  readonly api: Api;
  readonly notices: Pick<Notices, 'told'>;
}

/**
 * What is chosen for the reports of one engagement, kept at once, its title as it is typed; each step can be undone in
 * this window.
 */
export class ReportChoicesWork {
  readonly #api: Api;
  readonly #notices: Pick<Notices, 'told'>;
  readonly #project: string;
  readonly #saves: AutoSave<'title', string, ReportSettings>;
  /** What is sent now does not wait for its turn. */
  #isLeaving = false;
  /** Why a choice could not be kept. */
  #failure = $state.raw<string | null>(null);
  #done = $state.raw<readonly ChoiceStep[]>([]);
  #undone = $state.raw<readonly ChoiceStep[]>([]);
  readonly #serial = createSerial();

  constructor({ api, notices }: ReportChoicesParts, project: string) {
    this.#api = api;
    this.#notices = notices;
    this.#project = project;
    this.#saves = new AutoSave({
      fields: {
        read: ({ settings }) => settings.title ?? '',
        write: (stored) => stored,
        isSame: (one, other) => one === other,
        // The last choice counts, as with every other one.
        canJoin: true,
      },
      open: () => this.#api.call('report.settings', { project }),
      save: ([change]) => {
        const keep = (): Promise<void> => this.#keepTitle(change?.value.trim() ?? '');
        return this.#isLeaving ? keep() : this.#inTurn(keep);
      },
    });
  }

  /** As they are kept; null until they were read. */
  get stored(): ReportSettings | null {
    return this.#saves.view;
  }

  /** Why they could not be read or kept. */
  get failure(): string | null {
    const [trouble] = this.#saves.troubles.values();
    return trouble?.message ?? this.#failure ?? this.#saves.failure;
  }

  /** The title as the page shows it; '' is the engagement's own, or the template's. */
  get title(): string {
    return this.#saves.shown('title') ?? '';
  }

  get isUnsaved(): boolean {
    return this.#saves.unsaved.length > 0;
  }

  /** The user typed on in the title; it is kept soon. */
  typeTitle(title: string): void {
    this.#saves.type('title', title);
  }

  /** Keeps the title at once. What cannot be kept is told in `failure` and tried again. */
  async saveNow(): Promise<void> {
    await this.#saves.saveNow();
  }

  /** The page goes: what is typed is sent at once. */
  hide(): void {
    this.#isLeaving = true;
    this.#saves.leave();
    this.#isLeaving = false;
  }

  /** Gives up a title that is not kept: there is nothing any more that it could be kept for. */
  drop(): void {
    this.#saves.drop('title');
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Reads what is kept, after what is being kept. Never throws. */
  refresh(): Promise<void> {
    return this.#saves.refresh();
  }

  /**
   * Keeps choices. Never throws: a failure is shown.
   *
   * @param reset names that are the template's own again
   */
  choose(settings: ReportChoices, reset: ChoiceName[] = []): Promise<void> {
    return this.#next(() => this.#keep(settings, reset));
  }

  #keepTitle(title: string): Promise<void> {
    return title === '' ? this.#keep({}, ['title']) : this.#keep({ title }, []);
  }

  async #keep(settings: ReportChoices, reset: ChoiceName[]): Promise<void> {
    const names = [...namesOf(settings), ...reset];
    const before = onlyNamed(this.stored?.settings ?? {}, names);
    const { settings: now } = await this.#configure({ settings, reset });
    const after = onlyNamed(now, names);
    if (JSON.stringify(before) === JSON.stringify(after)) return;
    this.#done = stepsAfter(this.#done, { names, before, after, atMs: Date.now() });
    this.#undone = [];
  }

  /** @param seen what the change may be written over; without it, over whatever is chosen now */
  async #configure(change: ChoiceChange, seen?: ReportChoices): Promise<ReportSettings> {
    const input = { project: this.#project, ...change, seen };
    const stored = await this.#saves.change(() => this.#api.call('report.configure', input));
    this.#saves.show(stored);
    return stored;
  }

  /** Takes the last step back, or makes it again; what was chosen elsewhere since stays, and is told. Never throws. */
  step(which: 'undo' | 'redo'): Promise<void> {
    return this.#next(async () => {
      const step = (which === 'undo' ? this.#done : this.#undone).at(-1);
      if (step === undefined) return;
      const standing = await this.#take(step, which);
      const taken = standing === null ? [] : [{ ...standing, atMs: 0 }];
      if (which === 'undo') {
        this.#done = this.#done.slice(0, -1);
        this.#undone = [...this.#undone, ...taken];
      } else {
        this.#undone = this.#undone.slice(0, -1);
        this.#done = [...this.#done, ...taken];
      }
      if (standing?.names.length !== step.names.length) {
        this.#notices.told('Changed in another window; kept that value.');
      }
    });
  }

  /** Answers what of the step was still as it had left it, and is taken now; null if nothing was. */
  async #take(step: ChoiceStep, which: 'undo' | 'redo'): Promise<ChoiceStep | null> {
    const { settings: now } = await this.#api.call('report.settings', { project: this.#project });
    const standing = standingStep(step, which, now);
    if (standing === null) return null;
    const { before, after } = standing;
    const change = which === 'undo' ? changeBetween(after, before) : changeBetween(before, after);
    try {
      await this.#configure(change, now);
      return standing;
    } catch (thrown) {
      // Chosen elsewhere between the two calls.
      if (failureOf(thrown).code === 'outdated') return this.#take(step, which);
      throw thrown;
    }
  }

  /** One after the other: each step begins where the one before ended. @throws whatever `work` throws */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return this.#serial.inTurn(work);
  }

  async #next(work: () => Promise<void>): Promise<void> {
    try {
      await this.#inTurn(work);
      this.#failure = null;
    } catch (thrown) {
      this.#failure = failureOf(thrown).message;
    }
  }
}

const worksOf = sessionPart({
  make: () => new ByEngagement<ReportChoicesWork>(),
  isUnsaved: (works) => works.all().some(({ isUnsaved }) => isUnsaved),
  keepOf: (works, projects) => {
    const gone = works.keep(projects);
    const typed = gone.some(({ isUnsaved }) => isUnsaved);
    for (const work of gone) work.drop();
    return typed;
  },
});

/** The choices for an engagement as this window has them; its steps stay while the window is open. */
export function reportChoicesOf(parts: ReportChoicesParts, project: string): ReportChoicesWork {
  return worksOf(parts.api).of(project, () => new ReportChoicesWork(parts, project));
}
