import { DossierError } from '#contract/error.ts';
import type { BulkAction } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReviewPayload } from '#contract/finding/operation.ts';
import type { ProcedureInput } from '#contract/procedures/index.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { writtenOperation, type OperationRow } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { ineligibility, ineligibilitySentence } from '#engine/outbox/eligibility.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { queryError, queryWhole } from '#engine/search/query.ts';
import { createEnqueuer, type Enqueuer } from './enqueue.ts';
import { plannerOf, type Planner } from './plan.ts';

/** Findings by name, or all that a query finds in an engagement; frozen when the operation is queued. */
export type FindingSelection = ProcedureInput<'finding.setStatus'>['selection'];

/** What was queued, and what was left out and why. */
export interface SelectionQueued {
  readonly operations: readonly OperationRow[];
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * Queues a change of status of any number of findings, one operation for each engagement. What may not have it is left
 * out and named, as in the window (promise 11).
 *
 * @throws DossierError `not-found`, `query`, `invalid` (an empty status), `indexing`
 */
export function setStatus(ctx: ServiceContext, status: string, selection: FindingSelection): SelectionQueued {
  if (status.trim() === '') throw new DossierError('invalid', 'The status must not be empty.');
  return queueSelection(ctx, { kind: 'status', status }, selection);
}

/**
 * Queues the deletion of any number of findings. Creations that were never sent are cancelled instead.
 *
 * @throws DossierError `not-found`, `query`, `indexing`
 */
export function bulkDelete(ctx: ServiceContext, selection: FindingSelection): SelectionQueued {
  return queueSelection(ctx, { kind: 'delete' }, selection);
}

/**
 * Queues a decision on any number of candidates, one operation each, in the version that is here. What is no candidate,
 * or is decided already, is left out and named.
 *
 * @throws DossierError `not-found`, `query`, `indexing`
 */
export function bulkReview(
  ctx: ServiceContext,
  payload: ReviewPayload,
  selection: FindingSelection,
): SelectionQueued {
  const { decision, comment } = payload;
  const action = { kind: 'review' as const, decision, ...(comment === undefined ? {} : { comment }) };
  return queueSelection(ctx, action, selection);
}

/**
 * Queues the deletion of findings, one operation each, all or none. A creation that was never sent is cancelled
 * instead; a deletion that is pending already is answered as it is. Each remembers the record as it is now (promise 6).
 *
 * @throws DossierError `not-found`, `wrong-state` (gone already, or not readable as a finding)
 */
export function deleteFindings(ctx: ServiceContext, ids: readonly string[]): OperationRow[] {
  const lanes = createLanes(ctx, { kind: 'delete' }, 'delete');
  return transaction(ctx.db, () => {
    const named = new Map(ids.map((id) => [findingNamed(ctx, id).finding, id]));
    return [...named].map(([finding, id]) => {
      const why = ineligibility(ctx, finding, { kind: 'delete' });
      if (why?.reason === 'already') return writtenOperation(ctx.db, why.op);
      if (why !== null) throw new DossierError('wrong-state', ineligibilitySentence(id, why));
      const { planner, enqueuer } = lanes(readIdentity(ctx.db, finding).project);
      const queued = enqueuer.enqueue(finding, planner(finding));
      if (queued === null) throw new Error(`finding row ${String(finding)} may be deleted and was left out`);
      return writtenOperation(ctx.db, queued.op);
    });
  });
}

function queueSelection(
  ctx: ServiceContext,
  action: BulkAction,
  selection: FindingSelection,
): SelectionQueued {
  const lanes = createLanes(ctx, action, 'bulk-delete');
  return transaction(ctx.db, () => {
    const operations = new Set<string>();
    const leftOut: { id: string; reason: string }[] = [];
    for (const finding of selectedFindings(ctx, selection)) {
      const identity = readIdentity(ctx.db, finding);
      const { planner, enqueuer } = lanes(identity.project);
      const planned = planner(finding);
      const queued = enqueuer.enqueue(finding, planned);
      if (queued !== null) operations.add(queued.op);
      else if (planned.plan.kind === 'left') {
        leftOut.push({ id: shownId(identity), reason: planned.plan.why ?? 'nothing would change' });
      }
    }
    return { operations: [...operations].map((op) => writtenOperation(ctx.db, op)), leftOut };
  });
}

interface Lane {
  readonly planner: Planner;
  readonly enqueuer: Enqueuer;
}

/** A planner and an enqueuer for each engagement, made when its first finding comes. */
function createLanes(
  ctx: ServiceContext,
  action: BulkAction,
  deletion: 'delete' | 'bulk-delete',
): (project: string) => Lane {
  const lanes = new Map<string, Lane>();
  return (project) => {
    const known = lanes.get(project);
    if (known !== undefined) return known;
    const lane = {
      planner: plannerOf(ctx, project, action),
      enqueuer: createEnqueuer(ctx, project, action, deletion),
    };
    lanes.set(project, lane);
    return lane;
  };
}

function selectedFindings(ctx: ServiceContext, selection: FindingSelection): readonly FindingRow[] {
  if ('ids' in selection) {
    return [...new Set(selection.ids.map((id) => findingNamed(ctx, id).finding))];
  }
  const { project } = selection;
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const parsed = parseQuery(selection.query);
  if (parsed.kind === 'broken') throw queryError(parsed);
  const { db, profile, clock } = ctx;
  const found = queryWhole(db, { project, query: parsed.query, nowMs: clock.wallMs(), profile });
  return Array.from(found, (row) => row as FindingRow);
}
