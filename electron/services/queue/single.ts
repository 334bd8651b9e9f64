import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import { stringify } from '#core/json.ts';
import { readConnection } from '#db/connections.ts';
import {
  endAttempt,
  insertAttempt,
  readItem,
  timesNotShown,
  type ItemChange,
  type OpenItem,
} from '#db/operations.ts';
import { lastFindingRow, readIdentity } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import type { Call, ReadResult, WriteResult } from '#remote/answers.ts';
import { callFor, nowIso, type Online, type Workplace } from '../context.ts';
import { parseObject } from '../findings/base.ts';
import { applyDetail } from '../sync/apply.ts';
import { readPatiently, stopsTheRun } from '../sync/patience.ts';
import { goneConflict } from './conflict.ts';
import { assertEngine, readAnything, sendingCall, stillQueued, type Replay, type Step } from './lane.ts';
import { isQuietOver, quietIsOfAnotherBoot, startQuietTime } from './quiet.ts';
import { markUnknown, moveItem, park, putInConflict, requeue } from './transition.ts';

/** What one kind of operation puts on the wire for one finding. */
export interface Outgoing {
  readonly method: 'POST' | 'DELETE';
  /** Names of the fields that are sent, for the history and the attempt. */
  readonly fields: readonly string[];
  /** What the outcome is later told by; kept with the item as `sent`. */
  readonly sent: JsonObject;
  readonly send: (replay: Replay, call: Call) => Promise<WriteResult>;
}

/**
 * How one kind of operation on one finding differs from the others. The way itself is the same for all: read,
 * judge, write the attempt down, send, confirm by reading.
 */
export interface SingleWrite {
  /**
   * Judges what was just read, inside the transaction that sends. Null: the item has been moved on (done,
   * conflict, rejected) and nothing is to be sent.
   */
  readonly prepare: (
    place: Workplace,
    item: OpenItem,
    serviceId: string,
    theirs: JsonObject,
  ) => Outgoing | null;
  /** The finding is not there any more, before anything was sent. Inside a transaction. */
  readonly gone: (place: Workplace, item: OpenItem) => void;
  /** Whether a read (null: not found) shows that what was sent has been carried out. */
  readonly landed: (place: Workplace, item: OpenItem, record: JsonObject | null) => boolean;
  /** It has been carried out. `before`: the record as it was read before the write. Inside a transaction. */
  readonly finish: (
    place: Workplace,
    item: OpenItem,
    before: JsonObject | null,
    after: JsonObject | null,
  ) => void;
  /** The service answered 409 twice: a person decides. Inside a transaction. */
  readonly conflicted: (place: Workplace, item: OpenItem, theirs: JsonObject) => void;
}

/** An operation that is written down as an attempt and ready to leave. */
interface Ready {
  readonly item: OpenItem;
  readonly serviceId: string;
  readonly attempt: number;
  readonly before: JsonObject;
  readonly outgoing: Outgoing;
}

/** Acknowledged so often and never shown, it is not sent again by itself: the service ignores it (promise 10). */
const mostNotShown = 2;

type Once = Step | { readonly kind: 'conflicted'; readonly before: JsonObject };

/**
 * Replays one operation on one finding (promises 1, 2, 6, 8). Between the fresh read and the write lies one
 * commit, so that the window in which somebody else's change could be overwritten is as short as this
 * interface allows. A 409 leads to one more round, because what was read may have moved on.
 */
export async function replaySingle(replay: Replay, picked: OpenItem, write: SingleWrite): Promise<Step> {
  const first = await replayOnce(replay, picked, write);
  if (first.kind !== 'conflicted') return first;
  const second = await replayOnce(replay, picked, write);
  if (second.kind !== 'conflicted') return second;
  return moveQueued(replay, picked, (item) => {
    write.conflicted(replay, item, second.before);
  });
}

