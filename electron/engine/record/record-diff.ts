import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/finding/operation.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { equalJson, stringify } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';
import { changeItem, openItemsOf } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '../context.ts';
import { parseObject } from './merge-base.ts';

/** Members that differ between two states of a record, the volatile ones of the profile left out. */
export function differingMembers(one: JsonObject, other: JsonObject, profile: ServiceProfile): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  for (const name of profile.volatile) names.delete(name);
  return [...names].filter((name) => !equalJson(memberOf(one, name), memberOf(other, name)));
}

/** What a decision or a deletion was made over, for the person to compare: each side of what moved on. */
export function outdatedConflict(seen: JsonObject, theirs: JsonObject, profile: ServiceProfile): Conflict {
  const changed = new Set(differingMembers(seen, theirs, profile));
  const fields = editableFields.filter((field) => changed.has(field));
  return {
    reason: 'outdated',
    fields: Object.fromEntries(
      fields.map((field) => [field, { ...sideOf('base', seen, field), ...sideOf('theirs', theirs, field) }]),
    ),
  };
}

/** A member of a record under the name of the side that has it; nothing if it has none. */
export function sideOf(side: string, record: JsonObject, member: string): JsonObject {
  const value = memberOf(record, member);
  return value === undefined ? {} : { [side]: value };
}

/**
 * Our own update of a finding was confirmed: what a person decided over it afterwards (a deletion, a review) had
 * been seen with that edit in it. If nobody else changed anything, the state after our update counts as
 * seen, its review version included; so "edit, then accept" works. To be called in the confirming transaction.
 */
export function carrySeenOver(
  ctx: ServiceContext,
  finding: FindingRow,
  before: JsonObject,
  after: JsonObject,
  ours: readonly string[],
): void {
  const { db, profile } = ctx;
  const own = new Set<string>([...ours, ...profile.reviewVersion]);
  const byOthers = differingMembers(before, after, profile).filter(
    (name) => !own.has(name) && (editableFields as readonly string[]).includes(name),
  );
  if (byOthers.length > 0) return;
  for (const item of openItemsOf(db, finding)) {
    if (item.seenJson === null || item.state !== 'queued') continue;
    if (differingMembers(parseObject(item.seenJson), before, profile).length > 0) continue;
    changeItem(db, item, { seenJson: stringify(after) });
  }
}
