import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import type { OpenItem, OperationRow } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '../../context.ts';
import { readBase } from '../../record/merge-base.ts';
import { findingNamed } from '../../outbox/edit.ts';
import { landCreation } from './create.ts';
import { openItems, operationNamed, wrongState } from '../../outbox/discard/retry-and-discard.ts';
import { isUnderWay, creationCandidates } from './match-candidates.ts';

/** The creation that nobody could find out about, or null if the operation is none. */
export function lostCreation(ctx: Pick<ReadContext, 'db'>, operation: OperationRow): OpenItem | null {
  const [item] = openItems(ctx, operation);
  return item?.kind === 'create' && item.state === 'unknown' && item.needsPerson === 1 ? item : null;
}

/** Findings that a person may take for the one that a creation made, under the rules of promise 3. */
export function adoptable(ctx: Pick<ReadContext, 'db'>, item: OpenItem): FindingRow[] {
  const { seen, claimed } = creationCandidates(ctx.db, item);
  return seen.filter(
    (finding) => !claimed.has(readIdentity(ctx.db, finding).serviceId) && readBase(ctx.db, finding) !== null,
  );
}

/**
 * A person says which finding at the service is the one that a creation of theirs made. It becomes the creation's
 * own, as if the program had recognised it: first seen since the send, in the same engagement, claimed by no other
 * creation. What the service has otherwise than it was sent stays here as an edit over it, so nobody's text is lost.
 * Not to be called while a sync runs: it holds rows, and one of the two goes.
 *
 * @throws DossierError `not-found`, `wrong-state` (no creation that is asked about; no such finding to choose),
 *   `busy` (something of that finding is being sent)
 */
export function adoptCreation(ctx: ServiceContext, op: string, id: string): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const operation = operationNamed(ctx, op);
    const item = lostCreation(ctx, operation);
    if (item === null) throw wrongState(op, 'is no creation that somebody has to decide about');
    const { finding, serviceId } = findingNamed(ctx, id);
    const record = readBase(db, finding);
    if (serviceId === null || record === null || !adoptable(ctx, item).includes(finding)) {
      throw wrongState(op, `cannot have made ${id}: it was there before, or another creation made it`);
    }
    if (isUnderWay(db, finding)) {
      throw new DossierError('busy', `A change of ${id} is being sent right now. Try again in a moment.`);
    }
    recordHistory(db, item.finding, { at: nowIso(ctx), what: 'adopted', op });
    landCreation(ctx, item, serviceId, record, null, 'later');
    return operation;
  });
}
