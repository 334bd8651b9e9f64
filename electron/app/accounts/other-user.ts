import type { OtherUser } from '#contract/procedures/program/account.ts';
import { openOperations } from '#db/tables/outbox/operations.ts';
import type { ServiceUser } from '#features/accounts/connect.ts';
import type { Account } from './accounts.ts';

/**
 * Asks whether another store is meant, with what is pending in the open one. Null if the caller owns the open store, or
 * none is open.
 */
export function askOther(open: Account | null, baseUrl: string, caller: ServiceUser): OtherUser | null {
  if (open === null) return null;
  const { connection, ctx } = open;
  if (connection.baseUrl === baseUrl && connection.userId === caller.userId) return null;
  const { user, organization } = caller;
  return { kind: 'other-user', user, organization, waiting: openOperations(ctx.db).length };
}
