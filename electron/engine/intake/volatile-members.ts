import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { keepProfile } from '#db/tables/accounts/connections.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { fetchFinding } from './fetch-finding.ts';
import { differingMembers } from '../record/record-diff.ts';

/** Between two reads (ms): a stamp of whole seconds has moved by then. */
const apartMs = 1_100;

/**
 * Finds out whether members that keep a deletion or a decision from going move with every read, as the time of the read
 * does: two more reads each differ from the one before in them and in nothing else. Never a field that people edit, nor what
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
  const learned = { ...profile, volatile: [...profile.volatile, ...suspects] };
  transaction(ctx.db, () => {
    keepProfile(ctx.db, JSON.stringify(learned));
  });
  return { profile: learned, members: suspects };
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
