import type { FindingRow } from '#contract/finding/finding.ts';
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
  /** `missed`: a complete sweep right before did not show it either, and left out nothing that can be read. */
  | { readonly kind: 'not-found'; readonly missed: boolean }
  /** Reading it failed in a way that is its own. */
  | { readonly kind: 'unread' };

/** What was read of a finding, and when (ms awake) the answer was here. */
interface Reading {
  readonly looked: Looked;
  readonly atMs: number;
}

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
export type Freshen = (project: string, written?: readonly FindingRow[]) => Promise<Swept>;

/** What a complete sweep met. */
export interface CompleteSweep {
  readonly kind: 'complete';
  readonly seen: ReadonlySet<FindingRow>;
  /** Those that it met after its last pause, and when (ms awake) its last page was here. */
  readonly recent: ReadonlySet<FindingRow>;
  readonly pagedAtMs: number;
}

export type Swept =
  | CompleteSweep
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** Answers this far apart (ms) have a pause between them, as the service asks for with a 429: no write rests on the earlier one. */
export const pauseMs = 3_000;

const readsAtOnce = 4;
/**
 * Looks at many findings of one engagement: by a sweep if that takes fewer requests and shows all there is to
 * know, else one by one. What a sweep did not meet is read by itself, because absence proves nothing (promise 5); so is
 * what it met before a pause.
 *
 * @param readForMs begins no further single read after so long (ms), but looks at one finding at least; what a pause
 *   has made old is left, swept or read
 */
export async function readMany(
  ctx: OnlineContext,
  items: readonly OpenItem[],
  freshen: Freshen,
  readForMs = Number.POSITIVE_INFINITY,
): Promise<LookedAt> {
  const readings = new Map<FindingRow, Reading>();
  const [first] = items;
  if (first === undefined) return { kind: 'looked', records: new Map(), left: [] };
  let isMissed: (finding: FindingRow) => boolean = () => false;
  if (isSweepCheaper(ctx, first, items.length)) {
    const swept = await freshen(first.project);
    if (swept.kind === 'failed') return swept;
    if (swept.kind === 'complete') {
      isMissed = (finding) => !swept.seen.has(finding);
      for (const { finding } of items) {
        const record = swept.recent.has(finding) ? readBase(ctx.db, finding) : null;
        if (record !== null)
          readings.set(finding, { looked: { kind: 'record', record }, atMs: swept.pagedAtMs });
      }
    }
  }
  // What the sweep has found to be a creation of ours goes by another row now, and has its turn there.
  const present = items.filter(
    ({ seq, finding }) => readings.has(finding) || readItem(ctx.db, seq, finding) !== null,
  );
  const unseen = present.filter(({ finding }) => !readings.has(finding));
  const failure = await readEach(ctx, unseen, readings, readForMs);
  if (failure !== null) return { kind: 'failed', failure };
  // A list that leaves out what can be read says nothing of what cannot.
  const isWitness = !unseen.some(
    ({ finding }) => isMissed(finding) && readings.get(finding)?.looked.kind === 'record',
  );
  const withList = (finding: FindingRow, looked: Looked): Looked =>
    looked.kind === 'not-found' ? { ...looked, missed: isWitness && isMissed(finding) } : looked;
  // Without a bound it confirms what was sent, for which a read may be old.
  const oldestMs = Number.isFinite(readForMs) ? newestOf(readings) - pauseMs : Number.NEGATIVE_INFINITY;
  const records = new Map(
    [...readings].flatMap(([finding, { looked, atMs }]) =>
      atMs >= oldestMs ? [[finding, withList(finding, looked)]] : [],
    ),
  );
  return { kind: 'looked', records, left: present.filter(({ finding }) => !records.has(finding)) };
}

function newestOf(readings: ReadonlyMap<FindingRow, Reading>): number {
  let newestMs = Number.NEGATIVE_INFINITY;
  for (const { atMs } of readings.values()) newestMs = Math.max(newestMs, atMs);
  return newestMs;
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
  readings: Map<FindingRow, Reading>,
  readForMs: number,
): Promise<RemoteFailure | null> {
  let stopped: RemoteFailure | null = null;
  const untilMs = ctx.clock.awakeMs() + readForMs;
  await mapConcurrent(items, readsAtOnce, async ({ finding }) => {
    const looked = await lookAt(ctx, finding);
    if (looked.kind === 'failed') stopped = looked.failure;
    else readings.set(finding, { looked, atMs: ctx.clock.awakeMs() });
    return stopped === null && ctx.clock.awakeMs() < untilMs;
  });
  return stopped;
}

async function lookAt(
  ctx: OnlineContext,
  finding: FindingRow,
): Promise<Looked | { kind: 'failed'; failure: RemoteFailure }> {
  const { serviceId } = readIdentity(ctx.db, finding);
  if (serviceId === null) return { kind: 'unread' };
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'queue'));
  if (read.kind === 'ok') {
    transaction(ctx.db, () => applyDetail(ctx, finding, read.value, startedAt));
    return { kind: 'record', record: read.value };
  }
  if (read.failure.kind === 'not-found') return { kind: 'not-found', missed: false };
  return endsTheRun(read.failure) ? { kind: 'failed', failure: read.failure } : { kind: 'unread' };
}
