import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DossierError } from '#contract/error.ts';
import type { Clock } from '#contract/ports.ts';
import { defaultBodyLimit } from '#contract/deliverable/masks.ts';
import type { PreviewState } from '#contract/procedures/deliverables/preview.ts';
import type { ReportOptions } from '#contract/deliverable/report.ts';
import type { Preview, PreviewIo } from '#report/process/preview.ts';
import { resolveTheme } from '#features/reports/themes/resolve-theme.ts';
import { givenThemeOf } from '#features/reports/themes/themes.ts';
import { optionsFor } from '#features/reports/choices/settings.ts';
import { takeSnapshot, type ReportMaterial } from '#features/reports/snapshot.ts';
import type { Render } from '#features/reports/export.ts';
import type { Account, Accounts } from '../accounts/accounts.ts';
import type { CallContext, Handlers } from '../rpc/dispatch.ts';
import type { ReadView } from './read-view.ts';
import { startReportsByOwner } from './report-owner.ts';

/** Pages that nobody looked at for so long are forgotten, with the process that holds the client's texts. */
const FORGET_MS = 5 * 60_000;
/** A question about new pages is answered after so long, whether there are any or not. */
const MAX_WAIT_MS = 2_000;
/** A process that was killed is gone in some milliseconds; one that is not keeps nobody from closing the home. */
const END_MS = 1_000;
/** So many windows have pages at once: each has a process, of up to 1.5 GB. */
const MAX_PREVIEWS = 2;

/** The pages that a window shows of an engagement. */
interface Shown {
  readonly view: string;
  readonly project: string;
  readonly process: Preview;
  /** How the pages in view are made (`looksOf`). */
  looks: string;
  state: PreviewState;
  /** Are told of every new state, and of the end. */
  readonly listeners: Set<() => void>;
  readonly forgetting: NodeJS.Timeout;
}

type PreviewName = 'preview.open' | 'preview.state' | 'preview.page' | 'preview.close';

/** Pages of reports in windows. */
export interface Previews {
  readonly handlers: Pick<Handlers, PreviewName>;
  /** Writes the file of a report from the pages that are shown, if they are of the same engagement. */
  readonly render: Render;
  /** Ends the processes: the home is locked or closed. Resolves when they are gone. */
  close(): Promise<void>;
}

interface Parts {
  readonly clock: Clock;
  readonly readView: ReadView;
  /** Makes a report of which no pages are shown. */
  readonly render: Render;
}

