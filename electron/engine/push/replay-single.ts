import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { stringify } from '#domain/base/json.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WriteResult } from '#remote/endpoints/service-api.ts';
import { callFor } from '../context.ts';
import { parseObject } from '../record/merge-base.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';
import { takeNotFound } from '../intake/not-found.ts';
import { answerOf, beginAttempt, type Attempt } from './attempts.ts';
import {
  assertEngine,
  readAnything,
  sendingCall,
  stillQueued,
  stopFor,
  type Replay,
  type ReplayOutcome,
} from './replay.ts';
import { Lease } from './read-lease.ts';
import { finishSingle } from './finish-single.ts';
import type { Outgoing, OperationDriver } from './operations/driver.ts';
import { isUnknownAlone, learnVolatile } from '../intake/volatile-members.ts';
import { noteAlteredValues } from '../outbox/altered-values.ts';
import { markUnknown, rejectItem, requeue } from '../outbox/operation-state.ts';

/** An operation that is written down as an attempt and ready to leave. */
interface Ready {
  readonly attempt: Attempt;
  readonly serviceId: string;
  readonly before: JsonObject;
  readonly outgoing: Outgoing;
}

type Once = ReplayOutcome | { readonly kind: 'conflicted'; readonly before: JsonObject };

/**
 * Replays one operation on one finding (promises 1, 2, 6, 8). Between the fresh read and the write lies one
 * commit, and a lease holds the write back if anything else came between. A 409 leads to one more round, because what was read may have moved on; a decision is not
 * sent a second time.
 */
export async function replaySingle(
  replay: Replay,
  picked: OpenItem,
  write: OperationDriver,
): Promise<ReplayOutcome> {
  const first = await replayOnce(replay, picked, write);
  if (first.kind !== 'conflicted') return first;
  if (write.afterConflict === 'ask') return askAfterConflict(replay, picked, write);
  const second = await replayOnce(replay, picked, write);
  if (second.kind !== 'conflicted') return second;
  return moveQueued(replay, picked, (item) => {
    write.conflicted(replay, item, second.before);
  });
}

/** A decision that was refused with 409: reading tells whether an earlier send of it has landed, else the person decides again. */
async function askAfterConflict(
  replay: Replay,
  picked: OpenItem,
  write: OperationDriver,
): Promise<ReplayOutcome> {
  const { serviceId } = readIdentity(replay.db, picked.finding);
  assertEngine(serviceId !== null, `operation ${picked.op} was sent without the service's identifier`);
  const { read, startedAt } = await fetchFinding(replay, serviceId, callFor(replay, 'queue'));
  if (read.kind === 'failed') return unread(replay, picked, write, read.failure);
  return moveQueued(replay, picked, (item) => {
    applyDetail(replay, item.finding, read.value, startedAt);
    if (write.landed(replay, item, read.value, false)) write.finish(replay, item, null, read.value);
    else write.conflicted(replay, item, read.value);
  });
}

async function replayOnce(replay: Replay, picked: OpenItem, write: OperationDriver): Promise<Once> {
  const lease = new Lease(replay.clock, replay.pace, 'answers');
  try {
    return await readAndWrite(replay, picked, write, lease);
  } finally {
    lease.end();
  }
}

async function readAndWrite(
  replay: Replay,
  picked: OpenItem,
  write: OperationDriver,
  lease: Lease,
): Promise<Once> {
  const shut = await replay.breaker.pass();
  if (shut !== null) return { kind: 'abort', failure: shut };
  const { generation } = replay.breaker;
  const { serviceId } = readIdentity(replay.db, picked.finding);
  assertEngine(serviceId !== null, `operation ${picked.op} would be sent without the service's identifier`);
  const { read, startedAt } = await fetchFinding(replay, serviceId, { ...callFor(replay, 'queue'), lease });
  if (read.kind === 'failed') return unread(replay, picked, write, read.failure);
  if (replay.breaker.generation !== generation) return { kind: 'retry' };
  if (replay.signal.aborted) return { kind: 'abort', failure: { kind: 'cancelled' } };
  if (picked.seenJson !== null) {
    const seen = parseObject(picked.seenJson);
    // Two more reads follow, and nothing leaves on this one after them: they need the place in the limiter, which may be the only one.
    if (isUnknownAlone(seen, read.value, replay.profile)) lease.end();
    const learned = await learnVolatile(replay, picked.finding, seen, read.value);
    if (learned !== null) return { kind: 'learned', ...learned };
  }

  const ready = await replay.commit.write(() =>
    prepare(replay, picked, write, serviceId, read.value, startedAt),
  );
  if (ready === null) return { kind: 'advanced' };
  const [{ finding }] = ready.attempt.items;
  replay.order.writing(finding);
  const result = await ready.outgoing.send(replay, sendingCall(replay, lease));
  replay.order.wrote(finding);
  return take(replay, ready, write, result);
}

