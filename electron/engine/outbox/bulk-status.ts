import type { FindingRow } from '#contract/finding/finding.ts';
import { stringify } from '#domain/base/json.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { insertItem, insertOperation } from '#db/tables/outbox/operations.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { effectiveRecord, refreshListRow } from '../record/list-rows.ts';

/** An operation that findings are being added to. */
export interface OpenedOperation {
  readonly seq: number;
  readonly op: string;
}

/** Puts an empty change of status at the end of the outbox, in the caller's transaction. */
export function openStatus(ctx: ServiceContext, status: string, project: string): OpenedOperation {
  const op = ctx.ids.next();
  const payloadJson = stringify({ status });
  const row = { op, kind: 'bulk-status' as const, project, createdAt: nowIso(ctx), payloadJson };
  return { seq: insertOperation(ctx.db, row), op };
}

/** Adds a finding to a change of status, in the caller's transaction. */
export function addStatus(
  ctx: ServiceContext,
  { seq, op }: OpenedOperation,
  finding: FindingRow,
  status: string,
): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  const { effective } = effectiveRecord(db, finding);
  const base = Object.hasOwn(effective, 'status') ? { value: effective['status'] ?? null } : {};
  insertItem(db, {
    seq,
    finding,
    patchJson: stringify({ status }),
    basesJson: stringify({ status: base }),
    seenJson: null,
  });
  const fields = { status: { ...('value' in base ? { was: base.value } : {}), now: status } };
  recordHistory(db, finding, { at, what: 'status-asked', op, detailJson: stringify({ status, fields }) });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
}
