import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Applied } from './apply-record.ts';

/**
 * Counts what the sweeps of one run brought, each finding once, however often it was seen: created counts
 * before changed, changed before unchanged. A finding that we created ourselves counts as unchanged.
 */
export class SyncStats {
  #pages = 0;
  readonly #seen = new Set<FindingRow>();
  readonly #created = new Set<FindingRow>();
  readonly #changed = new Set<FindingRow>();
  readonly #gone = new Set<FindingRow>();
  readonly #ours = new Set<FindingRow>();
  readonly #written = new Set<FindingRow>();

  page(): void {
    this.#pages += 1;
  }

  saw(finding: FindingRow, applied: Applied): void {
    this.#seen.add(finding);
    if (applied === 'created') this.#created.add(finding);
    const isOwnWrite = this.#written.delete(finding);
    if (applied === 'changed' && !isOwnWrite) this.#changed.add(finding);
  }

  /** They were just written by us: what is seen of them next is no news. */
  wrote(findings: Iterable<FindingRow>): void {
    for (const finding of findings) this.#written.add(finding);
  }

  /** A creation of ours landed: a sweep that meets it brings nothing new. `seenAs`: the row it was seen under. */
  ownCreation(finding: FindingRow, seenAs?: FindingRow): void {
    this.#ours.add(finding);
    if (seenAs === undefined || seenAs === finding) return;
    this.#created.delete(seenAs);
    this.#changed.delete(seenAs);
    if (this.#seen.delete(seenAs)) this.#seen.add(finding);
  }

  lost(finding: FindingRow): void {
    this.#gone.add(finding);
  }

  summary(): SyncSummary['pulled'] {
    const created = [...this.#created].filter((finding) => !this.#ours.has(finding)).length;
    const changed = [...this.#changed].filter(
      (finding) => !this.#created.has(finding) && !this.#ours.has(finding),
    ).length;
    return {
      pages: this.#pages,
      seen: this.#seen.size,
      created,
      changed,
      unchanged: this.#seen.size - created - changed,
      gone: this.#gone.size,
    };
  }
}
