import type { EditableField } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isExact, isList, isObject, stringify } from '../base/json.ts';
import { foldSeverity } from './labels/severity-names.ts';

/*
 * Reads a record as it came: any member may be absent, null or of an unexpected type. No reading throws or drops
 * content.
 */

/** A layer over a record: the edited fields and their values. */
export type FieldPatch = Readonly<Partial<Record<EditableField, Json>>>;

/** A record's own member; never what every object inherits (`constructor`, `__proto__`). */
export function memberOf(record: JsonObject, member: string): Json | undefined {
  return Object.hasOwn(record, member) ? record[member] : undefined;
}

/** A member as one text: a text as it is, nothing as `''`, anything else as its JSON. */
export function textOf(record: JsonObject, member: string): string {
  return asText(memberOf(record, member) ?? '');
}

/** A member as a list of texts: a single value is a list of one, nothing is the empty list. */
export function listOf(record: JsonObject, member: string): string[] {
  const value = memberOf(record, member) ?? '';
  if (isList(value)) return value.map(asText);
  return value === '' ? [] : [asText(value)];
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : stringify(value);
}

/** The service's identifier of a record: a text, or a number by its digits. Null if there is none. */
export function idOf(record: JsonObject, profile: ServiceProfile): string | null {
  const value = givenIdOf(record, profile);
  return value === null ? null : asText(value);
}

/** The identifier as the service gave it: a number stays a number, with all its digits. Null if there is none. */
export function givenIdOf(record: JsonObject, profile: ServiceProfile): Json | null {
  for (const member of profile.findingId) {
    const value = memberOf(record, member);
    if (typeof value === 'number' || isExact(value)) return value;
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

/** The identifier of a finding's project: a text, or a number by its digits. Null if no member of the profile has one. */
export function projectOf(record: JsonObject, profile: ServiceProfile): string | null {
  for (const member of profile.findingProject) {
    const value = memberOf(record, member);
    if (typeof value === 'number' || isExact(value)) return asText(value);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** The review version of a candidate, with its type and all its digits; undefined if there is none. */
export function reviewVersionOf(record: JsonObject, profile: ServiceProfile): Json | undefined {
  for (const member of profile.reviewVersion) {
    const value = memberOf(record, member);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

/** Whether a record is a candidate: it has a review version. */
export function isCandidate(record: JsonObject, profile: ServiceProfile): boolean {
  return reviewVersionOf(record, profile) !== undefined;
}

/** Whether a record is a candidate that only its provider may see. */
export function isPrivateDraft(record: JsonObject, profile: ServiceProfile): boolean {
  return (
    isCandidate(record, profile) &&
    profile.privateDraft.some((mark) => memberOf(record, mark.member) === mark.value)
  );
}

/** The place of a severity, 0 for the most severe; unknown ones come after all known ones. Ignores case, folds aliases. */
export function severityRank(severity: string, profile: ServiceProfile): number {
  const name = severity.trim().toLowerCase();
  const exact = profile.severities.findIndex((known) => known.toLowerCase() === name);
  if (exact !== -1) return exact;
  const family = foldSeverity(name);
  const rank = family === null ? -1 : profile.severities.findIndex((known) => foldSeverity(known) === family);
  return rank === -1 ? profile.severities.length : rank;
}

/**
 * A record with a layer over it (promise 8: effective = base + pending patches). The record is not changed;
 * its members keep their order, new ones come last.
 */
export function applyPatch(base: JsonObject, patch: FieldPatch): JsonObject {
  if (!isObject(base)) return Object.fromEntries(Object.entries(patch));
  return Object.fromEntries([...Object.entries(base), ...Object.entries(patch)]);
}
