import { hash } from 'node:crypto';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { canonical, stringify } from '#domain/base/json.ts';
import { noteListShows, readConnection } from '#db/tables/accounts/connections.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import {
  findByServiceId,
  findFinding,
  insertFinding,
  markDetailDue,
  noteDetailRead,
  markReturned,
  readRecord,
  seenState,
  writeRecord,
  type RecordRow,
  type SeenState,
} from '#db/tables/findings/records.ts';
import type { ListedRow } from '#remote/endpoints/service-api.ts';
import { isRedacted, redactDraft } from '../record/private-drafts.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { readBase } from '../record/merge-base.ts';
import { refreshListRow, writeListRow } from '../record/list-rows.ts';
import { isThereAgain } from './not-found.ts';
import { dropOutdatedAlteredValues } from '../outbox/altered-values.ts';
import { watchPartialUpdateProbe } from '../outbox/probe/partial-update-probe.ts';
import { detectLateWrite } from '../outbox/probe/late-writes.ts';
import { differingMembers, sideOf } from '../record/record-diff.ts';
import { mayBeTruncated } from './truncation-detection.ts';

/** What an answer of the service changed here. `stale`: it may show the time before our own last write. */
export type Applied = 'created' | 'changed' | 'unchanged' | 'stale';

/** Digest of a record: of its canonical JSON without the members that the profile calls volatile. */
export function digest(record: JsonObject, profile: ServiceProfile): string {
  return hash('sha256', canonical(record, new Set(profile.volatile)), 'base64url');
}

/** What a row of a list was, and came to. */
export interface AppliedRow {
  readonly finding: FindingRow;
  readonly applied: Applied;
  /** The digest of the row itself. */
  readonly listHash: string;
}

/** How the list of this connection compares with the detail. */
export type ListShows = 'everything' | 'less';

/**
 * Takes one row of a list into the store; to be called inside the page's transaction. An unchanged row costs
 * no write. If the list shows less, a missing member was not shown, never cleared: the row only says that the detail
 * has to be read. Null: the finding belongs to another engagement, or is not for this person's eyes.
 */
export function applyListed(
  ctx: ServiceContext,
  project: string,
  row: ListedRow,
  shows: ListShows,
  startedAt: number,
): AppliedRow | null {
  if (row.kind === 'unreadable') return applyUnreadable(ctx, project, row);
  const { db, profile } = ctx;
  const listHash = digest(row.record, profile);
  const seen = seenState(db, row.id);
  if (isRedacted(ctx, row.record)) {
    if (seen !== null) redactDraft(ctx, seen.finding);
    return null;
  }
  if (seen === null) {
    const finding = insertFinding(db, { project, localId: null, serviceId: row.id });
    const at = nowIso(ctx);
    writeRecord(db, {
      finding,
      baseJson: stringify(row.record),
      readable: 1,
      listHash,
      detailHash: null,
      detailDue: shows === 'less' ? 1 : 0,
      at,
    });
    writeListRow(db, { finding, project, id: row.id, base: row.record, changedAtIso: at, profile });
    return { finding, applied: 'created', listHash };
  }
  const { finding } = seen;
  if (seen.project !== project) return null;
  const applied = applyNews(ctx, seen, row.record, listHash, shows, startedAt);
  if (seen.goneAt !== null) markReappeared(ctx, finding);
  return { finding, applied, listHash };
}

function applyNews(
  ctx: ServiceContext,
  { finding, listHash: oldHash, detailHash }: SeenState,
  record: JsonObject,
  listHash: string,
  shows: ListShows,
  startedAt: number,
): Applied {
  if (oldHash === listHash) {
    // Read before the list was found to show everything, this detail had other than its row: which is it?
    const differs = shows === 'everything' && detailHash !== null && detailHash !== listHash;
    if (differs) markDetailDue(ctx.db, finding, listHash);
    return 'unchanged';
  }
  if (!ctx.order.mayReplace(finding, startedAt)) return 'stale';
  // What a detail has shown and this row has not, or has otherwise, was either changed or cut off: the detail tells.
  if (detailHash !== null && (shows === 'less' || isCut(ctx, finding, record))) {
    markDetailDue(ctx.db, finding, listHash);
    return 'unchanged';
  }
  return replaceBase(ctx, finding, record, {
    listHash,
    detailHash: null,
    detailDue: shows === 'less' ? 1 : 0,
  });
}

function isCut(ctx: ServiceContext, finding: FindingRow, listed: JsonObject): boolean {
  const base = readBase(ctx.db, finding);
  return base !== null && mayBeTruncated(base, listed, ctx.profile.volatile);
}

/**
 * Takes the response to a read of one finding into the store as the new base (promise 8). Nothing is taken if the
 * request began before our last write had ended. To be called inside a transaction.
 */
