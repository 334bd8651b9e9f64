import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';

export const destructionProcedures = {
  /** What there is of an engagement, before it is destroyed. */
  'engagement.holdings': procedure<EngagementHoldings>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project }),
  }),
  /** Destroys everything that this home holds of an engagement, for good. The service is not asked. */
  'engagement.destroy': procedure<Destruction>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      project,
      /** As the person typed it: its name, or its project if it has none. */
      name: z.string().max(1_000),
      /** How many operations that were not sent the person has agreed to lose. */
      unsent: z.int().min(0),
    }),
  }),
  'destruction.list': procedure<readonly Destruction[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
};

/** How much a store holds of an engagement, and what else goes with it. */
export interface EngagementHoldings {
  readonly project: string;
  readonly name: string | null;
  readonly findings: number;
  readonly operations: number;
  /** Neither done nor discarded. */
  readonly unsent: number;
  /** Of those, how many may have reached the service. */
  readonly mayHaveArrived: number;
  readonly history: number;
  readonly evidence: number;
  readonly editions: number;
  readonly bytes: number;
  /** Backups that hold it, or cannot be read to tell. */
  readonly backups: number;
  /** Damaged stores that were set aside: nothing can be taken out of them, so they go whole. */
  readonly aside: number;
}

const count = z.int().min(0);

/** What a destruction begins with, as the store keeps it. */
export const destructionBegunSchema = z.strictObject({
  name: z.string().nullable(),
  /** Address of the service and id of the user whose store it was. */
  account: z.strictObject({ baseUrl: z.string(), user: z.string() }),
  counts: z.strictObject({
    findings: count,
    operations: count,
    unsent: count,
    /** Of those, how many may have reached the service; absent in records of an earlier version. */
    mayHaveArrived: count.optional(),
    history: count,
    evidence: count,
    editions: count,
    bytes: count,
  }),
});

/** What was done behind it: backups, log, free pages, damaged stores. */
export const destructionEndSchema = z.strictObject({
  /** Whether the program ended in the middle and a later start carried it on. */
  resumed: z.boolean(),
  backups: count,
  aside: count,
  /** Files that could not be removed, by name. */
  left: z.array(z.string()),
});

/** What was destroyed, when and by whom. It outlives what it tells of. */
export interface Destruction extends z.output<typeof destructionBegunSchema> {
  readonly number: number;
  readonly project: string;
  readonly begunAt: string;
  /** Null while backups, log or free pages may still hold something of it. */
  readonly finished: (z.output<typeof destructionEndSchema> & { readonly at: string }) | null;
  /** The record as a text to be kept or given away; the last line of a finished one is the hash of those above. */
  readonly text: string;
}
