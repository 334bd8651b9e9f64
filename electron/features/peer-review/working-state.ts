import type { MarkedFinding } from '#contract/procedures/findings/peer-review.ts';
import type { WorkingState } from '#contract/value-lists.ts';
import { writeWorkingState } from '#db/tables/findings/working-state.ts';
import { shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { takeReadySnapshot } from './ready-snapshot.ts';

/** So many findings are marked in one transaction. */
const atOnce = 100;

/**
 * Marks how far findings are before their report, and keeps the fields of those that become ready for review. Nothing of
 * it is sent, and it holds nothing back.
 *
 * @throws DossierError `not-found` before anything is marked; what the signal aborts with
 */
export async function markFindings(
  ctx: ServiceContext,
  { ids, state }: { readonly ids: readonly string[]; readonly state: WorkingState },
  signal: AbortSignal,
): Promise<readonly MarkedFinding[]> {
  const marked = new Map(
    ids.map((id) => {
      const identity = findingNamed(ctx, id);
      return [identity.finding, shownId(identity)] as const;
    }),
  );
  const findings = [...marked.keys()];
  for (let from = 0; from < findings.length; from += atOnce) {
    if (from > 0) {
      await ctx.clock.sleep(0, signal);
      signal.throwIfAborted();
    }
    transaction(ctx.db, () => {
      for (const finding of findings.slice(from, from + atOnce)) {
        const isNew = writeWorkingState(ctx.db, { finding, state, setAt: nowIso(ctx) });
        if (isNew && state === 'ready') takeReadySnapshot(ctx, finding);
      }
    });
  }
  return [...marked.values()].map((id) => ({ id, state }));
}
