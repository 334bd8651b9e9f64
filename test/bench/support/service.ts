import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BenchData } from './data.ts';

const entry = fileURLToPath(new URL('../../../electron/sample/main.ts', import.meta.url));

/** The sample service in a process of its own, so that it does not share a thread with what is measured. */
export interface BenchService {
  readonly baseUrl: string;
  readonly token: string;
  readonly project: string;
  readonly close: () => Promise<void>;
}

/** Rows that a page holds at most; what both sides of a comparison ask for. */
export const pageSize = 200;

/**
 * @param aside it comes behind everything else: for what a person waits for beside a sync, since a real service computes on another
 *   machine. What is held against bare requests has it beside it on both sides, as it is.
 */
export async function startService(data: BenchData, latencyMs: number, aside = false): Promise<BenchService> {
  const args = ['--no-engagement', '--with-parent', '--page-cap', String(pageSize)];
  const child = spawn(process.execPath, [entry, ...args, '--latency-ms', String(latencyMs), ...data.args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (aside && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const ended = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const [first] = (await Promise.race([
    once(lines, 'line'),
    ended.then(() => Promise.reject(new Error('The sample service did not start.'))),
  ])) as [string];
  const { baseUrl, tokens } = JSON.parse(first) as { baseUrl: string; tokens: Record<string, string> };
  return {
    baseUrl,
    token: tokens['mara'] ?? '',
    project: data.project,
    async close() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
