import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { isHeld, writeHeld } from '#db/tables/outbox/held.ts';
import { findFinding, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '../context.ts';
import { othersIn } from './assistant-payload.ts';
import { findingNamed } from './edit.ts';

/** A finding and whether its pending changes stay here. */
export interface HeldFinding {
  readonly id: string;
  readonly held: boolean;
  /** Whether it was the other way before. */
  readonly changed: boolean;
}

/**
 * Keeps pending changes of findings from being sent, or lets them go with the next sync; all or none of them.
 *
 * @throws DossierError `not-found`
 */
export function holdFindings(
  ctx: Pick<ServiceContext, 'db'>,
  ids: readonly string[],
  held: boolean,
): readonly HeldFinding[] {
  return transaction(ctx.db, () =>
    [...new Set(ids)].map((id) => {
      const identity = findingNamed(ctx, id);
      const changed = isHeld(ctx.db, identity.finding) !== held;
      writeHeld(ctx.db, identity.finding, held);
      return { id: shownId(identity), held, changed };
    }),
  );
}

/** Whether an operation must stay here for one of its findings: that one is held back, or one that it merges. */
export function isNotReady(
  db: ReadableDb,
  { finding, kind, payloadJson }: Pick<OpenItem, 'finding' | 'kind' | 'payloadJson'>,
): boolean {
  if (isHeld(db, finding)) return true;
  if (kind !== 'ai-merge') return false;
  return othersIn(payloadJson).some((id) => {
    const other = findFinding(db, id);
    return other !== null && isHeld(db, other.finding);
  });
}
