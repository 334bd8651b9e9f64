import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { stringify } from '#domain/base/json.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { isCandidate, textOf } from '#domain/finding/record.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  insertItem,
  insertOperation,
  writtenOperation,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { readIdentity, readRecord, shownId, type IdentityRow } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ReadContext, type ServiceContext } from '../context.ts';
import { effectiveRecord, refreshListRow } from '../record/list-rows.ts';
import { queryError, queryFindings } from '../search/query.ts';
import { findingNamed } from './edit.ts';
import { noEngagement } from '../record/engagements.ts';
import { addDeletion, cancelUnsent, dropUnsentEdits, openDeletion, whyNotDeletable } from './delete.ts';

/** Findings by name, or all that a query finds in an engagement; frozen when the operation is queued. */
export type Selection = ProcedureInput<'finding.setStatus'>['selection'];

/** What was queued, and what was left out and why. */
export interface BulkQueued {
  readonly operations: readonly OperationRow[];
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Queues a change of status of any number of findings, one operation for each engagement. Pending candidates
 * are left out and named: they take their status only through a review (interface, "States and transitions").
 *
 * @throws DossierError `not-found`, `query`, `invalid` (an empty status)
 */
export function setStatus(ctx: ServiceContext, status: string, selection: Selection): BulkQueued {
  if (status.trim() === '') throw new DossierError('invalid', 'The status must not be empty.');
  return queueEach(ctx, selection, {
    leaveOut: (identity) => whyNoStatus(ctx, identity, status),
    open: (project) => openStatus(ctx, status, project),
    add: (operation, finding) => {
      addStatus(ctx, operation, finding, status);
    },
  });
}

/** Why a finding is left out of a change to this status; null if it can be queued. */
export function whyNoStatus(
  ctx: Pick<ReadContext, 'db' | 'profile'>,
  identity: IdentityRow,
  status: string,
): string | null {
  const record = readRecord(ctx.db, identity.finding);
  if (record === null || identity.serviceId === null) return 'it is not on the service yet';
  if (record.readable === 0) return 'it could not be read as a finding';
  if (record.goneAt !== null) return 'it was deleted on the service';
  const { effective } = effectiveRecord(ctx.db, identity.finding);
  if (isCandidate(effective, ctx.profile)) return 'it is a pending candidate: decide with "review"';
  return textOf(effective, 'status') === status ? `its status is ${status} already` : null;
}

/**
 * Queues the deletion of any number of findings. Creations that were never sent are cancelled instead.
 *
 * @throws DossierError `not-found`, `query`
 */
export function bulkDelete(ctx: ServiceContext, selection: Selection): BulkQueued {
  return queueEach(ctx, selection, {
    cancel: (identity) => cancelUnsent(ctx, identity.finding),
    leaveOut: (identity) => {
      const why = whyNotDeletable(ctx, identity);
      return why === null ? null : `it ${why}`;
    },
    open: (project) => openDeletion(ctx, 'bulk-delete', project),
    add: (operation, finding) => {
      dropUnsentEdits(ctx, finding);
      addDeletion(ctx, operation, finding);
    },
  });
}

/** An operation that findings are being added to. */
export interface OpenedOperation {
  readonly seq: number;
  readonly op: string;
}

interface BulkWay {
  /** Settles a finding without an operation of this kind, if that is possible. */
  readonly cancel?: (identity: IdentityRow) => OperationRow | null;
  readonly leaveOut: (identity: IdentityRow) => string | null;
  readonly open: (project: string) => OpenedOperation;
  readonly add: (operation: OpenedOperation, finding: FindingRow) => void;
}

function queueEach(ctx: ServiceContext, selection: Selection, way: BulkWay): BulkQueued {
  return transaction(ctx.db, () => {
    const operations = new Map<string, OpenedOperation>();
    const cancelled: OperationRow[] = [];
    const leftOut: { id: string; reason: string }[] = [];
    for (const finding of selectedFindings(ctx, selection)) {
      const identity = readIdentity(ctx.db, finding);
      const settled = way.cancel?.(identity) ?? null;
      if (settled !== null) {
        cancelled.push(settled);
        continue;
      }
      const reason = way.leaveOut(identity);
      if (reason !== null) {
        leftOut.push({ id: shownId(identity), reason });
        continue;
      }
      const operation = operations.get(identity.project) ?? way.open(identity.project);
      operations.set(identity.project, operation);
      way.add(operation, finding);
    }
    const queued = [...operations.values()].map(({ op }) => writtenOperation(ctx.db, op));
    return { operations: [...cancelled, ...queued], leftOut };
  });
}

function selectedFindings(ctx: ServiceContext, selection: Selection): readonly FindingRow[] {
  if ('ids' in selection) {
    return [...new Set(selection.ids.map((id) => findingNamed(ctx, id).finding))];
  }
  const { project } = selection;
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const parsed = parseQuery(selection.query);
  if (parsed.kind === 'broken') throw queryError(parsed);
  const { db, profile, clock } = ctx;
  const found = queryFindings(db, { project, query: parsed.query, nowMs: clock.wallMs(), profile });
  if (found.behind > 0) {
    throw new DossierError(
      'busy',
      `The full text has not caught up with ${String(found.behind)} ${found.behind === 1 ? 'finding' : 'findings'}, so the selection would not be ` +
        'complete. Sync once more, or select without words.',
    );
  }
  return Array.from(found.findings, (row) => row as FindingRow);
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
