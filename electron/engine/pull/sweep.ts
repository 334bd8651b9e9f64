import { beginSweep, cutSweep, endSweep, readSweep } from '#db/tables/engagements.ts';
import { transaction } from '#db/store/transaction.ts';
import { markFirstFetch } from './first-fetch.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { nowIso, type OnlineContext } from '../context.ts';
import { noteShown } from '../intake/not-found.ts';
import { readDueDetails } from './due-details.ts';
import {
  finishDoubted,
  requeueReturned,
  reconcileDeletions,
  takeLateBulkNews,
  type Accepts,
} from './reconcile-deletions.ts';
import type { CompleteSweep } from '../push/read-many.ts';
import { walkPages } from './pager.ts';
import { keepPages } from './known-pages.ts';
import { verifyList } from './list-completeness.ts';
import { metSincePause, PageImporter } from './page-importer.ts';
import type { SyncStats } from '../intake/sync-stats.ts';

/** How the sweep of one engagement ended. */
export type SweepEnd =
  | (CompleteSweep & {
      /** Findings of which the list shows less and that could not be read by themselves. */
      readonly unread: number;
      readonly notices: readonly string[];
    })
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'incomplete'; readonly reason: string; readonly notices: readonly string[] }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** After so many sweeps with short pages in a row the service is taken for one that filters after paging. */
const shortPagedTrust = 3;

/**
 * Sweeps one engagement: every page, one transaction a page, then the details that the list does not show, then
 * the findings that the sweep did not meet. An incomplete sweep adds and updates, and marks nothing gone
 * (promise 5).
 */
export async function sweepEngagement(
  ctx: OnlineContext,
  project: string,
  stats: SyncStats,
  options: Accepts,
): Promise<SweepEnd> {
  try {
    return await sweep(ctx, project, stats, options);
  } finally {
    noteCut(ctx, project);
  }
}

/** A full disk that ended the sweep may refuse this too: then the next start of the program notes it. */
function noteCut(ctx: OnlineContext, project: string): void {
  try {
    transaction(ctx.db, () => cutSweep(ctx.db, project, nowIso(ctx)));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

async function sweep(
  ctx: OnlineContext,
  project: string,
  stats: SyncStats,
  options: Accepts,
): Promise<SweepEnd> {
  const { db } = ctx;
  const before = readSweep(db, project);
  const number = transaction(db, () => beginSweep(db, project));
  const importer = new PageImporter(ctx, project, stats, before.lastPage);
  const { seen } = importer;

  // Every other sweep walks backwards; the number of the sweep decides, so that a failed one is not repeated alike.
  const from = number % 2 === 0 && before.lastPage !== null ? 'end' : 'start';
  const known = { from, lastPage: before.lastPage ?? 1 } as const;
  const walk = await walkPages(ctx, project, known, importer);
  if (walk.kind === 'failed') return walk;
  if (importer.failure !== null) return { kind: 'failed', failure: importer.failure };
  const pagedAtMs = ctx.clock.awakeMs();
  const returned = await requeueReturned(ctx, seen, stats);
  if (returned !== null) return { kind: 'failed', failure: returned };
  transaction(db, () => {
    noteShown(ctx, project, seen);
  });
  const unverified = await verifyList(ctx, project);
  if (unverified !== null) return { kind: 'failed', failure: unverified };
  const details = await readDueDetails(ctx, project, stats);
  if (details.failure !== null) return { kind: 'failed', failure: details.failure };
  const notices = importer.foreignRows === 0 ? [] : [foreignRowsNotice(project, importer.foreignRows)];
  if (details.unread > 0) notices.push(unreadNotice(project, details.unread));
  if (walk.kind !== 'end') return { kind: 'incomplete', reason: incompleteReason(walk.kind), notices };

  const shortPaged = walk.shortPages === 0 ? 0 : before.shortPaged + 1;
  const trusted = shortPaged === 0 || shortPaged >= shortPagedTrust;
  if (shortPaged === shortPagedTrust) notices.push(shortPagedNotice(project));
  const missing = trusted
    ? await reconcileDeletions(ctx, project, seen, importer.pages.at(-1)?.findings ?? [], stats, options)
    : ({ kind: 'settled', isWhole: false } as const);
  if (missing.kind === 'failed') return missing;
  if (trusted && before.completedAt === null) await markFirstFetch(ctx, project);
  transaction(db, () => {
    takeLateBulkNews(ctx, project);
    keepPages(db, project, importer.news, walk.lastPage);
    if (missing.kind === 'settled' && missing.isWhole) finishDoubted(ctx, project, seen);
    endSweep(db, project, {
      completedAt: trusted ? nowIso(ctx) : null,
      pageSize: walk.pageSize,
      lastPage: walk.lastPage,
      shortPaged,
    });
  });
  if (missing.kind === 'held') return missing;
  if (!trusted) return { kind: 'incomplete', reason: 'a page was shorter than the ones after it', notices };
  return {
    kind: 'complete',
    seen,
    recent: metSincePause(importer.pages, pagedAtMs),
    pagedAtMs,
    unread: details.unread,
    notices,
  };
}

function incompleteReason(kind: 'repeating' | 'endless' | 'stopped'): string {
  switch (kind) {
    case 'stopped':
      return 'it was stopped on the way';
    case 'repeating':
      return 'the service repeats pages that it has shown already';
    case 'endless':
      return 'the list of the service does not end';
  }
}

function foreignRowsNotice(project: string, count: number): string {
  return `${project}: ${String(count)} listed findings belong to another engagement and were left out.`;
}

function unreadNotice(project: string, count: number): string {
  return (
    `${project}: ${String(count)} ${count === 1 ? 'finding' : 'findings'} could not be read in full; the list shows ` +
    'only part of them. The next sync tries again.'
  );
}

function shortPagedNotice(project: string): string {
  return (
    `${project}: the service keeps sending pages that are not full. From now on a finding counts as deleted ` +
    'only because reading it says so.'
  );
}
