import { editableFields } from '#contract/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { stringify } from '#core/json.ts';
import { mergeRecord, sameOnceNormalised } from '#core/merge/index.ts';
import { isFilled } from '#core/query/entry.ts';
import { isCandidate, listOf } from '#core/record.ts';
import { readConnection } from '#db/connections.ts';
import { endAttempt, insertAttempt, type OpenItem } from '#db/operations.ts';
import { lastFindingRow, readIdentity } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import type { WriteResult } from '#remote/answers.ts';
import { callFor, nowIso, type Workplace } from '../context.ts';
import { applyDetail } from '../sync/apply.ts';
import { readPatiently, stopsTheRun } from '../sync/patience.ts';
import { watchCanary } from './canary.ts';
import { conflictFields, goneConflict, parseBases, parsePatch, type Patch } from './conflict.ts';
import { assertEngine, readAnything, sendingCall, stillQueued, type Replay, type Step } from './lane.ts';
import { fieldsOf } from './layer.ts';
import { settleUpdate } from './settle.ts';
import { finishItem, markUnknown, moveItem, park, putInConflict, requeue } from './transition.ts';

/** A merged update, written down as an attempt and ready to leave. */
interface Ready {
  readonly item: OpenItem;
  readonly attempt: number;
  /** What the service had just before the write. */
  readonly before: JsonObject;
  readonly sent: Patch;
  readonly body: JsonObject;
}

/**
 * Replays one update: read, three-way merge per field, send, confirm by reading (promises 1, 2, 6, 8). Between
 * the read and the write lies one commit, so that the window in which somebody else's change could be
 * overwritten is as short as this interface allows.
 */
export async function replayUpdate(replay: Replay, picked: OpenItem): Promise<Step> {
  // Once more after a 409: what was read may have moved on between read and write.
  const first = await replayOnce(replay, picked);
  return first.kind === 'conflicted'
    ? afterConflict(replay, picked, await replayOnce(replay, picked))
    : first;
}

type Once = Step | { readonly kind: 'conflicted'; readonly message: string; readonly before: JsonObject };

async function replayOnce(replay: Replay, picked: OpenItem): Promise<Once> {
  const shut = await replay.gate.pass();
  if (shut !== null) return { kind: 'stop', failure: shut };
  const { generation } = replay.gate;
  const { serviceId } = readIdentity(replay.db, picked.finding);
  assertEngine(serviceId !== null, `operation ${picked.op} would be sent without the service's identifier`);
  let startedAt = 0;
  const read = await readPatiently(replay, () => {
    startedAt = replay.order.begin();
    return replay.client.readFinding(callFor(replay, 'queue'), serviceId);
  });
  if (read.kind === 'failed') {
    const { failure } = read;
    if (failure.kind === 'not-found') return moveWith(replay, picked, goneItem);
    if (failure.kind === 'forbidden' || failure.kind === 'invalid' || failure.kind === 'refused') {
      return moveWith(replay, picked, (place, item) => {
        park(place, item, failure.status, failure.message);
      });
    }
    return stopsTheRun(failure) ? { kind: 'stop', failure } : { kind: 'later', failure };
  }
  if (replay.gate.generation !== generation) return { kind: 'again' };
  if (replay.signal.aborted) return { kind: 'stop', failure: { kind: 'cancelled' } };

  const ready = transaction(replay.db, () => prepare(replay, picked, serviceId, read.value, startedAt));
  if (ready === null) return { kind: 'moved' };
  const { item } = ready;
  replay.order.writing(item.finding);
  const result = await replay.client.updateFinding(sendingCall(replay), item.project, ready.body);
  replay.order.wrote(item.finding);
  return take(replay, ready, result);
}

function moveWith(replay: Replay, picked: OpenItem, move: (place: Workplace, item: OpenItem) => void): Step {
  transaction(replay.db, () => {
    const item = stillQueued(replay, picked);
    if (item !== null) move(replay, item);
  });
  return { kind: 'moved' };
}

function goneItem(place: Workplace, item: OpenItem): void {
  putInConflict(place, item, goneConflict(item));
}

/** Merges what was just read with the layer and writes the attempt down (promise 2). Null: nothing is to be sent. */
function prepare(
  replay: Replay,
  picked: OpenItem,
  serviceId: string,
  theirs: JsonObject,
  startedAt: number,
): Ready | null {
  const shows = readConnection(replay.db)?.listShows ?? 'unprobed';
  applyDetail(replay, picked.finding, theirs, startedAt, shows);
  const item = stillQueued(replay, picked);
  if (item === null) return null;
  const patch = parsePatch(item.patchJson);
  const bases = parseBases(item.basesJson);
  const merged = mergeRecord(patch, bases, theirs);
  if (merged.kind === 'nothing-left') {
    finishItem(replay, item, 'agreed');
    return null;
  }
  if (merged.kind === 'conflict') {
    putInConflict(replay, item, merged.conflict);
    return null;
  }
  const sent =
    replay.profile.updateSends === 'all-fields' ? wholeOf(replay, theirs, merged.fields) : merged.fields;
  const asset = sent.asset ?? listOf(theirs, 'asset');
  if (Array.isArray(asset) && asset.length === 0) {
    putInConflict(replay, item, { reason: 'empty-asset', fields: conflictFields(patch, bases, theirs) });
    return null;
  }
  const title = sent.title ?? theirs['title'] ?? '';
  const body = Object.fromEntries(Object.entries({ id: theirs['id'] ?? serviceId, ...sent, title, asset }));
  logMerge(replay, item, patch, merged.fields);
  const attempt = insertAttempt(replay.db, {
    seq: item.seq,
    startedAt: nowIso(replay),
    findingBefore: lastFindingRow(replay.db),
    requestJson: stringify({ method: 'POST', fields: fieldsOf(sent) }),
  });
  moveItem(
    replay,
    item,
    { state: 'sending', attempts: item.attempts + 1, sentJson: stringify(sent) },
    'sent',
    { fields: fieldsOf(sent) },
  );
  return { item, attempt, before: theirs, sent, body };
}

