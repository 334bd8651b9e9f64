import type { FindingRow } from '#contract/finding/finding.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { noteListShows, readConnection } from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ListedRow } from '#remote/endpoints/service-api.ts';
import type { OnlineContext } from '../context.ts';
import { applyListed, type ListShows } from '../intake/apply-record.ts';
import type { Page, Taken } from './pager.ts';
import { pauseMs } from '../push/read-many.ts';
import { probeList } from './list-completeness.ts';
import type { SyncStats } from '../intake/sync-stats.ts';

/** A transaction shall take about so long: a call that waits for the store meanwhile, as a save does, must not notice. */
const transactionMs = 15;
/** Rows of a transaction; more gain nothing, and fewer cost more commits than rows. */
const maxRows = 500;
const leastRows = 50;
/** What a sweep begins with; a usual page. */
const firstRows = 200;

/**
 * How many rows the next transaction may take.
 * @param most what the last one might take
 * @param last what it took, and how long that was
 */
export function rowsAfter(max: number, last: { readonly rows: number; readonly tookMs: number }): number {
  if (last.tookMs > transactionMs) return Math.max(leastRows, Math.floor(last.rows / 2));
  const wasFull = last.rows === max;
  return wasFull && last.tookMs < transactionMs / 2 ? Math.min(maxRows, max * 2) : max;
}

/** Findings of one page of a sweep, and when (ms awake) its answer was here. */
interface MetPage {
  readonly answeredAtMs: number;
  readonly findings: readonly FindingRow[];
}

/** The findings that a walk met after its last pause: what it met before is too old to rest a write on (promise 6). */
export function metSincePause(pages: readonly MetPage[], endedAtMs: number): ReadonlySet<FindingRow> {
  const times = [...pages.map(({ answeredAtMs }) => answeredAtMs), endedAtMs].sort(
    (one, other) => one - other,
  );
  const resumedMs = times.findLast((ms, at) => ms - (times[at - 1] ?? ms) > pauseMs) ?? -Infinity;
  return new Set(
    pages.filter(({ answeredAtMs }) => answeredAtMs >= resumedMs).flatMap(({ findings }) => findings),
  );
}

/** Takes the pages of one sweep into the store and remembers what the sweep met. */
export class PageImporter {
  /** Findings that the sweep met. */
  readonly seen = new Set<FindingRow>();
  /** The pages that had any findings, in the order of the walk. */
  readonly pages: MetPage[] = [];
  /** Rows that belong to another engagement. */
  foreignRows = 0;
  /** Why probing the list stopped the walk; null while it goes on. */
  failure: RemoteFailure | null = null;
  readonly #ctx: OnlineContext;
  readonly #project: string;
  readonly #stats: SyncStats;
  #shows: ListShows | 'unprobed';
  #probing = true;
  #rowsAtOnce = firstRows;
  #pages = 0;
  readonly #lastPage: number | null;

  /** @param lastPage of the last whole sweep; null if there was none */
  constructor(ctx: OnlineContext, project: string, stats: SyncStats, lastPage: number | null) {
    this.#ctx = ctx;
    this.#project = project;
    this.#stats = stats;
    this.#lastPage = lastPage;
    this.#shows = readConnection(ctx.db)?.listShows ?? 'unprobed';
  }

  /** Takes one page and says whether it had anything that this sweep had not met before. */
  async take(page: Page): Promise<Taken> {
    await this.#probe(page);
    if (this.failure !== null) return 'stop';
    const metBefore = this.seen.size + this.foreignRows;
    const findings: FindingRow[] = [];
    let at = 0;
    while (at < page.rows.length) {
      // Also before the first: the next page has often arrived by now, and questions would wait for several.
      await this.#ctx.clock.sleep(0, this.#ctx.signal);
      await this.#ctx.scheduler.yieldToUser(this.#ctx.signal);
      if (this.#ctx.signal.aborted) {
        this.failure = { kind: 'cancelled' };
        return 'stop';
      }
      const { clock } = this.#ctx;
      const beganMs = clock.awakeMs();
      const taken = this.#takeRows(page.rows.slice(at, at + this.#rowsAtOnce), page.startedAt, beganMs);
      const tookMs = clock.awakeMs() - beganMs;
      findings.push(...taken.findings);
      this.#rowsAtOnce = rowsAfter(this.#rowsAtOnce, { rows: taken.rows, tookMs });
      at += taken.rows;
    }
    if (findings.length > 0) this.pages.push({ answeredAtMs: page.answeredAtMs, findings });
    this.#stats.page();
    this.#pages += 1;
    const { size } = this.seen;
    this.#ctx.progress({
      kind: 'sync',
      project: this.#project,
      phase: 'sweep',
      done: size,
      total: null,
      pages: { done: this.#pages, about: this.#lastPage },
    });
    return size + this.foreignRows > metBefore ? 'news' : 'nothing-new';
  }

  /** Takes rows in one transaction, which ends early when a user works meanwhile; one row it always takes. */
  #takeRows(
    rows: readonly ListedRow[],
    startedAt: number,
    beganMs: number,
  ): { readonly rows: number; readonly findings: readonly FindingRow[] } {
    // Unprobed still: a row then is taken for less than the detail, which loses nothing.
    const shows = this.#shows === 'unprobed' ? 'less' : this.#shows;
    const { db, scheduler } = this.#ctx;
    const applied = transaction(db, () => {
      const taken: ReturnType<typeof applyListed>[] = [];
      for (const row of rows) {
        taken.push(applyListed(this.#ctx, this.#project, row, shows, startedAt));
        if (scheduler.inputSince(beganMs)) break;
      }
      return taken;
    });
    const findings = applied.flatMap((one) => {
      if (one === null) {
        this.foreignRows += 1;
        return [];
      }
      this.seen.add(one.finding);
      this.#stats.saw(one.finding, one.applied);
      return [one.finding];
    });
    return { rows: applied.length, findings };
  }

  /** Learns what the list shows. If no detail can be read it is asked in the next sweep, not on every page. */
  async #probe(page: Page): Promise<void> {
    if (!this.#probing || page.rows.length === 0 || this.#shows !== 'unprobed') return;
    const probe = await probeList(this.#ctx, page.rows);
    switch (probe.kind) {
      case 'shows':
        this.#learn(probe.shows);
        return;
      case 'unread':
        this.#probing = false;
        return;
      case 'nothing-to-read':
        return;
      case 'failed':
        this.failure = probe.failure;
        return;
    }
  }

  #learn(shows: ListShows): void {
    this.#shows = shows;
    transaction(this.#ctx.db, () => {
      noteListShows(this.#ctx.db, shows);
    });
  }
}
