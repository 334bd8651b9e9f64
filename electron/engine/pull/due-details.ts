import { detailsDue, detailsDueCount, type IdentityRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { mapConcurrent } from '../schedule/map-concurrent.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';
import type { SyncStats } from '../intake/sync-stats.ts';

const batch = 200;
const readsAtOnce = 4;

/** So many findings in a row that cannot be read are the service's failure, not theirs. */
const maxUnread = 10;

/** How reading the details ended: why it was stopped, and how many could not be read. */
export interface DetailsEnd {
  readonly failure: RemoteFailure | null;
  readonly unread: number;
}

/**
 * Reads every finding of an engagement whose detail the list does not show or whose list row moved on. One that
 * cannot be read stays due for the next sweep and holds up nothing.
 */
export async function readDueDetails(
  ctx: OnlineContext,
  project: string,
  stats: SyncStats,
): Promise<DetailsEnd> {
  const tried = new Set<number>();
  let unread = 0;
  let inARow = 0;
  let failure: RemoteFailure | null = null;
  const total = detailsDueCount(ctx.db, project);
  for (;;) {
    const due = detailsDue(ctx.db, project, batch + tried.size).filter((row) => !tried.has(row.finding));
    if (due.length === 0 || failure !== null) return { failure, unread };
    await mapConcurrent(due, readsAtOnce, async (row) => {
      const failed = await readOne(ctx, row, stats);
      tried.add(row.finding);
      ctx.progress({ kind: 'sync', project, phase: 'details', done: tried.size, total });
      if (failed === null) {
        inARow = 0;
        return true;
      }
      unread += 1;
      inARow += 1;
      if (endsTheRun(failed) || inARow >= maxUnread) failure ??= failed;
      return failure === null;
    });
  }
}

/** Null: it was read, or is gone, which the sweep itself finds out. */
async function readOne(
  ctx: OnlineContext,
  row: IdentityRow,
  stats: SyncStats,
): Promise<RemoteFailure | null> {
  const { db } = ctx;
  const { finding, serviceId } = row;
  if (serviceId === null) return null;
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'sweep'));
  if (read.kind === 'failed') return read.failure.kind === 'not-found' ? null : read.failure;
  const applied = transaction(db, () => applyDetail(ctx, finding, read.value, startedAt));
  stats.saw(finding, applied);
  return null;
}
