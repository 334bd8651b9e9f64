import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { Output, Sink } from './output.ts';
import { fit, plain } from './text.ts';

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

  function draw(title: string, done: number, total: number | null): void {
    const complete = total !== null && done >= total;
    if (nowMs() - drawnAt < REDRAW_MS && title === line && !complete) return;
    line = title;
    drawnAt = nowMs();
    redraw(`${bar(done, total)} ${title}`);
  }

  function say(title: string, done: number, total: number | null, isBytes: boolean): void {
    const quarter = total === null || total === 0 ? 0 : Math.floor((done * 4) / total);
    const step = `${title} ${String(quarter)}`;
    if (step === told) return;
    told = step;
    stderr.write(`${title}${isBytes ? percent(done, total) : count(done, total)}\n`);
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
      const title = titleOf(event);
      if (stderr.isTTY === true) draw(title, event.done, event.total);
      else say(title, event.done, event.total, event.kind === 'import');
    },
    end() {
      endWait();
      clear();
    },
  };
}

function titleOf(event: Exclude<ProgressEvent, { kind: 'notice' | 'pause' }>): string {
  switch (event.kind) {
    case 'sync':
      return `${plain(event.project)}: ${phases[event.phase]}`;
    case 'report':
      return 'writing the report';
    case 'findings':
      return 'reading the findings';
    case 'answers':
      return 'resolving conflicts';
    case 'bulk':
      return 'changing many findings';
    case 'import':
      return 'reading scanner files';
    case 'download':
      return 'downloading an update';
    case 'restore':
      return 'restoring a backup';
  }
}

function bar(done: number, total: number | null): string {
  if (total === null || total === 0) return `[${'·'.repeat(BAR)}] ${String(done).padStart(4)}`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * BAR);
  return `[${'█'.repeat(full)}${'·'.repeat(BAR - full)}] ${String(Math.floor(share * 100)).padStart(3)}%`;
}

/** Of bytes nobody reads how many there are. */
function percent(done: number, total: number | null): string {
  return total === null || total === 0 ? '' : ` (${String(Math.floor((done * 100) / total))}%)`;
}

function count(done: number, total: number | null): string {
  if (total === null) return done === 0 ? '' : ` (${String(done)})`;
  return ` (${String(done)} of ${String(total)})`;
}
