import { DossierError } from '#contract/error.ts';
import type { FindingRow } from '#contract/finding.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { stringify } from '#domain/base/json.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { isCandidate, textOf } from '#domain/finding/record.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { recordHistory } from '#db/tables/history.ts';
import { insertItem, insertOperation, writtenOperation, type OperationRow } from '#db/tables/operations.ts';
import { readIdentity, readRecord, shownId, type IdentityRow } from '#db/tables/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type Reading, type Workplace } from '../context.ts';
import { effectiveRecord, refreshListRow } from '../record/list-rows.ts';
import { queryError, queryFindings } from '../search/query.ts';
import { findingNamed, noEngagement } from './edit.ts';
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
export function setStatus(place: Workplace, status: string, selection: Selection): BulkQueued {
  if (status.trim() === '') throw new DossierError('invalid', 'The status must not be empty.');
  return queueEach(place, selection, {
    leaveOut: (identity) => whyNoStatus(place, identity, status),
    open: (project) => openStatus(place, status, project),
    add: (operation, finding) => {
      addStatus(place, operation, finding, status);
    },
  });
}

/** Why a finding is left out of a change to this status; null where it can be queued. */
export function whyNoStatus(
  place: Pick<Reading, 'db' | 'profile'>,
  identity: IdentityRow,
  status: string,
): string | null {
  const record = readRecord(place.db, identity.finding);
  if (record === null || identity.serviceId === null) return 'it is not at the service yet';
  if (record.readable === 0) return 'it could not be read as a finding';
  if (record.goneAt !== null) return 'it is gone';
  const { effective } = effectiveRecord(place.db, identity.finding);
  if (isCandidate(effective, place.profile)) return 'it is a pending candidate: decide with "review"';
  return textOf(effective, 'status') === status ? `its status is ${status} already` : null;
}

/**
 * Queues the deletion of any number of findings. Creations that were never sent are cancelled instead.
 *
 * @throws DossierError `not-found`, `query`
 */
export function bulkDelete(place: Workplace, selection: Selection): BulkQueued {
  return queueEach(place, selection, {
    cancel: (identity) => cancelUnsent(place, identity.finding),
    leaveOut: (identity) => {
      const why = whyNotDeletable(place, identity);
      return why === null ? null : `it ${why}`;
    },
    open: (project) => openDeletion(place, 'bulk-delete', project),
    add: (operation, finding) => {
      dropUnsentEdits(place, finding);
      addDeletion(place, operation, finding);
    },
  });
}

/** An operation that findings are being added to. */
export interface OpenedOperation {
  readonly seq: number;
  readonly op: string;
}

interface BulkWay {
  /** Settles a finding without an operation of this kind, where that is possible. */
  readonly cancel?: (identity: IdentityRow) => OperationRow | null;
  readonly leaveOut: (identity: IdentityRow) => string | null;
  readonly open: (project: string) => OpenedOperation;
  readonly add: (operation: OpenedOperation, finding: FindingRow) => void;
}

function queueEach(place: Workplace, selection: Selection, way: BulkWay): BulkQueued {
  return transaction(place.db, () => {
    const operations = new Map<string, OpenedOperation>();
    const cancelled: OperationRow[] = [];
    const leftOut: { id: string; reason: string }[] = [];
    for (const finding of selectedFindings(place, selection)) {
      const identity = readIdentity(place.db, finding);
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
    const queued = [...operations.values()].map(({ op }) => writtenOperation(place.db, op));
    return { operations: [...cancelled, ...queued], leftOut };
  });
}

function selectedFindings(place: Workplace, selection: Selection): readonly FindingRow[] {
  if ('ids' in selection) {
    return [...new Set(selection.ids.map((id) => findingNamed(place, id).finding))];
  }
  const { project } = selection;
  if (!hasEngagement(place.db, project)) throw noEngagement(project);
  const parsed = parseQuery(selection.query);
  if (parsed.kind === 'broken') throw queryError(parsed);
  const { db, profile, clock } = place;
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
export function openStatus(place: Workplace, status: string, project: string): OpenedOperation {
  const op = place.ids.next();
  const payloadJson = stringify({ status });
  const row = { op, kind: 'bulk-status' as const, project, createdAt: nowIso(place), payloadJson };
  return { seq: insertOperation(place.db, row), op };
}

/** Adds a finding to a change of status, in the caller's transaction. */
export function addStatus(
  place: Workplace,
  { seq, op }: OpenedOperation,
  finding: FindingRow,
  status: string,
): void {
  const { db } = place;
  const at = nowIso(place);
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
  refreshListRow(db, finding, { profile: place.profile, nowIso: at });
}
