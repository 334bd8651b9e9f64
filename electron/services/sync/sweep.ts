import type { FindingRow } from '#contract/finding.ts';
import { noteListShows, readConnection } from '#db/connections.ts';
import { beginSweep, endSweep, readSweep } from '#db/engagements.ts';
import { transaction } from '#db/transaction.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import { nowIso, type Online } from '../context.ts';
import { applyListed, type ListShows } from './apply.ts';
import { readDueDetails } from './details.ts';
import { requeueReturned, settleMissing, takeLateBulkNews } from './missing.ts';
import { walkPages, type Page } from './pages.ts';
import { listShowsLess, probeList } from './probe.ts';
import type { Tally } from './tally.ts';

/** How the sweep of one engagement ended. */
export type SweepEnd =
  | {
      readonly kind: 'complete';
      /** Findings that the sweep met. */
      readonly seen: ReadonlySet<FindingRow>;
      readonly notices: readonly string[];
    }
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
  online: Online,
  project: string,
  tally: Tally,
  options: { acceptMissing: boolean },
): Promise<SweepEnd> {
  const { db } = online;
  const before = readSweep(db, project);
  const number = transaction(db, () => beginSweep(db, project));
  const seen = new Set<FindingRow>();
  let lastRows: readonly FindingRow[] = [];
  let shows: ListShows | 'unprobed' = readConnection(db)?.listShows ?? 'unprobed';
  let strangers = 0;

  const take = async (page: Page): Promise<void> => {
    const learnt = await learnWhatListShows(online, shows, page);
    if (learnt !== shows && learnt !== 'unprobed') {
      shows = learnt;
      transaction(db, () => {
        noteListShows(db, learnt);
      });
    }
    // Unprobed still (no row could be read): a row then is taken for less than the detail, which loses nothing.
    const listShows = shows === 'unprobed' ? 'less' : shows;
    const applied = transaction(db, () =>
      page.rows.map((row) => applyListed(online, project, row, listShows, page.startedAt)),
    );
    const findings: FindingRow[] = [];
    for (const one of applied) {
      if (one === null) {
        strangers += 1;
        continue;
      }
      findings.push(one.finding);
      seen.add(one.finding);
      tally.saw(one.finding, one.applied);
    }
    if (findings.length > 0) lastRows = findings;
    tally.page();
    online.progress({ kind: 'sync', project, phase: 'sweep', done: seen.size, total: null });
  };

  // Every other sweep walks backwards; the number of the sweep decides, so that a failed one is not repeated alike.
  const from = number % 2 === 0 && before.lastPage !== null ? 'end' : 'start';
  const walk = await walkPages(online, project, { from, lastPage: before.lastPage ?? 1 }, take);
  if (walk.kind === 'failed') return walk;
  transaction(db, () => {
    requeueReturned(online, seen);
  });
  const details = await readDueDetails(online, project, tally);
  if (details !== null) return { kind: 'failed', failure: details };
  const notices = strangers === 0 ? [] : [strangersNotice(project, strangers)];
  if (walk.kind !== 'end') return { kind: 'incomplete', reason: incompleteReason(walk.kind), notices };

  const shortPaged = walk.shortPages === 0 ? 0 : before.shortPaged + 1;
  const trusted = shortPaged === 0 || shortPaged >= shortPagedTrust;
  if (shortPaged === shortPagedTrust) notices.push(shortPagedNotice(project));
  const missing = trusted
    ? await settleMissing(online, project, seen, lastRows, tally, options)
    : ({ kind: 'settled' } as const);
  if (missing.kind === 'failed') return missing;
  transaction(db, () => {
    takeLateBulkNews(online, project);
    endSweep(db, project, {
      completedAt: trusted ? nowIso(online) : null,
      pageSize: walk.pageSize,
      lastPage: walk.lastPage,
      shortPaged,
    });
  });
  if (missing.kind === 'held') return missing;
  if (!trusted) return { kind: 'incomplete', reason: 'a page was shorter than the ones after it', notices };
  return { kind: 'complete', seen, notices };
}

async function learnWhatListShows(
  online: Online,
  shows: ListShows | 'unprobed',
  page: Page,
): Promise<ListShows | 'unprobed'> {
  switch (shows) {
    case 'unprobed':
      return (await probeList(online, page.rows)) ?? 'unprobed';
    case 'everything':
      return page.page === 1 && (await listShowsLess(online, page.rows)) ? 'less' : 'everything';
    case 'less':
      return 'less';
  }
}

function incompleteReason(kind: 'repeating' | 'endless'): string {
  switch (kind) {
    case 'repeating':
      return 'the service answered two pages in a row with the same findings';
    case 'endless':
      return 'the list of the service does not end';
  }
}

function strangersNotice(project: string, count: number): string {
  return `${project}: ${String(count)} listed findings belong to another engagement and were left out.`;
}

function shortPagedNotice(project: string): string {
  return (
    `${project}: the service keeps sending pages that are not full. From now on a finding counts as gone ` +
    'only because reading it says so.'
  );
}
