import { z } from 'zod';
import { type Engagement, type DescribedEngagement, type WrittenFacts, FactChanges } from '../engagement.ts';
import { project } from '../members.ts';
import { procedure } from '../procedure.ts';

export const engagementProcedures = {
  'engagement.add': procedure<Engagement>()({
    access: 'host',
    idempotent: true,
    input: z.strictObject({
      project,
      name: z.string().max(1_000).optional(),
      client: z.string().max(1_000).optional(),
    }),
  }),
  'engagement.list': procedure<readonly Engagement[]>()({ access: 'look', input: z.strictObject({}) }),
  'engagement.facts': procedure<DescribedEngagement>()({
    access: 'look',
    input: z.strictObject({ project }),
  }),
  /** Writes the given members and leaves the others; each as a whole, lists too. */
  'engagement.describe': procedure<WrittenFacts>()({
    access: 'host',
    idempotent: false,
    input: z.strictObject({ project, facts: FactChanges }),
  }),
};
