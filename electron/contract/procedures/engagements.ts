import { z } from 'zod';
import { type Engagement, type DescribedEngagement, type WrittenFacts, FactChanges } from '../engagement.ts';
import type { EngagementOverview } from '../engagement-overview.ts';
import { project } from '../input/members.ts';
import { procedure } from '../procedure.ts';

/** A project that the service shows to the caller; `findings` counts those that were listed. */
export interface ServiceProject {
  readonly project: string;
  /** Null if nothing tells it. */
  readonly name: string | null;
  readonly client: string | null;
  readonly findings: number;
}

/** Projects by name. Not `complete`: the service lists more findings than were read. */
export interface ServiceProjects {
  readonly projects: readonly ServiceProject[];
  readonly complete: boolean;
  /** Why the read of projects that the profile names gave nothing; null if it did, or if there is none. */
  readonly problem: string | null;
}

/** What the service has of a project beside its findings; null where the profile names no read of it. */
export interface ServiceAreas {
  readonly assets: ReadArea<string> | null;
  /** Values of its metrics, each under the names of the members that lead to it. */
  readonly metrics: ReadArea<{ readonly name: string; readonly value: string }> | null;
}

/** What a read gave; `problem` says why it gave nothing more. */
interface ReadArea<T> {
  readonly rows: readonly T[];
  readonly problem: string | null;
}

/** At most so many assets are named in an overview. */
export const maxAssetsShown = 500;

export const engagementProcedures = {
  'engagement.add': procedure<Engagement>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      project,
      name: z.string().max(1_000).optional(),
      client: z.string().max(1_000).optional(),
    }),
  }),
  /** Names an engagement anew, or not at all (null): then its ID stands for it. The service knows neither name. */
  'engagement.rename': procedure<Engagement>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      project,
      name: z.string().max(1_000).nullable(),
      client: z.string().max(1_000).nullable(),
    }),
  }),
  /**
   * Gives an engagement another ID, with all that is pending for it. Refused once the service may know of it under the
   * old one, or if the new one is in use.
   */
  'engagement.correct': procedure<Engagement>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, to: project }),
  }),
  /** Answers the projects of the read that the profile names, and of the findings that are listed without one. Stores nothing. */
  'engagement.discover': procedure<ServiceProjects>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Answers what the reads of assets and metrics give that the profile names; if it names none, nothing is asked. */
  'engagement.areas': procedure<ServiceAreas>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ project }),
  }),
  'engagement.list': procedure<readonly Engagement[]>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** The engagement in numbers. `assets`: so many of the worst ones. */
  'engagement.overview': procedure<EngagementOverview>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project, assets: z.int().min(0).max(maxAssetsShown).default(10) }),
  }),
  'engagement.facts': procedure<DescribedEngagement>()({
    answeredBy: 'reader',
    input: z.strictObject({ project }),
  }),
  /**
   * Writes the given members and leaves the others; each as a whole, lists too. With `seen` it is refused (`outdated`) if a
   * member has another value by now than those that the user was shown or sent.
   */
  'engagement.describe': procedure<WrittenFacts>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, facts: FactChanges, seen: z.array(FactChanges).max(20).optional() }),
  }),
};
