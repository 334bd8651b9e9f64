import { isGeneration } from '#contract/finding/operation.ts';
import { failureText, type RemoteFailure } from '#domain/answers/failure.ts';
import { readCredits, readDraft, readProposal } from '#domain/answers/assistant.ts';
import { stringify } from '#domain/base/json.ts';
import { richFields } from '#domain/preflight/index.ts';
import { insertAnswer } from '#db/tables/outbox/assistant.ts';
import { readSweep } from '#db/tables/engagements.ts';
import { confirmedGenerations, readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { findByServiceId, readRecord } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { Call, WriteResult } from '#remote/endpoints/service-api.ts';
import { callFor, nowIso, type OnlineContext, type ServiceContext } from '../../context.ts';
import { givenId, readBase } from '../../record/merge-base.ts';
import { beginAttempt, type Attempt } from '../attempts.ts';
import { finishItem, markUnknown, rejectItem, requeue } from '../../outbox/operation-state.ts';
import { serviceIdOf } from '../../record/service-id.ts';
import { othersIn } from '../../outbox/assistant-payload.ts';
import { isNotReady } from '../../outbox/hold.ts';
import { mayHaveRun, pausedWords, refusalWords, waitsForYes } from './assistant-strings.ts';

/** How the sending of what was confirmed ended. */
export interface AskedEnd {
  /** What stopped it, if the next request would meet the same. The assistant's own limit is none. */
  readonly stopped: RemoteFailure | null;
  /** The assistant's own limit left something that was confirmed for a later sync. */
  readonly isPaused: boolean;
  readonly notices: readonly string[];
}

/**
 * Sends what a user has confirmed, one after the other and each at most once per confirmation (promise 4). It is
 * recorded before it leaves, and never sent again by itself. Only what surely did not run (429) keeps its confirmation.
 * After one of unknown outcome nothing further leaves in this run.
 *
 * @param which of the confirmed ones
 * @param onLeave is called when a request leaves: from then on others may work beside it
 */
export async function sendConfirmed(
  ctx: OnlineContext,
  which: (item: OpenItem) => boolean,
  onLeave: () => void,
): Promise<AskedEnd> {
  for (const item of confirmedGenerations(ctx.db)) {
    if (ctx.signal.aborted) break;
    if (!which(item) || readSweep(ctx.db, item.project).heldReason !== null) continue;
    const step = await generate(ctx, item, { confirm: () => undefined, onLeave });
    switch (step.kind) {
      case 'next':
        break;
      case 'paused':
        return { stopped: null, isPaused: true, notices: [pausedWords] };
      case 'stop':
        return { stopped: step.failure, isPaused: false, notices: [] };
    }
  }
  return { stopped: null, isPaused: false, notices: [] };
}

interface Leaving {
  /** Makes the question confirmed, in the transaction that notes what is sent. */
  readonly confirm: () => void;
  /** Is called when the request leaves. */
  readonly onLeave: () => void;
}

/** Sends one question as `sendConfirmed` does, confirmed only now. */
export async function sendOnce(ctx: OnlineContext, item: OpenItem, leaving: Leaving): Promise<void> {
  await generate(ctx, item, leaving);
}

type Step =
  { readonly kind: 'next' | 'paused' } | { readonly kind: 'stop'; readonly failure: RemoteFailure | null };

/** A refusal in words. */
type Refusal = (status: number, message: string) => string;

async function generate(ctx: OnlineContext, picked: OpenItem, { confirm, onLeave }: Leaving): Promise<Step> {
  const serviceId = serviceIdOf(ctx.db, picked);
  if (serviceId === null || !isGeneration(picked.kind)) return { kind: 'next' };
  const { kind } = picked;
  const refusal = (status: number, message: string): string => refusalWords(kind, serviceId, status, message);
  const attempt = transaction(ctx.db, () => {
    confirm();
    return begin(ctx, picked, refusal);
  });
  if (attempt === null) return { kind: 'next' };
  // An answer that is given up would make a known outcome an unknown one; a pause is not waited out.
  const { credentials, priority } = callFor(ctx, 'person');
  const call: Call = { credentials, priority, maxWaitMs: 0 };
  const others = othersIn(picked.payloadJson).map((id) => {
    const other = findByServiceId(ctx.db, id);
    return other === null ? id : givenId(ctx, other.finding, id);
  });
  const itself = givenId(ctx, picked.finding, serviceId);
  const { asking } = ctx.order;
  asking.add(picked.seq);
  try {
    const answer =
      kind === 'ai-merge'
        ? ctx.client.proposeMerge(call, picked.project, serviceId, others, itself)
        : ctx.client.generateDemonstration(call, picked.project, serviceId);
    onLeave();
    const result = await answer;
    // Its engagement may have been destroyed meanwhile.
    if (readItem(ctx.db, picked.seq, picked.finding)?.state !== 'sending') return { kind: 'next' };
    return take(ctx, attempt, result, refusal);
  } finally {
    asking.delete(picked.seq);
  }
}

/** Writes the attempt down (promise 2); null if it is not to be sent any more. */
function begin(ctx: OnlineContext, picked: OpenItem, refusal: Refusal): Attempt | null {
  const item = readItem(ctx.db, picked.seq, picked.finding);
  if (item?.state !== 'queued' || item.needsPerson === 1 || isNotReady(ctx.db, item)) return null;
  const record = readRecord(ctx.db, item.finding);
  if (record === null || record.goneAt !== null) {
    rejectItem(ctx, item, 404, refusal(404, 'Nothing was sent.'));
    return null;
  }
  const base = readBase(ctx.db, item.finding) ?? {};
  // What the finding said before, so that nothing of that is ever taken for the assistant's.
  const before = Object.entries(base).filter(([name]) => richFields.some((field) => field === name));
  return beginAttempt(ctx, [item], { method: 'POST', fields: [] }, () => ({
    sentJson: stringify(Object.fromEntries(before)),
  }));
}

function take(ctx: OnlineContext, attempt: Attempt, result: WriteResult, refusal: Refusal): Step {
  const { end } = attempt;
  switch (result.kind) {
    case 'acknowledged':
      if (result.body === undefined) {
        return take(ctx, attempt, { kind: 'unknown', message: 'the answer was empty' }, refusal);
      }
      end('acknowledged', (item) => {
        keepAnswer(ctx, item, answerText(ctx, item, result.body));
      });
      return { kind: 'next' };
    case 'unknown':
      end('unknown', (item) => {
        markUnknown(ctx, item, `${result.message}. ${mayHaveRun}`, { needsPerson: 1 });
      });
      return { kind: 'stop', failure: result.failure ?? null };
    case 'not-sent':
      return notSent(ctx, end, result.failure);
    case 'refused':
      return refused(ctx, end, result, refusal);
  }
}

/** Keeps what the assistant wrote and settles its operation, in the caller's transaction. */
export function keepAnswer(ctx: ServiceContext, item: OpenItem, answerJson: string): void {
  insertAnswer(ctx.db, { seq: item.seq, writtenAt: nowIso(ctx), answerJson });
  finishItem(ctx, item, 'assistant-wrote');
}

function answerText(
  { profile }: ServiceContext,
  { kind }: OpenItem,
  body: Extract<WriteResult, { kind: 'acknowledged' }>['body'],
): string {
  const answer =
    kind === 'ai-merge' ? readProposal(body, profile.assistant) : readDraft(body, profile.assistant);
  const credits = readCredits(body, kind, profile.assistant);
  return stringify({
    ...(answer.kind === 'fields'
      ? { kind: answer.kind, fields: answer.fields, sources: answer.sources }
      : { kind: answer.kind, text: answer.text }),
    ...(credits === null ? {} : { credits }),
  });
}

function notSent(ctx: OnlineContext, end: Attempt['end'], failure: RemoteFailure): Step {
  const paused = failure.kind === 'rate-limited';
  end('not sent', (item) => {
    requeue(ctx, item, 'not-sent', {
      attempts: item.attempts - 1,
      needsPerson: paused ? 0 : 1,
      errorMessage: paused ? pausedWords : `${failureText(failure)} ${waitsForYes}`,
    });
  });
  return paused ? { kind: 'paused' } : { kind: 'stop', failure };
}

function refused(
  ctx: OnlineContext,
  end: Attempt['end'],
  { status, message }: Extract<WriteResult, { kind: 'refused' }>,
  refusal: Refusal,
): Step {
  const outcome = `refused ${String(status)}`;
  if (status !== 429 && status !== 401) {
    end(outcome, (item) => {
      rejectItem(ctx, item, status, refusal(status, message));
    });
    return { kind: 'next' };
  }
  const paused = status === 429;
  end(outcome, (item) => {
    requeue(ctx, item, 'refused', {
      attempts: item.attempts - 1,
      needsPerson: paused ? 0 : 1,
      errorMessage: paused ? pausedWords : `${message} Nothing ran. It waits for your confirmation.`,
    });
  });
  return paused ? { kind: 'paused' } : { kind: 'stop', failure: { kind: 'credentials', status, message } };
}
