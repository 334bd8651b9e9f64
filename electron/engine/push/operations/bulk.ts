import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { statusPayloadSchema } from '#contract/finding/operation.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { isCandidate, textOf } from '#domain/finding/record.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WriteResult } from '#remote/endpoints/service-api.ts';
import type { OnlineContext, ServiceContext } from '../../context.ts';
import { givenId } from '../../record/merge-base.ts';
import { endsTheRun } from '../../schedule/retry-policy.ts';
import { isSurelyNotFound, takeNotFound } from '../../intake/not-found.ts';
import { answerOf, beginAttempt, type Attempt, type Items } from '../attempts.ts';
import { conflictFields, goneConflict, parseBases, parsePatch } from '../../record/conflict-codec.ts';
import { finishDeletion, finishUnsent, seenOf } from './delete.ts';
import { Lease } from '../read-lease.ts';
import { readMany, type Freshen, type Looked } from '../read-many.ts';
import {
  assertEngine,
  readAnything,
  sendingCall,
  stillQueued,
  stopFor,
  type Replay,
  type ReplayOutcome,
} from '../replay.ts';
import { ineligibilityClause } from '../../outbox/eligibility.ts';
import { isInDoubtOver, inDoubtSinceEarlierBoot, startInDoubtWindow } from '../../outbox/in-doubt-window.ts';
import { noteAlteredValues } from '../../outbox/altered-values.ts';
import { differingMembers } from '../../record/record-diff.ts';
import {
  finishItem,
  markUnknown,
  rejectItem,
  markConflicted,
  markOutdated,
  requeue,
} from '../../outbox/operation-state.ts';
import { isUnknownAlone, learnVolatile } from '../../intake/volatile-members.ts';

/** The interface takes so many ids a request. */
const maxIds = 500;
/** How long (ms) findings are read one by one before what is known of them is sent. */
const readForMs = 1_000;

/** What the requests of one bulk operation share. */
interface BulkRun {
  readonly replay: Replay;
  readonly freshen: Freshen;
  /** Items that the service has acknowledged, to be confirmed one by one. */
  readonly acknowledged: OpenItem[];
}

/**
 * Replays what is ready of one bulk operation, chunk by chunk, each looked at right before it is sent (promise 6), and
 * confirms each finding by reading. An acknowledgement of a bulk request settles nothing per finding ("the authorized
 * findings among those listed"). One stuck finding blocks no other.
 */
export async function replayBulk(
  replay: Replay,
  picked: readonly OpenItem[],
  freshen: Freshen,
): Promise<ReplayOutcome> {
  const run: BulkRun = { replay, freshen, acknowledged: [] };
  const step = await lookAndSend(run, picked);
  const confirmed = await confirmAll(replay, run.acknowledged, freshen);
  return step.kind === 'advanced' ? confirmed : step;
}

/** Looks at the items and sends those that may go, in chunks of what could be looked at within `readForMs`. */
async function lookAndSend(run: BulkRun, items: readonly OpenItem[]): Promise<ReplayOutcome> {
  const { replay, freshen } = run;
  for (let rest = items; rest.length > 0;) {
    const shut = await replay.breaker.pass();
    if (shut !== null) return { kind: 'abort', failure: shut };
    const { generation } = replay.breaker;
    const chunk = rest.slice(0, maxIds);
    const lease = new Lease(replay.clock, replay.pace, 'looks');
    lease.begin();
    const looked = await readMany(replay, chunk, freshen, readForMs);
    if (looked.kind === 'failed') return { kind: 'abort', failure: looked.failure };
    if (replay.breaker.generation !== generation) return { kind: 'retry' };
    const learned = await learnFrom(replay, chunk, looked.records);
    if (learned !== null) return learned;
    lease.grant();
    const ready = transaction(replay.db, () =>
      chunk.flatMap((item) => {
        const queued = stillQueued(replay, item);
        const seen = looked.records.get(item.finding);
        return queued !== null && seen !== undefined && mayGo(replay, queued, seen) ? [queued] : [];
      }),
    );
    const step = await sendChunk(run, ready, lease);
    if (step.kind !== 'advanced') return step;
    rest = [...looked.left, ...rest.slice(maxIds)];
  }
  return { kind: 'advanced' };
}

/** Looks at the first finding that only unknown members keep from being deleted: they may move with every read. */
async function learnFrom(
  replay: Replay,
  chunk: readonly OpenItem[],
  records: ReadonlyMap<FindingRow, Looked>,
): Promise<ReplayOutcome | null> {
  for (const item of chunk) {
    const looked = item.seenJson === null ? undefined : records.get(item.finding);
    if (looked?.kind !== 'record') continue;
    if (!isUnknownAlone(seenOf(item), looked.record, replay.profile)) continue;
    const learned = await learnVolatile(replay, item.finding, seenOf(item), looked.record);
    return learned === null ? null : { kind: 'learned', ...learned };
  }
  return null;
}

