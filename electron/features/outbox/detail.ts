import { isAssistant, isGeneration, reviewPayloadSchema } from '#contract/finding/operation.ts';
import {
  type DiscardOffer,
  type QueueAttempt,
  type QueueDetail,
  type QueuePart,
  type RetryOffer,
} from '#contract/procedures/findings/queue.ts';
import { hadUnsureAttempt } from '#db/tables/outbox/attempts.ts';
import { evidenceOf } from '#db/tables/findings/evidence.ts';
import { openRowsOf, type OpenItem } from '#db/tables/outbox/operations.ts';
import {
  attemptsOf,
  countBehind,
  listedPart,
  queuedOperation,
  type AttemptRow,
  type QueuedOperation,
} from '#db/tables/outbox/queue-rows.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ReadContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { operationNamed, wrongState } from '#engine/outbox/discard/retry-and-discard.ts';
import { changesOf } from './changes.ts';
import { queueRow, standingOf } from './rows.ts';
import { unknownReason } from '#engine/outbox/view/unknown-outcome.ts';

/** So many attempts of an operation are told, the newest first. */
const maxAttempts = 50;

/**
 * All that is known of one operation, and what can be done with it now.
 * @param parts of so many of its findings
 * @throws DossierError `not-found`, `wrong-state` (settled meanwhile)
 */
export function openQueued(ctx: ReadContext, op: string, parts: number): QueueDetail {
  const { db } = ctx;
  const operation = operationNamed(ctx, op);
  const found = queuedOperation(db, operation.seq, ctx.clock.bootId());
  const row = queueRow(ctx, operation.seq, standingOf(ctx));
  const items = openRowsOf(db, operation.seq, parts);
  const [first] = items;
  if (row === null || found === null || first === undefined) throw wrongState(op, 'is already finished');
  const review = reviewPayloadSchema.safeParse(parseObject(operation.payloadJson));
  const lost = row.next.kind === 'person' && row.next.need === 'creation';
  return {
    row: lost ? { ...row, said: unknownReason(db, first) } : row,
    parts: items.map((item) => partOf(db, item)),
    comment: operation.kind === 'review' && review.success ? (review.data.comment ?? null) : null,
    attempts: attemptsOf(db, operation.seq, maxAttempts).map(attemptOf),
    retry: retryOffer(found),
    discard: discardOffer(found, hadUnsureAttempt(db, operation.seq)),
    behind: countBehind(db, operation.seq),
    evidence: first.kind === 'create' ? evidenceOf(db, first.finding).length : 0,
  };
}

function partOf(db: ReadableDb, item: OpenItem): QueuePart {
  const listed = listedPart(db, item);
  const blocked = item.state === 'queued' && listed?.blocked === 1;
  return {
    id: listed?.id ?? shownId(readIdentity(db, item.finding)),
    title: listed?.title ?? '',
    severity: listed?.severity ?? '',
    state: blocked ? 'blocked' : item.state,
    said: item.errorMessage === null ? null : { status: item.errorStatus, message: item.errorMessage },
    changes: changesOf(db, item),
  };
}

/** How an attempt ended, from the words in which it was written down. */
function attemptOf({ startedAt, endedAt, outcome }: AttemptRow): QueueAttempt {
  const refused = /^refused (\d+)$/u.exec(outcome ?? '');
  const told = { at: startedAt, endedAt, status: refused === null ? null : Number(refused[1]) };
  if (outcome === null) return { ...told, outcome: 'under-way' };
  if (refused !== null) return { ...told, outcome: 'refused' };
  if (outcome === 'not sent') return { ...told, outcome: 'not-sent' };
  if (outcome === 'acknowledged') return { ...told, outcome: 'acknowledged' };
  return { ...told, outcome: outcome.startsWith('acknowledged') ? 'not-confirmed' : 'unknown' };
}

type Counted = Pick<QueuedOperation, 'kind' | 'conflict' | 'rejected' | 'unknown' | 'sending' | 'lost'>;

/** Whether an operation may be sent again now, as `retryOperation` has it. */
function retryOffer({ kind, conflict, rejected, unknown, sending, lost }: Counted): RetryOffer {
  if (isGeneration(kind) && sending === 0) return { allowed: false, why: 'assistant' };
  if (isAssistant(kind) && (unknown > 0 || rejected > 0)) return { allowed: false, why: 'assistant' };
  if (kind === 'create' && unknown > lost) return { allowed: false, why: 'still-looking' };
  if (kind === 'create' && unknown > 0) return { allowed: true, means: 'may-double' };
  if (unknown > 0) return { allowed: true, means: 'reads-first' };
  if (rejected > 0) return { allowed: true, means: 'sends-again' };
  if (sending > 0) return { allowed: false, why: 'sending' };
  return { allowed: false, why: conflict > 0 ? 'conflict' : 'waits-already' };
}

/** Whether an operation may be dropped now, and what that would leave behind. @param unsure it may have been carried out */
function discardOffer({ kind, sending }: Counted, unsure: boolean): DiscardOffer {
  if (sending > 0) return { allowed: false, why: 'sending' };
  if (kind === 'create') return { allowed: true, means: unsure ? 'finding-may-be-there' : 'finding-goes' };
  return { allowed: true, means: unsure ? 'may-be-there' : 'nothing-sent' };
}
