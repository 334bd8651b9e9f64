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
 * The first update on a connection is the canary: the interface does not say whether an update replaces the
 * fields that it does not send. What went empty is queued as a conflict that offers to put it back, and updates
 * stop on this connection until the profile says how to send. Once an update has left the rest as it was, a field
 * that is cleared later is somebody's change. To be called in the transaction that confirms the update.
 */
export function watchCanary(
  place: Workplace,
  item: OpenItem,
  before: JsonObject,
  after: JsonObject,
  sent: Patch,
): void {
  if (readConnection(place.db)?.canary !== 'untested') return;
  // Title and asset go along with every update, and the status is the service's own choice.
  const telling = editableFields.filter(
    (field) =>
      !['title', 'asset', 'status'].includes(field) &&
      !Object.hasOwn(sent, field) &&
      isFilled(member(before, field)),
  );
  if (telling.length === 0) return;
  const wiped = telling.filter((field) => !isFilled(member(after, field)));
  if (wiped.length === 0) {
    noteCanary(place.db, 'patches');
    return;
  }
  noteCanary(place.db, 'replaces');
  const values = Object.fromEntries(wiped.map((field) => [field, before[field] as Json]));
  offerBack(place, item.finding, values, after);
}
