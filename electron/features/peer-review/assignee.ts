import type { AssignedFinding } from '#contract/procedures/findings/peer-review.ts';
import { fold } from '#domain/text/words/fold.ts';
import { writeAssignee } from '#db/tables/findings/assignee.ts';
import { shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';

/**
 * Assigns findings to a name, or with an empty one to nobody. Nothing of it is sent.
 *
 * @throws DossierError `not-found` before anything is assigned
 */
export function assignFindings(
  ctx: ServiceContext,
  { ids, name }: { readonly ids: readonly string[]; readonly name: string },
): readonly AssignedFinding[] {
  return transaction(ctx.db, () => {
    const named = ids.map((id) => findingNamed(ctx, id));
    const setAt = nowIso(ctx);
    const assigned = new Map<number, AssignedFinding>();
    for (const identity of named) {
      const { finding } = identity;
      writeAssignee(ctx.db, { finding, name, folded: fold(name), setAt });
      assigned.set(finding, { id: shownId(identity), assignee: name });
    }
    return [...assigned.values()];
  });
}
