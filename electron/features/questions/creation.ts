import {
  maxPartsShown,
  type CreationCandidate,
  type CreationQuestion,
} from '#contract/procedures/findings/queue.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { listOf, memberOf, textOf, type FieldPatch } from '#domain/finding/record.ts';
import { attemptsOf, countBehind } from '#db/tables/outbox/queue-rows.ts';
import { readIdentity, readRecord, shownId } from '#db/tables/findings/records.ts';
import type { ReadContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { adoptable, lostCreation } from '#engine/push/operations/adopt-creation.ts';
import { operationNamed, wrongState } from '#engine/outbox/discard/retry-and-discard.ts';
import { unknownReason } from '#engine/outbox/view/unknown-outcome.ts';
import { isAlike } from '#engine/push/operations/match-candidates.ts';
import { sentOf } from '#engine/push/operations/update.ts';

/**
 * What is known of a creation of unknown outcome: what was sent, when, the response, and new findings of the engagement
 * that may be it.
 *
 * @throws DossierError `not-found`, `wrong-state` (it is not asked about)
 */
export function creationQuestion({ db }: Pick<ReadContext, 'db'>, op: string): CreationQuestion {
  const operation = operationNamed({ db }, op);
  const item = lostCreation({ db }, operation);
  if (item === null) throw wrongState(op, 'is no creation that somebody has to decide about');
  const sent = sentOf(item);
  const [attempt] = attemptsOf(db, item.seq, 1);
  return {
    op,
    project: item.project,
    id: shownId(readIdentity(db, item.finding)),
    sent,
    sentAt: attempt?.startedAt ?? operation.createdAt,
    said: unknownReason(db, item)?.message ?? null,
    candidates: adoptable({ db }, item)
      .map((finding) => candidate({ db }, finding, sent))
      .sort((one, other) => likeness(other, sent) - likeness(one, sent))
      .slice(0, maxPartsShown),
    behind: countBehind(db, item.seq),
  };
}

function candidate(
  { db }: Pick<ReadContext, 'db'>,
  finding: FindingRow,
  sent: FieldPatch,
): CreationCandidate {
  const record = readBase(db, finding) ?? {};
  return {
    id: shownId(readIdentity(db, finding)),
    title: textOf(record, 'title'),
    severity: textOf(record, 'severity'),
    status: textOf(record, 'status'),
    firstSeenAt: readRecord(db, finding)?.firstSeenAt ?? '',
    alike: isAlike(sent, record),
    asset: listOf(record, 'asset'),
    description: memberOf(record, 'description') ?? null,
  };
}

/** Alike ones first, then those that have the same title at least. */
function likeness({ alike, title }: CreationCandidate, sent: FieldPatch): number {
  return alike ? 2 : title === sent.title ? 1 : 0;
}
