import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { changeItem, itemsInState, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { findByServiceId, readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type OnlineContext } from '../../context.ts';
import { readBase } from '../../record/merge-base.ts';
import { fetchFinding } from '../../intake/fetch-finding.ts';
import type { SyncStats } from '../../intake/sync-stats.ts';
import { sentOf } from './update.ts';
import { landCreation } from './create.ts';
import { isAlike, isUnderWay, creationCandidates } from './match-candidates.ts';
import { isInDoubtOver, inDoubtSinceEarlierBoot, startInDoubtWindow } from '../../outbox/in-doubt-window.ts';

/** So many complete sweeps that began after the in-doubt window have to miss a creation before a person is asked. */
const sweepsToMiss = 2;

/** Creations of unknown outcome in an engagement, and which of them had their in-doubt window behind them by now. */
export interface CreationWatch {
  readonly waiting: readonly OpenItem[];
  readonly elapsed: ReadonlySet<number>;
}

/** To be asked before a sweep begins: only a sweep that starts after the in-doubt window can bring bad news. */
export function watchCreations(ctx: OnlineContext, project: string): CreationWatch {
  const waiting = itemsInState(ctx.db, 'unknown').filter(
    (item) => item.kind === 'create' && item.project === project,
  );
  for (const item of waiting) {
    if (inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
  }
  const elapsed = waiting.filter((item) => isInDoubtOver(ctx, item)).map((item) => item.seq);
  return { waiting, elapsed: new Set(elapsed) };
}

/**
 * Settles creations of unknown outcome after a complete sweep of their engagement (promise 3). The identifier
 * of the answer, if one came, is read first. Otherwise exactly one finding that was first seen after the send,
 * with our title, assets and texts, and claimed by no other operation, is ours. If two sweeps after the quiet
 * time show none, or several match, a person decides; nothing is sent again by itself.
 */
export async function reconcileCreations(
  ctx: OnlineContext,
  watch: CreationWatch,
  stats: SyncStats,
): Promise<void> {
  const unanswered: OpenItem[] = [];
  for (const item of watch.waiting) {
    if (!(await landAnswered(ctx, item, stats))) unanswered.push(item);
  }
  for (const item of unanswered) {
    transaction(ctx.db, () => {
      const now = readItem(ctx.db, item.seq, item.finding);
      if (now?.state === 'unknown') judgeCandidate(ctx, now, watch.elapsed.has(item.seq), stats);
    });
  }
}

async function landAnswered(ctx: OnlineContext, item: OpenItem, stats: SyncStats): Promise<boolean> {
  const id = item.answeredId;
  if (id === null) return false;
  const { read, startedAt } = await fetchFinding(ctx, id, callFor(ctx, 'queue'));
  if (read.kind === 'failed') return false;
  return transaction(ctx.db, () => {
    if (!mayBeOurs(ctx, item, id)) return false;
    landCreationOf(ctx, item, id, read.value, startedAt, stats);
    return true;
  });
}

/** An identifier that another creation of ours has cannot be this one's as well: then a person looks. */
function mayBeOurs(ctx: OnlineContext, item: OpenItem, id: string): boolean {
  const known = findByServiceId(ctx.db, id);
  return (
    readItem(ctx.db, item.seq, item.finding)?.state === 'unknown' &&
    (known === null || (known.localId === null && !isUnderWay(ctx.db, known.finding)))
  );
}

function landCreationOf(
  ctx: OnlineContext,
  item: OpenItem,
  id: string,
  record: JsonObject,
  startedAt: number | null,
  stats: SyncStats,
): void {
  const seenAs = landCreation(ctx, item, id, record, startedAt, 'later');
  stats.ownCreation(item.finding, seenAs ?? undefined);
}

function judgeCandidate(ctx: OnlineContext, item: OpenItem, inDoubtOver: boolean, stats: SyncStats): void {
  const { db } = ctx;
  const matches = matching(ctx, item);
  const [match] = matches;
  if (match !== undefined && matches.length === 1) {
    if (isUnderWay(ctx.db, match)) return;
    const record = readBase(db, match);
    const { serviceId } = readIdentity(db, match);
    if (record === null || serviceId === null) return;
    landCreationOf(ctx, item, serviceId, record, null, stats);
    return;
  }
  // Once a person is asked, more sweeps without it are no more news.
  if (!inDoubtOver || item.needsPerson === 1) return;
  const quietSweeps = item.quietSweeps + 1;
  changeItem(db, item, {
    quietSweeps,
    ...(quietSweeps >= sweepsToMiss ? { needsPerson: 1, errorMessage: evidence(item, matches.length) } : {}),
  });
}

/**
 * Findings that may be the one we created: first seen after the send, claimed by nobody, and alike. One that a
 * sweep shows under the identifier that our creation was answered with is ours, whatever it looks like.
 */
function matching(ctx: OnlineContext, item: OpenItem): FindingRow[] {
  const { db } = ctx;
  const sent = sentOf(item);
  const { seen, claimed } = creationCandidates(db, item);
  const answered = seen.filter((finding) => readIdentity(db, finding).serviceId === item.answeredId);
  if (answered.length > 0) return answered;
  return seen.filter((finding) => {
    const record = readBase(db, finding);
    return record !== null && !claimed.has(readIdentity(db, finding).serviceId) && isAlike(sent, record);
  });
}

function evidence(item: OpenItem, matches: number): string {
  const outcome = item.errorMessage ?? 'the answer was lost';
  return matches === 0
    ? `${outcome}; two complete sweeps do not show it: send it again with "retry", or discard it with "discard"`
    : `${outcome}; ${String(matches)} new findings on the service look like it: "discard" it if one of them is it`;
}