async function replayOnce(replay: Replay, picked: OpenItem, write: SingleWrite): Promise<Once> {
  const shut = await replay.gate.pass();
  if (shut !== null) return { kind: 'stop', failure: shut };
  const { generation } = replay.gate;
  const { serviceId } = readIdentity(replay.db, picked.finding);
  assertEngine(serviceId !== null, `operation ${picked.op} would be sent without the service's identifier`);
  const { read, startedAt } = await readOne(replay, serviceId, callFor(replay, 'queue'));
  if (read.kind === 'failed') return unread(replay, picked, write, read.failure);
  if (replay.gate.generation !== generation) return { kind: 'again' };
  if (replay.signal.aborted) return { kind: 'stop', failure: { kind: 'cancelled' } };

  const ready = transaction(replay.db, () =>
    prepare(replay, picked, write, serviceId, read.value, startedAt),
  );
  if (ready === null) return { kind: 'moved' };
  const { finding } = ready.item;
  replay.order.writing(finding);
  const result = await ready.outgoing.send(replay, sendingCall(replay));
  replay.order.wrote(finding);
  return take(replay, ready, write, result);
}

async function readOne(
  online: Online,
  serviceId: string,
  call: Call,
): Promise<{ read: ReadResult<JsonObject>; startedAt: number }> {
  let startedAt = 0;
  const read = await readPatiently(online, () => {
    startedAt = online.order.begin();
    return online.client.readFinding(call, serviceId);
  });
  return { read, startedAt };
}

function unread(replay: Replay, picked: OpenItem, write: SingleWrite, failure: RemoteFailure): Step {
  if (failure.kind === 'not-found') {
    return moveQueued(replay, picked, (item) => {
      write.gone(replay, item);
    });
  }
  if (failure.kind === 'forbidden' || failure.kind === 'invalid' || failure.kind === 'refused') {
    return moveQueued(replay, picked, (item) => {
      park(replay, item, failure.status, failure.message);
    });
  }
  return stopsTheRun(failure) ? { kind: 'stop', failure } : { kind: 'later', failure };
}

function moveQueued(replay: Replay, picked: OpenItem, move: (item: OpenItem) => void): Step {
  transaction(replay.db, () => {
    const item = stillQueued(replay, picked);
    if (item !== null) move(item);
  });
  return { kind: 'moved' };
}

/** Takes the read as base, judges it, and writes the attempt down (promise 2). Null: nothing is to be sent. */
function prepare(
  replay: Replay,
  picked: OpenItem,
  write: SingleWrite,
  serviceId: string,
  theirs: JsonObject,
  startedAt: number,
): Ready | null {
  takeBase(replay, picked, theirs, startedAt);
  const item = stillQueued(replay, picked);
  if (item === null) return null;
  const outgoing = write.prepare(replay, item, serviceId, theirs);
  if (outgoing === null) return null;
  const { method, fields, sent } = outgoing;
  const attempt = insertAttempt(replay.db, {
    seq: item.seq,
    startedAt: nowIso(replay),
    findingBefore: lastFindingRow(replay.db),
    requestJson: stringify({ method, fields }),
  });
  const change = {
    state: 'sending',
    attempts: item.attempts + 1,
    sentJson: stringify(sent),
    beforeJson: stringify(theirs),
  } as const;
  moveItem(replay, item, change, 'sent', { fields });
  return { item: { ...item, ...change }, serviceId, attempt, before: theirs, outgoing };
}

function takeBase(online: Online, item: OpenItem, record: JsonObject, startedAt: number): void {
  const shows = readConnection(online.db)?.listShows ?? 'unprobed';
  applyDetail(online, item.finding, record, startedAt, shows);
}

type End = (outcome: string, move: () => void) => void;

async function take(replay: Replay, ready: Ready, write: SingleWrite, result: WriteResult): Promise<Once> {
  const { item, attempt } = ready;
  const end: End = (outcome, move) => {
    transaction(replay.db, () => {
      endAttempt(replay.db, attempt, nowIso(replay), outcome);
      move();
    });
  };
  switch (result.kind) {
    case 'not-sent':
      end('not sent', () => {
        requeue(replay, item, 'not-sent', unsent(item));
      });
      return stopsTheRun(result.failure)
        ? { kind: 'stop', failure: result.failure }
        : { kind: 'later', failure: result.failure };
    case 'refused':
      return refused(replay, ready, result, end);
    case 'unknown':
      end('unknown', () => {
        markUnknown(replay, item, result.message);
      });
      return settleAtOnce(replay, item, write);
    case 'acknowledged':
      return confirm(replay, ready, write, end);
  }
}