function unread(
  replay: Replay,
  picked: OpenItem,
  write: OperationDriver,
  failure: RemoteFailure,
): ReplayOutcome {
  if (failure.kind === 'not-found') {
    moveQueued(replay, picked, (item) => {
      takeNotFound(replay, item, write.gone);
    });
    return { kind: 'doubted' };
  }
  if (failure.kind === 'forbidden' || failure.kind === 'invalid' || failure.kind === 'refused') {
    return moveQueued(replay, picked, (item) => {
      rejectItem(replay, item, failure.status, failure.message);
    });
  }
  return endsTheRun(failure) ? { kind: 'abort', failure } : { kind: 'deferred', failure };
}

function moveQueued(replay: Replay, picked: OpenItem, move: (item: OpenItem) => void): ReplayOutcome {
  transaction(replay.db, () => {
    const item = stillQueued(replay, picked);
    if (item !== null) move(item);
  });
  return { kind: 'advanced' };
}

/** Takes the read as base, judges it, and writes the attempt down (promise 2). Null: nothing is to be sent. */
function prepare(
  replay: Replay,
  picked: OpenItem,
  write: OperationDriver,
  serviceId: string,
  theirs: JsonObject,
  startedAt: number,
): Ready | null {
  applyDetail(replay, picked.finding, theirs, startedAt);
  const item = stillQueued(replay, picked);
  if (item === null) return null;
  const outgoing = write.prepare(replay, item, serviceId, theirs);
  if (outgoing === null) return null;
  const { method, fields, carried, sent } = outgoing;
  const attempt = beginAttempt(replay, [item], { method, fields, carried }, () => ({
    sentJson: stringify(sent),
    beforeJson: stringify(theirs),
  }));
  return { attempt, serviceId, before: theirs, outgoing };
}

async function take(
  replay: Replay,
  ready: Ready,
  write: OperationDriver,
  result: WriteResult,
): Promise<Once> {
  const { end, items } = ready.attempt;
  const answer = answerOf(replay, result, end);
  switch (answer.kind) {
    case 'turned-away':
      return write.limit === 'assistant' && isThrottled(result) ? { kind: 'throttled' } : answer.step;
    case 'refused': {
      const outcome = `refused ${String(answer.status)}`;
      if (answer.status === 409) {
        end(outcome, (item) => {
          requeue(replay, item, 'refused');
        });
        return { kind: 'conflicted', before: ready.before };
      }
      end(outcome, (item) => {
        const { status, message } = answer;
        rejectItem(replay, item, status, write.refusal?.(item, ready.serviceId, status, message) ?? message);
      });
      return { kind: 'advanced' };
    }
    case 'unknown':
      end('unknown', (item) => {
        markUnknown(replay, item, answer.message);
      });
      return stopFor(answer, await settleAtOnce(replay, items[0], write));
    case 'acknowledged':
      return confirm(replay, ready, write);
  }
}

function isThrottled(result: WriteResult): boolean {
  return result.kind === 'refused'
    ? result.status === 429
    : result.kind === 'not-sent' && result.failure.kind === 'rate-limited';
}

/**
 * An acknowledgement counts once a read shows what was sent; that read is the new base. Until then the
 * operation stays `sending`, so that a crash in between leaves it unknown, never lost and never sent again. The end of
 * one that has landed is written with the attempt of another.
 */
async function confirm(replay: Replay, ready: Ready, write: OperationDriver): Promise<ReplayOutcome> {
  const { attempt, serviceId, before } = ready;
  const { end, endInside, items } = attempt;
  const [item] = items;
  const { read, startedAt } = await fetchFinding(replay, serviceId, sendingCall(replay));
  if (read.kind === 'failed' && read.failure.kind !== 'not-found') {
    end('acknowledged, not confirmed', () => {
      markUnknown(replay, item, 'acknowledged, but reading it back failed');
    });
    return settleAtOnce(replay, item, write);
  }
  const after = read.kind === 'ok' ? read.value : null;
  const landed = write.landed(replay, item, after, true);
  const settle = (): void => {
    if (after !== null) applyDetail(replay, item.finding, after, startedAt);
    if (landed) write.finish(replay, item, before, after);
    else markUnknown(replay, item, 'acknowledged, but reading it back does not show it yet');
    const sent = write.sentValues?.(item);
    if (after !== null && sent !== undefined) noteAlteredValues(replay, item, sent, after, before);
  };
  if (landed) {
    replay.commit.defer(() => {
      endInside('acknowledged', settle);
    });
  } else end('acknowledged, not shown', settle);
  return { kind: 'advanced' };
}

/** The breaker: nothing else leaves until a read has worked, and the first read is of this finding. */
async function settleAtOnce(replay: Replay, item: OpenItem, write: OperationDriver): Promise<ReplayOutcome> {
  const failure = await replay.breaker.until(async () => {
    const settled = await finishSingle(replay, item, write);
    // "Not found" shows nothing of whether the service can be read: something that must be there does.
    return settled.kind === 'read' ? null : readAnything(replay);
  });
  return failure === null ? { kind: 'advanced' } : { kind: 'abort', failure };
}
