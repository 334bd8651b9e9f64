import { applyPayloadSchema } from '#contract/operation.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import { changeAnswer, findAnswer } from '#db/tables/assistant.ts';
import type { OpenItem } from '#db/tables/operations.ts';
import type { Workplace } from '../../context.ts';
import { refusalWords } from './assistant-strings.ts';
import { parseObject } from '../../record/merge-base.ts';
import { parseBases, parsePatch } from '../../record/conflict-codec.ts';
import type { Outgoing, SingleWrite } from './driver.ts';
import { carrySeenOver } from '../../record/record-diff.ts';
import { finishItem, park } from '../../outbox/operation-state.ts';

/**
 * A reviewed draft that becomes the finding's demonstration. It leaves at most once (promise 4): what is refused, or is
 * not shown after the quiet time, waits for a person. It replaces only the demonstration that the person looked at
 * (promise 6).
 */
export const applyWrite: SingleWrite = {
  prepare: prepareApply,
  gone: (place, item) => {
    park(place, item, 404, 'The finding is not there any more, or not visible to you. Nothing was applied.');
  },
  afterConflict: 'ask',
  notLanded: 'ask',
  limit: 'assistant',
  refusal: (_item, serviceId, status, message) => refusalWords('ai-apply', serviceId, status, message),
  landed: (_place, item, record, acknowledged) => {
    if (record === null) return false;
    const now = memberOf(record, 'demonstration');
    if (sameOnceNormalised('demonstration', now, textOf(item))) return true;
    // Acknowledged, and the text is another one now: the service writes such texts in its own way.
    return acknowledged && !sameOnceNormalised('demonstration', now, beforeOf(item));
  },
  finish: (place, item, before, after) => {
    finishItem(place, item, 'assistant-applied', { fields: ['demonstration'] });
    if (before !== null && after !== null)
      carrySeenOver(place, item.finding, before, after, ['demonstration']);
  },
  conflicted: (place, item) => {
    park(
      place,
      item,
      409,
      'The service has no draft of this finding that could be applied, or it is another one.',
    );
  },
};

function prepareApply(
  place: Workplace,
  item: OpenItem,
  serviceId: string,
  theirs: JsonObject,
): Outgoing | null {
  const text = textOf(item);
  const now = memberOf(theirs, 'demonstration');
  if (sameOnceNormalised('demonstration', now, text)) {
    finishItem(place, item, 'agreed');
    return null;
  }
  const seen = parseBases(item.basesJson).demonstration?.value;
  if (!sameOnceNormalised('demonstration', now ?? '', seen ?? '')) {
    park(
      place,
      item,
      409,
      'The demonstration has changed at the service since you looked at it. Nothing was sent.',
    );
    return null;
  }
  return {
    method: 'POST',
    fields: ['demonstration'],
    carried: {},
    sent: { demonstration: text },
    send: (replay, call) =>
      replay.client.applyDemonstration({ ...call, maxWaitMs: 0 }, item.project, serviceId, text),
  };
}

/** The reviewed text: the layer of the operation. */
function textOf(item: Pick<OpenItem, 'patchJson'>): string {
  const text = parsePatch(item.patchJson).demonstration;
  return typeof text === 'string' ? text : '';
}

function beforeOf(item: Pick<OpenItem, 'beforeJson'>): Json | undefined {
  return memberOf(parseObject(item.beforeJson ?? '{}'), 'demonstration');
}

/**
 * A draft whose applying was dropped waits for a person again, and is accepted once more where the dropping is taken back.
 * To be called in a transaction.
 */
export function standDraft(
  place: Workplace,
  item: Pick<OpenItem, 'payloadJson'>,
  state: 'open' | 'accepted',
): void {
  const payload = applyPayloadSchema.safeParse(parseObject(item.payloadJson));
  const answer = payload.success ? findAnswer(place.db, payload.data.draft) : null;
  if (answer !== null) changeAnswer(place.db, answer.seq, { state });
}