/** An attempt that never reached the service does not count as one. */
function unsent(item: OpenItem): ItemChange {
  return { attempts: item.attempts - 1 };
}

function refused(
  replay: Replay,
  { item, before }: Ready,
  { status, message }: Extract<WriteResult, { kind: 'refused' }>,
  end: End,
): Once {
  const outcome = `refused ${String(status)}`;
  switch (status) {
    case 401:
      end(outcome, () => {
        requeue(replay, item, 'refused', unsent(item));
      });
      return { kind: 'stop', failure: { kind: 'credentials', status, message } };
    case 409:
      end(outcome, () => {
        requeue(replay, item, 'refused');
      });
      return { kind: 'conflicted', before };
    case 429:
      end(outcome, () => {
        requeue(replay, item, 'refused', unsent(item));
      });
      return { kind: 'again' };
    default:
      end(outcome, () => {
        park(replay, item, status, message);
      });
      return { kind: 'moved' };
  }
}

/**
 * An acknowledgement counts once a read shows what was sent; that read is the new base. Until then the
 * operation stays `sending`, so that a crash in between leaves it unknown, never lost and never sent again.
 */
async function confirm(replay: Replay, ready: Ready, write: SingleWrite, end: End): Promise<Step> {
  const { item, serviceId, before } = ready;
  const { read, startedAt } = await readOne(replay, serviceId, sendingCall(replay));
  if (read.kind === 'failed' && read.failure.kind !== 'not-found') {
    end('acknowledged, not confirmed', () => {
      markUnknown(replay, item, 'acknowledged, but reading it back failed');
    });
    return settleAtOnce(replay, item, write);
  }
  const after = read.kind === 'ok' ? read.value : null;
  const landed = write.landed(replay, item, after);
  end(landed ? 'acknowledged' : 'acknowledged, not shown', () => {
    if (after !== null) takeBase(replay, item, after, startedAt);
    if (landed) write.finish(replay, item, before, after);
    else markUnknown(replay, item, 'acknowledged, but reading it back does not show it yet');
  });
  return { kind: 'moved' };
}

/** The breaker: nothing else leaves until a read has worked, and the first read is of this finding. */
async function settleAtOnce(replay: Replay, item: OpenItem, write: SingleWrite): Promise<Step> {
  const failure = await replay.gate.until(async () => {
    const notRead = await settleSingle(replay, item, write);
    return notRead === null ? null : readAnything(replay);
  });
  return failure === null ? { kind: 'moved' } : { kind: 'stop', failure };
}

/**
 * Settles an operation of unknown outcome by reading its finding. Good news counts at once: what was sent is
 * there. Bad news counts only when the quiet time has passed: it is queued again, through read and judgement.
 *
 * @returns null when the finding could be read (whatever came of it), else why not
 */
export async function settleSingle(
  online: Online,
  picked: OpenItem,
  write: SingleWrite,
): Promise<RemoteFailure | null> {
  const { serviceId } = readIdentity(online.db, picked.finding);
  if (serviceId === null) return null;
  // Asked before the read: what lands while it is under way must not be taken for settled.
  const known = readItem(online.db, picked.seq, picked.finding) ?? picked;
  const quietOver = isQuietOver(online, known);
  const { read, startedAt } = await readOne(online, serviceId, callFor(online, 'queue'));
  if (read.kind === 'failed' && read.failure.kind !== 'not-found') return read.failure;
  const record = read.kind === 'ok' ? read.value : null;
  transaction(online.db, () => {
    const item = readItem(online.db, picked.seq, picked.finding);
    if (item?.state !== 'unknown') return;
    const before = item.beforeJson === null ? null : parseObject(item.beforeJson);
    if (record !== null) takeBase(online, item, record, startedAt);
    if (write.landed(online, item, record)) write.finish(online, item, before, record);
    else if (record === null) putInConflict(online, item, goneConflict(item));
    else if (quietOver && timesNotShown(online.db, item.seq) >= mostNotShown) {
      park(online, item, 200, 'the service acknowledged it again and again and left the finding as it was');
    } else if (quietOver) requeue(online, item, 'not-landed');
    else if (quietIsOfAnotherBoot(online, item)) startQuietTime(online, item);
  });
  return null;
}
