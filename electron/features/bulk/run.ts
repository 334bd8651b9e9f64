import type { BulkAction, BulkSummary } from '#contract/procedures/findings/bulk.ts';
import { DossierError } from '#contract/error.ts';
import { stringify } from '#domain/base/json.ts';
import { findBulk, insertBulk, waitingItems } from '#db/tables/outbox/bulk.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { createEnqueuer, type Enqueuer } from './enqueue.ts';
import { repeatBriefly, yieldTurn } from '#engine/schedule/yield-turn.ts';
import type { BulkCall } from './bulk-call.ts';
import { plannerOf, type Planner } from './plan.ts';
import { actionOf, bulkNamed, summaryOf } from './results.ts';
import { unpackRows } from '#engine/search/pack-rows.ts';

/** So many findings are looked up at once; a transaction takes fewer if its time is over before. */
const lookedUpAtOnce = 50;

/**
 * Records an action with all its findings in one transaction, then carries it out: enqueues a few at a time, and
 * answers other calls in between. If it ends early, what is left is told as not done and `resumeBulk` goes on.
 *
 * @param ask `fingerprints`: as the preview of these rows answered them; a finding whose plan is another by now is left out
 * @throws DossierError `not-found`, `invalid`; what the signal aborts with
 */
export async function runBulk(
  ctx: ServiceContext,
  ask: { bulk: string; project: string; rows: string; fingerprints: string; action: BulkAction },
  call: BulkCall,
): Promise<BulkSummary> {
  const { bulk, project, action } = ask;
  // The call before this one was answered to nobody.
  if (findBulk(ctx.db, bulk) !== null) return resumeBulk(ctx, bulk, call);
  if (!hasEngagement(ctx.db, project)) throw noEngagement(project);
  const findings = unpackRows(ask.rows);
  const fingerprints = unpackRows(ask.fingerprints);
  if (findings.length === 0 || findings.length !== fingerprints.length) {
    throw new DossierError('invalid', 'The selection is not the one of the preview.');
  }
  transaction(ctx.db, () => {
    const row = { bulk, project, at: nowIso(ctx), actionJson: stringify(action) };
    insertBulk(ctx.db, row, pairs(findings, fingerprints));
  });
  return resumeBulk(ctx, bulk, call);
}

function* pairs(
  findings: Uint32Array,
  fingerprints: Uint32Array,
): Generator<{ finding: number; fingerprint: number }> {
  for (const [at, finding] of findings.entries()) yield { finding, fingerprint: fingerprints[at] ?? 0 };
}

/**
 * Carries out what an action has not done yet. Two of these for one action share the work: a finding is taken in the
 * transaction that enqueues it.
 *
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function resumeBulk(ctx: ServiceContext, bulk: string, call: BulkCall): Promise<BulkSummary> {
  const row = bulkNamed(ctx, bulk);
  const { project, number } = row;
  const action = actionOf(row);
  // An import is queued whole.
  if (action.kind === 'import') return summaryOf(ctx, row, false);
  const planner = plannerOf(ctx, project, action);
  const enqueuer = createEnqueuer(ctx, project, action);
  const { counts } = summaryOf(ctx, row, true);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  for (let left = counts['not-done']; left > 0;) {
    call.progress({ kind: 'bulk', phase: 'run', bulk, done: total - left, total });
    await yieldTurn({ clock: ctx.clock, signal: call.signal });
    const enqueued = transaction(ctx.db, () => enqueueNext(ctx, number, planner, enqueuer));
    if (enqueued === 0) break;
    left -= enqueued;
  }
  call.progress({ kind: 'bulk', phase: 'run', bulk, done: total, total });
  return summaryOf(ctx, row, false);
}

function enqueueNext(ctx: ServiceContext, number: number, planner: Planner, enqueuer: Enqueuer): number {
  const waiting = waitingItems(ctx.db, number, lookedUpAtOnce);
  let enqueued = 0;
  repeatBriefly(ctx, () => {
    const next = waiting[enqueued];
    if (next === undefined) return false;
    enqueuer.enqueueItem(next, planner(next.finding));
    enqueued += 1;
    return true;
  });
  return enqueued;
}
