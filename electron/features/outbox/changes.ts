import { editableFields } from '#contract/finding/finding.ts';
import type { QueueChange } from '#contract/procedures/findings/queue.ts';
import { memberOf } from '#domain/finding/record.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { parseBases, parseConflict, parsePatch } from '#engine/record/conflict-codec.ts';
import { readBase } from '#engine/record/merge-base.ts';

/**
 * What it changes, field by field: a field that was never shown has no side that was. If it is contested, the other
 * side is what the service has.
 */
export function changesOf(db: ReadableDb, item: OpenItem): QueueChange[] {
  const patch = parsePatch(item.patchJson);
  const bases = parseBases(item.basesJson);
  const conflict = item.conflictJson === null ? null : parseConflict(item.conflictJson);
  return editableFields.flatMap((field): QueueChange[] => {
    const now = patch[field];
    if (now === undefined) return [];
    const contested = conflict?.fields[field];
    const before = bases[field]?.value ?? memberOf(readBase(db, item.finding) ?? {}, field);
    const was = contested === undefined ? before : contested.theirs;
    return [item.kind === 'create' || was === undefined ? { field, now } : { field, was, now }];
  });
}
