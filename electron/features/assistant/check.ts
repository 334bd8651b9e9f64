import type { GenerationCheck } from '#contract/procedures/findings/assistant.ts';
import { isGeneration } from '#contract/finding/operation.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { stringify } from '#domain/base/json.ts';
import { memberOf, textOf } from '#domain/finding/record.ts';
import { DossierError } from '#contract/error.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type OnlineContext } from '#engine/context.ts';
import { parseObject } from '#engine/record/merge-base.ts';
import { openItems, operationNamed, wrongState } from '#engine/outbox/discard/retry-and-discard.ts';
import { applyDetail } from '#engine/intake/apply-record.ts';
import { fetchFinding } from '#engine/intake/fetch-finding.ts';
import { serviceIdOf } from '#engine/record/service-id.ts';
import { assistantDraft } from './drafts.ts';
import { keepAnswer } from '#engine/push/operations/assistant.ts';

/**
 * Reads whether a generation that may have run left something behind. If the service shows a pending draft with the
 * finding, it is stored and the operation is done. That nothing is to be seen proves nothing.
 *
 * @throws DossierError `not-found`, `wrong-state`, and the failure of the read
 */
export async function checkAsked(ctx: OnlineContext, op: string): Promise<GenerationCheck> {
  const item = unknownNamed(ctx, op);
  const serviceId = serviceIdOf(ctx.db, item);
  if (serviceId === null) throw wrongState(op, 'is about a finding that the service does not have');
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'person'));
  if (read.kind === 'failed') {
    if (read.failure.kind === 'not-found') return { kind: 'gone' };
    throw DossierError.of(toFailure(read.failure));
  }
  const record = read.value;
  return transaction(ctx.db, (): GenerationCheck => {
    applyDetail(ctx, item.finding, record, startedAt);
    const now = readItem(ctx.db, item.seq, item.finding);
    if (now?.state !== 'unknown') throw wrongState(op, 'was finished meanwhile');
    const shown = ctx.profile.assistant.waitingDraft
      .map((member) => textOf(record, member))
      .find((text) => text.trim() !== '');
    if (shown !== undefined && item.kind === 'ai-demonstration') {
      keepAnswer(ctx, now, stringify({ kind: 'text', text: shown }));
      return { kind: 'draft', draft: assistantDraft(ctx, op) };
    }
    const before = memberOf(parseObject(item.sentJson ?? '{}'), 'demonstration') ?? '';
    const after = textOf(record, 'demonstration');
    return after === before ? { kind: 'nothing' } : { kind: 'changed', now: after };
  });
}

function unknownNamed(ctx: OnlineContext, op: string): OpenItem {
  const operation = operationNamed(ctx, op);
  const [item] = openItems(ctx, operation);
  if (!isGeneration(operation.kind)) throw wrongState(op, 'does not ask the assistant for anything');
  if (item?.state !== 'unknown') throw wrongState(op, 'is not of unknown outcome');
  return item;
}
