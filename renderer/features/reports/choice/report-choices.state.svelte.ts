import type { ReportChoices, ReportSettings } from '#contract/procedures/deliverables/deliverable.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import type { Notices } from '#renderer/session/notices/notices.svelte.ts';
import { sessionPart } from '#renderer/session/account/account-session.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import {
  changeBetween,
  namesOf,
  onlyNamed,
  standingStep,
  stepsAfter,
  type ChoiceName,
  type ChoiceStep,
} from './report-choices.ts';

interface ReportChoicesParts {
  readonly api: Api;
  readonly notices: Pick<Notices, 'told'>;
}

/** What is chosen for the reports of one engagement, kept at once; each step can be undone in this window. */
export class ReportChoicesWork {
  readonly #api: Api;
  readonly #notices: Pick<Notices, 'told'>;
  readonly #project: string;
  /** As they are kept; null until they were read. */
  stored = $state.raw<ReportSettings | null>(null);
  /** Why they could not be read or kept. */
  failure = $state.raw<string | null>(null);
  #done = $state.raw<readonly ChoiceStep[]>([]);
  #undone = $state.raw<readonly ChoiceStep[]>([]);
  /** One after the other: each step begins where the one before ended. */
  #last: Promise<void> = Promise.resolve();

  constructor({ api, notices }: ReportChoicesParts, project: string) {
    this.#api = api;
    this.#notices = notices;
    this.#project = project;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }

  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** Reads what is kept, after what is being kept. Never throws. */
  refresh(): Promise<void> {
    return this.#next(async () => {
      this.stored = await this.#api.call('report.settings', { project: this.#project });
    });
  }

  /**
   * Keeps choices. Never throws: a failure is shown.
   *
   * @param reset names that are the template's own again
   */
  choose(settings: ReportChoices, reset: ChoiceName[] = []): Promise<void> {
    return this.#next(async () => {
      const names = [...namesOf(settings), ...reset];
      const before = onlyNamed(this.stored?.settings ?? {}, names);
      this.stored = await this.#api.call('report.configure', { project: this.#project, settings, reset });
      const after = onlyNamed(this.stored.settings, names);
      if (JSON.stringify(before) === JSON.stringify(after)) return;
      this.#done = stepsAfter(this.#done, { names, before, after, atMs: Date.now() });
      this.#undone = [];
    });
  }

  /** Takes the last step back, or makes it again; what was chosen elsewhere since stays, and is told. Never throws. */
  step(which: 'undo' | 'redo'): Promise<void> {
    return this.#next(async () => {
      const step = (which === 'undo' ? this.#done : this.#undone).at(-1);
      if (step === undefined) return;
      const { settings: now } = await this.#api.call('report.settings', { project: this.#project });
      const standing = standingStep(step, which, now);
      if (standing !== null) {
        const { before, after } = standing;
        const change = which === 'undo' ? changeBetween(after, before) : changeBetween(before, after);
        this.stored = await this.#api.call('report.configure', { project: this.#project, ...change });
      }
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

  #next(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(async () => {
      try {
        await work();
        this.failure = null;
      } catch (thrown) {
        this.failure = failureOf(thrown).message;
      }
    });
    return this.#last;
  }
}

const worksOf = sessionPart({ make: () => new ByEngagement<ReportChoicesWork>() });

/** The choices for an engagement as this window has them; its steps stay while the window is open. */
export function reportChoicesOf(parts: ReportChoicesParts, project: string): ReportChoicesWork {
  return worksOf(parts.api).of(project, () => new ReportChoicesWork(parts, project));
}
