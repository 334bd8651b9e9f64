import { editableFields, type EditableField, type FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { UnreadState } from '#contract/finding/listing.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { memberOf } from '#domain/finding/record.ts';
import { ownSinceReadMark, readReadMark } from '#db/tables/findings/read-marks.ts';
import type { ReadableDb } from '#db/schema/types.ts';

/** What is known of a finding beside the looks at it. */
interface Facts {
  /** Not null for one that was created here: its author need not be told of it. */
  readonly localId: string | null;
  /** The service's record; null if the service has none. */
  readonly base: JsonObject | null;
}

/**
 * Whether a finding is unread: never looked at, or a field changed on the service since. The user's own edits and
 * unknown members do not count.
 */
export function unreadState(
  db: ReadableDb,
  finding: FindingRow,
  { localId, base }: Facts,
): UnreadState | null {
  if (base === null) return null;
  const looked = readReadMark(db, finding);
  if (looked === null) return localId === null ? 'new' : null;
  if (looked.recordJson === null) return null;
  const before = objectOf(looked.recordJson);
  const moved = editableFields.filter((field) => !sameField(before, base, field));
  if (moved.length === 0) return null;
  const own = ownSinceReadMark(db, finding).map(({ kind, patchJson }) => ({
    kind,
    patch: objectOf(patchJson),
  }));
  const news = moved.some(
    (field) =>
      !own.some(({ kind, patch }) => wrote(kind, patch, field) && explains(kind, patch, base, field)),
  );
  return news ? 'changed' : null;
}

function wrote(kind: string, patch: JsonObject, field: EditableField): boolean {
  return Object.hasOwn(patch, field) || (kind === 'review' && field === 'status');
}

/** A review lets the service choose the status; any other field is ours only if it is what we wrote. */
function explains(kind: string, patch: JsonObject, base: JsonObject, field: EditableField): boolean {
  return (kind === 'review' && field === 'status') || sameField(patch, base, field);
}

function sameField(one: JsonObject, other: JsonObject, field: EditableField): boolean {
  return sameOnceNormalised(field, valueOf(one, field), valueOf(other, field));
}

function valueOf(record: JsonObject, field: EditableField): Json | undefined {
  return memberOf(record, field);
}

function objectOf(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
}
