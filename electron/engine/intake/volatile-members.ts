import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { keepProfile, readConnection } from '#db/tables/accounts/connections.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { storedProfile } from '../connection/stored-profile.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { fetchFinding } from './fetch-finding.ts';
import { differingMembers } from '../record/record-diff.ts';

/** Between two reads (ms): a timestamp of whole seconds has moved by then. */
const apartMs = 1_100;

/**
 * Finds out whether members that hold back a deletion or a decision change with every read, as the time of the read
 * does. Two more reads must each differ from the one before in nothing else. Never a field that people edit, nor what
 * identifies a finding or its version (promise 6).
 *
 * @param seen what the person decided over
 * @param first what was just read
 * @returns the profile with these members among the volatile ones, which is kept; null if nothing was learned
 */
export async function learnVolatile(
  ctx: OnlineContext,
  finding: FindingRow,
  seen: JsonObject,
  first: JsonObject,
): Promise<{ readonly profile: ServiceProfile; readonly members: readonly string[] } | null> {
  const { profile } = ctx;
  const suspects = differingMembers(seen, first, profile);
  if (!isUnknownAlone(seen, first, profile)) return null;
  const { serviceId } = readIdentity(ctx.db, finding);
  if (serviceId === null) return null;
  let before = first;
  for (let reads = 0; reads < 2; reads += 1) {
    await ctx.clock.sleep(apartMs, ctx.signal);
    const { read } = await fetchFinding(ctx, serviceId, callFor(ctx, 'queue'));
    if (read.kind === 'failed') return null;
    const moved = differingMembers(before, read.value, profile);
    if (moved.length !== suspects.length || suspects.some((name) => !moved.includes(name))) return null;
    before = read.value;
  }
  transaction(ctx.db, () => {
    // A user may have changed another member meanwhile: that is for the next sync, and stays.
    const stored = storedProfile(readConnection(ctx.db)?.profileJson ?? '');
    keepProfile(ctx.db, JSON.stringify(withVolatile(stored, suspects)));
  });
  return { profile: withVolatile(profile, suspects), members: suspects };
}

function withVolatile(profile: ServiceProfile, members: readonly string[]): ServiceProfile {
  return { ...profile, volatile: [...new Set([...profile.volatile, ...members])] };
}

/** Whether two states of a record differ, and in nothing that people edit or that identifies a finding or its version. */
export function isUnknownAlone(one: JsonObject, other: JsonObject, profile: ServiceProfile): boolean {
  const names = differingMembers(one, other, profile);
  return names.length > 0 && !names.some((name) => isMeant(name, profile));
}

/** Whether a member says something by which a finding is known or decided on. */
function isMeant(name: string, profile: ServiceProfile): boolean {
  return (
    name === 'id' ||
    (editableFields as readonly string[]).includes(name) ||
    profile.reviewVersion.includes(name)
  );
}
