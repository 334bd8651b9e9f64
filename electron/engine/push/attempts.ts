import type { JsonObject } from '#contract/json.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import { stringify } from '#domain/base/json.ts';
import { endAttempt, insertAttempt } from '#db/tables/outbox/attempts.ts';
import type { ItemChange, OpenItem } from '#db/tables/outbox/operations.ts';
import { lastFindingRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WriteResult } from '#remote/endpoints/service-api.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { endsTheRun } from '../schedule/retry-policy.ts';
import { isHeldBack, type Replay, type ReplayOutcome } from './replay.ts';
import { moveItem, requeue } from '../outbox/operation-state.ts';

/** What one request carries: one operation for one finding, or what of a bulk operation goes together. */
export type Items = readonly [OpenItem, ...OpenItem[]];

/** Ends an attempt with an outcome and moves each of its items on, in one transaction. */
export type End = (outcome: string, move: (item: OpenItem) => void) => void;

/** A write that is written down and ready to leave (promise 2). */
export interface Attempt {
  /** As they are now: `sending`. */
  readonly items: Items;
  /** The last finding that was known before the send: what is new since then lies above it. */
  readonly findingBefore: number;
  readonly end: End;
  /** As `end`, inside a transaction of the caller's. */
  readonly endInside: End;
}

/**
 * Writes an attempt down and makes its items `sending`. To be called in the transaction right before the send.
 *
 * @param request what leaves, without a value of the person's
 * @param sent what the outcome is later told by, item by item
 */
export function beginAttempt(
  replay: ServiceContext,
  items: Items,
  request: JsonObject,
  sent: (item: OpenItem) => Pick<ItemChange, 'sentJson' | 'beforeJson' | 'answeredId'>,
): Attempt {
  const [first, ...rest] = items;
  const findingBefore = lastFindingRow(replay.db);
  const attempt = insertAttempt(replay.db, {
    seq: first.seq,
    startedAt: nowIso(replay),
    findingBefore,
    requestJson: stringify(request),
  });
  const { fields } = request;
  const send = (item: OpenItem): OpenItem => {
    const change = { state: 'sending', attempts: item.attempts + 1, ...sent(item) } as const;
    moveItem(replay, item, change, 'sent', fields === undefined ? undefined : { fields });
    return { ...item, ...change };
  };
  const sending: Items = [send(first), ...rest.map(send)];
  const endInside: End = (outcome, move) => {
    endAttempt(replay.db, attempt, nowIso(replay), outcome);
    for (const item of sending) move(item);
  };
  const end: End = (outcome, move) => {
    transaction(replay.db, () => {
      endInside(outcome, move);
    });
  };
  return { items: sending, findingBefore, end, endInside };
}

/** An answer to the write itself; `turned-away`: there was none, its items are queued again. */
export type Answer =
  Exclude<WriteResult, { kind: 'not-sent' }> | { readonly kind: 'turned-away'; readonly step: ReplayOutcome };

/**
 * Sorts out what the service has not taken up at all: it never left, or the service asks for credentials or for
 * a pause. Its items are queued again, and the attempt does not count.
 */
export function answerOf(replay: Replay, result: WriteResult, end: End): Answer {
  if (result.kind === 'not-sent') {
    end('not sent', (item) => {
      requeue(replay, item, 'not-sent', uncounted(item));
    });
    return { kind: 'turned-away', step: stepFor(result.failure) };
  }
  if (result.kind !== 'refused' || (result.status !== 401 && result.status !== 429)) return result;
  const { status, message } = result;
  end(`refused ${String(status)}`, (item) => {
    requeue(replay, item, 'refused', uncounted(item));
  });
  const step: ReplayOutcome =
    status === 429 ? { kind: 'retry' } : { kind: 'abort', failure: { kind: 'credentials', status, message } };
  return { kind: 'turned-away', step };
}

function uncounted(item: OpenItem): ItemChange {
  return { attempts: item.attempts - 1 };
}

function stepFor(failure: RemoteFailure): ReplayOutcome {
  if (isHeldBack(failure)) return { kind: 'retry' };
  return { kind: endsTheRun(failure) ? 'abort' : 'deferred', failure };
}
