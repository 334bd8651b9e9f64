import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson } from '#domain/base/json.ts';
import { isFilled } from '#domain/finding/filled.ts';
import { memberOf } from '#domain/finding/record.ts';
import { sentUpdatesOf } from '#db/tables/outbox/attempts.ts';
import { notePartialUpdateProbe, readConnection } from '#db/tables/accounts/connections.ts';
import type { ReadContext, ServiceContext } from '../../context.ts';
import { storedProfile } from '../../connection/stored-profile.ts';
import { fieldsOf, isShown, parsePatch } from '../../record/conflict-codec.ts';
import { offerRestore } from './late-writes.ts';

/**
 * The first update on a connection is the partial-update probe: the interface does not say whether an update replaces the
 * fields that it does not send. What went empty is queued as a conflict that offers to put it back, and updates
 * stop on this connection until the profile says how to send. Once an update has left the rest as it was, a field
 * that is cleared later is someone's change.
 *
 * Called wherever a base is replaced, not where an operation is confirmed: that read may be lost, or the user discarded
 * or resent the operation. What was read right before a write stays the base until a read shows what came of it. To be
 * called in the transaction that replaces the base.
 */
export function watchPartialUpdateProbe(
  ctx: ServiceContext,
  finding: FindingRow,
  before: JsonObject,
  after: JsonObject,
): void {
  if (readConnection(ctx.db)?.partialUpdates === 'patches') return;
  const sends = sentUpdatesOf(ctx.db, finding).map(({ sentJson }) => parsePatch(sentJson));
  const landed = sends.filter((sent) => !isShown(sent, before) && isShown(sent, after));
  const sent = new Set((landed.length > 0 ? landed : sends).flatMap(fieldsOf));
  // Title and asset go along with every update, and the status is the service's own choice.
  const telling = editableFields.filter(
    (field) =>
      !['title', 'asset', 'status'].includes(field) && !sent.has(field) && isFilled(memberOf(before, field)),
  );
  const wiped = telling.filter((field) => !isFilled(memberOf(after, field)));
  if (landed.length === 0) {
    // What we sent may be overwritten already. That much went empty at once, and nothing stayed, is no doing of people.
    const stayed = telling.some((field) => equalJson(memberOf(before, field), memberOf(after, field)));
    if (sends.length === 0 || wiped.length < 2 || stayed) return;
  } else if (telling.length === 0) return;
  // A value of ours that another copy brings back with all the fields says nothing of what our own update did.
  if (wiped.length === 0 && readConnection(ctx.db)?.partialUpdates === 'replaces') return;
  notePartialUpdateProbe(ctx.db, wiped.length === 0 ? 'patches' : 'replaces');
  if (wiped.length === 0) return;
  const values = Object.fromEntries(wiped.map((field) => [field, before[field] as Json]));
  offerRestore(ctx, finding, values, after);
}

/**
 * Whether updates wait on this connection, because they would empty what they do not send. A sync that runs when the
 * profile is changed would still send them as before: `profile-changed`, they are for the next one.
 */
export function whyUpdatesWait(
  ctx: Pick<ReadContext, 'db' | 'profile'>,
): 'replaces' | 'profile-changed' | null {
  const connection = readConnection(ctx.db);
  if (ctx.profile.updateSends !== 'changed-fields' || connection === null) return null;
  if (connection.partialUpdates === 'replaces') return 'replaces';
  const { updateSends } = storedProfile(connection.profileJson);
  return updateSends === 'changed-fields' ? null : 'profile-changed';
}

/** Whether updates wait on this connection (`whyUpdatesWait`). */
export function updatesWait(ctx: Pick<ReadContext, 'db' | 'profile'>): boolean {
  return whyUpdatesWait(ctx) !== null;
}
