import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { PreviewState } from '#contract/procedures/deliverables/preview.ts';
import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import { failureOf, wasCancelled, type Api } from '#renderer/api/api.ts';

/** What is shown: an engagement, how its report is made, and whether every page is marked as a draft. */
export interface PreviewRequest {
  readonly project: string;
  readonly options: ReportChoices;
  readonly draft: boolean;
  /** The file of a theme that is tried in place of the chosen one. */
  readonly theme?: string;
}

/** The pages of one engagement while a screen shows them. */
export class PagesWork {
  readonly #api: Api;
  /** Null until the first pages are known. Of a newer turn, the pages of the one before count until it has more. */
  state = $state.raw<PreviewState | null>(null);
  /** How many pages there are, as far as anybody knows. */
  pages = $state(0);
  /** How many findings were read for them; null before that is known, and once they are laid out. */
  read = $state.raw<Extract<ProgressEvent, { kind: 'findings' }> | null>(null);
  /** The person has stopped it, and not asked for them again. */
  stopped = $state(false);
  /** Why there are none, in the program's words. */
  failure = $state.raw<string | null>(null);
  readonly #view = crypto.randomUUID();
  #wanted: PreviewRequest | null = null;
  #asked: AbortController | null = null;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Shows the engagement as it is now, and follows until all of its pages are there. Never throws. */
  async show(wanted: PreviewRequest): Promise<void> {
    if (this.#wanted?.project === wanted.project) this.#asked?.abort();
    else {
      await this.close();
      this.state = null;
      this.pages = 0;
    }
    const asked = new AbortController();
    this.#asked = asked;
    this.read = null;
    const { signal } = asked;
    this.#wanted = wanted;
    const { project, options, draft, theme } = wanted;
    const tried = theme === undefined ? {} : { theme: { text: theme } };
    const view = this.#view;
    const onProgress = (event: ProgressEvent): void => {
      if (event.kind === 'findings' && this.#asked === asked) this.read = event;
    };
    try {
      let state = await this.#api.call(
        'preview.open',
        { view, project, options, draft, ...tried },
        { signal, onProgress },
      );
      this.read = null;
      this.failure = null;
      for (;;) {
        if (signal.aborted) return;
        this.state = state;
        this.pages = state.complete ? state.pages : Math.max(this.pages, state.pages);
        if (state.complete) return;
        const { turn, pages } = state;
        state = await this.#api.call('preview.state', { view, project, turn, pages }, { signal });
      }
    } catch (thrown) {
      if (!wasCancelled(thrown) && this.#asked === asked) this.failure = failureOf(thrown).message;
    }
  }

  /** A page as a PDF of its own (base64), as soon as it is laid out. @throws ApiError */
  async page(page: number, signal: AbortSignal): Promise<string> {
    const project = this.#wanted?.project ?? '';
    try {
      return (await this.#api.call('preview.page', { view: this.#view, project, page }, { signal })).content;
    } catch (thrown) {
      // Forgotten meanwhile, or its process ended: laid out once more.
      if (failureOf(thrown).code === 'not-found' && this.#wanted !== null && !signal.aborted) {
        void this.show(this.#wanted);
      }
      throw thrown;
    }
  }

  /** Gives the pages up; they do not come again by themselves. Never throws. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.state = null;
    await this.close();
  }

  /** The screen is left: nobody keeps the pages. Never throws. */
  async close(): Promise<void> {
    this.#asked?.abort();
    this.#asked = null;
    const project = this.#wanted?.project;
    this.#wanted = null;
    if (project === undefined) return;
    await this.#api.call('preview.close', { view: this.#view, project }).catch(() => undefined);
  }
}
