import { DossierError } from '#contract/error.ts';
import { engagementKey } from '#domain/engagement/engagement-key.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { countIdTies, isProjectNamed, moveEngagement, type IdTies } from '#db/tables/engagement-id.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type StoreContext } from '../context.ts';
import { noEngagement } from './engagements.ts';

/**
 * Corrects the ID of an engagement that the service knows nothing of yet, in one transaction: pending creations, texts,
 * images and comments go with it. No sync may run meanwhile.
 *
 * @throws DossierError `not-found`, `invalid` for an ID that is in use, `wrong-state` if the old one is tied to something
 */
export function correctEngagementId(
  ctx: StoreContext,
  { project, to }: { readonly project: string; readonly to: string },
): void {
  const { db } = ctx;
  transaction(db, () => {
    if (!hasEngagement(db, project)) throw noEngagement(project);
    const refusal = tiedBecause(project, countIdTies(db, project));
    if (refusal !== null) throw new DossierError('wrong-state', `${refusal} Nothing was changed.`);
    if (to === project) throw new DossierError('invalid', `${project} is its ID already.`);
    if (isProjectNamed(db, to)) {
      throw new DossierError('invalid', `This vault has an engagement ${to} already. Nothing was changed.`);
    }
    moveEngagement(
      db,
      { project, to, addedAt: nowIso(ctx) },
      { before: engagementKey(project), after: engagementKey(to) },
    );
  });
}

/** Why an engagement keeps its ID, and what to do instead; null if it can be corrected. */
function tiedBecause(project: string, { received, unsure, editions }: IdTies): string | null {
  if (received > 0) {
    return `The service has findings under ${project}, so its ID stays. Add the other ID as an engagement of its own.`;
  }
  if (unsure > 0) {
    return `A pending change may have reached the service under ${project}. Sync first: its ID stays if it did.`;
  }
  if (editions > 0) return `A report was exported under ${project}, so its ID stays.`;
  return null;
}
