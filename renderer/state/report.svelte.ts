import type { CheckMessage } from '#contract/preflight.ts';
import type { ReportProgress } from '#contract/report.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';
import { saveReport, type MadeReport, type ReportOrder } from './save-report.ts';

/** How far a report is, and at what; `total` null where nobody knows. */
export interface ReportPace {
  readonly phase: ReportProgress['phase'];
  readonly done: number;
  readonly total: number | null;
}

/** What stands beside the pages, or in their place where there is little room. */
export type ReportTab = 'pages' | 'check' | 'options' | 'editions';

/** What the check says of an engagement, and the report that is being made of it. One for each window. */
export class ReportWork {
  readonly #api: Api;
  /** The engagement that `messages` are about. */
  project = $state('');
  /** Null until it was checked for the first time. */
  messages = $state.raw<readonly CheckMessage[] | null>(null);
  /** Why it could not be checked, in the program's words. */
  failure = $state.raw<string | null>(null);
  checking = $state(false);
  /** Null while no report is made. */
  pace = $state.raw<ReportPace | null>(null);
  made = $state.raw<MadeReport | null>(null);
  tab = $state<ReportTab>('check');
  /** Width of what stands beside the pages. */
  split = $state(400);
  #asked: AbortController | null = null;
  #making: AbortController | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Checks an engagement; the newest asking wins. Never throws: a failure is shown. */
  async check(project: string): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    if (this.project !== project) {
      this.project = project;
      this.messages = null;
      this.made = null;
    }
    this.checking = true;
    try {
      this.messages = await this.#api.call('report.check', { project }, { signal: asked.signal });
      this.failure = null;
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    } finally {
      if (this.#asked === asked) this.checking = false;
    }
  }

  /** Leaves a check that nobody waits for any more. */
  leave(): void {
    this.#asked?.abort();
  }

  /**
   * Makes the report and keeps it where the person says; one at a time.
   *
   * @returns `errors` where those of the check stand against it: the person has to say that it goes on; `none` where they
   *   chose no place
   * @throws ApiError
   */
  async export(order: ReportOrder): Promise<'done' | 'none' | 'errors'> {
    if (this.#making !== null) return 'none';
    const making = new AbortController();
    this.#making = making;
    this.made = null;
    this.pace = { phase: 'document', done: 0, total: null };
    try {
      this.made = await saveReport(this.#api, order, {
        signal: making.signal,
        onProgress: (event) => {
          const { pace } = this;
          if (event.kind !== 'report' || pace === null) return;
          const { phase, done, total } = event;
          this.pace = { phase, done, total };
        },
      });
      return this.made === null ? 'none' : 'done';
    } catch (thrown) {
      if (failureOf(thrown).code === 'check-failed') return 'errors';
      throw thrown;
    } finally {
      this.#making = null;
      this.pace = null;
    }
  }

  /** Gives the report up that is being made; no file is written. */
  cancel(): void {
    this.#making?.abort();
  }
}

const works = new WeakMap<Api, ReportWork>();

/** The report work of a window: a report goes on being made while another screen is shown. */
export function reportWorkOf(api: Api): ReportWork {
  const known = works.get(api) ?? new ReportWork(api);
  works.set(api, known);
  return known;
}
