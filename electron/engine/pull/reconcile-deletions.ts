import type { FindingRow } from '#contract/finding.ts';
import { holdEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/history.ts';
import { removeListRow } from '#db/tables/lists.ts';
import {
  doubtedItems,
  findingsBeingDeleted,
  itemsInState,
  openItemsOf,
  readItem,
  rejectedBulkItems,
} from '#db/tables/operations.ts';
import {
  forgetUnreadable,
  goneBefore,
  liveFindings,
  markGone,
  readIdentity,
  readRecord,
  removeRecord,
  unreadableWithoutId,
} from '#db/tables/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { callFor, nowIso, type Online } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { takeLateNews } from '../push/operations/bulk.ts';
import { goneConflict, parseConflict } from '../record/conflict-codec.ts';
import { finishDeletion, finishUnsent } from '../push/operations/delete.ts';
import { putInConflict, requeue } from '../outbox/operation-state.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { readFresh } from '../intake/fetch-finding.ts';
import { heldEvidence, heldText, type HeldEvidence } from './mass-deletion-guard.ts';
import { stopsTheRun } from '../schedule/retry-policy.ts';
import type { Tally } from '../intake/sync-stats.ts';

/** What became of the findings that a complete sweep did not meet. */
export type MissingEnd =
  | { readonly kind: 'settled' }
  | { readonly kind: 'held'; readonly reason: string }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** More than this many missing at once is a changed role or membership rather than deletions. */
const mostMissing = 20;

/** Whether a person has said that what is missing is gone, and for how many findings they said so. */
export interface Accepts {
  readonly acceptMissing: boolean;
  readonly acceptAtMost?: number | undefined;
}

const keepGoneMs = 30 * 86_400_000;

/**
 * Reads each finding that a complete sweep did not meet by itself. Not found means gone or no longer visible,
 * anything else keeps it (promise 5). Where more than 20, a quarter, or all of the engagement are missing at
 * once, or a finding that the sweep has just shown answers "not found" too, nothing is marked: the engagement
 * is held and the person is asked. `acceptMissing` is that person's yes.
 */
export async function settleMissing(
  online: Online,
  project: string,
  seen: ReadonlySet<FindingRow>,
  lastRows: readonly FindingRow[],
  tally: Tally,
  { acceptMissing, acceptAtMost }: Accepts,
): Promise<MissingEnd> {
  // What we are deleting ourselves is confirmed by its own reads; it says nothing about a changed membership.
  const leaving = findingsBeingDeleted(online.db, project);
  const live = (await believedThere(online, project)).filter((finding) => !leaving.has(finding));
  const missing = live.filter((finding) => !seen.has(finding));
  const confirmed: FindingRow[] = [];
  const tooMany = (): boolean => confirmed.length > mostMissing || confirmed.length * 4 >= live.length;
  const heldFor = (reason: string): MissingEnd =>
    hold(online, project, reason, { missing, of: live.length, confirmed: confirmed.length });
  const isBeyondYes = (): boolean => acceptAtMost !== undefined && confirmed.length > acceptAtMost;
  for (const finding of missing) {
    const read = await readAlone(online, finding, tally);
    if (read.kind === 'failed') return read;
    if (read.kind !== 'not-found') continue;
    confirmed.push(finding);
    if (tooMany() && (!acceptMissing || isBeyondYes()))
      return heldFor(
        `${String(missing.length)} of ${String(live.length)} findings are no longer there at once`,
      );
  }
  const witness = lastRows.find((finding) => readIdentity(online.db, finding).serviceId !== null);
  if (confirmed.length > 0 && !acceptMissing && witness !== undefined) {
    const read = await readAlone(online, witness, tally);
    if (read.kind === 'failed') return read;
    if (read.kind === 'not-found') {
      return heldFor('the service lists findings that it then says are not there');
    }
  }
  transaction(online.db, () => {
    holdEngagement(online.db, project, null);
    for (const finding of confirmed) loseFinding(online, finding);
    clearAway(online, project, seen);
  });
  for (const finding of confirmed) tally.lost(finding);
  return { kind: 'settled' };
}

/** So many are read between two breaths: some milliseconds. */
const readAtOnce = 5_000;

/** What the service is believed to show, read in pieces. What comes or goes between two of them is read by itself below. */
async function believedThere({ db, clock, signal }: Online, project: string): Promise<FindingRow[]> {
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
  online: Online,
  project: string,
  reason: string,
  found: Omit<HeldEvidence, 'since'>,
): MissingEnd {
  transaction(online.db, () => {
    const since = heldEvidence(online.db, project)?.since ?? nowIso(online);
    holdEngagement(online.db, project, reason, heldText({ since, ...found }));
  });
  return { kind: 'held', reason };
}

async function readAlone(
  online: Online,
  finding: FindingRow,
  tally: Tally,
): Promise<{ kind: 'there' | 'not-found' | 'unread' } | Extract<MissingEnd, { kind: 'failed' }>> {
  const { db } = online;
  const { serviceId } = readIdentity(db, finding);
  if (serviceId === null) return { kind: 'there' };
  const { read, startedAt } = await readFresh(online, serviceId, callFor(online, 'sweep'));
  if (read.kind === 'ok') {
    const applied = transaction(db, () => applyDetail(online, finding, read.value, startedAt));
    tally.saw(finding, applied);
    return { kind: 'there' };
  }
  if (read.failure.kind === 'not-found') return { kind: 'not-found' };
  return stopsTheRun(read.failure) ? read : { kind: 'unread' };
}

/** Hides a finding that is gone; edits that wait on it become the conflict `gone`, and stay. */
function loseFinding(online: Online, finding: FindingRow): void {
  const { db } = online;
  const at = nowIso(online);
  markGone(db, finding, at);
  recordHistory(db, finding, { at, what: 'gone' });
  const open = openItemsOf(db, finding);
  for (const [place, item] of open.entries()) {
    if (item.state !== 'queued') continue;
    const deletes = item.kind === 'delete' || item.kind === 'bulk-delete';
    // Not there any more is what a deletion asked for; only the head of a finding's order may be finished.
    if (deletes && place === 0) finishUnsent(online, item);
    else putInConflict(online, item, goneConflict(item));
  }
  refreshListRow(db, finding, { profile: online.profile, nowIso: at });
}

/**
 * What waited in the conflict `gone` on a finding that a sweep shows again is queued again, once reading it by
 * itself works: one "not found" may have been a passing answer, a list may also show what nobody can read.
 *
 * @returns why the run has to stop, or null
 */
export async function requeueReturned(
  online: Online,
  seen: ReadonlySet<FindingRow>,
  tally: Tally,
): Promise<RemoteFailure | null> {
  for (const item of itemsInState(online.db, 'conflict')) {
    if (!seen.has(item.finding) || item.conflictJson === null) continue;
    if (parseConflict(item.conflictJson).reason !== 'gone') continue;
    const read = await readAlone(online, item.finding, tally);
    if (read.kind === 'failed') return read.failure;
    if (read.kind !== 'there') continue;
    transaction(online.db, () => {
      const now = readItem(online.db, item.seq, item.finding);
      if (now?.state === 'conflict') requeue(online, now, 'returned');
    });
  }
  return null;
}

/**
 * Our own deletions of unknown outcome whose finding was read as "not found" and was not met by this complete sweep: they
 * are done. To be called in a transaction.
 */
export function finishDoubted(online: Online, project: string, seen: ReadonlySet<FindingRow>): void {
  for (const item of doubtedItems(online.db, project)) {
    const deletes = item.kind === 'delete' || item.kind === 'bulk-delete';
    if (deletes && item.state === 'unknown' && !seen.has(item.finding)) finishDeletion(online, item);
  }
}

/**
 * Good news that came late: what a bulk request seemed to have left as it was shows the outcome in this sweep. To
 * be called in a transaction.
 */
export function takeLateBulkNews(online: Online, project: string): void {
  for (const item of rejectedBulkItems(online.db, project)) {
    const gone = readRecord(online.db, item.finding)?.goneAt ?? null;
    takeLateNews(online, item, gone === null ? readBase(online.db, item.finding) : null);
  }
}

/** Drops records that were gone for 30 days and hold no work, and raw rows without identifier that are not listed any more. */
function clearAway(online: Online, project: string, seen: ReadonlySet<FindingRow>): void {
  const { db } = online;
  const before = new Date(online.clock.wallMs() - keepGoneMs).toISOString();
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
