import { DossierError } from '#contract/error.ts';
import { maxPartsShown, type HeldQuestion } from '#contract/procedures/findings/queue.ts';
import { readEngagement, readSweep } from '#db/tables/engagements.ts';
import { askedFindings, groupedOperations } from '#db/tables/outbox/queue-rows.ts';
import type { ReadContext } from '#engine/context.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { massDeletionEvidence } from '#engine/pull/mass-deletion-guard.ts';

/**
 * What a held engagement is asked about: which findings were missing, and what of the person's work hangs on them.
 *
 * @throws DossierError `not-found` (no such engagement), `wrong-state` (it is not held)
 */
export function heldQuestion({ db }: Pick<ReadContext, 'db'>, project: string): HeldQuestion {
  const engagement = readEngagement(db, project);
  if (engagement === null) throw noEngagement(project);
  const { heldReason } = readSweep(db, project);
  if (heldReason === null) throw new DossierError('wrong-state', `${project} is no longer on hold.`);
  const evidence = massDeletionEvidence(db, project);
  const rows = evidence?.missing ?? [];
  return {
    project,
    name: engagement.name,
    reason: heldReason,
    since: evidence?.since ?? null,
    missing: rows.length,
    of: evidence?.of ?? engagement.findings,
    confirmed: evidence?.confirmed ?? 0,
    findings: askedFindings(db, rows, maxPartsShown).map(({ finding: _row, ...asked }) => asked),
    waiting: groupedOperations(db, project).length,
  };
}
