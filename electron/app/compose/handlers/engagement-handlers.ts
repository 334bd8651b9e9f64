import type { Engagement } from '#contract/engagement.ts';
import type { engagementProcedures } from '#contract/procedures/engagements.ts';
import { addEngagement, readEngagement, renameEngagement } from '#db/tables/engagements.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso } from '#engine/context.ts';
import { correctEngagementId } from '#engine/record/engagement-id.ts';
import { engagementView, noEngagement } from '#engine/record/engagements.ts';
import { discoverProjects } from '#features/engagements/discover-projects.ts';
import { readServiceAreas } from '#features/engagements/service-areas.ts';
import { describeEngagement } from '#features/reports/choices/engagement-facts.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers, HostStoreHandlers } from '../../rpc/dispatch.ts';

export interface EngagementParts {
  /** Runs while no sync does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The host's procedures of engagements. */
export const engagementStoreHandlers = {
  'engagement.add': (ctx, { project, name, client }) => {
    const row = { project, name: name ?? null, client: client ?? null, addedAt: nowIso(ctx) };
    transaction(ctx.db, () => {
      addEngagement(ctx.db, row);
    });
    return engagementNamed(ctx.db, project);
  },
  'engagement.rename': (ctx, names) => {
    transaction(ctx.db, () => {
      renameEngagement(ctx.db, names);
    });
    return engagementNamed(ctx.db, names.project);
  },
  'engagement.describe': (ctx, { project, facts, seen }) => describeEngagement(ctx, project, facts, seen),
} satisfies Partial<HostStoreHandlers<typeof engagementProcedures>>;

/** Those that wait for a turn, or ask the service. */
export function engagementHandlers(
  accounts: Accounts,
  { alone }: EngagementParts,
): Omit<HostHandlers<typeof engagementProcedures>, keyof typeof engagementStoreHandlers> {
  return {
    'engagement.correct': (ids) => {
      // Bound now: while it waits for its turn, another account may be opened.
      const { ctx } = accounts.current();
      return alone(() => {
        correctEngagementId(ctx, ids);
        return Promise.resolve(engagementNamed(ctx.db, ids.to));
      });
    },
    'engagement.areas': ({ project }, context) => {
      const { reads } = accounts.current().ctx.profile;
      return reads.assets === null && reads.metrics === null
        ? { assets: null, metrics: null }
        : accounts.online(context, (ctx) => readServiceAreas(ctx, project));
    },
    'engagement.discover': (_input, context) => accounts.online(context, discoverProjects),
  };
}

function engagementNamed(db: ReadableDb, project: string): Engagement {
  const row = readEngagement(db, project);
  if (row === null) throw noEngagement(project);
  return engagementView(row);
}
