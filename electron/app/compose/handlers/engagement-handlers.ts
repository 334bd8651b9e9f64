import { describeEngagement } from '#features/reports/engagement-facts.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Handlers } from '../../rpc/dispatch.ts';

/** The procedures that write what is said of an engagement; what is read of it is answered in `compose-reading.ts`. */
export function engagementHandlers(accounts: Accounts): Pick<Handlers, 'engagement.describe'> {
  return {
    'engagement.describe': ({ project, facts }) => describeEngagement(accounts.current().ctx, project, facts),
  };
}
