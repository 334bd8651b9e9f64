import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportProgress } from '#contract/deliverable/report.ts';
import type { PackedReport } from './packed-report.ts';
import { startByNode, type StartReportProcess } from './report-process.ts';
import { readLine } from './protocol.ts';
import type { OutputFile, ReportOutcome } from './run.ts';
import { endedEarly } from './run.ts';
import { frameOf } from './preview-frames.ts';
import { PreviewMessage, type PagesState, type PreviewOrder, type SetOrder } from './preview-protocol.ts';

/** A page as a PDF of its own, base64, and how far the pages were when it was drawn. */
export interface PreviewPage {
  readonly state: PagesState;
  readonly page: number;
  readonly content: string;
}

/** How the process that shows pages is run, and who hears of its pages. */
export interface PreviewIo {
  readonly onPages: (state: PagesState) => void;
  /** The process is gone, for whatever reason; every question is answered with null by then. */
  readonly onEnd: () => void;
  readonly start?: StartReportProcess | undefined;
  /** Limit of its heap in MB. */
  readonly maxHeapMb?: number;
}

/** A state of an engagement. */
export interface PreviewOf {
  readonly report: PackedReport;
  readonly options: ReportOptions;
  /** Images that it names whose bytes do not come along: of `images()`, as it is now. */
  readonly known?: ReadonlySet<string>;
}

/** A process that keeps the pages of one engagement. None of its members throws. */
export interface Preview {
  /** Has another state of the engagement shown; only what changed since the last one travels. */
  set(of: PreviewOf): number;
  /** Images that need not be sent again with the next state, by their hash. */
  images(): ReadonlySet<string>;
  /** A page, as soon as it is laid out, or the last one if there are not so many; null if the process is gone. */
  page(page: number): Promise<PreviewPage | null>;
  /**
   * Has a state shown and writes that very one to a file, whatever else is shown meanwhile; pages that are laid out
   * already are taken. An abort ends the process.
   */
  write(of: PreviewOf, file: OutputFile): Promise<ReportOutcome>;
  /** Kills the process, and with it all texts in its memory. Resolves when it is gone. */
  close(): Promise<void>;
}

/** Enough for the pages of 2,000 findings. */
const MAX_HEAP_MB = 1_536;
const CHILD = fileURLToPath(new URL('./preview-child.ts', import.meta.url));

/** Starts a process that shows pages. */
export function startPreview(io: PreviewIo): Preview {
  const pages = new Map<number, (page: PreviewPage | null) => void>();
  const files = new Map<
    number,
    {
      readonly end: (outcome: ReportOutcome) => void;
      readonly onProgress: (progress: ReportProgress) => void;
    }
  >();
  let sent: ReadonlyMap<string, string> = new Map();
  let images: ReadonlySet<string> = new Set();
  let turn = 0;
  let asks = 0;
  let gone = false;
  const child = (io.start ?? startByNode())({
    entry: CHILD,
    input: [],
    open: true,
    maxHeapMb: io.maxHeapMb ?? MAX_HEAP_MB,
    onLine(line) {
      const message = readLine(PreviewMessage, line);
      if (message !== undefined && !gone) hear(message);
    },
  });
  void child.ended.then((how) => {
    end(endedEarly(how));
    io.onEnd();
  });

  function hear(message: PreviewMessage): void {
    switch (message.kind) {
      case 'pages':
        io.onPages(message.state);
        return;
      case 'page':
        pages.get(message.ask)?.(message);
        pages.delete(message.ask);
        return;
      case 'progress':
        files.get(message.ask)?.onProgress(message.progress);
        return;
      case 'done':
        files.get(message.ask)?.end({ kind: 'made', result: message.result });
        files.delete(message.ask);
        return;
      case 'failed':
        files.get(message.ask)?.end({ kind: 'failed', code: message.code, message: message.message });
        files.delete(message.ask);
        return;
      default:
        message satisfies never;
    }
  }

  /** @param why there is no file, for the caller that waits for one */
  function end(why: ReportOutcome): void {
    gone = true;
    for (const answer of pages.values()) answer(null);
    for (const { end: ended } of files.values()) ended(why);
    pages.clear();
    files.clear();
  }

  function order(message: PreviewOrder, bytes: readonly Uint8Array[] = []): void {
    child.send(frameOf(message, bytes));
  }

  function set({ report, options, known = new Set() }: PreviewOf): number {
    const { head, findings } = report;
    const changed = findings.filter(({ id, print }) => sent.get(id) !== print);
    sent = new Map(findings.map(({ id, print }) => [id, print]));
    const fresh = [...report.images].filter(([name]) => !images.has(name));
    images = new Set([...report.images.keys(), ...known]);
    turn += 1;
    const message: SetOrder = {
      kind: 'set',
      turn,
      head,
      options,
      kept: [...images],
      findings: findings.map(({ id }) => id),
      changed: changed.map(({ json }) => json.length),
      images: fresh.map(([sha256, { length }]) => ({ sha256, bytes: length })),
    };
    order(message, [Buffer.concat(changed.map(({ json }) => json)), ...fresh.map(([, content]) => content)]);
    return turn;
  }

  return {
    set,
    images: () => images,
    page(page) {
      if (gone) return Promise.resolve(null);
      asks += 1;
      const ask = asks;
      return new Promise((resolve) => {
        pages.set(ask, resolve);
        order({ kind: 'page', ask, page });
      });
    },
    async write(of, { path, password, signal, onProgress }) {
      const cancelled = (): boolean => signal?.aborted === true;
      if (cancelled()) return { kind: 'cancelled' };
      if (gone) return endedEarly({ exit: 'closed', complaint: '' });
      // Together with the order to write: nothing else may be shown in between.
      set(of);
      asks += 1;
      const ask = asks;
      signal?.addEventListener('abort', child.kill, { once: true });
      const outcome = await new Promise<ReportOutcome>((resolve) => {
        files.set(ask, { end: resolve, onProgress: onProgress ?? (() => undefined) });
        order({ kind: 'write', ask, path, password });
      });
      signal?.removeEventListener('abort', child.kill);
      return cancelled() ? { kind: 'cancelled' } : outcome;
    },
    async close() {
      end(endedEarly({ exit: 'closed', complaint: '' }));
      child.kill();
      await child.ended;
    },
  };
}
