import type { ListedRow } from '#remote/endpoints/service-api.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { readWithRetry } from '../schedule/retry-policy.ts';

/** One page as it came, and the number of the request (see `RequestOrder`). */
export interface Page {
  readonly page: number;
  readonly rows: readonly ListedRow[];
  readonly startedAt: number;
  /** When (ms awake) the answer was here; pages fetched ahead are taken later. */
  readonly answeredAtMs: number;
}

/** Whether a page had anything that the walk had not met before; `stop` ends the walk. */
export type Taken = 'news' | 'nothing-new' | 'stop';

type TakePage = (page: Page) => Promise<Taken>;

/** How the walk over the pages of a list ended. */
export type Walk =
  | {
      /** A 200 with an empty list was reached, and no page before it was empty. */
      readonly kind: 'end';
      readonly pageSize: number;
      readonly lastPage: number;
      /** Pages with fewer rows than the size in force, followed by more rows. */
      readonly shortPages: number;
    }
  | { readonly kind: 'repeating'; readonly page: number }
  /** The one who takes the pages wanted no more. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'endless' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

const pagesAtOnce = 4;
/** No engagement has this many pages; a service that never ends its list must not fill the disk. */
const maxPages = 50_000;
/** Rows move between pages while others work, but not over so many pages: the service goes round in a circle. */
const maxWithoutNews = 3;

/**
 * Hands each page of an engagement's list to `take`, in order, and fetches a few ahead.
 *
 * Page 1 tells the page size in force. If fewer rows came than were asked for, that number is asked for from then on,
 * so the service's offsets fit. `from: 'end'` walks backwards from around `lastPage`, the last page of the sweep
 * before. Rows that move between pages meanwhile are missed in one direction and met in the other. The end is an empty
 * list, nothing else (interface, "Limits" 2).
 */
export async function walkPages(
  ctx: OnlineContext,
  project: string,
  known: { from: 'start' | 'end'; lastPage: number },
  take: TakePage,
): Promise<Walk> {
  const asked = ctx.profile.pageSize;
  const first = await fetchPage(ctx, project, 1, asked);
  if (first.kind === 'failed') return first;
  const pageSize = first.page.rows.length === 0 ? asked : first.page.rows.length;
  const log = new WalkLog(pageSize);
  const ended = await log.take(first.page, take);
  if (ended !== null) return ended;
  // Asked for with another size, page 2 may rightly show the same rows again (a service that filters after paging).
  if (pageSize !== asked) log.forgetRows();
  if (first.page.rows.length === 0) return log.end(0);
  return known.from === 'start' || known.lastPage <= 1
    ? walkForwards(ctx, project, log, take)
    : walkBackwards(ctx, project, known.lastPage, log, take);
}

async function walkForwards(
  ctx: OnlineContext,
  project: string,
  log: WalkLog,
  take: TakePage,
): Promise<Walk> {
  const pages = prefetch(ctx, project, log.pageSize, 2, maxPages, 1);
  for await (const fetched of pages) {
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.rows.length === 0) return log.end(fetched.page.page - 1);
    const ended = await log.take(fetched.page, take);
    if (ended !== null) return ended;
  }
  return { kind: 'endless' };
}

async function walkBackwards(
  ctx: OnlineContext,
  project: string,
  lastPage: number,
  log: WalkLog,
  take: TakePage,
): Promise<Walk> {
  const top = await findLastPage(ctx, project, lastPage, log, take);
  if (top.kind !== 'top') return top;
  // Met on the way down, page 1 was the last one: it has been taken already.
  if (top.page === 1) return log.end(1);
  const downFrom = top.climbed ? lastPage : top.page - 1;
  for await (const fetched of prefetch(ctx, project, log.pageSize, downFrom, 1, -1)) {
    if (fetched.kind === 'failed') return fetched;
    const ended = await log.take(fetched.page, take);
    if (ended !== null) return ended;
  }
  return log.end(top.page);
}

