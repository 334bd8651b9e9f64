import { z } from 'zod';

/**
 * The service profile: every point that the interface leaves open ("not shown"), with the defaults of the
 * design. A person may override it per connection; members not named keep their default. Nothing else in
 * the program guesses about the wire.
 */
export const serviceProfileSchema = z.strictObject({
  /** Members of `/users/me` tried in turn for the caller's identity. */
  callerId: z.array(z.string().min(1)).min(1).default(['id', '_id', 'email']),
  /** Members of a record tried in turn for its identifier. */
  findingId: z.array(z.string().min(1)).min(1).default(['id']),
  /** Members tried in turn for a candidate's review version. A record that has one is a candidate. */
  reviewVersion: z.array(z.string().min(1)).min(1).default(['review_version', 'reviewVersion']),
  /** A candidate is a private provider draft when one of these members has the value named. */
  privateDraft: z
    .array(z.strictObject({ member: z.string().min(1), value: z.union([z.string(), z.boolean()]) }))
    .default([
      { member: 'visibility', value: 'private' },
      { member: 'private', value: true },
      { member: 'draft', value: true },
    ]),
  /** Names and values of a review decision's body. */
  decision: z
    .strictObject({
      member: z.string().min(1).default('decision'),
      accept: z.string().default('accept'),
      reject: z.string().default('reject'),
      comment: z.string().min(1).default('comment'),
    })
    .prefault({}),
  /** From most to least severe; unknown ones are kept, shown and sorted last. */
  severities: z.array(z.string().min(1)).min(1).default(['critical', 'high', 'medium', 'low', 'info']),
  statuses: z.array(z.string().min(1)).default(['draft', 'open', 'pending_retest', 'closed']),
  /** Members of a finding that change without meaning: left out of its hash. */
  volatile: z.array(z.string().min(1)).default([]),
  /** How long after a write of unknown outcome its connection ended it may still land (promise 3). */
  quietTimeMs: z.int().min(0).max(86_400_000).default(180_000),
  /**
   * What an update carries: the changed fields beside id, title and asset, or every field that is known. The
   * interface does not say whether an update replaces the rest; the first update on a connection finds out.
   */
  updateSends: z.enum(['changed-fields', 'all-fields']).default('changed-fields'),
  /** Rows asked for a page; the service may cap it. */
  pageSize: z.int().min(1).max(10_000).default(500),
});

export type ServiceProfile = z.output<typeof serviceProfileSchema>;

/** The profile of the design, with nothing overridden. */
export const defaultProfile: ServiceProfile = serviceProfileSchema.parse({});