/** Whether a finding may go into the request; if not, its item is moved on to where it belongs. */
function mayGo(ctx: ServiceContext, item: OpenItem, looked: Looked): boolean {
  if (looked.kind === 'unread') return false;
  if (looked.kind === 'not-found') {
    if (looked.missed) goneUnsent(ctx, item);
    else takeNotFound(ctx, item, goneUnsent);
    return false;
  }
  return item.kind === 'bulk-delete'
    ? mayDelete(ctx, item, looked.record)
    : maySetStatus(ctx, item, looked.record);
}

/** The finding left before anything was sent for it. */
function goneUnsent(ctx: ServiceContext, item: OpenItem): void {
  if (item.kind === 'bulk-delete') finishUnsent(ctx, item);
  else markConflicted(ctx, item, goneConflict(item));
}

function mayDelete(ctx: ServiceContext, item: OpenItem, record: JsonObject): boolean {
  const seen = seenOf(item);
  if (differingMembers(seen, record, ctx.profile).length === 0) return true;
  markOutdated(ctx, item, seen, record);
  return false;
}

function maySetStatus(ctx: ServiceContext, item: OpenItem, record: JsonObject): boolean {
  if (textOf(record, 'status') === statusOf(item)) {
    finishItem(ctx, item, 'agreed');
    return false;
  }
  if (isCandidate(record, ctx.profile)) {
    rejectItem(ctx, item, 0, ineligibilityClause({ reason: 'candidate' }));
    return false;
  }
  const bases = parseBases(item.basesJson);
  if ((bases.status?.value ?? '') === textOf(record, 'status')) return true;
  const fields = conflictFields(parsePatch(item.patchJson), bases, record);
  markConflicted(ctx, item, { reason: 'fields', fields });
  return false;
}

/** The status that a bulk operation sets. */
export function statusOf(item: Pick<OpenItem, 'payloadJson'>): string {
  return statusPayloadSchema.parse(JSON.parse(item.payloadJson)).status;
}

/** Sends one request for some findings; a refusal of their ids is halved until the bad one stands alone. */
async function sendChunk(run: BulkRun, chunk: readonly OpenItem[], lease: Lease): Promise<ReplayOutcome> {
  const { replay } = run;
  if (replay.signal.aborted) return { kind: 'abort', failure: { kind: 'cancelled' } };
  const attempt = transaction(replay.db, () => writeDown(replay, chunk));
  if (attempt === null) return { kind: 'advanced' };
  const { items, end } = attempt;
  for (const item of items) replay.order.writing(item.finding);
  const result = await send(replay, items, lease);
  for (const item of items) replay.order.wrote(item.finding);
  const answer = answerOf(replay, result, end);
  switch (answer.kind) {
    case 'turned-away':
      return answer.step;
    case 'acknowledged':
      // They stay `sending` until each is confirmed: a crash in between leaves them unknown.
      end('acknowledged', () => undefined);
      run.acknowledged.push(...items);
      return { kind: 'advanced' };
    case 'unknown': {
      end('unknown', (item) => {
        markUnknown(replay, item, answer.message);
      });
      const failure = await replay.breaker.until(() => readAnything(replay));
      return stopFor(answer, failure === null ? { kind: 'advanced' } : { kind: 'abort', failure });
    }
    case 'refused':
      return refused(run, attempt, answer);
  }
}

function writeDown(replay: Replay, chunk: readonly OpenItem[]): Attempt | null {
  const [first, ...rest] = chunk.flatMap((item) => stillQueued(replay, item) ?? []);
  if (first === undefined) return null;
  const request = { method: 'POST', kind: first.kind, ids: 1 + rest.length };
  return beginAttempt(replay, [first, ...rest], request, ({ patchJson }) => ({ sentJson: patchJson }));
}

async function send(replay: Replay, items: Items, lease: Lease): Promise<WriteResult> {
  const [first] = items;
  const ids = items.map((item) => {
    const { serviceId } = readIdentity(replay.db, item.finding);
    assertEngine(serviceId !== null, `operation ${item.op} would be sent without the service's identifier`);
    return givenId(replay, item.finding, serviceId);
  });
  const call = sendingCall(replay, lease);
  return first.kind === 'bulk-delete'
    ? replay.client.bulkDelete(call, first.project, ids)
    : replay.client.bulkStatus(call, first.project, ids, statusOf(first));
}

async function refused(
  run: BulkRun,
  { items, end }: Attempt,
  { status, message }: Extract<WriteResult, { kind: 'refused' }>,
): Promise<ReplayOutcome> {
  const { replay } = run;
  const outcome = `refused ${String(status)}`;
  if (items.length === 1 || (status !== 400 && status !== 404)) {
    end(outcome, (item) => {
      rejectItem(replay, item, status, message);
    });
    return { kind: 'advanced' };
  }
  end(outcome, (item) => {
    requeue(replay, item, 'refused');
  });
  const middle = items.length >> 1;
  const one = await lookAndSend(run, items.slice(0, middle));
  return one.kind === 'advanced' ? lookAndSend(run, items.slice(middle)) : one;
}

