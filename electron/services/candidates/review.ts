import { DossierError } from '#contract/error.ts';
import type { ReviewPayload } from '#contract/operation.ts';
import { stringify } from '#core/json.ts';
import { isCandidate } from '#core/record.ts';
import { recordHistory } from '#db/history.ts';
import {
  insertItem,
  insertOperation,
  openItemsOf,
  writtenOperation,
  type OperationRow,
} from '#db/operations.ts';
import { readRecord } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import { nowIso, type Workplace } from '../context.ts';
import { readBase } from '../findings/base.ts';
import { findingNamed } from '../findings/edit.ts';
import { refreshListRow } from '../lists/refresh.ts';

/**
 * Queues a decision on a candidate. It remembers the record as the person saw it, the review version with all
 * its digits among it; it goes behind edits of the same candidate that wait already ("edit, then accept").
 *
 * @throws DossierError `not-found`, `wrong-state` (no pending candidate, gone, or a decision waits already)
 */
export function reviewCandidate(place: Workplace, id: string, payload: ReviewPayload): OperationRow {
  const { db } = place;
  return transaction(db, () => {
    const { finding, project } = findingNamed(place, id);
    const base = readBase(db, finding);
    if (base === null || !isCandidate(base, place.profile)) {
      throw new DossierError('wrong-state', `${id} is no pending candidate, so there is nothing to decide.`);
    }
    if (readRecord(db, finding)?.goneAt !== null) {
      throw new DossierError('wrong-state', `${id} is gone, or no longer visible to this account.`);
    }
    const waiting = openItemsOf(db, finding).find((item) => item.kind === 'review');
    if (waiting !== undefined) {
      throw new DossierError(
        'wrong-state',
        `A decision on ${id} waits already: operation ${waiting.op}. Drop it with "discard" to decide anew.`,
      );
    }
    const at = nowIso(place);
    const op = place.ids.next();
    const seq = insertOperation(db, {
      op,
      kind: 'review',
      project,
      createdAt: at,
      payloadJson: stringify({
        decision: payload.decision,
        ...(payload.comment === undefined ? {} : { comment: payload.comment }),
      }),
    });
    insertItem(db, { seq, finding, patchJson: '{}', basesJson: '{}', seenJson: stringify(base) });
    recordHistory(db, finding, {
      at,
      what: 'review-asked',
      op,
      detailJson: stringify({ decision: payload.decision }),
    });
    refreshListRow(db, finding, { profile: place.profile, nowIso: at });
    return writtenOperation(db, op);
  });
}