/** Probes around the page that was the last one before, takes what it meets, and answers the last page of now. */
async function findLastPage(
  ctx: OnlineContext,
  project: string,
  lastPage: number,
  log: WalkLog,
  take: TakePage,
): Promise<{ kind: 'top'; page: number; climbed: boolean } | Walk> {
  for (let page = lastPage + 1; page <= maxPages; page += 1) {
    const fetched = await fetchPage(ctx, project, page, log.pageSize);
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.rows.length > 0) {
      const ended = await log.take(fetched.page, take);
      if (ended !== null) return ended;
      continue;
    }
    if (page > lastPage + 1) return { kind: 'top', page: page - 1, climbed: true };
    break;
  }
  for (let page = lastPage; page > 1; page -= 1) {
    const fetched = await fetchPage(ctx, project, page, log.pageSize);
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.rows.length === 0) continue;
    const ended = await log.take(fetched.page, take);
    return ended ?? { kind: 'top', page, climbed: false };
  }
  return lastPage < maxPages ? { kind: 'top', page: 1, climbed: false } : { kind: 'endless' };
}

type Fetched = { readonly kind: 'page'; readonly page: Page } | Extract<Walk, { kind: 'failed' }>;

async function fetchPage(
  ctx: OnlineContext,
  project: string,
  page: number,
  pageSize: number,
): Promise<Fetched> {
  // What was asked for arrives and is read whether or not a user works by then.
  await ctx.scheduler.yieldToUser(ctx.signal);
  let startedAt = 0;
  const result = await readWithRetry(ctx, () => {
    startedAt = ctx.order.begin();
    return ctx.client.listPage(callFor(ctx, 'sweep'), { project, page, pageSize });
  });
  if (result.kind === 'failed') return result;
  return { kind: 'page', page: { page, rows: result.value, startedAt, answeredAtMs: ctx.clock.awakeMs() } };
}

/** Pages `from`, `from + step`, … up to and with `to`, in order, a few of them under way at once. */
async function* prefetch(
  ctx: OnlineContext,
  project: string,
  pageSize: number,
  from: number,
  to: number,
  step: 1 | -1,
): AsyncGenerator<Fetched> {
  const underWay: Promise<Fetched>[] = [];
  let next = from;
  const within = (page: number): boolean => (step === 1 ? page <= to : page >= to);
  try {
    for (let page = from; within(page); page += step) {
      const ahead = ctx.scheduler.userActive() ? 1 : pagesAtOnce;
      while (within(next) && underWay.length < ahead) {
        underWay.push(fetchPage(ctx, project, next, pageSize));
        next += step;
      }
      const fetched = await underWay.shift();
      if (fetched === undefined) return;
      yield fetched;
    }
  } finally {
    // Pages fetched ahead past the end: nothing may still be under way when the walk is over.
    await Promise.all(underWay);
  }
}

/** What the walk has to remember of the pages it took. */
class WalkLog {
  readonly pageSize: number;
  readonly #sizes = new Map<number, number>();
  #lastIds = '';
  #pagesWithoutNews = 0;

  constructor(pageSize: number) {
    this.pageSize = pageSize;
  }

  /** Takes a page, and answers how the walk ends with it, or null when it goes on. */
  async take(page: Page, take: TakePage): Promise<Walk | null> {
    const ids = JSON.stringify(page.rows.map((row) => row.id));
    // The same ids twice in a row: the service does not page at all, and would answer so for ever.
    if (page.rows.length > 0 && ids === this.#lastIds) return { kind: 'repeating', page: page.page };
    this.#sizes.set(page.page, page.rows.length);
    this.#lastIds = ids;
    switch (await take(page)) {
      case 'stop':
        return { kind: 'stopped' };
      case 'news':
        this.#pagesWithoutNews = 0;
        return null;
      case 'nothing-new':
        this.#pagesWithoutNews += page.rows.length === 0 ? 0 : 1;
        return this.#pagesWithoutNews < maxWithoutNews ? null : { kind: 'repeating', page: page.page };
    }
  }

  /** What was taken last is no measure for what comes next. */
  forgetRows(): void {
    this.#lastIds = '';
  }

  end(lastPage: number): Walk {
    let shortPages = 0;
    for (const [page, size] of this.#sizes) {
      if (page < lastPage && size < this.pageSize) shortPages += 1;
    }
    return { kind: 'end', pageSize: this.pageSize, lastPage, shortPages };
  }
}
