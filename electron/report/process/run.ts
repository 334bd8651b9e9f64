import { fileURLToPath } from 'node:url';
import type { ReportOptions, ReportProgress, ReportResult } from '#contract/deliverable/report.ts';
import type { PackedReport } from './packed-report.ts';
import { startByNode } from './report-process.ts';
import type { ReportEnd, StartReportProcess } from './report-process.ts';
import { ChildMessage, readLine } from './protocol.ts';
import type { ReportFailureCode, ReportOrder } from './protocol.ts';

/** How a report ended. `message` is one line and quotes nothing of the findings. */
export type ReportOutcome =
  | { readonly kind: 'made'; readonly result: ReportResult }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly code: ReportFailureCode; readonly message: string };

/** Where the report goes. */
export interface OutputFile {
  /**
   * A file that is not there, in a folder that is: only one that is made is whole, and on the disk. What is left of another
   * one is removed by the caller that made the folder.
   */
  readonly path: string;
  /** For a PDF that asks for it. It goes to the child on its standard input: arguments are for everybody to read. */
  readonly password?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ReportProgress) => void) | undefined;
}

/** How the child that makes it is run. */
export interface ReportIo extends OutputFile {
  /** The Node that runs the child; default: the one that runs this. */
  readonly nodePath?: string;
  /** Starts the child if this program is no Node that could run it; default: `nodePath`. */
  readonly start?: StartReportProcess | undefined;
  /** Limit of the child's heap in MB. */
  readonly maxHeapMb?: number;
}

/** Enough for 2,000 findings with their requests; a runaway document ends before the machine swaps. */
const MAX_HEAP_MB = 3_072;
const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/** Makes a report in a process of its own, which an abort kills. Never throws. */
export async function renderReport(
  report: PackedReport,
  options: ReportOptions,
  io: ReportIo,
): Promise<ReportOutcome> {
  const isCancelled = (): boolean => io.signal?.aborted === true;
  if (isCancelled()) return { kind: 'cancelled' };
  let ended: Exclude<ChildMessage, { kind: 'progress' }> | undefined;
  const start = io.start ?? startByNode(io.nodePath);
  const child = start({
    entry: CHILD,
    input: orderInput(report, options, io),
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
  if (isCancelled()) return { kind: 'cancelled' };
  if (ended?.kind === 'done') return { kind: 'made', result: ended.result };
  return ended ?? endedEarly(how);
}

/** What the child reads: a line of JSON, and behind it the bytes that the line speaks of. */
export function orderInput(
  { head, findings, images }: PackedReport,
  options: ReportOptions,
  { path, password }: Pick<OutputFile, 'path' | 'password'>,
): readonly Uint8Array[] {
  const order: ReportOrder = {
    head,
    options,
    path,
    password,
    findings: findings.map(({ json }) => json.length),
    images: Array.from(images, ([sha256, { length }]) => ({ sha256, bytes: length })),
  };
  const texts = Buffer.concat(findings.map(({ json }) => json));
  return [Buffer.from(`${JSON.stringify(order)}\n`), texts, ...images.values()];
}

/** Why a process ended without saying so itself. */
export function endedEarly({ exit, complaint }: ReportEnd): Extract<ReportOutcome, { kind: 'failed' }> {
  if (/heap out of memory|heap limit/i.test(complaint)) {
    const message = 'The report needs more memory than it may use; leave out findings or long requests.';
    return { kind: 'failed', code: 'out-of-memory', message };
  }
  return { kind: 'failed', code: 'child-failed', message: `The report process ended early (${exit}).` };
}
