import { z } from 'zod';
import { project } from '../input/members.ts';
import type { Json } from '../json.ts';
import type { Failure } from '../error.ts';
import { procedure } from '../procedure.ts';

export const syncProcedures = {
  'sync.run': procedure<SyncSummary>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      projects: z.array(project).default([]),
      pull: z.boolean().default(true),
      push: z.boolean().default(true),
      /** Sends no operation that was made after this one (`newest` of `pending.list`). */
      newest: z.int().min(0).optional(),
      acceptMissing: z.boolean().default(false),
      /** With `acceptMissing`: the yes was given for so many findings; if more are gone, it is asked again. */
      acceptAtMost: z.int().min(0).optional(),
    }),
  }),
  /** Indexes the text of every finding that is due: a search by words behind it misses nothing. */
  'sync.index': procedure<{ readonly indexed: number }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Stops every sync of this home at a safe point, also one that another window or command started. */
  'sync.cancel': procedure<{ readonly stopped: number }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
};

/** What a field was sent as, and what the service has of it; `now` is absent if it has no such member. */
export interface AlteredValue {
  readonly sent: Json;
  readonly now?: Json;
}

/** A finding of which the service has something other than it was sent. */
export interface AlteredFinding {
  readonly project: string;
  readonly id: string;
  readonly title: string;
  readonly fields: Readonly<Record<string, AlteredValue>>;
}

/**
 * Findings by what became of the changes that were open when a sync began, each finding once, where it needs the user most.
 */
export interface SyncedFindings {
  readonly sent: number;
  readonly conflict: number;
  readonly rejected: number;
  readonly unknown: number;
  /** Their changes stay here until the user releases them. */
  readonly held: number;
  readonly waiting: number;
}

/** What a sync did. */
export interface SyncSummary {
  readonly pushed: {
    readonly applied: number;
    readonly conflict: number;
    readonly rejected: number;
    readonly unknown: number;
    readonly waiting: number;
  };
  readonly findings: SyncedFindings;
  /** Findings of the whole queue that need a person. */
  readonly findingsInNeed: number;
  readonly pulled: {
    readonly pages: number;
    readonly seen: number;
    readonly created: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly gone: number;
  };
  readonly engagements: readonly {
    readonly project: string;
    readonly complete: boolean;
    readonly held: string | null;
    /** Why its sweep could not see everything; absent if it did, or did not run. */
    readonly incomplete?: string;
  }[];
  /** What came back other than this sync had sent it. */
  readonly altered: readonly AlteredFinding[];
  /** Sentences for the person beyond what the other members tell; each face tells those in its own words. */
  readonly notices: readonly string[];
  /** Operations that may or may not have reached the service, and after when they are looked at again. */
  readonly looks: readonly { readonly op: string; readonly at: string }[];
  /** It could not send or read all that it should: a pause over a minute, an incomplete sweep, or updates that wait. */
  readonly unfinished: boolean;
  /** The service asked to wait so long (ms, 0 if it did not say) before the rest; absent if it did not ask. */
  readonly retryAfterMs?: number;
  /** Operations of the whole queue that need a person, whenever they were made. */
  readonly needsPerson: number;
  /** Why the sync could not be finished; what was done until then stands. Faces end as for any failure. */
  readonly failure: Failure | null;
}
