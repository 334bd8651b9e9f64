import type { JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { readConnection, writeConnection } from '#db/tables/accounts/connections.ts';
import { transaction } from '#db/store/transaction.ts';
import { purgePrivateDrafts } from '../record/private-drafts.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshAllRows } from '../record/list-rows.ts';

/** Merges members into a profile; `null` removes one, so that its default holds again. */
export function profileWith(profile: ServiceProfile, members: JsonObject): Record<string, unknown> {
  const merged = Object.entries<unknown>({ ...profile, ...members });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** Puts a checked profile in force for the connection of this store. */
export function adoptProfile(ctx: ServiceContext, profile: ServiceProfile): void {
  transaction(ctx.db, () => {
    storeProfile(ctx, profile);
  });
}

/** The same in the caller's transaction. What was learnt about the service under another profile is learnt anew. */
export function storeProfile(ctx: ServiceContext, profile: ServiceProfile): void {
  const connection = readConnection(ctx.db);
  const profileJson = JSON.stringify(profile);
  if (connection === null || connection.profileJson === profileJson) return;
  const { baseUrl, userId, userJson, organizationJson, token } = connection;
  writeConnection(ctx.db, { baseUrl, userId, userJson, organizationJson, token, profileJson });
  if (isReadOtherwise(ctx.profile, profile)) {
    refreshAllRows(ctx.db, { profile, nowIso: nowIso(ctx) });
    purgePrivateDrafts({ ...ctx, profile });
  }
}

/** Whether records mean something else under the other profile: how things are sent is nothing that a list shows. */
function isReadOtherwise(before: ServiceProfile, after: ServiceProfile): boolean {
  const { updateSends, textReferences, quietTimeMs, pageSize } = after;
  const sends = { updateSends, textReferences, quietTimeMs, pageSize };
  return JSON.stringify({ ...before, ...sends }) !== JSON.stringify(after);
}
