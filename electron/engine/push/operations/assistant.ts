import { isGeneration } from '#contract/operation.ts';
import { failureText, type RemoteFailure } from '#domain/answers/failure.ts';
import { readDraft, readProposal } from '#domain/answers/assistant.ts';
import { stringify } from '#domain/base/json.ts';
import { richFields } from '#domain/preflight/index.ts';
import { insertAnswer } from '#db/tables/assistant.ts';
import { readSweep } from '#db/tables/engagements.ts';
import { confirmedGenerations, readItem, type OpenItem } from '#db/tables/operations.ts';
import { findByServiceId, readRecord } from '#db/tables/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { Call, WriteResult } from '#remote/endpoints/service-api.ts';
import { callFor, nowIso, type Online, type Workplace } from '../../context.ts';
import { givenId, readBase } from '../../record/merge-base.ts';
import { beginAttempt, type Attempt } from '../attempts.ts';
import { finishItem, markUnknown, park, requeue } from '../../outbox/operation-state.ts';
import { serviceIdOf } from '#features/assistant/ask.ts';
import { othersIn } from '../../outbox/assistant-payload.ts';
import { mayHaveRun, pausedWords, refusalWords, waitsForYes } from './assistant-strings.ts';

/** How the sending of what was confirmed ended. */
export interface AskedEnd {
  /** What stopped it, where the next request would meet the same. The assistant's own limit is none. */
  readonly stopped: RemoteFailure | null;
  readonly notices: readonly string[];
}

/**
 * Sends what a person has confirmed, one after the other and each at most once per confirmation (promise 4): it is
 * written down before it leaves, and whatever comes of it, it is not sent again by itself. Only what surely did not run
 * (429) keeps its confirmation. After one of unknown outcome nothing further leaves in this run.
 *
 * @param which of the confirmed ones
 */
export async function sendConfirmed(online: Online, which: (item: OpenItem) => boolean): Promise<AskedEnd> {
  for (const item of confirmedGenerations(online.db)) {
    if (online.signal.aborted) break;
    if (!which(item) || readSweep(online.db, item.project).heldReason !== null) continue;
    const step = await generate(online, item);
    switch (step.kind) {
      case 'next':
        break;
      case 'paused':
        return { stopped: null, notices: [pausedWords] };
      case 'stop':
        return { stopped: step.failure, notices: [] };
    }
  }
  return { stopped: null, notices: [] };
}

/** Sends a question as `sendConfirmed` does; `confirm` makes it confirmed in the transaction that notes what is sent. */
export async function sendOnce(online: Online, item: OpenItem, confirm: () => void): Promise<void> {
  await generate(online, item, confirm);
}

type Step =
  { readonly kind: 'next' | 'paused' } | { readonly kind: 'stop'; readonly failure: RemoteFailure | null };

/** A refusal in words. */
type Refusal = (status: number, message: string) => string;

async function generate(
  online: Online,
  picked: OpenItem,
  confirm: () => void = () => undefined,
): Promise<Step> {
  const serviceId = serviceIdOf(online.db, picked);
  if (serviceId === null || !isGeneration(picked.kind)) return { kind: 'next' };
  const { kind } = picked;
  const refusal = (status: number, message: string): string => refusalWords(kind, serviceId, status, message);
  const attempt = transaction(online.db, () => {
    confirm();
    return begin(online, picked, refusal);
  });
  if (attempt === null) return { kind: 'next' };
  // An answer that is given up would make a known outcome an unknown one; a pause is not waited out.
  const { credentials, priority } = callFor(online, 'person');
  const call: Call = { credentials, priority, maxWaitMs: 0 };
  const others = othersIn(picked.payloadJson).map((id) => {
    const other = findByServiceId(online.db, id);
    return other === null ? id : givenId(online, other.finding, id);
  });
  const itself = givenId(online, picked.finding, serviceId);
  const result =
    kind === 'ai-merge'
      ? await online.client.proposeMerge(call, picked.project, serviceId, others, itself)
      : await online.client.generateDemonstration(call, picked.project, serviceId);
  return take(online, attempt, result, refusal);
}