/** Confirms one by one what was acknowledged: what stayed as it was is rejected, what could not be read is unknown. */
async function confirmAll(
  replay: Replay,
  items: readonly OpenItem[],
  freshen: Freshen,
): Promise<ReplayOutcome> {
  if (items.length === 0) return { kind: 'advanced' };
  const written = items.map((item) => item.finding);
  const looked = await readMany(replay, items, (project) => freshen(project, written));
  transaction(replay.db, () => {
    for (const item of items) {
      const seen: Looked =
        looked.kind === 'failed'
          ? { kind: 'unread' }
          : (looked.records.get(item.finding) ?? { kind: 'unread' });
      if (seen.kind === 'unread') {
        markUnknown(replay, item, 'acknowledged, but reading it back failed');
      } else if (seen.kind === 'not-found' && !seen.missed) {
        // The acknowledgement says nothing of one finding, and one "not found" may pass.
        markUnknown(replay, item, 'acknowledged; a sweep has to agree that it is not there', {
          quietSweeps: 1,
        });
      } else if (!takeNews(replay, item, seen)) {
        rejectItem(replay, item, 200, leftOrAltered(replay, item, seen));
      }
    }
  });
  if (looked.kind === 'failed') {
    return endsTheRun(looked.failure) ? { kind: 'abort', failure: looked.failure } : { kind: 'advanced' };
  }
  return { kind: 'advanced' };
}

/** What is said of a finding that does not show what was sent: it was left as it was, or has a status of the service's. */
function leftOrAltered(ctx: ServiceContext, item: OpenItem, looked: Looked): string {
  const before = parseBases(item.basesJson).status?.value;
  const now = looked.kind === 'record' ? textOf(looked.record, 'status') : '';
  if (item.kind !== 'bulk-status' || looked.kind !== 'record' || now === (before ?? '')) {
    return 'the service acknowledged the request and left this finding as it was';
  }
  noteAlteredValues(ctx, item, { status: statusOf(item) }, looked.record);
  return `the service acknowledged the request and set the status "${now}"`;
}

/** Settles an item by what was read, if that shows an outcome. False: the finding is as it was before. */
function takeNews(ctx: ServiceContext, item: OpenItem, looked: Exclude<Looked, { kind: 'unread' }>): boolean {
  if (looked.kind === 'not-found') {
    if (item.kind === 'bulk-delete') finishDeletion(ctx, item);
    else markConflicted(ctx, item, goneConflict(item));
    return true;
  }
  if (item.kind !== 'bulk-status' || textOf(looked.record, 'status') !== statusOf(item)) return false;
  finishItem(ctx, item, 'confirmed', { fields: ['status'] });
  dropAlteredValues(ctx.db, item.finding, ['status']);
  return true;
}

/**
 * Settles bulk items of unknown outcome: good news counts at once, bad news after the in-doubt window, when they are
 * queued again and looked at anew.
 */
export async function settleBulk(
  ctx: OnlineContext,
  picked: readonly OpenItem[],
  freshen: Freshen,
): Promise<RemoteFailure | null> {
  // Asked before the reads: what lands while they are under way must not be taken for settled.
  const elapsed = new Set(picked.filter((item) => isInDoubtOver(ctx, item)).map((item) => item.finding));
  const looked = await readMany(ctx, picked, freshen);
  if (looked.kind === 'failed') return looked.failure;
  transaction(ctx.db, () => {
    for (const known of picked) {
      const item = readItem(ctx.db, known.seq, known.finding);
      const seen = looked.records.get(known.finding);
      if (item?.state !== 'unknown' || seen === undefined || seen.kind === 'unread') continue;
      const inDoubtOver = elapsed.has(item.finding);
      if (seen.kind === 'not-found') {
        const sure = seen.missed
          ? item.kind === 'bulk-delete' || inDoubtOver
          : isSurelyNotFound(ctx, item, inDoubtOver);
        if (sure) takeNews(ctx, item, seen);
        else if (seen.missed && inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
        continue;
      }
      if (takeNews(ctx, item, seen)) continue;
      if (elapsed.has(item.finding)) requeue(ctx, item, 'not-landed');
      else if (inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
    }
  });
  return null;
}

/**
 * A late success: a finding that a bulk request had left unchanged shows the outcome after all, because the service's
 * reads lag behind its writes. To be called in a transaction, after a sweep.
 */
export function takeLateNews(ctx: ServiceContext, item: OpenItem, record: JsonObject | null): void {
  if (record !== null) takeNews(ctx, item, { kind: 'record', record });
  else if (item.kind === 'bulk-delete') finishDeletion(ctx, item);
}
