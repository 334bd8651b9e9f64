import type { DecisionRow } from '#db/tables/outbox/reviews.ts';
import type { Rejection } from '#domain/deliverable/selection.ts';

/** How a decision of this installation rejects its finding; null if it does not. */
export function rejectionOf(row: DecisionRow | undefined): Rejection | null {
  if (row?.decision !== 'reject') return null;
  if (row.state === 'done') return 'own';
  return row.state === 'conflict' || row.state === 'rejected' ? 'refused' : 'pending';
}

/** Whether this installation accepted the finding, and that is still on its way to the service. */
export function isAccepted(row: DecisionRow | undefined): boolean {
  return row?.decision === 'accept' && !['done', 'conflict', 'rejected'].includes(row.state);
}
