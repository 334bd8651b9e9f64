import type { FindingRow } from '#contract/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { readSweep } from '#db/tables/engagements.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { countLive, readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { mapConcurrent } from '../schedule/map-concurrent.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';

/** What the service shows of a finding right now. */
export type Looked =
  | { readonly kind: 'record'; readonly record: JsonObject }
  /** `missed`: a complete sweep right before did not show it either. */
  | { readonly kind: 'not-found'; readonly missed: boolean }
  /** Reading it failed in a way that is its own. */
  | { readonly kind: 'unread' };

/** `left`: items that there was no time to look at, or whose read is too old by now. */
export type LookedAt =
  | {
      readonly kind: 'looked';
      readonly records: ReadonlyMap<FindingRow, Looked>;
      readonly left: readonly OpenItem[];
    }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/**
 * Sweeps an engagement now and answers the findings it met, or why it failed.
 * @param written findings that were just written by us: the sweep brings no news of them
 */
export type Freshen = (
  project: string,
  written?: readonly FindingRow[],
) => Promise<
  | { kind: 'swept'; seen: ReadonlySet<FindingRow>; complete: boolean }
  | { kind: 'failed'; failure: RemoteFailure }
>;

const readsAtOnce = 4;
/** A single read this much older (ms) than the last one of its look is too old to rest a write on: a pause came between. */
const outOfDateMs = 3_000;

/**
 * Looks at many findings of one engagement: by a sweep if that takes fewer requests and shows all there is to
 * know, else one by one. What a sweep did not meet is read by itself, because absence proves nothing (promise 5).
 *
 * @param readForMs begins no further single read after so long (ms), and leaves those that a pause has made old; at
 *   least one finding is looked at
 */
export async function readMany(
  ctx: OnlineContext,
  items: readonly OpenItem[],
  freshen: Freshen,
  readForMs = Number.POSITIVE_INFINITY,
): Promise<LookedAt> {
  const records = new Map<FindingRow, Looked>();
  const [first] = items;
  if (first === undefined) return { kind: 'looked', records, left: [] };
  let missed = false;
  if (isSweepCheaper(ctx, first, items.length)) {
    const swept = await freshen(first.project);
    if (swept.kind === 'failed') return swept;
    missed = swept.complete;
    for (const { finding } of items) {
      const record = swept.seen.has(finding) ? readBase(ctx.db, finding) : null;
      if (record !== null) records.set(finding, { kind: 'record', record });
    }
  }
  // What the sweep has found to be a creation of ours goes by another row now, and has its turn there.
  const unseen = items.filter(
    (item) => !records.has(item.finding) && readItem(ctx.db, item.seq, item.finding) !== null,
  );
  const failure = await readEach(ctx, unseen, records, { readForMs, missed });
  if (failure !== null) return { kind: 'failed', failure };
  return { kind: 'looked', records, left: unseen.filter((item) => !records.has(item.finding)) };
}

function isSweepCheaper(ctx: OnlineContext, item: OpenItem, count: number): boolean {
  const { db, profile } = ctx;
  // A list that shows less than the detail cannot show that nothing changed.
  if (item.kind === 'bulk-delete' && readConnection(db)?.listShows !== 'everything') return false;
  const pageSize = readSweep(db, item.project).pageSize ?? profile.pageSize;
  return count > countLive(db, item.project) / pageSize + 2;
}

async function readEach(
  ctx: OnlineContext,
  items: readonly OpenItem[],
  records: Map<FindingRow, Looked>,
  { readForMs, missed }: { readonly readForMs: number; readonly missed: boolean },
): Promise<RemoteFailure | null> {
  let stopped: RemoteFailure | null = null;
  const untilMs = ctx.clock.awakeMs() + readForMs;
  const answeredMs = new Map<FindingRow, number>();
  await mapConcurrent(items, readsAtOnce, async ({ finding }) => {
    const looked = await lookAt(ctx, finding, missed);
    if (looked.kind === 'failed') stopped = looked.failure;
    else records.set(finding, looked);
    answeredMs.set(finding, ctx.clock.awakeMs());
    return stopped === null && ctx.clock.awakeMs() < untilMs;
  });
  // Without a bound it confirms what was sent, for which a read may be old.
  if (Number.isFinite(readForMs)) {
    const oldestMs = Math.max(...answeredMs.values()) - outOfDateMs;
    for (const [finding, atMs] of answeredMs) if (atMs < oldestMs) records.delete(finding);
  }
  return stopped;
}

async function lookAt(
  ctx: OnlineContext,
  finding: FindingRow,
  missed: boolean,
): Promise<Looked | { kind: 'failed'; failure: RemoteFailure }> {
  const { serviceId } = readIdentity(ctx.db, finding);
  if (serviceId === null) return { kind: 'unread' };
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'queue'));
  if (read.kind === 'ok') {
    transaction(ctx.db, () => applyDetail(ctx, finding, read.value, startedAt));
    return { kind: 'record', record: read.value };
  }
  if (read.failure.kind === 'not-found') return { kind: 'not-found', missed };
  return endsTheRun(read.failure) ? { kind: 'failed', failure: read.failure } : { kind: 'unread' };
}
