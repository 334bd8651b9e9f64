import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import { changedFields, fieldsOf } from '#domain/peer-review/changed-fields.ts';
import { readReadySnapshot, writeReadySnapshot } from '#db/tables/findings/ready-snapshot.ts';
import { workingState } from '#db/tables/findings/working-state.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { parseObject } from '#engine/record/merge-base.ts';

/** Keeps the fields of a finding as they are now; to be called in a transaction. */
export function takeReadySnapshot(ctx: ServiceContext, finding: FindingRow): void {
  const fieldsJson = stringify(fieldsOf(effectiveRecord(ctx.db, finding).effective));
  writeReadySnapshot(ctx.db, finding, { takenAt: nowIso(ctx), fieldsJson });
}

/**
 * Accepts changes since a finding was marked ready. What is accepted are the values that the user saw: one that has
 * changed again since stays a change. Without any left, a finding in progress is compared no more.
 *
 * @throws DossierError `not-found`
 */
export function keepChanges(ctx: ServiceContext, id: string, seen: JsonObject): void {
  const { db } = ctx;
  transaction(db, () => {
    const { finding } = findingNamed(ctx, id);
    const snapshot = readReadySnapshot(db, finding);
    if (snapshot === null) return;
    const fields = fieldsOf({ ...parseObject(snapshot.fieldsJson), ...seen });
    const left = changedFields(fields, effectiveRecord(db, finding).effective);
    const isOver = left.length === 0 && workingState(db, finding) === 'progress';
    writeReadySnapshot(db, finding, isOver ? null : { ...snapshot, fieldsJson: stringify(fields) });
  });
}
