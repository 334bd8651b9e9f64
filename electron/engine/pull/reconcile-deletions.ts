import type { FindingRow } from '#contract/finding/finding.ts';
import { holdEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { removeListRow } from '#db/tables/findings/lists.ts';
import {
  doubtedItems,
  findingsBeingDeleted,
  itemsInState,
  openItemsOf,
  readItem,
  rejectedBulkItems,
} from '#db/tables/outbox/operations.ts';
import {
  forgetUnreadable,
  goneBefore,
  liveFindings,
  markGone,
  readIdentity,
  readRecord,
  removeRecord,
  unreadableWithoutId,
} from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { callFor, nowIso, type OnlineContext } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { takeLateNews } from '../push/operations/bulk.ts';
import { goneConflict, parseConflict } from '../record/conflict-codec.ts';
import { finishDeletion, finishUnsent } from '../push/operations/delete.ts';
import { deletes } from '../outbox/eligibility.ts';
import { markConflicted, requeue } from '../outbox/operation-state.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { massDeletionEvidence, massDeletionText, type MassDeletionEvidence } from './mass-deletion-guard.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';
import type { SyncStats } from '../intake/sync-stats.ts';

/** What became of the findings that a complete sweep did not meet. */
export type DeletionOutcome =
  /** `isWhole`: the list showed all that could be read; if not, what it leaves out proves no deletion of ours done. */
  | { readonly kind: 'settled'; readonly isWhole: boolean }
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** More than this many missing at once is a changed role or membership rather than deletions. */
const maxMissing = 20;

/** Whether a person has said that what is missing is gone, and for how many findings they said so. */
export interface Accepts {
  readonly acceptMissing: boolean;
  readonly acceptAtMost?: number | undefined;
}

const keepGoneMs = 30 * 86_400_000;

/**
 * Reads each finding that a complete sweep did not show; "not found" means gone (promise 5). If too many are missing,
 * nothing is marked and the user is asked; `acceptMissing` is their yes.
 */
export async function reconcileDeletions(
  ctx: OnlineContext,
  project: string,
  seen: ReadonlySet<FindingRow>,
  lastRows: readonly FindingRow[],
  stats: SyncStats,
  { acceptMissing, acceptAtMost }: Accepts,
): Promise<DeletionOutcome> {
  // What we are deleting ourselves is confirmed by its own reads; it says nothing about a changed membership.
  const leaving = findingsBeingDeleted(ctx.db, project);
  const live = (await believedThere(ctx, project)).filter((finding) => !leaving.has(finding));
  const missing = live.filter((finding) => !seen.has(finding));
  const confirmed: { readonly finding: FindingRow; readonly deletion: number | undefined }[] = [];
  const tooMany = (): boolean => confirmed.length > maxMissing || confirmed.length * 4 >= live.length;
  const heldFor = (reason: string): DeletionOutcome =>
    hold(ctx, project, reason, { missing, of: live.length, confirmed: confirmed.length });
  let isWhole = true;
  const isBeyondYes = (): boolean => acceptAtMost !== undefined && confirmed.length > acceptAtMost;
  for (const finding of missing) {
    const deletion = openDeletionOf(ctx, finding);
    const read = await readAlone(ctx, finding, stats);
    if (read.kind === 'failed') return read;
    if (read.kind === 'there' && readIdentity(ctx.db, finding).serviceId !== null) isWhole = false;
    if (read.kind !== 'not-found') continue;
    confirmed.push({ finding, deletion });
    if (tooMany() && (!acceptMissing || isBeyondYes()))
      return heldFor(
        `${String(missing.length)} of ${String(live.length)} findings are no longer there at once`,
      );
  }
  const witness = lastRows.find((finding) => readIdentity(ctx.db, finding).serviceId !== null);
  if (confirmed.length > 0 && !acceptMissing && witness !== undefined) {
    const read = await readAlone(ctx, witness, stats);
    if (read.kind === 'failed') return read;
    if (read.kind === 'not-found') {
      return heldFor('the service lists findings that it then says are not there');
    }
  }
  transaction(ctx.db, () => {
    holdEngagement(ctx.db, project, null);
    for (const { finding, deletion } of confirmed) {
      // A deletion that the user asked for meanwhile is not proved by a read from before it.
      if (openDeletionOf(ctx, finding) !== deletion) continue;
      loseFinding(ctx, finding, isWhole);
      stats.lost(finding);
    }
    clearAway(ctx, project, seen);
  });
  return { kind: 'settled', isWhole };
}

function openDeletionOf({ db }: OnlineContext, finding: FindingRow): number | undefined {
  return openItemsOf(db, finding).find((item) => deletes(item))?.seq;
}

/** So many are read between two breaths: some milliseconds. */
const readAtOnce = 5_000;

/** What the service is believed to show, read in pieces. What comes or goes between two of them is read by itself below. */
async function believedThere({ db, clock, signal }: OnlineContext, project: string): Promise<FindingRow[]> {
  const live: FindingRow[] = [];
  for (let full = true; full;) {
    const piece = liveFindings(db, project, { after: live.at(-1) ?? 0, limit: readAtOnce });
    live.push(...piece);
    full = piece.length === readAtOnce;
    await clock.sleep(0, signal);
  }
  return live;
}

function hold(
  ctx: OnlineContext,
  project: string,
  reason: string,
  found: Omit<MassDeletionEvidence, 'since'>,
): DeletionOutcome {
  transaction(ctx.db, () => {
    const since = massDeletionEvidence(ctx.db, project)?.since ?? nowIso(ctx);
    holdEngagement(ctx.db, project, reason, massDeletionText({ since, ...found }));
  });
  return { kind: 'held', reason };
}

async function readAlone(
  ctx: OnlineContext,
  finding: FindingRow,
  stats: SyncStats,
): Promise<{ kind: 'there' | 'not-found' | 'unread' } | Extract<DeletionOutcome, { kind: 'failed' }>> {
  const { db } = ctx;
  const { serviceId } = readIdentity(db, finding);
  if (serviceId === null) return { kind: 'there' };
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'sweep'));
  if (read.kind === 'ok') {
    const applied = transaction(db, () => applyDetail(ctx, finding, read.value, startedAt));
    stats.saw(finding, applied);
    return { kind: 'there' };
  }
  if (read.failure.kind === 'not-found') return { kind: 'not-found' };
  return endsTheRun(read.failure) ? read : { kind: 'unread' };
}