/** Every known field, for a service whose update replaces what is not sent; a pending candidate's status stays out. */
function wholeOf(replay: Replay, theirs: JsonObject, fields: Patch): Patch {
  const candidate = isCandidate(theirs, replay.profile);
  const kept = editableFields.filter(
    (field) => Object.hasOwn(theirs, field) && isFilled(theirs[field]) && !(candidate && field === 'status'),
  );
  return { ...Object.fromEntries(kept.map((field) => [field, theirs[field]])), ...fields };
}

/** An automatic merge is written down with what each side had, so that it can be undone. */
function logMerge(replay: Replay, item: OpenItem, patch: Patch, merged: Patch): void {
  const both = fieldsOf(merged).filter(
    (field) => stringify(merged[field] as Json) !== stringify(patch[field] as Json),
  );
  if (both.length === 0) return;
  moveItem(replay, item, { state: 'queued' }, 'merged', {
    fields: Object.fromEntries(
      both.map((field) => [field, { mine: patch[field] as Json, merged: merged[field] as Json }]),
    ),
  });
}

async function take(replay: Replay, ready: Ready, result: WriteResult): Promise<Once> {
  const { item, attempt } = ready;
  const end = (outcome: string, move: () => void): void => {
    transaction(replay.db, () => {
      endAttempt(replay.db, attempt, nowIso(replay), outcome);
      move();
    });
  };
  switch (result.kind) {
    case 'not-sent':
      end('not sent', () => {
        requeue(replay, item, 'not-sent', { attempts: item.attempts });
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
      return settleAtOnce(replay, item);
    case 'acknowledged':
      return confirm(replay, ready, end);
  }
}

function refused(
  replay: Replay,
  { item, before }: Ready,
  result: Extract<WriteResult, { kind: 'refused' }>,
  end: (outcome: string, move: () => void) => void,
): Once {
  const { status, message } = result;
  const outcome = `refused ${String(status)}`;
  switch (status) {
    case 401:
      end(outcome, () => {
        requeue(replay, item, 'not-sent', { attempts: item.attempts });
      });
      return { kind: 'stop', failure: { kind: 'credentials', status, message } };
    case 409:
      end(outcome, () => {
        requeue(replay, item, 'refused');
      });
      return { kind: 'conflicted', message, before };
    case 429:
      end(outcome, () => {
        requeue(replay, item, 'refused', { attempts: item.attempts });
      });
      return { kind: 'again' };
    default:
      end(outcome, () => {
        park(replay, item, status, message);
      });
      return { kind: 'moved' };
  }
}

/** The second 409 in a row: merging does not help, so a person decides. */
function afterConflict(replay: Replay, picked: OpenItem, second: Once): Step {
  if (second.kind !== 'conflicted') return second;
  return moveWith(replay, picked, (place, item) => {
    const fields = conflictFields(parsePatch(item.patchJson), parseBases(item.basesJson), second.before);
    putInConflict(place, item, { reason: 'fields', fields });
  });
}

/**
 * An acknowledgement counts once a read shows what was sent; that read is the new base. Until then the
 * operation stays `sending`, so that a crash in between leaves it unknown, never lost and never sent again.
 */
async function confirm(
  replay: Replay,
  { item, before, sent }: Ready,
  end: (outcome: string, move: () => void) => void,
): Promise<Step> {
  const { serviceId } = readIdentity(replay.db, item.finding);
  assertEngine(serviceId !== null, `operation ${item.op} was sent without the service's identifier`);
  let startedAt = 0;
  const read = await readPatiently(replay, () => {
    startedAt = replay.order.begin();
    return replay.client.readFinding(sendingCall(replay), serviceId);
  });
  if (read.kind === 'failed') {
    end('acknowledged, not confirmed', () => {
      markUnknown(replay, item, 'acknowledged, but reading it back failed');
    });
    return settleAtOnce(replay, item);
  }
  const shown = isShown(sent, read.value);
  end(shown ? 'acknowledged' : 'acknowledged, not shown', () => {
    const shows = readConnection(replay.db)?.listShows ?? 'unprobed';
    applyDetail(replay, item.finding, read.value, startedAt, shows);
    if (shown) {
      finishItem(replay, item, 'confirmed', { fields: fieldsOf(sent) });
      watchCanary(replay, item, before, read.value, sent);
    } else {
      markUnknown(replay, item, 'acknowledged, but reading it back does not show it yet');
    }
  });
  return { kind: 'moved' };
}

/** Whether a record shows every value that was sent, compared the way services normalise texts. */
export function isShown(sent: Patch, record: JsonObject): boolean {
  return fieldsOf(sent).every((field) => sameOnceNormalised(field, sent[field], record[field]));
}

/** The breaker: nothing else leaves until a read has worked, and the first read is of this finding. */
async function settleAtOnce(replay: Replay, item: OpenItem): Promise<Step> {
  const failure = await replay.gate.until(async () => {
    const unread = await settleUpdate(replay, item);
    return unread === null ? null : readAnything(replay);
  });
  return failure === null ? { kind: 'moved' } : { kind: 'stop', failure };
}
