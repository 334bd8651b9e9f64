import type { Json, JsonObject } from '#contract/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '../../context.ts';
import { refusalWords } from './assistant-strings.ts';
import { parseObject } from '../../record/merge-base.ts';
import { parseBases, parsePatch } from '../../record/conflict-codec.ts';
import type { Outgoing, OperationDriver } from './driver.ts';
import { carrySeenOver } from '../../record/record-diff.ts';
import { finishItem, rejectItem } from '../../outbox/operation-state.ts';

/**
 * A reviewed draft that becomes the finding's demonstration. It leaves at most once (promise 4): what is refused, or is
 * not shown after the in-doubt window, waits for a person. It replaces only the demonstration that the person looked at
 * (promise 6).
 */
export const applyDriver: OperationDriver = {
  prepare: prepareApply,
  gone: (ctx, item) => {
    rejectItem(
      ctx,
      item,
      404,
      'The finding is not there any more, or not visible to you. Nothing was applied.',
    );
  },
  afterConflict: 'ask',
  notLanded: 'ask',
  limit: 'assistant',
  refusal: (_item, serviceId, status, message) => refusalWords('ai-apply', serviceId, status, message),
  sentValues: (item) => ({ demonstration: textOf(item) }),
  landed: (_place, item, record, acknowledged) => {
    if (record === null) return false;
    const now = memberOf(record, 'demonstration');
    if (sameOnceNormalised('demonstration', now, textOf(item))) return true;
    // Acknowledged, and the text is another one now: the service writes such texts in its own way.
    return acknowledged && !sameOnceNormalised('demonstration', now, beforeOf(item));
  },
  finish: (ctx, item, before, after) => {
    finishItem(ctx, item, 'assistant-applied', { fields: ['demonstration'] });
    if (before !== null && after !== null) carrySeenOver(ctx, item.finding, before, after, ['demonstration']);
  },
  conflicted: (ctx, item) => {
    rejectItem(
      ctx,
      item,
      409,
      'The service has no draft of this finding that could be applied, or it is another one.',
    );
  },
};

function prepareApply(
  ctx: ServiceContext,
  item: OpenItem,
  serviceId: string,
  theirs: JsonObject,
): Outgoing | null {
  const text = textOf(item);
  const now = memberOf(theirs, 'demonstration');
  if (sameOnceNormalised('demonstration', now, text)) {
    finishItem(ctx, item, 'agreed');
    return null;
  }
  const seen = parseBases(item.basesJson).demonstration?.value;
  if (!sameOnceNormalised('demonstration', now ?? '', seen ?? '')) {
    rejectItem(
      ctx,
      item,
      409,
      'The demonstration has changed on the service since you looked at it. Nothing was sent.',
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

/** The reviewed text: the pending patch of the operation. */
function textOf(item: Pick<OpenItem, 'patchJson'>): string {
  const text = parsePatch(item.patchJson).demonstration;
  return typeof text === 'string' ? text : '';
}

function beforeOf(item: Pick<OpenItem, 'beforeJson'>): Json | undefined {
  return memberOf(parseObject(item.beforeJson ?? '{}'), 'demonstration');
}
