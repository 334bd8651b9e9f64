import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder =
  process.env['DOSSIER_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const names = ['burp-testphp.json', 'zap-alerts.json', 'pwndoc-vulns.json'].map((name) => join(folder, name));

/** Findings for a measurement: arguments of the sample service's process, and the project they are in. */
export interface BenchData {
  readonly args: readonly string[];
  readonly project: string;
  readonly count: number;
}

/** Whether the real findings are on this machine; generated ones are measured if they are not. */
export const realData = names.every((file) => existsSync(file));

/** The real findings as the files hold them, or none. */
export function realBodies(): Record<string, unknown>[] {
  if (!realData) return [];
  return names.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>[]);
}

/**
 * The real findings once more, with hosts and titles of their own. A list of a hundred equal rows would redraw nothing
 * for a letter or a turn of the wheel.
 */
export function realBodiesOf(round: number): Record<string, unknown>[] {
  const host = `h${String(round)}.`;
  return realBodies().map(({ title, asset, ...body }) => {
    const assets = (Array.isArray(asset) ? asset : [asset]).filter((one) => typeof one === 'string');
    return {
      ...body,
      title: `${String(title)} (${String(round)})`,
      asset: assets.map((one) => (one.includes('://') ? one.replace('://', `://${host}`) : `${host}${one}`)),
    };
  });
}

/**
 * `count` findings: the real ones as often as needed, or generated ones.
 * They are written to `scratch`, a folder of the caller's.
 */
export function benchData(count: number, scratch: string): BenchData {
  if (!realData) {
    return { args: ['--findings', String(count), '--seed', '7'], project: 'generated-2026', count };
  }
  const files: string[] = [];
  for (let left = count; left > 0;) {
    const bodies = realBodiesOf(files.length).slice(0, left);
    const file = join(scratch, `findings-${String(count)}-${String(files.length)}.json`);
    writeFileSync(file, JSON.stringify(bodies));
    files.push(file);
    left -= bodies.length;
  }
  return { args: files.flatMap((file) => ['--data', file]), project: 'data-2026', count };
}
