import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder =
  process.env['DOSSIER_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const files = ['burp-testphp.json', 'zap-alerts.json', 'pwndoc-vulns.json'].map((name) => join(folder, name));

/** Findings for a measurement: arguments of the sample service's process, and the project they are in. */
export interface BenchData {
  readonly args: readonly string[];
  readonly project: string;
  readonly count: number;
}

/** Whether the real findings are on this machine; generated ones are measured where they are not. */
export const realData = files.every((file) => existsSync(file));

/** The real findings as the files hold them, or none. */
export function realBodies(): Record<string, unknown>[] {
  if (!realData) return [];
  return files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]);
}

/**
 * `count` findings: the real ones as often as needed, each time with ids of their own, or generated ones.
 * What is left over of the last round is written to `scratch`, a folder of the caller's.
 */
export function benchData(count: number, scratch: string): BenchData {
  if (!realData) {
    return { args: ['--findings', String(count), '--seed', '7'], project: 'generated-2026', count };
  }
  const bodies = realBodies();
  const rounds = Math.floor(count / bodies.length);
  const rest = join(scratch, `rest-${String(count)}.json`);
  writeFileSync(rest, JSON.stringify(bodies.slice(0, count % bodies.length)));
  const named = [...Array.from({ length: rounds }, () => files).flat(), rest];
  return { args: named.flatMap((file) => ['--data', file]), project: 'data-2026', count };
}
