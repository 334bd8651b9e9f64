import type { FindingRow } from '#contract/finding/finding.ts';
import { isGeneration, type Conflict, type OperationKind } from '#contract/finding/operation.ts';
import { isObject, parseJson, stringify } from '#domain/base/json.ts';
import { hadUnsureAttempt } from '#db/tables/outbox/attempts.ts';
import { readHistory, recordHistory, type HistoryRow } from '#db/tables/findings/history.ts';
import {
  changeItem,
  insertItem,
  insertOperation,
  itemsOf,
  openItemsOf,
  writtenItem,
  writtenOperation,
  type ItemRow,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { findFinding, readRecord } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '../../context.ts';
import { readBase } from '../../record/merge-base.ts';
import { refreshListRow } from '../../record/list-rows.ts';
import { standDraft } from './draft-state.ts';
import { conflictFields, goneConflict, parseBases, parsePatch } from '../../record/conflict-codec.ts';
import { operationNamed, wrongState } from './retry-and-discard.ts';
import { deletes, ineligibility, type Intent } from '../eligibility.ts';
import { rejectItem, markConflicted } from '../operation-state.ts';

/**
 * Puts a discarded operation back as a new one with its pending patch and merge bases. Restorable only if nothing of it
 * may have taken effect and no later operation touches the findings (promises 3 and 6).
 *
 * @param ids only for these of its findings
 * @throws DossierError `not-found`, `wrong-state`
 */
export function restoreOperation(ctx: ServiceContext, op: string, ids?: readonly string[]): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const operation = operationNamed(ctx, op);
    const wanted = ids === undefined ? null : new Set(ids.map((id) => findFinding(db, id)?.finding));
    const items = itemsOf(db, operation.seq).filter(
      (item) => item.state === 'discarded' && (wanted === null || wanted.has(item.finding)),
    );
    if (items.length === 0) throw wrongState(op, 'was not discarded');
    if (!items.every((item) => mayReturn(ctx, operation, item))) {
      throw wrongState(op, 'cannot be put back as it was: something else has happened since');
    }
    const { kind, project, createdAt, payloadJson } = operation;
    const again = ctx.ids.next();
    const seq = insertOperation(db, { op: again, kind, project, createdAt, payloadJson });
    for (const item of items) putBack(ctx, { seq, op: again, of: op }, item);
    return writtenOperation(db, again);
  });
}

/** Whether the dropping of an operation for one finding is the last thing that happened, and nothing of it was sent. */
function mayReturn(ctx: ReadContext, operation: OperationRow, item: ItemRow): boolean {
  const { db } = ctx;
  const last = readHistory(db, item.finding).at(-1);
  return (
    last?.what === 'discarded' &&
    last.op === operation.op &&
    !openItemsOf(db, item.finding).some((open) => open.seq > item.seq) &&
    !hadUnsureAttempt(db, operation.seq) &&
    // An edit of a creation that was dropped as well has nothing to go to.
    (operation.kind === 'create' || ineligibility(ctx, item.finding, intentOf(operation.kind)) === null)
  );
}

/** What putting an operation back asks of its finding. */
function intentOf(kind: OperationKind): Intent {
  if (deletes({ kind })) return { kind: 'delete' };
  return { kind: kind === 'update' ? 'edit' : 'edit-many' };
}

function putBack(
  ctx: ServiceContext,
  { seq, op, of }: { seq: number; op: string; of: string },
  dropped: ItemRow,
): void {
  const { db } = ctx;
  const { finding, patchJson, basesJson, seenJson } = dropped;
  const at = nowIso(ctx);
  const before = readHistory(db, finding)
    .filter((entry) => entry.op === of)
    .at(-2);
  insertItem(db, { seq, finding, patchJson, basesJson, seenJson });
  const item = writtenItem(db, seq, finding);
  // A confirmation is good for the operation that it was given for, and for no other.
  if (isGeneration(item.kind)) changeItem(db, item, { needsPerson: 1 });
  if (item.kind === 'ai-apply') standDraft(ctx, item, 'accepted');
  recordHistory(db, finding, { at, what: 'restored', op, detailJson: stringify({ of }) });
  standAsBefore(ctx, seq, finding, before);
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
}

/** A refusal and a conflict of fields are not found out anew: the person had them before them. */
function standAsBefore(
  ctx: ServiceContext,
  seq: number,
  finding: FindingRow,
  before: HistoryRow | undefined,
): void {
  const item = writtenItem(ctx.db, seq, finding);
  const parsed = parseJson(before?.detailJson ?? '{}');
  const detail = parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
  if (readRecord(ctx.db, finding)?.goneAt != null) {
    markConflicted(ctx, item, goneConflict(item));
  } else if (before?.what === 'rejected') {
    const { status, message } = detail;
    if (typeof status === 'number' && typeof message === 'string') rejectItem(ctx, item, status, message);
  } else if (before?.what === 'conflict' && detail['reason'] === 'fields') {
    const named = Array.isArray(detail['fields']) ? detail['fields'] : [];
    const patch = parsePatch(item.patchJson);
    const contested = Object.fromEntries(Object.entries(patch).filter(([field]) => named.includes(field)));
    const fields = conflictFields(contested, parseBases(item.basesJson), readBase(ctx.db, finding));
    markConflicted(ctx, item, { reason: 'fields', fields } satisfies Conflict);
  }
}
