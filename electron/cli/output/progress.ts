import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { Output, Sink } from './output.ts';
import { fit, plain, sizeOf } from './text.ts';

type SyncPhase = Extract<ProgressEvent, { kind: 'sync' }>['phase'];

const phases: Readonly<Record<SyncPhase, string>> = {
  push: 'sending',
  sweep: 'reading findings',
  details: 'reading full texts',
  settle: 'checking unconfirmed changes',
  index: 'updating the search',
};

export interface Progress {
  readonly show: (event: ProgressEvent) => void;
  /** Takes the bar away; to be called when the work is over, however it ended. */
  readonly end: () => void;
}

export interface ProgressOptions {
  readonly out: Output;
  readonly stderr: Sink;
  readonly quiet: boolean;
  readonly nowMs: () => number;
  /** Runs something every second. @returns ends it */
  readonly everySecond: (run: () => void) => () => void;
}

/** The seconds of this machine; they keep no program alive. */
export function everySecond(run: () => void): () => void {
  const timer = setInterval(run, 1_000).unref();
  return () => clearInterval(timer);
}

const REDRAW_MS = 60;
const BAR = 24;

/**
 * A bar on a terminal, a plain line at the start of each step and at each quarter of it elsewhere. A wait that the
 * service asked for counts down on a terminal, and is told once elsewhere.
 */
export function createProgress({ out, stderr, quiet, nowMs, everySecond: each }: ProgressOptions): Progress {
  let drawn = false;
  let drawnAt = -Infinity;
  let line = '';
  let told = '';
  let endWait = (): void => undefined;

  const clear = (): void => {
    if (drawn) stderr.write('\r\u001b[K');
    drawn = false;
  };
  out.onBeforeNote(clear);

  /** A terminal that does not tell its width says 0. */
  const columns = (): number => (stderr.columns === undefined || stderr.columns === 0 ? 80 : stderr.columns);

  function redraw(text: string): void {
    drawn = true;
    stderr.write(`\r\u001b[K${fit(text, columns() - 1)}`);
  }

  function draw({ title, done, total, count }: Step): void {
    const complete = total !== null && done >= total;
    if (nowMs() - drawnAt < REDRAW_MS && title === line && !complete) return;
    line = title;
    drawnAt = nowMs();
    redraw(`${bar(done, total)} ${title}${counts(count)}`);
  }

  function say({ title, done, total, count }: Step): void {
    const quarter = total === null || total === 0 ? 0 : Math.floor((done * 4) / total);
    const step = `${title} ${String(quarter)}`;
    if (step === told) return;
    told = step;
    stderr.write(`${title}${counts(count)}\n`);
  }

  function wait(leftMs: number | null): void {
    endWait();
    endWait = () => undefined;
    if (leftMs === null) {
      clear();
      return;
    }
    const until = nowMs() + leftMs;
    const words = (): string =>
      `The service asks you to wait: ${String(Math.max(0, Math.ceil((until - nowMs()) / 1_000)))} s`;
    if (stderr.isTTY !== true) {
      stderr.write(`${words()}\n`);
      return;
    }
    const count = (): void => redraw(`${words()}; Ctrl-C gives up`);
    count();
    endWait = each(count);
  }

  return {
    show(event) {
      if (event.kind === 'notice') {
        out.note(event.text);
        return;
      }
      if (quiet) return;
      if (event.kind === 'pause') {
        wait(event.leftMs);
        return;
      }
      const step = stepOf(event);
      if (stderr.isTTY === true) draw(step);
      else say(step);
    },
    end() {
      endWait();
      clear();
    },
  };
}

/** What is being done, how far it is, and that in words that say what is counted. */
interface Step {
  readonly title: string;
  readonly done: number;
  readonly total: number | null;
  readonly count: string;
}

function stepOf(event: Exclude<ProgressEvent, { kind: 'notice' | 'pause' }>): Step {
  switch (event.kind) {
    case 'sync':
      return syncStep(event);
    case 'report':
      return reportStep(event);
    case 'findings':
      return counted('reading findings', event, '');
    case 'answers':
      return counted('resolving conflicts', event, '');
    case 'bulk':
      return counted('changing findings', event, '');
    case 'import':
      return sized('reading scanner files', event);
    case 'download':
      return sized('downloading an update', event);
    case 'restore':
      return sized('restoring a backup', event);
  }
}

function syncStep({ project, phase, done, total, pages }: Extract<ProgressEvent, { kind: 'sync' }>): Step {
  // The search is of the whole vault.
  const title = project === '' ? phases[phase] : `${plain(project)}: ${phases[phase]}`;
  if (pages === undefined) return counted(title, { done, total }, ' findings');
  const { about } = pages;
  const of = about === null || about < pages.done ? '' : ` of about ${String(about)}`;
  return { title, done: pages.done, total: about, count: `page ${String(pages.done)}${of}` };
}

function reportStep({ phase, done, total }: Extract<ProgressEvent, { kind: 'report' }>): Step {
  switch (phase) {
    case 'document':
      return counted('writing the report', { done, total }, ' findings');
    case 'layout': {
      const share = total === 0 ? '' : `${String(Math.floor((done * 100) / total))}%`;
      return { title: 'writing the report: layout', done, total, count: share };
    }
    case 'pages':
      return counted('writing the report', { done, total }, ' pages');
    case 'writing':
      return sized('writing the file', { done, total });
  }
}

type Counted = Pick<Step, 'done' | 'total'>;

function counted(title: string, { done, total }: Counted, what: string): Step {
  const count =
    total === null
      ? done === 0
        ? ''
        : `${String(done)}${what}`
      : `${String(done)} of ${String(total)}${what}`;
  return { title, done, total, count };
}

function sized(title: string, { done, total }: Counted): Step {
  return { title, done, total, count: total === null ? '' : `${sizeOf(done)} of ${sizeOf(total)}` };
}

function counts(count: string): string {
  return count === '' ? '' : ` (${count})`;
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return `[${'·'.repeat(BAR)}] ${String(done).padStart(4)}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * BAR);
  return `[${'█'.repeat(full)}${'·'.repeat(BAR - full)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}
