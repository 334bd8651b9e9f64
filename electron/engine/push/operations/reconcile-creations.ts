import type { FindingRow } from '#contract/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { changeItem, itemsInState, readItem, type OpenItem } from '#db/tables/operations.ts';
import { findByServiceId, readIdentity } from '#db/tables/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type Online } from '../../context.ts';
import { readBase } from '../../record/merge-base.ts';
import { readFresh } from '../../intake/fetch-finding.ts';
import type { Tally } from '../../intake/sync-stats.ts';
import { sentOf } from './update.ts';
import { landCreation } from './create.ts';
import { isAlike, isUnderWay, newcomers } from './match-candidates.ts';
import { isQuietOver, quietIsOfAnotherBoot, startQuietTime } from '../../outbox/in-doubt-window.ts';

/** So many complete sweeps that began after the quiet time have to miss a creation before a person is asked. */
const sweepsToMiss = 2;

/** Creations of unknown outcome in an engagement, and which of them had their quiet time behind them by now. */
export interface Lookout {
  readonly waiting: readonly OpenItem[];
  readonly quiet: ReadonlySet<number>;
}

/** To be asked before a sweep begins: only a sweep that starts after the quiet time can bring bad news. */
export function lookOut(online: Online, project: string): Lookout {
  const waiting = itemsInState(online.db, 'unknown').filter(
    (item) => item.kind === 'create' && item.project === project,
  );
  for (const item of waiting) {
    if (quietIsOfAnotherBoot(online, item)) startQuietTime(online, item);
  }
  const quiet = waiting.filter((item) => isQuietOver(online, item)).map((item) => item.seq);
  return { waiting, quiet: new Set(quiet) };
}

/**
 * Settles creations of unknown outcome after a complete sweep of their engagement (promise 3). The identifier
 * of the answer, if one came, is read first. Otherwise exactly one finding that was first seen after the send,
 * with our title, assets and texts, and claimed by no other operation, is ours. Where two sweeps after the quiet
 * time show none, or several match, a person decides; nothing is sent again by itself.
 */
export async function recogniseCreations(online: Online, lookout: Lookout, tally: Tally): Promise<void> {
  const unanswered: OpenItem[] = [];
  for (const item of lookout.waiting) {
    if (!(await landAnswered(online, item, tally))) unanswered.push(item);
  }
  for (const item of unanswered) {
    transaction(online.db, () => {
      const now = readItem(online.db, item.seq, item.finding);
      if (now?.state === 'unknown') judge(online, now, lookout.quiet.has(item.seq), tally);
    });
  }
}

async function landAnswered(online: Online, item: OpenItem, tally: Tally): Promise<boolean> {
  const id = item.answeredId;
  if (id === null) return false;
  const { read, startedAt } = await readFresh(online, id, callFor(online, 'queue'));
  if (read.kind === 'failed') return false;
  return transaction(online.db, () => {
    if (!mayBeOurs(online, item, id)) return false;
    land(online, item, id, read.value, startedAt, tally);
    return true;
  });
}

/** An identifier that another creation of ours has cannot be this one's as well: then a person looks. */
function mayBeOurs(online: Online, item: OpenItem, id: string): boolean {
  const known = findByServiceId(online.db, id);
  return (
    readItem(online.db, item.seq, item.finding)?.state === 'unknown' &&
    (known === null || (known.localId === null && !isUnderWay(online.db, known.finding)))
  );
}

function land(
  online: Online,
  item: OpenItem,
  id: string,
  record: JsonObject,
  startedAt: number | null,
  tally: Tally,
): void {
  const seenAs = landCreation(online, item, id, record, startedAt, 'later');
  tally.ownCreation(item.finding, seenAs ?? undefined);
}

function judge(online: Online, item: OpenItem, quietOver: boolean, tally: Tally): void {
  const { db } = online;
  const matches = matching(online, item);
  const [match] = matches;
  if (match !== undefined && matches.length === 1) {
    if (isUnderWay(online.db, match)) return;
    const record = readBase(db, match);
    const { serviceId } = readIdentity(db, match);
    if (record === null || serviceId === null) return;
    land(online, item, serviceId, record, null, tally);
    return;
  }
  // Once a person is asked, more sweeps without it are no more news.
  if (!quietOver || item.needsPerson === 1) return;
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
function matching(online: Online, item: OpenItem): FindingRow[] {
  const { db } = online;
  const sent = sentOf(item);
  const { seen, claimed } = newcomers(db, item);
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
    ? `${outcome}; two complete sweeps do not show it: send it again with "retry", or drop it with "discard"`
    : `${outcome}; ${String(matches)} new findings at the service look like it: "discard" it if one of them is it`;
}
