import { findAnswer, changeAnswer } from '#db/tables/outbox/assistant.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { applyPayloadSchema } from '#contract/finding/operation.ts';
import type { ServiceContext } from '../../context.ts';
import { parseObject } from '../../record/merge-base.ts';

/**
 * A draft whose applying was dropped waits for a person again, and is accepted once more if the dropping is undone.
 * To be called in a transaction.
 */
export function standDraft(
  ctx: ServiceContext,
  item: Pick<OpenItem, 'payloadJson'>,
  state: 'open' | 'accepted',
): void {
  const payload = applyPayloadSchema.safeParse(parseObject(item.payloadJson));
  const answer = payload.success ? findAnswer(ctx.db, payload.data.draft) : null;
  if (answer !== null) changeAnswer(ctx.db, answer.seq, { state });
}
