import type { Json, JsonObject } from '#contract/json.ts';
import { reviewPayloadSchema, type ReviewPayload } from '#contract/operation.ts';
import { equalJson } from '#domain/base/json.ts';
import { isCandidate, memberOf, reviewVersionOf } from '#domain/finding/record.ts';
import { hadUnsureAttempt } from '#db/tables/attempts.ts';
import { type OpenItem } from '#db/tables/operations.ts';
import type { Workplace } from '../../context.ts';
import { goneConflict } from '../../record/conflict-codec.ts';
import { seenOf, takeAway } from './delete.ts';
import { differingMembers } from '../../record/record-diff.ts';
import type { Outgoing, SingleWrite } from './driver.ts';
import { finishItem, putInConflict, putOutdated } from '../../outbox/operation-state.ts';

/**
 * A decision on a candidate. It carries the review version that the person saw; where anything but our own edit
 * has moved on since, the decision is outdated and the person decides again (interface, "Findings" 2).
 */
export const reviewWrite: SingleWrite = {
  prepare: prepareReview,
  gone: (place, item) => {
    putInConflict(place, item, goneConflict(item));
  },
  afterConflict: 'ask',
  notLanded: 'send-again',
  limit: 'findings',
  landed: (place, item, record, acknowledged) => {
    // What was only ever refused cannot have landed: then somebody else has decided.
    if (!acknowledged && !hadUnsureAttempt(place.db, item.seq)) return false;
    if (record === null || !isCandidate(record, place.profile)) return true;
    return acknowledged && hasMovedOn(place, item, record);
  },
  finish: (place, item, _before, after) => {
    const { decision } = payloadOf(item);
    if (after === null && decision === 'reject') takeAway(place, item.finding);
    finishItem(place, item, 'reviewed', { decision });
  },
  conflicted: (place, item, theirs) => {
    putOutdated(place, item, seenOf(item), theirs);
  },
};

function prepareReview(
  place: Workplace,
  item: OpenItem,
  serviceId: string,
  theirs: JsonObject,
): Outgoing | null {
  const seen = seenOf(item);
  // A decision of ours that was sent before with unknown outcome: a candidate no more, it has landed.
  if (hadUnsureAttempt(place.db, item.seq) && !isCandidate(theirs, place.profile)) {
    finishItem(place, item, 'reviewed', { decision: payloadOf(item).decision });
    return null;
  }
  if (differingMembers(seen, theirs, place.profile).length > 0) {
    putOutdated(place, item, seen, theirs);
    return null;
  }
  const version = reviewVersionOf(theirs, place.profile) ?? null;
  const body = decisionBody(place, payloadOf(item), version);
  return {
    method: 'POST',
    fields: ['decision'],
    carried: {},
    sent: { version },
    send: (replay, call) => replay.client.review(call, item.project, serviceId, body),
  };
}

/** The body of a decision, with the names and values that the profile gives (interface, "Candidate review request"). */
function decisionBody(place: Workplace, payload: ReviewPayload, version: Json): JsonObject {
  const { decision } = place.profile;
  return Object.fromEntries([
    ['expected_review_version', version],
    [decision.member, payload.decision === 'accept' ? decision.accept : decision.reject],
    ...(payload.comment === undefined ? [] : [[decision.comment, payload.comment]]),
  ]) as JsonObject;
}

/** Whether a candidate that is still one is another version than the decision was sent for. */
function hasMovedOn(place: Workplace, item: OpenItem, record: JsonObject): boolean {
  const sent = memberOf(seenSent(item), 'version');
  return !equalJson(reviewVersionOf(record, place.profile), sent);
}

function seenSent(item: OpenItem): JsonObject {
  return seenOf({ seenJson: item.sentJson });
}

/** The stored decision of a review operation. */
export function payloadOf(item: Pick<OpenItem, 'payloadJson'>): ReviewPayload {
  return reviewPayloadSchema.parse(JSON.parse(item.payloadJson));
}
