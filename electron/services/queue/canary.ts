import { editableFields } from '#contract/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isFilled } from '#core/query/entry.ts';
import type { OpenItem } from '#db/operations.ts';
import { noteCanary, readConnection } from '#db/connections.ts';
import type { Workplace } from '../context.ts';
import type { Patch } from './conflict.ts';
import { offerBack } from './late.ts';
import { member } from './seen.ts';

/**
 * Compares what a finding was before an update with what it is after it, also in the fields that were not
 * sent: the interface does not say whether an update replaces the rest. What went empty is queued as a
 * conflict that offers to put it back, and updates stop on this connection until the profile says how to send.
 * To be called in the transaction that confirms the update.
 */
export function watchCanary(
  place: Workplace,
  item: OpenItem,
  before: JsonObject,
  after: JsonObject,
  sent: Patch,
): void {
  const unsent = editableFields.filter(
    (field) => !Object.hasOwn(sent, field) && isFilled(member(before, field)),
  );
  const wiped = unsent.filter((field) => !isFilled(member(after, field)));
  if (wiped.length > 0) {
    noteCanary(place.db, 'replaces');
    const values = Object.fromEntries(wiped.map((field) => [field, before[field] as Json]));
    offerBack(place, item.finding, values, after);
    return;
  }
  // Title and asset go along with every update: only another field shows what happens to the rest.
  const tells = unsent.some((field) => field !== 'title' && field !== 'asset');
  if (tells && readConnection(place.db)?.canary === 'untested') noteCanary(place.db, 'patches');
}