/**
 * Hides a finding that is gone; edits that wait on it become the conflict `gone`, and stay. A deletion of ours is done, or
 * waits for a look of its own if the list is not whole.
 */
function loseFinding(ctx: OnlineContext, finding: FindingRow, isWhole: boolean): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  markGone(db, finding, at);
  recordHistory(db, finding, { at, what: 'gone' });
  const open = openItemsOf(db, finding);
  for (const [place, item] of open.entries()) {
    if (item.state !== 'queued') continue;
    // Not there any more is what a deletion asked for; only the head of a finding's order may be finished.
    if (deletes(item) && !isWhole) continue;
    if (deletes(item) && place === 0) {
      // What stood behind it has gone with it.
      finishUnsent(ctx, item);
      break;
    }
    markConflicted(ctx, item, goneConflict(item));
  }
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
}

/**
 * Requeues what was in the conflict `gone` if a sweep shows the finding and it can be read. One "not found" may have
 * been a passing answer.
 *
 * @returns why the run has to stop, or null
 */
export async function requeueReturned(
  ctx: OnlineContext,
  seen: ReadonlySet<FindingRow>,
  stats: SyncStats,
): Promise<RemoteFailure | null> {
  for (const item of itemsInState(ctx.db, 'conflict')) {
    if (!seen.has(item.finding) || item.conflictJson === null) continue;
    if (parseConflict(item.conflictJson).reason !== 'gone') continue;
    const read = await readAlone(ctx, item.finding, stats);
    if (read.kind === 'failed') return read.failure;
    if (read.kind !== 'there') continue;
    transaction(ctx.db, () => {
      const now = readItem(ctx.db, item.seq, item.finding);
      if (now?.state === 'conflict') requeue(ctx, now, 'returned');
    });
  }
  return null;
}

/**
 * Our own deletions of unknown outcome whose finding was read as "not found" and was not met by this complete sweep: they
 * are done. To be called in a transaction.
 */
export function finishDoubted(ctx: OnlineContext, project: string, seen: ReadonlySet<FindingRow>): void {
  for (const item of doubtedItems(ctx.db, project)) {
    if (deletes(item) && item.state === 'unknown' && !seen.has(item.finding)) finishDeletion(ctx, item);
  }
}

/**
 * Good news that came late: what a bulk request seemed to have left as it was shows the outcome in this sweep. To
 * be called in a transaction.
 */
export function takeLateBulkNews(ctx: OnlineContext, project: string): void {
  for (const item of rejectedBulkItems(ctx.db, project)) {
    const gone = readRecord(ctx.db, item.finding)?.goneAt ?? null;
    takeLateNews(ctx, item, gone === null ? readBase(ctx.db, item.finding) : null);
  }
}

/** Drops records that were gone for 30 days and hold no work, and raw rows without identifier that are not listed any more. */
function clearAway(ctx: OnlineContext, project: string, seen: ReadonlySet<FindingRow>): void {
  const { db } = ctx;
  const before = new Date(ctx.clock.wallMs() - keepGoneMs).toISOString();
  for (const finding of goneBefore(db, project, before)) {
    removeRecord(db, finding);
    removeListRow(db, finding);
  }
  for (const finding of unreadableWithoutId(db, project)) {
    if (seen.has(finding)) continue;
    removeListRow(db, finding);
    forgetUnreadable(db, finding);
  }
}
