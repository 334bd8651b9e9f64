import type { FindingRow } from '#contract/finding/finding.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { noteListShows, readConnection } from '#db/tables/accounts/connections.ts';
import type { ListPageRow } from '#db/tables/list-pages.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ListedPage, ListedRow, ReadResult } from '#remote/endpoints/service-api.ts';
import type { OnlineContext } from '../context.ts';
import { applyListed, type Applied, type AppliedRow, type ListShows } from '../intake/apply-record.ts';
import {
  isAsStored,
  knownPage,
  readingHash,
  rowsHash,
  type KnownPage,
  type RowDigest,
} from './known-pages.ts';
import type { Page, PageConsumer, Taken } from './pager.ts';
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
 * @param max what the last one might take
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
export class PageImporter implements PageConsumer {
  /** Findings that the sweep met. */
  readonly seen = new Set<FindingRow>();
  /** The pages that had any findings, in the order of the walk. */
  readonly pages: MetPage[] = [];
  /** Pages that say something else than before. */
  readonly news: ListPageRow[] = [];
  /** Rows that belong to another engagement. */
  foreignRows = 0;
  /** Why the walk was stopped; null while it goes on. */
  failure: RemoteFailure | null = null;
  readonly #ctx: OnlineContext;
  readonly #project: string;
  readonly #stats: SyncStats;
  readonly #reading: string;
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
    this.#reading = readingHash(ctx);
    this.#shows = readConnection(ctx.db)?.listShows ?? 'unprobed';
  }

  before(page: number): KnownPage | null {
    return knownPage(this.#ctx.db, this.#project, page, this.#reading);
  }

  /** Takes one page and says whether it had anything that this sweep had not met before. */
  async take(page: Page): Promise<Taken> {
    const metBefore = this.seen.size + this.foreignRows;
    const findings = (await this.#takeAsKnown(page)) ?? (await this.#takeAll(page));
    if (findings === null) return 'stop';
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

  /** Takes a page that says what it said before, if the store still has it so; else null, and nothing is taken. */
  async #takeAsKnown({ listed, before }: Page): Promise<readonly FindingRow[] | null> {
    if (listed.kind !== 'known' || before === null || this.#shows === 'unprobed') return null;
    if (!(await this.#letOthersGoFirst()) || !isAsStored(this.#ctx.db, before, this.#shows)) return null;
    for (const finding of before.findings) this.#meet(finding, 'unchanged');
    return before.findings;
  }

  /** Takes the rows of a page; null if the walk is to stop. */
  async #takeAll(page: Page): Promise<readonly FindingRow[] | null> {
    const listed = rowsOf(page.listed);
    if (listed.kind === 'failed') this.failure = listed.failure;
    else await this.#probe(listed.value);
    if (listed.kind === 'failed' || this.failure !== null) return null;
    const rows = listed.value;
    const taken: (AppliedRow | null)[] = [];
    while (taken.length < rows.length) {
      // Also before the first: the next page has often arrived by now, and questions would wait for several.
      if (!(await this.#letOthersGoFirst())) return null;
      const some = rows.slice(taken.length, taken.length + this.#rowsAtOnce);
      taken.push(...this.#takeRows(some, page.startedAt));
    }
    const kept = taken.filter((one) => one !== null);
    if (kept.length === rows.length)
      this.#remember(
        page,
        kept.map(({ listHash }, at) => [rows[at]?.id ?? null, listHash]),
        kept.map(({ finding }) => finding),
      );
    return kept.map(({ finding }) => finding);
  }

  /** False if the run was cancelled meanwhile. */
  async #letOthersGoFirst(): Promise<boolean> {
    const { clock, scheduler, signal } = this.#ctx;
    await clock.sleep(0, signal);
    await scheduler.yieldToUser(signal);
    if (signal.aborted) this.failure = { kind: 'cancelled' };
    return !signal.aborted;
  }

  /** Takes rows in one transaction, which ends early when a user works meanwhile; one row it always takes. */
  #takeRows(rows: readonly ListedRow[], startedAt: number): readonly (AppliedRow | null)[] {
    // Unprobed still: a row then is taken for less than the detail, which loses nothing.
    const shows = this.#shows === 'unprobed' ? 'less' : this.#shows;
    const { db, scheduler, clock } = this.#ctx;
    const beganMs = clock.awakeMs();
    const taken = transaction(db, () => {
      const applied: (AppliedRow | null)[] = [];
      for (const row of rows) {
        applied.push(applyListed(this.#ctx, this.#project, row, shows, startedAt));
        if (scheduler.inputSince(beganMs)) break;
      }
      return applied;
    });
    const last = { rows: taken.length, tookMs: clock.awakeMs() - beganMs };
    this.#rowsAtOnce = rowsAfter(this.#rowsAtOnce, last);
    for (const one of taken) {
      if (one === null) this.foreignRows += 1;
      else this.#meet(one.finding, one.applied);
    }
    return taken;
  }

  #meet(finding: FindingRow, applied: Applied): void {
    this.seen.add(finding);
    this.#stats.saw(finding, applied);
  }

  /** Not if its bytes alone are others than before: so they will be the next time, and an unchanged page costs no write. */
  #remember(
    { page, listed, before, idsHash }: Page,
    digests: readonly RowDigest[],
    findings: readonly FindingRow[],
  ): void {
    if (listed.kind === 'known' || findings.length === 0) return;
    const hash = rowsHash(digests);
    if (before?.rowsHash === hash) return;
    this.news.push({
      project: this.#project,
      page,
      bodyHash: listed.bodyHash,
      readingHash: this.#reading,
      idsHash,
      rowsHash: hash,
      findingsJson: JSON.stringify(findings),
    });
  }

  /** Learns what the list shows. If no detail can be read it is asked in the next sweep, not on every page. */
  async #probe(rows: readonly ListedRow[]): Promise<void> {
    if (!this.#probing || rows.length === 0 || this.#shows !== 'unprobed') return;
    const probe = await probeList(this.#ctx, rows);
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

function rowsOf(listed: ListedPage): ReadResult<readonly ListedRow[]> {
  return listed.kind === 'new' ? { kind: 'ok', value: listed.rows } : listed.read();
}
