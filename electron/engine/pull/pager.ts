import type { ListedPage } from '#remote/endpoints/service-api.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { readWithRetry } from '../schedule/retry-policy.ts';
import { idsHash, type KnownPage } from './known-pages.ts';

/** One page as it came, and the number of the request (see `RequestOrder`). */
export interface Page {
  readonly page: number;
  /** Its rows, or that it says what it said before. */
  readonly listed: ListedPage;
  /** What it was before, if it is to be read as it was then. */
  readonly before: KnownPage | null;
  /** How many rows it has, and a hash of their identifiers. */
  readonly size: number;
  readonly idsHash: string;
  readonly startedAt: number;
  /** When (ms awake) the answer was here; pages fetched ahead are taken later. */
  readonly answeredAtMs: number;
}

/** Whether a page had anything that the walk had not met before; `stop` ends the walk. */
export type Taken = 'news' | 'nothing-new' | 'stop';

/** What is done with the pages of a list. */
export interface PageConsumer {
  /** What a page was when it was last read, unless it would be read otherwise now. */
  before(page: number): KnownPage | null;
  take(page: Page): Promise<Taken>;
}

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
  consumer: PageConsumer,
): Promise<Walk> {
  const asked = ctx.profile.pageSize;
  const first = await fetchPage({ ctx, project, pageSize: asked, consumer }, 1);
  if (first.kind === 'failed') return first;
  const pageSize = first.page.size === 0 ? asked : first.page.size;
  const list = { ctx, project, pageSize, consumer };
  const log = new WalkLog(pageSize);
  const ended = await log.take(first.page, consumer);
  if (ended !== null) return ended;
  // Asked for with another size, page 2 may rightly show the same rows again (a service that filters after paging).
  if (pageSize !== asked) log.forgetRows();
  if (first.page.size === 0) return log.end(0);
  return known.from === 'start' || known.lastPage <= 1
    ? walkForwards(list, log)
    : walkBackwards(list, known.lastPage, log);
}

/** The list that is walked, and what is done with its pages. */
interface List {
  readonly ctx: OnlineContext;
  readonly project: string;
  readonly pageSize: number;
  readonly consumer: PageConsumer;
}

async function walkForwards(list: List, log: WalkLog): Promise<Walk> {
  for await (const fetched of prefetch(list, 2, maxPages, 1)) {
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.size === 0) return log.end(fetched.page.page - 1);
    const ended = await log.take(fetched.page, list.consumer);
    if (ended !== null) return ended;
  }
  return { kind: 'endless' };
}

async function walkBackwards(list: List, lastPage: number, log: WalkLog): Promise<Walk> {
  const top = await findLastPage(list, lastPage, log);
  if (top.kind !== 'top') return top;
  // Met on the way down, page 1 was the last one: it has been taken already.
  if (top.page === 1) return log.end(1);
  const downFrom = top.climbed ? lastPage : top.page - 1;
  for await (const fetched of prefetch(list, downFrom, 1, -1)) {
    if (fetched.kind === 'failed') return fetched;
    const ended = await log.take(fetched.page, list.consumer);
    if (ended !== null) return ended;
  }
  return log.end(top.page);
}

/** Probes around the page that was the last one before, takes what it meets, and answers the last page of now. */
async function findLastPage(
  list: List,
  lastPage: number,
  log: WalkLog,
): Promise<{ kind: 'top'; page: number; climbed: boolean } | Walk> {
  for (let page = lastPage + 1; page <= maxPages; page += 1) {
    const fetched = await fetchPage(list, page);
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.size > 0) {
      const ended = await log.take(fetched.page, list.consumer);
      if (ended !== null) return ended;
      continue;
    }
    if (page > lastPage + 1) return { kind: 'top', page: page - 1, climbed: true };
    break;
  }
  for (let page = lastPage; page > 1; page -= 1) {
    const fetched = await fetchPage(list, page);
    if (fetched.kind === 'failed') return fetched;
    if (fetched.page.size === 0) continue;
    const ended = await log.take(fetched.page, list.consumer);
    return ended ?? { kind: 'top', page, climbed: false };
  }
  return lastPage < maxPages ? { kind: 'top', page: 1, climbed: false } : { kind: 'endless' };
}

type Fetched = { readonly kind: 'page'; readonly page: Page } | Extract<Walk, { kind: 'failed' }>;

async function fetchPage({ ctx, project, pageSize, consumer }: List, page: number): Promise<Fetched> {
  // What was asked for arrives and is read whether or not a user works by then.
  await ctx.scheduler.yieldToUser(ctx.signal);
  let startedAt = 0;
  const before = consumer.before(page);
  const result = await readWithRetry(ctx, () => {
    startedAt = ctx.order.begin();
    const query = { project, page, pageSize };
    return ctx.client.refreshPage(callFor(ctx, 'sweep'), query, before?.bodyHash ?? null);
  });
  if (result.kind === 'failed') return result;
  const listed = result.value;
  const rows =
    listed.kind === 'new'
      ? { size: listed.rows.length, idsHash: idsHash(listed.rows.map(({ id }) => id)) }
      : { size: before?.findings.length ?? 0, idsHash: before?.idsHash ?? '' };
  return {
    kind: 'page',
    page: { page, listed, before, ...rows, startedAt, answeredAtMs: ctx.clock.awakeMs() },
  };
}

/** Pages `from`, `from + step`, … up to and with `to`, in order, a few of them under way at once. */
async function* prefetch(list: List, from: number, to: number, step: 1 | -1): AsyncGenerator<Fetched> {
  const underWay: Promise<Fetched>[] = [];
  let next = from;
  const within = (page: number): boolean => (step === 1 ? page <= to : page >= to);
  try {
    for (let page = from; within(page); page += step) {
      const ahead = list.ctx.scheduler.userActive() ? 1 : pagesAtOnce;
      while (within(next) && underWay.length < ahead) {
        underWay.push(fetchPage(list, next));
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
  async take(page: Page, consumer: PageConsumer): Promise<Walk | null> {
    // The same ids twice in a row: the service does not page at all, and would answer so for ever.
    if (page.size > 0 && page.idsHash === this.#lastIds) return { kind: 'repeating', page: page.page };
    this.#sizes.set(page.page, page.size);
    this.#lastIds = page.idsHash;
    switch (await consumer.take(page)) {
      case 'stop':
        return { kind: 'stopped' };
      case 'news':
        this.#pagesWithoutNews = 0;
        return null;
      case 'nothing-new':
        this.#pagesWithoutNews += page.size === 0 ? 0 : 1;
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
