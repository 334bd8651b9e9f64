import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the process that makes a report is started with. */
export interface ReportProcessOptions {
  /** Its entry, an absolute path. */
  readonly entry: string;
  /** What it reads first; all that it reads unless `open`. */
  readonly input: readonly Uint8Array[];
  /** More is sent to it while it runs. */
  readonly open?: boolean;
  /** Limit of its heap in MB. */
  readonly maxHeapMb: number;
  /** Gets each line that it prints. */
  readonly onLine: (line: string) => void;
}

/** How it ended: exit code or signal, and the end of what it complained about. */
export interface ReportEnd {
  readonly exit: string;
  readonly complaint: string;
}

export interface ReportProcess {
  readonly ended: Promise<ReportEnd>;
  readonly kill: () => void;
  /** Sends more to one that was started `open`; nothing happens if it has ended. */
  readonly send: (input: readonly Uint8Array[]) => void;
}

/** Starts the process of one report. Never throws: one that does not start has ended. */
export type StartReportProcess = (order: ReportProcessOptions) => ReportProcess;

/** So much of its complaints is kept: an engine that runs out of memory says so at the end. */
const COMPLAINT_LENGTH = 4_000;
/** An output that does not end with its process is given up. */
const READ_TIMEOUT_MS = 1_000;

/** Room for new objects in MB. With the engine's own choice a report takes a third more memory, and no less time. */
const MAX_SEMI_SPACE_MB = 8;

/** Flags of V8 for a process that makes reports. */
export function heapFlags(maxHeapMb: number): readonly string[] {
  return [`--max-old-space-size=${maxHeapMb}`, `--max-semi-space-size=${MAX_SEMI_SPACE_MB}`];
}

/** Starts it as a child of this process. @param nodePath the Node that runs it; default: the one that runs this */
export function startByNode(nodePath = process.execPath): StartReportProcess {
  return ({ entry, input, open, maxHeapMb, onLine }) => {
    const child = spawn(nodePath, [...heapFlags(maxHeapMb), '--disable-warning=ExperimentalWarning', entry], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: reportEnvironment(process.env),
      windowsHide: true,
    });
    const exit = new Promise<string>((resolve) => {
      child.once('error', () => {
        resolve('not-started');
      });
      child.once('close', (code, signal) => {
        resolve(signal ?? String(code ?? 0));
      });
    });
    // A child that dies early closes its input: how it died is told by its end, not by this error.
    child.stdin.on('error', () => undefined);
    const send = (pieces: readonly Uint8Array[]): void => {
      for (const piece of pieces) if (child.stdin.writable) child.stdin.write(piece);
    };
    send(input);
    if (open !== true) child.stdin.end();
    return {
      ended: readOutput(child.stdout, child.stderr, onLine, exit),
      kill: () => child.kill('SIGKILL'),
      send,
    };
  };
}

/**
 * Reads the output of a report's process until it has ended and was read to its end. Its last line is the outcome, and
 * may arrive after the exit event.
 */
export async function readOutput(
  stdout: NodeJS.ReadableStream,
  stderr: NodeJS.ReadableStream,
  onLine: (line: string) => void,
  exit: Promise<string>,
): Promise<ReportEnd> {
  let complaint = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-COMPLAINT_LENGTH);
  });
  const lines = createInterface({ input: stdout }).on('line', onLine);
  const read = new Promise((resolve) => lines.once('close', resolve));
  const code = await exit;
  const timeout = new AbortController();
  await Promise.race([
    read,
    sleep(READ_TIMEOUT_MS, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
  return { exit: code, complaint };
}

/** It needs no secret: neither token nor passphrase may be read from its environment. */
export function reportEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^DOSSIER_|^NODE_OPTIONS$/.test(name)));
}
