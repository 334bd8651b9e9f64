import type { ReportChoices, ReportSettings } from '#contract/deliverable.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { PerEngagement } from './per-engagement.ts';
import { changeBetween, stepsAfter, type ChoiceName, type ChoiceStep } from './report-choices.ts';

/** What is chosen for the reports of one engagement, kept at once; each step can be taken back in this window. */
export class ReportChoicesWork {
  readonly #api: Api;
  readonly #project: string;
  /** As they are kept; null until they were read. */
  stored = $state.raw<ReportSettings | null>(null);
  /** Why they could not be read or kept. */
  failure = $state.raw<string | null>(null);
  #done = $state.raw<readonly ChoiceStep[]>([]);
  #undone = $state.raw<readonly ReportChoices[]>([]);
  /** One after the other: each step begins where the one before ended. */
  #last: Promise<void> = Promise.resolve();

  constructor(api: Api, project: string) {
    this.#api = api;
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
      const before = this.stored?.settings ?? {};
      this.stored = await this.#api.call('report.configure', { project: this.#project, settings, reset });
      const { settings: after } = this.stored;
      const change = changeBetween(before, after);
      const names = [...Object.keys(change.settings), ...change.reset];
      if (names.length === 0) return;
      this.#done = stepsAfter(this.#done, { before, names: names.join(' '), atMs: Date.now() });
      this.#undone = [];
    });
  }

  /** Takes the last step back, or makes it again. Never throws. */
  step(which: 'undo' | 'redo'): Promise<void> {
    return this.#next(async () => {
      const to = which === 'undo' ? this.#done.at(-1)?.before : this.#undone.at(-1);
      const now = this.stored?.settings;
      if (to === undefined || now === undefined) return;
      const { settings, reset } = changeBetween(now, to);
      this.stored = await this.#api.call('report.configure', { project: this.#project, settings, reset });
      if (which === 'undo') {
        this.#done = this.#done.slice(0, -1);
        this.#undone = [...this.#undone, now];
      } else {
        this.#undone = this.#undone.slice(0, -1);
        this.#done = [...this.#done, { before: now, names: '', atMs: 0 }];
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

const known = new PerEngagement<ReportChoicesWork>();

/** The choices for an engagement as this window has them; its steps stay while the window is open. */
export function reportChoicesOf(api: Api, project: string): ReportChoicesWork {
  return known.of(api, project, () => new ReportChoicesWork(api, project));
}
