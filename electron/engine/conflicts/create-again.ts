import { DossierError } from '#contract/error.ts';
import { editableFields } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import { isFilled } from '#domain/finding/filled.ts';
import { isCandidate, memberOf } from '#domain/finding/record.ts';
import { checkCreate } from '#domain/finding/rules.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { writeReadMark } from '#db/tables/findings/read-marks.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { partFromService } from '#db/tables/outbox/adopt.ts';
import {
  changeItem,
  insertItem,
  insertOperation,
  openItemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { effectiveRecord, refreshListRow } from '../record/list-rows.ts';
import { wrongState } from '../outbox/discard/retry-and-discard.ts';

/** Whether what an operation says of a finding that is gone can become a new finding. */
export function canCreateAgain({ kind }: Pick<OpenItem, 'kind'>): boolean {
  return kind === 'update' || kind === 'bulk-status';
}

/**
 * Queues a finding that the service deleted as a new one, as it is here with all pending changes, which it takes over.
 * Its row stays, and with it images, comments, verdicts and links; what the service had gets a row of its own. To be
 * called in a transaction.
 *
 * @throws DossierError `wrong-state`, `invalid` (too little of it is known)
 */
export function createAgain(ctx: ServiceContext, item: OpenItem): OperationRow {
  const { db } = ctx;
  const { finding } = item;
  const { project, serviceId } = readIdentity(db, finding);
  const open = openItemsOf(db, finding);
  if (!canCreateAgain(item)) throw wrongState(item.op, 'can only be discarded: choose "theirs"');
  if (serviceId === null || open.some(({ state }) => state === 'sending' || state === 'unknown')) {
    throw wrongState(item.op, 'may have reached the service; sync again first');
  }
  const { effective } = effectiveRecord(db, finding);
  // The status of a candidate is its review's, which is gone with it.
  const candidate = isCandidate(effective, ctx.profile);
  const filled = editableFields.filter(
    (field) => isFilled(memberOf(effective, field)) && !(candidate && field === 'status'),
  );
  const checked = checkCreate(Object.fromEntries(filled.map((field) => [field, effective[field] as Json])));
  if (checked.kind === 'invalid') {
    throw new DossierError('invalid', `${serviceId} cannot be created again: ${checked.message}`);
  }
  const at = nowIso(ctx);
  const op = ctx.ids.next();
  const gone = partFromService(db, finding, `local-${ctx.ids.next()}`);
  for (const { seq } of open) {
    changeItem(db, { seq, finding: gone }, { state: 'discarded', conflictJson: null, errorMessage: null });
  }
  const seq = insertOperation(db, { op, kind: 'create', project, createdAt: at, payloadJson: '{}' });
  insertItem(db, { seq, finding, patchJson: stringify(checked.body), basesJson: '{}', seenJson: null });
  writeReadMark(db, finding, at);
  const detailJson = stringify({ of: serviceId, fields: checked.body });
  recordHistory(db, finding, { at, what: 'created-again', op, detailJson });
  for (const row of [finding, gone]) refreshListRow(db, row, { profile: ctx.profile, nowIso: at });
  return writtenOperation(db, op);
}
