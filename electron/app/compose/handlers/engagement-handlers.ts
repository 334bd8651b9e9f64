import type { engagementProcedures } from '#contract/procedures/engagements.ts';
import { addEngagement, readEngagement } from '#db/tables/engagements.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso } from '#engine/context.ts';
import { engagementView, noEngagement } from '#engine/record/engagements.ts';
import { describeEngagement } from '#features/reports/engagement-facts.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of engagements. */
export function engagementHandlers(accounts: Accounts): HostHandlers<typeof engagementProcedures> {
  return {
    'engagement.add': ({ project, name, client }) => {
      const { ctx } = accounts.current();
      const row = { project, name: name ?? null, client: client ?? null, addedAt: nowIso(ctx) };
      transaction(ctx.db, () => {
        addEngagement(ctx.db, row);
      });
      const added = readEngagement(ctx.db, project);
      if (added === null) throw noEngagement(project);
      return engagementView(added);
    },
    'engagement.describe': ({ project, facts }) => describeEngagement(accounts.current().ctx, project, facts),
  };
}
