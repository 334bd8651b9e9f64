import { hash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportProgress, ReportResult, ReportSnapshot } from '#contract/report.ts';
import { startByNode, type StartReportProcess } from '../process.ts';
import { readLine } from '../protocol.ts';
import type { ReportOutcome } from '../run.ts';
import { endedEarly, intoPlace } from '../run.ts';
import { frameOf } from './frames.ts';
import { PreviewMessage, type PagesState, type PreviewOrder, type SetOrder } from './protocol.ts';

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

/** A state of an engagement, and the bytes of the images that it names, by hash. */
export interface PreviewOf {
  readonly snapshot: ReportSnapshot;
  readonly options: ReportOptions;
  readonly images: ReadonlyMap<string, Uint8Array>;
  /** Those of them whose bytes the process has: of `images()`, asked for just before. */
  readonly known?: ReadonlySet<string>;
}

/** A process that keeps the pages of one engagement. None of its members throws. */
export interface Preview {
  /** Has another state of the engagement shown; only what changed since the last one travels. */
  set(of: PreviewOf): number;
  /** Images that need not be sent again with the next state, by their hash. */
  images(): ReadonlySet<string>;
  /** A page, as soon as it is laid out, or the last one where there are not so many; null where the process is gone. */
  page(page: number): Promise<PreviewPage | null>;
  /**
   * Has a state shown and writes that very one to a file, whatever else is shown meanwhile; pages that are laid out
   * already are taken. An abort ends the process.
   */
  write(
    of: PreviewOf,
    io: {
      readonly outPath: string;
      readonly scratch?: string | undefined;
      readonly signal?: AbortSignal;
      readonly onProgress?: (progress: ReportProgress) => void;
      /** Without it nobody can open the file; prepared by `preparedPassword`. */
      readonly password?: string | undefined;
    },
  ): Promise<ReportOutcome>;
  /** Ends the process, and with it all texts in its memory. */
  close(): void;
}

/** Enough for the pages of 2,000 findings. */
const MAX_HEAP_MB = 1_536;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

type Written =
  | { readonly kind: 'done'; readonly result: ReportResult }
  | Extract<ReportOutcome, { kind: 'failed' | 'cancelled' }>;

/** Starts a process that shows pages. */
export function startPreview(io: PreviewIo): Preview {
  const pages = new Map<number, (page: PreviewPage | null) => void>();
  const files = new Map<
    number,
    { readonly end: (written: Written) => void; readonly onProgress: (progress: ReportProgress) => void }
  >();
  const sent = new Map<string, string>();
  let images: ReadonlySet<string> = new Set();
  let turn = 0;
  let asks = 0;
  let gone = false;
  const child = (io.start ?? startByNode())({
    ...{ entry: CHILD, input: [], open: true, maxHeapMb: io.maxHeapMb ?? MAX_HEAP_MB },
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
      case 'failed':
        files.get(message.ask)?.end(message);
        files.delete(message.ask);
        return;
      default:
        message satisfies never;
    }
  }

  /** @param why there is no file, for whoever waits for one */
  function end(why: Written): void {
    gone = true;
    for (const answer of pages.values()) answer(null);
    for (const { end: ended } of files.values()) ended(why);
    pages.clear();
    files.clear();
  }

  function order(message: PreviewOrder, bytes: readonly Uint8Array[] = []): void {
    child.send(frameOf(message, bytes));
  }

  function set({ snapshot, options, images: given, known = new Set() }: PreviewOf): number {
    const { findings, ...head } = snapshot;
    const changed = findings.filter((finding) => {
      const print = hash('sha256', JSON.stringify(finding));
      if (sent.get(finding.id) === print) return false;
      sent.set(finding.id, print);
      return true;
    });
    const listed = new Set(findings.map(({ id }) => id));
    for (const id of sent.keys()) if (!listed.has(id)) sent.delete(id);
    const fresh = [...given].filter(([name]) => !images.has(name));
    images = new Set([...given.keys(), ...known]);
    turn += 1;
    const message: SetOrder = {
      ...{ kind: 'set', turn, head, options, changed, kept: [...images] },
      findings: [...listed],
      images: fresh.map(([sha256, { length }]) => ({ sha256, bytes: length })),
    };
    order(
      message,
      fresh.map(([, content]) => content),
    );
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
    write: (of, { outPath, scratch, signal, onProgress, password }) =>
      intoPlace({ outPath, scratch }, async (tempPath) => {
        const cancelled = (): boolean => signal?.aborted === true;
        if (cancelled()) return { kind: 'cancelled' };
        if (gone) return endedEarly({ exit: 'closed', complaint: '' });
        // Together with the order to write: nothing else may be shown in between.
        set(of);
        asks += 1;
        const ask = asks;
        signal?.addEventListener('abort', child.kill, { once: true });
        const written = await new Promise<Written>((resolve) => {
          files.set(ask, { end: resolve, onProgress: onProgress ?? (() => undefined) });
          order({ kind: 'write', ask, tempPath, password });
        });
        signal?.removeEventListener('abort', child.kill);
        return cancelled() ? { kind: 'cancelled' } : written;
      }),
    close() {
      end(endedEarly({ exit: 'closed', complaint: '' }));
      child.kill();
    },
  };
}
