import { editableFields, type EditableField } from '#contract/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/operation.ts';
import { stringify } from '#core/json.ts';
import { isFilled } from '#core/query/entry.ts';
import { insertItem, insertOperation, readItem, type OpenItem } from '#db/operations.ts';
import { noteCanary, readConnection } from '#db/connections.ts';
import { nowIso, type Workplace } from '../context.ts';
import type { Patch } from './conflict.ts';
import { putInConflict } from './transition.ts';

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
    offerBack(place, item, wiped, before);
    return;
  }
  // Title and asset go along with every update: only another field shows what happens to the rest.
  const tells = unsent.some((field) => field !== 'title' && field !== 'asset');
  if (tells && readConnection(place.db)?.canary === 'untested') noteCanary(place.db, 'patches');
}

function offerBack(
  place: Workplace,
  item: OpenItem,
  wiped: readonly EditableField[],
  before: JsonObject,
): void {
  const { db } = place;
  const patch = Object.fromEntries(wiped.map((field) => [field, before[field] as Json]));
  const bases = Object.fromEntries(wiped.map((field) => [field, { value: before[field] as Json }]));
  const seq = insertOperation(db, {
    op: place.ids.next(),
    kind: 'update',
    project: item.project,
    createdAt: nowIso(place),
    payloadJson: '{}',
  });
  insertItem(db, {
    seq,
    finding: item.finding,
    patchJson: stringify(patch),
    basesJson: stringify(bases),
    seenJson: null,
  });
  const added = readItem(db, seq, item.finding);
  if (added === null) throw new Error('an operation is not there after it was written');
  const fields: Conflict['fields'] = Object.fromEntries(
    wiped.map((field) => [field, { base: before[field] as Json, mine: before[field] as Json }]),
  );
  putInConflict(place, added, { reason: 'fields', fields });
}

function member(record: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
