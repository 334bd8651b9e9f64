import type { ScanProblem } from '#contract/scans/problem.ts';

/** So many kinds are named. */
const maxKinds = 20;

/** Counts what of a file has no place in a finding, and tells it in one sentence without any text of the file. */
export class NotTaken {
  readonly #counts = new Map<string, number>();

  /** @param kind what it is, in words or by the name of its member */
  add(kind: string, count = 1): void {
    if (count > 0) this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + count);
  }

  report(report: (problem: ScanProblem) => void): void {
    if (this.#counts.size === 0) return;
    const kinds = [...this.#counts].map(([kind, count]) => `${nameOf(kind)} (${String(count)})`);
    const more = kinds.length > maxKinds ? [`${String(kinds.length - maxKinds)} more`] : [];
    const message = `Not taken: ${[...kinds.slice(0, maxKinds), ...more].join(', ')}.`;
    report({ line: null, column: null, message });
  }
}

/** Members may have any name; what is no name is not repeated. */
function nameOf(kind: string): string {
  return /^[\w .:/-]{1,60}$/u.test(kind) ? kind : 'members without a plain name';
}
