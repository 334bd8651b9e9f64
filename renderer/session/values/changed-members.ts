import { editableFields } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { equalJson } from '#domain/base/json.ts';
import { memberOf } from '#domain/finding/record.ts';

/** One member that differs between two states of a record; a side is undefined if it has none. */
export interface ChangedMember {
  readonly name: string;
  readonly was: Json | undefined;
  readonly now: Json | undefined;
}

/** Say when a record changed, not what: `telling` leaves them out. */
const bookkeeping = ['updatedAt', 'updated_at'];

/** What differs between two states of a record, the fields of the interface first. */
export function differingMembers(was: JsonObject, now: JsonObject): readonly ChangedMember[] {
  const names = [...new Set([...editableFields, ...Object.keys(was), ...Object.keys(now)])];
  return names
    .filter((name) => !equalJson(memberOf(was, name), memberOf(now, name)))
    .map((name) => ({ name, was: memberOf(was, name), now: memberOf(now, name) }));
}

/**
 * What of it tells a person something.
 * @param counters members that only count versions (`reviewVersion` of the service profile)
 */
export function telling<T extends Pick<ChangedMember, 'name'>>(
  changes: readonly T[],
  counters: readonly string[],
): readonly T[] {
  const silent = new Set([...bookkeeping, ...counters]);
  return changes.filter(({ name }) => !silent.has(name));
}

/** What differs between two states of a record and tells a person something. @param counters as of `telling` */
export function changedMembers(
  was: JsonObject,
  now: JsonObject,
  counters: readonly string[],
): readonly ChangedMember[] {
  return telling(differingMembers(was, now), counters);
}