export function applyDetail(
  ctx: ServiceContext,
  finding: FindingRow,
  record: JsonObject,
  startedAt: number,
): Applied {
  if (!ctx.order.mayReplace(finding, startedAt)) return 'stale';
  isThereAgain(ctx, finding);
  if (isRedacted(ctx, record)) {
    redactDraft(ctx, finding);
    return 'unchanged';
  }
  const shows = readConnection(ctx.db)?.listShows ?? 'unprobed';
  const old = readRecord(ctx.db, finding);
  const detailHash = digest(record, ctx.profile);
  if (shows === 'everything' && old?.detailDue === 1 && old.listHash !== detailHash) {
    // The row of the list lacked something that the detail shows: the probe had met rows that happened to be whole.
    noteListShows(ctx.db, 'less');
  }
  // If the list shows everything, its next row will digest to the same: the sweep then finds nothing new.
  const listHash = shows === 'everything' ? detailHash : (old?.listHash ?? null);
  if (old !== null && isKnown(old, { listHash, detailHash })) {
    if (old.detailHash === null) noteDetailRead(ctx.db, finding, detailHash);
    return 'unchanged';
  }
  const applied = replaceBase(ctx, finding, record, { listHash, detailHash, detailDue: 0 });
  if (old !== null && old.goneAt !== null) markReappeared(ctx, finding);
  return applied;
}

/** Whether a detail is what the store already has, from a read before or from a list that shows everything. */
function isKnown(old: RecordRow, now: { listHash: string | null; detailHash: string }): boolean {
  if (old.readable === 0 || old.detailDue === 1 || old.goneAt !== null) return false;
  if (old.listHash !== now.listHash) return false;
  return old.detailHash === now.detailHash || (old.detailHash === null && now.listHash === now.detailHash);
}

type Seen = Pick<RecordRow, 'listHash' | 'detailHash' | 'detailDue'>;

function replaceBase(ctx: ServiceContext, finding: FindingRow, record: JsonObject, seen: Seen): Applied {
  const old = readBase(ctx.db, finding);
  if (old === null) {
    writeBase(ctx, finding, record, seen);
    return 'created';
  }
  const news = changedMembers(old, record, ctx.profile);
  if (news !== null) {
    recordHistory(ctx.db, finding, {
      at: nowIso(ctx),
      what: 'changed',
      detailJson: stringify({ fields: news }),
    });
  }
  writeBase(ctx, finding, record, seen);
  if (news !== null) {
    watchPartialUpdateProbe(ctx, finding, old, record);
    detectLateWrite(ctx, finding, old, record);
    dropOutdatedAlteredValues(ctx.db, finding, record);
  }
  return news === null ? 'unchanged' : 'changed';
}

function writeBase(ctx: ServiceContext, finding: FindingRow, record: JsonObject, seen: Seen): void {
  const at = nowIso(ctx);
  writeRecord(ctx.db, { finding, baseJson: stringify(record), readable: 1, ...seen, at });
  refreshListRow(ctx.db, finding, { profile: ctx.profile, nowIso: at });
}

/** Member by member what was and what is, or null if nothing but volatile members differs. */
function changedMembers(old: JsonObject, now: JsonObject, profile: ServiceProfile): JsonObject | null {
  const changed = differingMembers(old, now, profile);
  if (changed.length === 0) return null;
  return Object.fromEntries(
    changed.map((name) => [name, { ...sideOf('was', old, name), ...sideOf('now', now, name) }]),
  );
}

/** A finding that had been gone is there again. */
function markReappeared(ctx: ServiceContext, finding: FindingRow): void {
  const { db } = ctx;
  markReturned(db, finding);
  recordHistory(db, finding, { at: nowIso(ctx), what: 'returned' });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: nowIso(ctx) });
}

/** A row that cannot be read as a finding is stored raw and shown as such; it never stops a page. */
function applyUnreadable(
  ctx: ServiceContext,
  project: string,
  row: Extract<ListedRow, { kind: 'unreadable' }>,
): AppliedRow | null {
  const { db } = ctx;
  const listHash = hash('sha256', canonical(row.raw), 'base64url');
  // Without an identifier its content is its name; nothing local ever goes on the wire.
  const name = row.id ?? `unreadable-${listHash}`;
  const known = row.id === null ? findFinding(db, name) : findByServiceId(db, name);
  if (known !== null && known.project !== project) return null;
  const seen = known === null ? null : readRecord(db, known.finding);
  if (known !== null && seen?.listHash === listHash && seen.goneAt === null) {
    return { finding: known.finding, applied: 'unchanged', listHash };
  }
  const finding =
    known?.finding ??
    insertFinding(
      db,
      row.id === null
        ? { project, localId: name, serviceId: null }
        : { project, localId: null, serviceId: name },
    );
  const at = nowIso(ctx);
  writeRecord(db, {
    finding,
    baseJson: stringify(row.raw),
    readable: 0,
    listHash,
    detailHash: null,
    detailDue: 0,
    at,
  });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
  return { finding, applied: seen === null ? 'created' : 'changed', listHash };
}
