import type { Json, JsonObject } from '#contract/json.ts';
import { reviewPayloadSchema, type ReviewPayload } from '#contract/finding/operation.ts';
import { equalJson } from '#domain/base/json.ts';
import { isCandidate, memberOf, reviewVersionOf } from '#domain/finding/record.ts';
import { hadUnsureAttempt } from '#db/tables/outbox/attempts.ts';
import { type OpenItem } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '../../context.ts';
import { goneConflict } from '../../record/conflict-codec.ts';
import { seenOf, takeAway } from './delete.ts';
import { differingMembers } from '../../record/record-diff.ts';
import type { Outgoing, OperationDriver } from './driver.ts';
import { finishItem, markConflicted, markOutdated } from '../../outbox/operation-state.ts';

/**
 * A decision on a candidate. It carries the review version that the user saw. If anything but our own edit has changed
 * since, the decision is outdated and the user decides again (interface, "Findings" 2).
 */
export const reviewDriver: OperationDriver = {
  prepare: prepareReview,
  gone: (ctx, item) => {
    markConflicted(ctx, item, goneConflict(item));
  },
  afterConflict: 'ask',
  notLanded: 'send-again',
  limit: 'findings',
  landed: (ctx, item, record, acknowledged) => {
    // What was only ever refused cannot have landed: then another user has decided.
    if (!acknowledged && !hadUnsureAttempt(ctx.db, item.seq)) return false;
    if (record === null || !isCandidate(record, ctx.profile)) return true;
    return acknowledged && hasMovedOn(ctx, item, record);
  },
  finish: (ctx, item, _before, after) => {
    const { decision } = payloadOf(item);
    if (after === null && decision === 'reject') takeAway(ctx, item.finding);
    finishItem(ctx, item, 'reviewed', { decision });
  },
  conflicted: (ctx, item, theirs) => {
    markOutdated(ctx, item, seenOf(item), theirs);
  },
};

function prepareReview(
  ctx: ServiceContext,
  item: OpenItem,
  serviceId: string,
  theirs: JsonObject,
): Outgoing | null {
  const seen = seenOf(item);
  // A decision of ours that was sent before with unknown outcome: a candidate no more, it has landed.
  if (hadUnsureAttempt(ctx.db, item.seq) && !isCandidate(theirs, ctx.profile)) {
    finishItem(ctx, item, 'reviewed', { decision: payloadOf(item).decision });
    return null;
  }
  if (differingMembers(seen, theirs, ctx.profile).length > 0) {
    markOutdated(ctx, item, seen, theirs);
    return null;
  }
  const version = reviewVersionOf(theirs, ctx.profile) ?? null;
  const body = decisionBody(ctx, payloadOf(item), version);
  return {
    method: 'POST',
    fields: ['decision'],
    carried: {},
    sent: { version },
    send: (replay, call) => replay.client.review(call, item.project, serviceId, body),
  };
}

/** The body of a decision, with the names and values that the profile gives (interface, "Candidate review request"). */
function decisionBody(ctx: ServiceContext, payload: ReviewPayload, version: Json): JsonObject {
  const { decision } = ctx.profile;
  return Object.fromEntries([
    ['expected_review_version', version],
    [decision.member, payload.decision === 'accept' ? decision.accept : decision.reject],
    ...(payload.comment === undefined ? [] : [[decision.comment, payload.comment]]),
  ]) as JsonObject;
}

/** Whether a candidate that is still one is another version than the decision was sent for. */
function hasMovedOn(ctx: ServiceContext, item: OpenItem, record: JsonObject): boolean {
  const sent = memberOf(seenSent(item), 'version');
  return !equalJson(reviewVersionOf(record, ctx.profile), sent);
}

function seenSent(item: OpenItem): JsonObject {
  return seenOf({ seenJson: item.sentJson });
}

/** The stored decision of a review operation. */
export function payloadOf(item: Pick<OpenItem, 'payloadJson'>): ReviewPayload {
  return reviewPayloadSchema.parse(JSON.parse(item.payloadJson));
}
