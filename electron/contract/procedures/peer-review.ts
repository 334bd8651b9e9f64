import { z } from 'zod';
import { findingId } from '../members.ts';
import { procedure } from '../procedure.ts';
import { workingStates, type WorkingState } from '../value-lists.ts';

/* What colleagues do with findings before the client sees them. All of it stays in this vault. */

export const peerReviewProcedures = {
  /** Marks how far findings are, all or none of the named ones. Answers: in the order of the input, each once. */
  'state.set': procedure<readonly MarkedFinding[]>()({
    access: 'host',
    idempotent: true,
    input: z.strictObject({ ids: z.array(findingId).min(1), state: z.enum(workingStates) }),
  }),
};

/** A finding and how far it is. */
export interface MarkedFinding {
  readonly id: string;
  readonly state: WorkingState;
}
