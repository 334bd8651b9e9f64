import type { ReportProgress } from '#contract/deliverable/report.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { saveReport, type MadeReport, type SaveRequest } from './save-report.ts';

/** How far a report is, and at what; `total` null if nobody knows. */
export interface ReportPace {
  /** The engagement whose report it is: the window may show another one meanwhile. */
  readonly project: string;
  readonly phase: ReportProgress['phase'];
  readonly done: number;
  readonly total: number | null;
}

/** A panel beside the pages, or in their place if there is little room. */
export type ReportPart = 'check' | 'findings' | 'options' | 'editions';

/** The report that is being made, and how the screen of reports stands. One for each window. */
export class ReportWork {
  readonly #api: Api;
  /** Null while no report is made. */
  pace = $state.raw<ReportPace | null>(null);
  /** The panel that is open; null if the pages have all the room. */
  part = $state<ReportPart | null>('check');
  /** Width of what stands beside the pages. */
  split = $state(420);
  #making: AbortController | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Makes the report and keeps it where the person says; one at a time.
   *
   * @returns `errors` if the check has errors, and the user has to confirm; `none` if no place was chosen, or another
   *   report is being made
   * @throws ApiError
   */
  async export(order: SaveRequest): Promise<MadeReport | 'none' | 'errors'> {
    if (this.#making !== null) return 'none';
    const making = new AbortController();
    this.#making = making;
    const { project } = order;
    this.pace = { project, phase: 'document', done: 0, total: null };
    try {
      const made = await saveReport(this.#api, order, {
        signal: making.signal,
        onProgress: (event) => {
          if (event.kind !== 'report' || this.pace === null) return;
          const { phase, done, total } = event;
          this.pace = { project, phase, done, total };
        },
      });
      return made ?? 'none';
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
