import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson, isObject, stringify } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { checkCreate, checkEdit } from '#domain/finding/rules.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { readHistory, recordHistory } from '#db/tables/findings/history.ts';
import { writeReadMark } from '#db/tables/findings/read-marks.ts';
import {
  findOperation,
  insertItem,
  insertOperation,
  itemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { findFinding, insertFinding, readIdentity, type IdentityRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import {
  eligibilityFacts,
  ineligibility,
  ineligibilitySentence,
  type EligibilityFacts,
} from './eligibility.ts';
import { enqueueEdit } from './enqueue-edit.ts';
import { parseObject } from '../record/merge-base.ts';
import { recordUndoEntry } from './undo-log.ts';
import { rebaseOnRemote } from './rebase-on-remote.ts';
import { noEngagement } from '../record/engagements.ts';

/**
 * Queues an edit of a finding, by the service's identifier or a local one. The rules of the interface are
 * checked at once.
 *
 * @param seen the fields as the user saw them, if they may have changed since. An edit of a value that a sync
 *   has replaced must meet the newer one (`rebaseOnRemote`), never cover it up.
 * @throws DossierError `not-found`, `wrong-state` (a record that could not be read), `invalid` (a rule is
 *   broken)
 */
export function editFinding(
  ctx: ServiceContext,
  id: string,
  changes: Readonly<Record<string, Json>>,
  seen?: JsonObject,
): OperationRow {
  return transaction(ctx.db, () => {
    const { finding } = findingNamed(ctx, id);
    return writtenOperation(ctx.db, editWithUndo(ctx, finding, id, changes, seen).op);
  });
}

/**
 * Enqueues an edit and the step that undoes it, in the caller's transaction; see `editFinding`.
 *
 * @throws DossierError `wrong-state`, `invalid`
 */
export function editWithUndo(
  ctx: ServiceContext,
  finding: FindingRow,
  id: string,
  changes: Readonly<Record<string, Json>>,
  seen?: JsonObject,
): OpenItem {
  const facts = factsFor(ctx, finding, id);
  const rebased =
    seen === undefined ? { changes, seen } : rebaseOnRemote(ctx.db, finding, facts, changes, seen);
  const item = enqueueChecked(ctx, finding, id, rebased.changes, { seen: rebased.seen, facts });
  recordUndoEntry(ctx, finding, rebased.changes, facts.effective);
  return item;
}

/**
 * Checks changes of a finding against the rules and enqueues them, in the caller's transaction and without a
 * step to undo. `id` is what the person calls it by; `seen` as for `editFinding`; `facts` if they are at hand.
 *
 * @throws DossierError `wrong-state`, `invalid`
 */
export function enqueueChecked(
  ctx: ServiceContext,
  finding: FindingRow,
  id: string,
  changes: Readonly<Record<string, Json>>,
  {
    seen,
    facts = factsFor(ctx, finding, id),
  }: { readonly seen?: JsonObject | undefined; readonly facts?: EligibilityFacts } = {},
): OpenItem {
  const why = ineligibility(ctx, finding, { kind: 'edit' }, facts);
  if (why !== null) throw new DossierError('wrong-state', ineligibilitySentence(id, why));
  const checked = checkEdit(changes, facts.effective, ctx.profile);
  if (checked.kind === 'invalid') {
    const code = checked.ofState === true ? 'wrong-state' : 'invalid';
    throw new DossierError(code, `${id}: ${checked.message}`);
  }
  return enqueueEdit(ctx, finding, checked.patch, facts, seen);
}

/** Makes the effective record of a finding that is edited, once for all that an edit asks of it. */
function factsFor(ctx: ServiceContext, finding: FindingRow, id: string): EligibilityFacts {
  const facts = eligibilityFacts(ctx.db, finding);
  if (facts !== null) return facts;
  throw new DossierError('wrong-state', ineligibilitySentence(id, { reason: 'discarded' }));
}

/**
 * Queues new findings, all or none. Each gets a local identifier that stays valid for ever and never goes on
 * the wire.
 *
 * @param named names the operation of a single finding. If that was made before, its answer was lost. No
 *   other one is made then, and the differences of the record become an edit of it.
 * @param whenMade gets each finding that was made, in the same transaction
 * @throws DossierError `not-found` (no such engagement), `invalid` (the record is named by its place); of an
 *   edit what `editFinding` throws
 */
export function createFindings(
  ctx: ServiceContext,
  project: string,
  records: readonly Json[],
  named?: string,
  whenMade?: (finding: FindingRow) => void,
): OperationRow[] {
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const bodies = records.map((record, at): JsonObject => {
    const checked = checkCreate(record);
    if (checked.kind === 'ok') return checked.body;
    throw new DossierError('invalid', `Finding ${String(at + 1)}: ${checked.message}`);
  });
  return transaction(ctx.db, () =>
    bodies.map((body) => {
      const before = named === undefined ? null : findOperation(ctx.db, named);
      if (before !== null) return madeBefore(ctx, before, project, body);
      const operation = enqueueCreation(ctx, { op: named ?? ctx.ids.next(), project, body });
      const finding = itemsOf(ctx.db, operation.seq)[0]?.finding;
      if (finding !== undefined) whenMade?.(finding);
      return operation;
    }),
  );
}

function madeBefore(
  ctx: ServiceContext,
  operation: OperationRow,
  project: string,
  body: JsonObject,
): OperationRow {
  const { op, seq } = operation;
  const finding = itemsOf(ctx.db, seq)[0]?.finding;
  if (finding === undefined || operation.kind !== 'create' || operation.project !== project) {
    throw new DossierError('invalid', `${op} is the name of another operation.`);
  }
  const entry = readHistory(ctx.db, finding).find(({ what }) => what === 'created-here');
  const made = memberOf(parseObject(entry?.detailJson ?? '{}'), 'fields');
  const seen = isObject(made) ? made : {};
  const changes = Object.entries(body).filter(([member, value]) => !equalJson(value, memberOf(seen, member)));
  if (changes.length > 0) {
    const { serviceId, localId } = readIdentity(ctx.db, finding);
    editWithUndo(ctx, finding, serviceId ?? localId ?? op, Object.fromEntries(changes), seen);
  }
  return operation;
}

/** Enqueues a new finding whose body was checked (`checkCreate`), in the caller's transaction. */
export function enqueueCreation(
  ctx: ServiceContext,
  { op, project, body }: { readonly op: string; readonly project: string; readonly body: JsonObject },
): OperationRow {
  const { db } = ctx;
  const at = nowIso(ctx);
  const finding = insertFinding(db, { project, localId: `local-${ctx.ids.next()}`, serviceId: null });
  const seq = insertOperation(db, { op, kind: 'create', project, createdAt: at, payloadJson: '{}' });
  insertItem(db, { seq, finding, patchJson: stringify(body), basesJson: '{}', seenJson: null });
  // Its author knows it; as it first comes back from the service it is no news.
  writeReadMark(db, finding, at);
  recordHistory(db, finding, { at, what: 'created-here', op, detailJson: stringify({ fields: body }) });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
  return writtenOperation(db, op);
}

/** The finding that a person names. @throws DossierError `not-found` */
export function findingNamed(ctx: Pick<ReadContext, 'db'>, id: string): IdentityRow {
  const identity = findFinding(ctx.db, id);
  if (identity === null) {
    throw new DossierError('not-found', `There is no finding ${id} here.`);
  }
  return identity;
}
