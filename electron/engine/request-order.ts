import type { FindingRow } from '#contract/finding/finding.ts';

/**
 * Orders requests and our own writes by a counter, never by a clock. A response may replace a finding's base only if
 * its request began after the last write on that finding had ended. Otherwise the next edit might be merged against the
 * past.
 */
export class RequestOrder {
  #tick = 0;
  readonly #wrote = new Map<FindingRow, number>();
  /** Questions to the assistant whose response is still awaited, by the number of their operation. */
  readonly asking = new Set<number>();

  /** Call right before a request leaves; hand the number to `mayReplace`. */
  begin(): number {
    this.#tick += 1;
    return this.#tick;
  }

  /** A write on this finding is about to leave: no answer counts until it has ended. */
  writing(finding: FindingRow): void {
    this.#wrote.set(finding, Number.POSITIVE_INFINITY);
  }

  /** The write has ended, however it did. */
  wrote(finding: FindingRow): void {
    this.#tick += 1;
    this.#wrote.set(finding, this.#tick);
  }

  /** Whether the answer to a request begun at `startedAt` may become this finding's base. */
  mayReplace(finding: FindingRow, startedAt: number): boolean {
    return startedAt > (this.#wrote.get(finding) ?? 0);
  }
}