/** The previews of a home; each runs in a process of its own, begun when a window first asks for pages. */
export function previewsOf(accounts: Accounts, { clock, readView, render }: Parts): Previews {
  /** By their windows, the one that was touched last at the end. */
  const shown = new Map<string, Shown>();
  /** The newest opening of each window. */
  const openings = new Map<string, symbol>();
  /** Processes that were killed and are not gone yet. */
  const ending = new Set<Promise<void>>();
  let closed = false;

  function forget({ view, process, listeners, forgetting }: Shown): void {
    clearTimeout(forgetting);
    shown.delete(view);
    const end: Promise<void> = process.close().finally(() => ending.delete(end));
    ending.add(end);
    for (const tell of listeners) tell();
  }

  function touch(one: Shown): Shown {
    one.forgetting.refresh();
    shown.delete(one.view);
    shown.set(one.view, one);
    return one;
  }

  function known(view: string, project: string): Shown | undefined {
    const one = shown.get(view);
    return one?.project === project ? one : undefined;
  }

  /** @throws DossierError `not-found`: the page asks for them anew */
  function of(view: string, project: string): Shown {
    const one = known(view, project);
    if (one === undefined) throw new DossierError('not-found', 'These pages are not shown any more.');
    return touch(one);
  }

  /** The process of a window for an engagement, in place of one for another. */
  function startFor(view: string, project: string, startPreview: (io: PreviewIo) => Preview): Shown {
    const there = known(view, project);
    if (there !== undefined) return touch(there);
    const before = shown.get(view) ?? (shown.size < MAX_PREVIEWS ? undefined : shown.values().next().value);
    if (before !== undefined) forget(before);
    const process = startPreview({
      start: startReportsByOwner(),
      onPages(state) {
        // What it still says of an older turn is no news.
        if (state.turn < one.state.turn) return;
        one.state = state;
        for (const tell of one.listeners) tell();
      },
      onEnd() {
        if (shown.get(view) === one) forget(one);
      },
    });
    const one: Shown = {
      view,
      project,
      process,
      looks: '',
      listeners: new Set(),
      state: { turn: 0, pages: 0, done: 0, total: 0, complete: false },
      forgetting: setTimeout(() => {
        forget(one);
      }, FORGET_MS).unref(),
    };
    shown.set(view, one);
    return one;
  }

  /** What is to be shown; images that the window's process has by now are not read. */
  async function take(
    account: Account,
    { view, project, options }: { view: string; project: string; options: ReportOptions },
    { signal, progress }: Pick<CallContext, 'signal' | 'progress'>,
  ): Promise<ReportMaterial> {
    const images = (): ReadonlySet<string> => known(view, project)?.process.images() ?? new Set();
    for (;;) {
      const has = images();
      const taken = await readView.hold(account, async (held) =>
        resolveTheme(held, await takeSnapshot(held, project, options, { signal, has, progress }), options, {
          clock,
          signal,
        }),
      );
      // It may have ended meanwhile, or an export may have had it forget some.
      const still = images();
      if ([...taken.known].every((name) => still.has(name))) return taken;
    }
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

  function assertOpen(): void {
    if (closed) throw new DossierError('cancelled', 'The vault was closed meanwhile.');
  }

  return {
    handlers: {
      'preview.open': async ({ view, project, draft, theme: given, options: asked }, context) => {
        const { signal } = context;
        const { startPreview } = await import('#report/process/preview.ts');
        signal.throwIfAborted();
        assertOpen();
        const account = accounts.current();
        const chosen = optionsFor(account.ctx.db, project, asked);
        const options: ReportOptions = { ...chosen, draft: draft || chosen.draft === true };
        const opening = Symbol(view);
        openings.set(view, opening);
        const tried = given === undefined ? null : await givenThemeOf(given);
        const taken = await take(account, { view, project, options }, context);
        // From here on in one go: a lock in between would leave a process behind that nobody ends.
        signal.throwIfAborted();
        assertOpen();
        if (openings.get(view) !== opening) {
          throw new DossierError('cancelled', 'Newer pages were asked for meanwhile.');
        }
        openings.delete(view);
        const one = startFor(view, project, startPreview);
        const { findings: _findings, ...kept } = taken.snapshot;
        const head = tried === null ? kept : { ...kept, theme: tried.theme };
        const images = tried === null ? taken.images : new Map([...taken.images, ...tried.files]);
        const report = { head, findings: taken.packed, images };
        const turn = one.process.set({ report, options, known: taken.known });
        // No export has a theme that is kept nowhere.
        one.looks = tried === null ? looksOf(options) : 'a theme that is tried';
        one.state = { turn, pages: 0, done: 0, total: 0, complete: false };
        return one.state;
      },
      'preview.state': async ({ view, project, turn, pages }, { signal }) => {
        const one = of(view, project);
        const until = clock.awakeMs() + MAX_WAIT_MS;
        const same = (): boolean =>
          one.state.turn === turn && one.state.pages <= pages && !one.state.complete;
        while (shown.get(view) === one && same() && clock.awakeMs() < until && !signal.aborted) {
          await news(one, signal, until - clock.awakeMs());
        }
        signal.throwIfAborted();
        return of(view, project).state;
      },
      'preview.page': async ({ view, project, page }) => {
        const answer = await of(view, project).process.page(page);
        if (answer === null) throw new DossierError('not-found', 'These pages are not shown any more.');
        const { state, content } = answer;
        return { state, page: answer.page, content };
      },
      'preview.close': ({ view, project }) => {
        openings.delete(view);
        const one = known(view, project);
        if (one !== undefined) forget(one);
        return { closed: one !== undefined };
      },
    },
    async render(report, options, io) {
      const looks = looksOf(options);
      const one = [...shown.values()].findLast(
        (each) => each.project === report.head.project && each.looks === looks,
      );
      if (one === undefined) return render(report, options, io);
      const made = await touch(one).process.write({ report, options }, io);
      if (made.kind !== 'failed' || made.code === 'cannot-write' || closed) return made;
      // It may have ended for reasons of its own: left by its page, or full of pages of other turns.
      await rm(io.path, { force: true });
      return render(report, options, io);
    },
    async close() {
      closed = true;
      for (const one of [...shown.values()]) forget(one);
      if (ending.size === 0) return;
      // This thread ends next, and what it has not seen the end of would stay in the system's list of processes.
      await Promise.race([Promise.all(ending), sleep(END_MS, undefined, { ref: false })]);
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
