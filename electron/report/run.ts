import { spawn } from 'node:child_process';
import { mkdtemp, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportProgress, ReportResult, ReportSnapshot } from '#contract/report.ts';
import { ChildMessage } from './protocol.ts';
import type { OrderedImage, ReportFailureCode } from './protocol.ts';

/** How a report ended. `message` is one line and quotes nothing of the findings. */
export type ReportOutcome =
  | { readonly kind: 'written'; readonly path: string; readonly result: ReportResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: ReportFailureCode; readonly message: string };

/** Where the report goes, and how the child that makes it is run. */
export interface ReportIo {
  /** The file to be written; it appears whole or not at all. */
  readonly outPath: string;
  /** Bytes of the images that the snapshot names, by hash; none by default. */
  readonly images?: ReadonlyMap<string, Uint8Array>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReportProgress) => void;
  /** The Node that runs the child; default: the one that runs this. */
  readonly nodePath?: string;
  /** Limit of the child's heap in MB. */
  readonly maxHeapMb?: number;
}

/** Enough for 2,000 findings with their requests; a runaway document ends before the machine swaps. */
const MAX_HEAP_MB = 3_072;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Makes the report of a snapshot in a process of its own. The child writes to a new folder beside the file and
 * makes it durable; only then is it renamed to `outPath`, so a half-written file is never seen there, and what
 * stood there before stays when anything fails. An abort kills the child. Never throws.
 */
export async function renderReport(
  snapshot: ReportSnapshot,
  options: ReportOptions,
  io: ReportIo,
): Promise<ReportOutcome> {
  if (io.signal?.aborted === true) return { kind: 'cancelled' };
  const folder = dirname(io.outPath);
  let scratch: string;
  try {
    scratch = await mkdtemp(join(folder, '.dossier-report-'));
  } catch (error) {
    return cannotWrite(error);
  }
  try {
    const tempPath = join(scratch, 'report.pdf');
    const files = [...(io.images ?? [])];
    const images = files.map(([sha256, content]): OrderedImage => ({ sha256, bytes: content.length }));
    const order = JSON.stringify({ snapshot, options, tempPath, images });
    const ended = await runChild([`${order}\n`, ...files.map(([, content]) => content)], io);
    if (ended.kind !== 'done') return ended;
    await rename(tempPath, io.outPath);
    await syncFolder(folder);
    return { kind: 'written', path: io.outPath, result: ended.result };
  } catch (error) {
    return cannotWrite(error);
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
  }
}

type Ended = Extract<ChildMessage, { kind: 'done' | 'failed' }> | { readonly kind: 'cancelled' };

async function runChild(input: readonly (string | Uint8Array)[], io: ReportIo): Promise<Ended> {
  const child = spawn(
    io.nodePath ?? process.execPath,
    [`--max-old-space-size=${io.maxHeapMb ?? MAX_HEAP_MB}`, '--disable-warning=ExperimentalWarning', CHILD],
    { stdio: ['pipe', 'pipe', 'pipe'], env: childEnvironment(), windowsHide: true },
  );
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  io.signal?.addEventListener('abort', kill, { once: true });
  let ended: Ended | undefined;
  let complaint = '';
  const exited = new Promise<NodeJS.Signals | number | 'not-started'>((resolve) => {
    child.once('error', () => {
      resolve('not-started');
    });
    child.once('close', (code, signal) => {
      resolve(signal ?? code ?? 0);
    });
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  // A child that dies early closes its input: how it died is told by its end, not by this error.
  child.stdin.on('error', () => undefined);
  for (const piece of input) child.stdin.write(piece);
  child.stdin.end();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = readMessage(line);
    if (message?.kind === 'progress') io.onProgress?.(message.progress);
    else if (message !== undefined) ended = message;
  });
  const exit = await exited;
  io.signal?.removeEventListener('abort', kill);
  if (io.signal?.aborted === true) return { kind: 'cancelled' };
  if (ended !== undefined) return ended;
  if (/heap out of memory|heap limit/i.test(complaint)) {
    const message = 'The report needs more memory than it may use; leave out findings or long requests.';
    return { kind: 'failed', code: 'out-of-memory', message };
  }
  return { kind: 'failed', code: 'child-failed', message: `The report process ended early (${exit}).` };
}

/** The child needs no secret: neither token nor passphrase may be read from its environment. */
function childEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^DOSSIER_|^NODE_OPTIONS$/.test(name)),
  );
}

function readMessage(line: string): ChildMessage | undefined {
  try {
    const parsed = ChildMessage.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // Windows cannot open folders; the rename is durable there without it.
  }
}

function cannotWrite(error: unknown): ReportOutcome {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return { kind: 'failed', code: 'cannot-write', message: `The report cannot be written there (${code}).` };
}
