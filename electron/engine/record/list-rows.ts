import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isObject, parseJson, stringify } from '#domain/base/json.ts';
import { digestOf } from '#domain/text/words/digest.ts';
import { listEntry, syncState } from '#domain/query/entry.ts';
import { searchableWords } from '#domain/text/words/words.ts';
import { applyPatch } from '#domain/finding/record.ts';
import { markTextDue } from '#db/tables/findings/fulltext.ts';
import {
  allFindings,
  readEffectiveParts,
  readListState,
  removeListRow,
  staleListRows,
  writeListEntry,
  type EffectiveParts,
} from '#db/tables/findings/lists.ts';
import { shownId } from '#db/tables/findings/records.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import { unreadState } from './unread.ts';

/** A stored JSON text as an object; anything else the service may have sent counts as one without members. */
function objectOf(text: string): JsonObject {
  const parsed = parseJson(text);
  return parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
}

/** A finding as the service had it last (null if it has none), and with the open operations over it. */
export interface EffectiveRecord {
  readonly base: JsonObject | null;
  readonly effective: JsonObject;
}

/** Base and open patches in their order (promise 8: effective = base + pending patches). */
export function withPendingPatches(parts: EffectiveParts): EffectiveRecord {
  const base = parts.baseJson === null ? null : objectOf(parts.baseJson);
  let effective: JsonObject = base ?? {};
  for (const item of parts.items) {
    if (item.patchJson !== '{}') effective = applyPatch(effective, objectOf(item.patchJson));
  }
  return { base, effective };
}

/** Makes the effective record of a finding from the store. Throws if the store has no such finding. */
export function effectiveRecord(db: ReadableDb, finding: FindingRow): EffectiveRecord {
  const parts = readEffectiveParts(db, finding);
  if (parts === null) throw new Error(`finding row ${String(finding)} is not in the store`);
  return withPendingPatches(parts);
}

/**
 * Makes the list row of one finding anew from its record and its open operations; call it in the transaction
 * that changed either. `nowIso` (ISO 8601) becomes the time of the last change if the effective record differs from the
 * listed one. A new row keeps the time of its record. A finding that neither the service nor an open operation has
 * leaves the lists.
 *
 * @param known the effective record as the store has it by now, if the caller has it at hand
 */
export function refreshListRow(
  db: WritableDb,
  finding: FindingRow,
  options: ListMaking,
  known?: EffectiveRecord,
): void {
  makeRow(db, finding, options, 'may differ', known);
}

/** What list rows are made with. */
export interface ListMaking {
  readonly profile: ServiceProfile;
  readonly nowIso: string;
}

/** @param record whether the effective record may be another than the one that the list row was made from */
function makeRow(
  db: WritableDb,
  finding: FindingRow,
  options: ListMaking,
  record: 'may differ' | 'as before',
  known?: EffectiveRecord,
): void {
  const parts = readEffectiveParts(db, finding);
  if (parts === null || (parts.baseJson === null && parts.items.length === 0)) {
    removeListRow(db, finding);
    return;
  }
  const { base, effective } = known ?? withPendingPatches(parts);
  const digest = digestOf(stringify(effective));
  const before = readListState(db, finding);
  const same = before !== null && (record === 'as before' || before.digest === digest);
  const asSeen = before === null && parts.items.length === 0 ? parts.changedAt : null;
  const sync = syncState(
    parts.items.map((item) => item.state),
    parts.goneAt !== null,
  );
  const facts = {
    finding,
    project: parts.project,
    id: shownId(parts),
    sync,
    digest,
    updatedMs: same ? before.updatedMs : Date.parse(asSeen ?? options.nowIso),
    unread: unreadState(db, finding, { localId: parts.localId, base }),
  };
  writeListEntry(db, listEntry(effective, facts, options.profile));
  if (!same) markTextDue(db, finding);
}

/**
 * Makes every list row anew, in one transaction of the caller's: after another profile (it ranks severities and
 * tells candidates) and after a repair. The records are the same, so those that are listed keep the time of their
 * last change and their full text.
 */
export function refreshAllRows(db: WritableDb, options: ListMaking): void {
  for (const finding of allFindings(db)) makeRow(db, finding, options, 'as before');
}

/**
 * Rebuilds up to `limit` list rows of an older schema, inside the caller's transaction; a result below `limit` means
 * that none is left.
 */
export function refreshStaleRows(db: WritableDb, options: ListMaking, limit: number): number {
  const stale = staleListRows(db, limit);
  for (const finding of stale) makeRow(db, finding, options, 'as before');
  return stale.length;
}

/**
 * The texts of a finding's effective record as the full text holds them. A record that could not be read as a
 * finding is searched as it came.
 */
export function searchableFinding(db: ReadableDb, finding: FindingRow): string {
  const parts = readEffectiveParts(db, finding);
  if (parts === null) return '';
  const words = searchableWords(withPendingPatches(parts).effective);
  if (words !== '' || parts.baseJson === null) return words;
  const parsed = parseJson(parts.baseJson);
  return searchableWords(parsed.kind === 'ok' ? parsed.value : parts.baseJson);
}

/**
 * The sweep's way, for a finding without open operations that the service shows: one write from the record at
 * hand, nothing read back. `changedAtIso` is when its record changed.
 */
export function writeListRow(
  db: WritableDb,
  row: {
    readonly finding: FindingRow;
    readonly project: string;
    readonly id: string;
    readonly base: Json;
    readonly changedAtIso: string;
    readonly profile: ServiceProfile;
  },
): void {
  const facts = {
    finding: row.finding,
    project: row.project,
    id: row.id,
    sync: 'synced',
    digest: null,
    updatedMs: Date.parse(row.changedAtIso),
    unread: 'new',
  } as const;
  writeListEntry(db, listEntry(isObject(row.base) ? row.base : {}, facts, row.profile));
  markTextDue(db, row.finding);
}
