import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportProgress, ReportResult, ReportSnapshot } from '#contract/report.ts';
import { startByNode } from './process.ts';
import type { ReportEnd, StartReportProcess } from './process.ts';
import { ChildMessage, readLine } from './protocol.ts';
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
  /** A folder beside it that is not there yet, in which the file is made; removed at the end. Default: one without a note of it. */
  readonly scratch?: string | undefined;
  /** Bytes of the images that the snapshot names, by hash; none by default. */
  readonly images?: ReadonlyMap<string, Uint8Array>;
  /** For a PDF that asks for it. It goes to the child on its standard input: arguments are for everybody to read. */
  readonly password?: string | undefined;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReportProgress) => void;
  /** The Node that runs the child; default: the one that runs this. */
  readonly nodePath?: string;
  /** Starts the child where this program is no Node that could run it; default: `nodePath`. */
  readonly start?: StartReportProcess | undefined;
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
  return intoPlace(io, (tempPath) => {
    const files = [...(io.images ?? [])];
    const images = files.map(([sha256, content]): OrderedImage => ({ sha256, bytes: content.length }));
    const { password } = io;
    const order = JSON.stringify({ snapshot, options, tempPath, images, password });
    return runChild([`${order}\n`, ...files.map(([, content]) => content)], io);
  });
}

/**
 * Has a file made in a new folder beside its place and puts it there whole; what stood there before stays when anything
 * fails. Never throws.
 */
export async function intoPlace(
  {
    outPath,
    scratch = join(dirname(outPath), `.dossier-report-${randomUUID()}`),
  }: Pick<ReportIo, 'outPath' | 'scratch'>,
  make: (tempPath: string) => Promise<Ended>,
): Promise<ReportOutcome> {
  try {
    await mkdir(scratch, { mode: 0o700 });
  } catch (error) {
    return cannotWrite(error);
  }
  try {
    const tempPath = join(scratch, 'report.pdf');
    const ended = await make(tempPath);
    if (ended.kind !== 'done') return ended;
    await rename(tempPath, outPath);
    await syncFolder(dirname(outPath));
    return { kind: 'written', path: outPath, result: ended.result };
  } catch (error) {
    return cannotWrite(error);
  } finally {
    await rm(scratch, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** How the making of a file ended, before it is in its place. */
type Ended = Extract<ChildMessage, { kind: 'done' | 'failed' }> | { readonly kind: 'cancelled' };

async function runChild(input: readonly (string | Uint8Array)[], io: ReportIo): Promise<Ended> {
  let ended: Ended | undefined;
  const start = io.start ?? startByNode(io.nodePath);
  const child = start({
    entry: CHILD,
    input: input.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)),
    maxHeapMb: io.maxHeapMb ?? MAX_HEAP_MB,
    onLine(line) {
      const message = readLine(ChildMessage, line);
      if (message?.kind === 'progress') io.onProgress?.(message.progress);
      else if (message !== undefined) ended = message;
    },
  });
  io.signal?.addEventListener('abort', child.kill, { once: true });
  const how = await child.ended;
  io.signal?.removeEventListener('abort', child.kill);
  if (io.signal?.aborted === true) return { kind: 'cancelled' };
  if (ended !== undefined) return ended;
  return endedEarly(how);
}

/** Why a process ended without saying so itself. */
export function endedEarly({ exit, complaint }: ReportEnd): Extract<ReportOutcome, { kind: 'failed' }> {
  if (/heap out of memory|heap limit/i.test(complaint)) {
    const message = 'The report needs more memory than it may use; leave out findings or long requests.';
    return { kind: 'failed', code: 'out-of-memory', message };
  }
  return { kind: 'failed', code: 'child-failed', message: `The report process ended early (${exit}).` };
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
