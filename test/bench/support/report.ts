import type { Taken } from './process.ts';
import { median, ratios } from './pairs.ts';

/** Prints a figure beside its target; a missed one says by how much. */
export function tell(what: string, figure: number, target: number | null, unit = ''): void {
  const shown = `${figure.toFixed(unit === '' ? 2 : 0)}${unit}`;
  const goal =
    target === null
      ? ''
      : figure <= target
        ? `   target ${String(target)}${unit}: met`
        : `   target ${String(target)}${unit}: MISSED by ${(((figure - target) / target) * 100).toFixed(0)} %`;
  console.log(`  ${what.padEnd(58)} ${shown.padStart(9)}${goal}`);
}

/** Prints the ratio of two sides that took turns, and what each took. */
export function tellRatio(
  what: string,
  ours: readonly number[],
  theirs: readonly number[],
  target: number | null,
): void {
  const { middle, least, max } = ratios(ours, theirs);
  tell(what, middle, target);
  console.log(
    `      ${median(ours).toFixed(0)} ms against ${median(theirs).toFixed(0)} ms; ` +
      `ratios of the pairs from ${least.toFixed(2)} to ${max.toFixed(2)}`,
  );
}

/** Prints the ratio of the processor time, which other load on the machine changes less than the elapsed one. */
export function tellCpu(ours: readonly Taken[], theirs: readonly Taken[]): void {
  const [mine, bare] = [ours, theirs].map((runs) => median(runs.map(({ cpuMs }) => cpuMs)));
  console.log(`      processor time ${(mine ?? NaN).toFixed(0)} ms against ${(bare ?? NaN).toFixed(0)} ms`);
}
