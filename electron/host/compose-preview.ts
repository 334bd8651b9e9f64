import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { defaultBodyLimit } from '#contract/masks.ts';
import type { PreviewState } from '#contract/preview.ts';
import type { ReportOptions } from '#contract/report.ts';
import type { Preview, PreviewIo } from '#report/preview/run.ts';
import { dressed } from '#services/reports/dress.ts';
import { optionsFor } from '#services/reports/settings.ts';
import { takeSnapshot } from '#services/reports/snapshot.ts';
import type { Render } from '#services/reports/export.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';
import { startReportsByOwner } from './report-owner.ts';

/** Pages that nobody looked at for so long are forgotten, with the process that holds the client's texts. */
const FORGET_MS = 5 * 60_000;
/** A question about new pages is answered after so long, whether there are any or not. */
const PATIENCE_MS = 2_000;

/** The pages that are shown of one engagement. */
interface Shown {
  readonly project: string;
  readonly process: Preview;
  /** How the pages in view are made (`looksOf`). */
  looks: string;
  state: PreviewState;
  /** Are told of every new state, and of the end. */
  readonly listeners: Set<() => void>;
  touched: NodeJS.Timeout;
}

type PreviewName = 'preview.open' | 'preview.state' | 'preview.page' | 'preview.close';

/** Pages of reports in the window: one engagement at a time. */
export interface Previews {
  readonly handlers: Pick<Handlers, PreviewName>;
  /** Writes the file of a report from the pages that are shown, where they are of the same engagement. */
  readonly render: Render;
  /** Ends the process: the home is locked or closed. */
  close(): void;
}

/** @param render makes a report of which no pages are shown */
export function previewsOf(accounts: Accounts, clock: Clock, render: Render): Previews {
  let shown: Shown | null = null;
  let closed = false;

  function forget(): void {
    if (shown === null) return;
    clearTimeout(shown.touched);
    const { process, listeners } = shown;
    shown = null;
    process.close();
    for (const tell of listeners) tell();
  }

  /** The process for an engagement, from here on the only one. */
  function startFor(project: string, startPreview: (io: PreviewIo) => Preview): Shown {
    if (shown?.project === project) return shown;
    forget();
    const process = startPreview({
      start: startReportsByOwner(),
      onPages(state) {
        // What it still says of an older turn is no news.
        if (shown?.process !== process || state.turn < shown.state.turn) return;
        shown.state = state;
        for (const tell of shown.listeners) tell();
      },
      onEnd() {
        if (shown?.process === process) forget();
      },
    });
    const state = { turn: 0, pages: 0, done: 0, total: 0, complete: false };
    const touched = setTimeout(forget, FORGET_MS).unref();
    shown = { project, process, looks: '', state, listeners: new Set(), touched };
    return shown;
  }

  /** @throws DossierError `not-found`: the page asks for them anew */
  function of(project: string): Shown {
    if (shown?.project !== project)
      throw new DossierError('not-found', 'These pages are not shown any more.');
    shown.touched.refresh();
    return shown;
  }

  /** Waits until there is something new, or `ms` are over. */
  function news({ listeners }: Shown, signal: AbortSignal, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(late);
        listeners.delete(end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const late = setTimeout(end, ms);
      listeners.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  return {
    handlers: {
      'preview.open': async ({ project, draft, options: asked }, { signal }) => {
        const { startPreview } = await import('#report/preview/run.ts');
        signal.throwIfAborted();
        // From here on in one go: a lock in between would leave a process behind that nobody ends.
        if (closed) throw new DossierError('cancelled', 'The home was closed meanwhile.');
        const { place } = accounts.current();
        const chosen = optionsFor(place.db, project, asked);
        const options: ReportOptions = { ...chosen, draft: draft || chosen.draft === true };
        const has = shown?.project === project ? shown.process.images() : undefined;
        const taken = dressed(place, takeSnapshot(place, project, has), options);
        const one = startFor(project, startPreview);
        const turn = one.process.set({ ...taken, options });
        one.looks = looksOf(options);
        one.state = { turn, pages: 0, done: 0, total: 0, complete: false };
        one.touched.refresh();
        return one.state;
      },
      'preview.state': async ({ project, turn, pages }, { signal }) => {
        const one = of(project);
        const until = clock.awakeMs() + PATIENCE_MS;
        const same = (): boolean =>
          one.state.turn === turn && one.state.pages <= pages && !one.state.complete;
        while (shown === one && same() && clock.awakeMs() < until && !signal.aborted) {
          await news(one, signal, until - clock.awakeMs());
        }
        signal.throwIfAborted();
        return of(project).state;
      },
      'preview.page': async ({ project, page }) => {
        const answer = await of(project).process.page(page);
        if (answer === null) throw new DossierError('not-found', 'These pages are not shown any more.');
        const { state, content } = answer;
        return { state, page: answer.page, content };
      },
      'preview.close': ({ project }) => {
        const closed = shown?.project === project;
        if (closed) forget();
        return { closed };
      },
    },
    async render(snapshot, options, io) {
      const { images, ...rest } = io;
      if (shown?.project !== snapshot.project || shown.looks !== looksOf(options)) {
        return render(snapshot, options, io);
      }
      const written = await of(snapshot.project).process.write({ snapshot, options, images }, rest);
      if (written.kind !== 'failed' || written.code === 'cannot-write' || closed) return written;
      // It may have ended for reasons of its own: left by its page, or full of pages of other turns.
      return render(snapshot, options, io);
    },
    close() {
      closed = true;
      forget();
    },
  };
}

/** What of the options makes the pages: two that answer the same have the same pages. */
function looksOf({
  format = 'pdf',
  embedJson: _json,
  encrypted: _encrypted,
  ...pages
}: ReportOptions): string {
  if (format !== 'pdf') return 'no pages';
  const { maskSecrets = true, cutBodies } = pages;
  const looks = { ...pages, maskSecrets, cutBodies: cutBodies === undefined ? defaultBodyLimit : cutBodies };
  return JSON.stringify(Object.fromEntries(Object.entries(looks).toSorted()));
}
