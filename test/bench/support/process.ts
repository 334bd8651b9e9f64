import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const usage = fileURLToPath(new URL('./usage.js', import.meta.url));

/** What one process took, from its start to its end. */
export interface Taken {
  readonly ms: number;
  /** Processor time of all its threads. */
  readonly cpuMs: number;
  /** Largest resident memory. */
  readonly peakMb: number;
  readonly stdout: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** What standard input gives. */
  readonly input?: string | Uint8Array;
  /** Of Node. */
  readonly flags?: readonly string[];
}

/**
 * Runs a Node program as a process of its own and measures it.
 * Throws if it ends with anything but 0.
 */
export async function measure(
  script: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Taken> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...(options.flags ?? []), '--import', usage, script, ...args], {
    env: { ...process.env, NO_COLOR: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stdin?.end(options.input ?? '');
  let errors = '';
  child.stderr?.setEncoding('utf8').on('data', (part: string) => {
    errors += part;
  });
  const ended = new Promise<{ code: number | null; ms: number }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ms: performance.now() - startedAt }));
  });
  const [out, used, { code, ms }] = await Promise.all([
    text(child.stdout),
    text(child.stdio[3] as Readable),
    ended,
  ]);
  if (code !== 0) throw new Error(`${script} ${args.join(' ')} ended with ${String(code)}: ${errors}${out}`);
  const { peakMb, cpuMs } = JSON.parse(used) as { peakMb: number; cpuMs: number };
  return { ms, cpuMs, peakMb, stdout: out };
}