/** Writes the attempt down (promise 2); null where it is not to be sent any more. */
function begin(online: Online, picked: OpenItem, refusal: Refusal): Attempt | null {
  const item = readItem(online.db, picked.seq, picked.finding);
  if (item?.state !== 'queued' || item.needsPerson === 1) return null;
  const record = readRecord(online.db, item.finding);
  if (record === null || record.goneAt !== null) {
    park(online, item, 404, refusal(404, 'Nothing was sent.'));
    return null;
  }
  const base = readBase(online.db, item.finding) ?? {};
  // What the finding said before, so that nothing of that is ever taken for the assistant's.
  const before = Object.entries(base).filter(([name]) => richFields.some((field) => field === name));
  return beginAttempt(online, [item], { method: 'POST', fields: [] }, () => ({
    sentJson: stringify(Object.fromEntries(before)),
  }));
}

function take(online: Online, attempt: Attempt, result: WriteResult, refusal: Refusal): Step {
  const { end } = attempt;
  switch (result.kind) {
    case 'acknowledged':
      if (result.body === undefined) {
        return take(online, attempt, { kind: 'unknown', message: 'the answer was empty' }, refusal);
      }
      end('acknowledged', (item) => {
        keepAnswer(online, item, answerText(online, item, result.body));
      });
      return { kind: 'next' };
    case 'unknown':
      end('unknown', (item) => {
        markUnknown(online, item, `${result.message}. ${mayHaveRun}`, { needsPerson: 1 });
      });
      return { kind: 'stop', failure: result.failure ?? null };
    case 'not-sent':
      return notSent(online, end, result.failure);
    case 'refused':
      return refused(online, end, result, refusal);
  }
}

/** Keeps what the assistant wrote and settles its operation, in the caller's transaction. */
export function keepAnswer(place: Workplace, item: OpenItem, answerJson: string): void {
  insertAnswer(place.db, { seq: item.seq, writtenAt: nowIso(place), answerJson });
  finishItem(place, item, 'assistant-wrote');
}

function answerText(
  { profile }: Workplace,
  { kind }: OpenItem,
  body: Extract<WriteResult, { kind: 'acknowledged' }>['body'],
): string {
  const answer =
    kind === 'ai-merge' ? readProposal(body, profile.assistant) : readDraft(body, profile.assistant);
  return stringify(
    answer.kind === 'fields'
      ? { kind: answer.kind, fields: answer.fields, sources: answer.sources }
      : { kind: answer.kind, text: answer.text },
  );
}

function notSent(online: Online, end: Attempt['end'], failure: RemoteFailure): Step {
  const paused = failure.kind === 'rate-limited';
  end('not sent', (item) => {
    requeue(online, item, 'not-sent', {
      attempts: item.attempts - 1,
      needsPerson: paused ? 0 : 1,
      errorMessage: paused ? pausedWords : `${failureText(failure)} ${waitsForYes}`,
    });
  });
  return paused ? { kind: 'paused' } : { kind: 'stop', failure };
}

function refused(
  online: Online,
  end: Attempt['end'],
  { status, message }: Extract<WriteResult, { kind: 'refused' }>,
  refusal: Refusal,
): Step {
  const outcome = `refused ${String(status)}`;
  if (status !== 429 && status !== 401) {
    end(outcome, (item) => {
      park(online, item, status, refusal(status, message));
    });
    return { kind: 'next' };
  }
  const paused = status === 429;
  end(outcome, (item) => {
    requeue(online, item, 'refused', {
      attempts: item.attempts - 1,
      needsPerson: paused ? 0 : 1,
      errorMessage: paused ? pausedWords : `${message} Nothing ran. It waits for your confirmation.`,
    });
  });
  return paused ? { kind: 'paused' } : { kind: 'stop', failure: { kind: 'credentials', status, message } };
}
