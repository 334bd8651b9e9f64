import { readConnection } from '#db/tables/accounts/connections.ts';
import { itemsOf, openItemsOf, openOperations, readItem } from '#db/tables/outbox/operations.ts';
import { findFinding, readRecord } from '#db/tables/findings/records.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { equalJson, parseJson } from '#domain/base/json.ts';
import { isNotReady } from '#engine/outbox/hold.ts';
import { needsPerson } from '#engine/outbox/view/operation-view.ts';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { JsonObject } from '#contract/json.ts';
import type { History } from '../history.ts';
import { marksIn, type Memory } from '../user/memory.ts';
import { BrokenPromise } from './broken.ts';
import type { ModelService } from '../service/service.ts';

/** How updates are sent at the end, and whether they were always sent like that. */
interface Sending {
  readonly updateSends: History['updateSends'];
  readonly wasAdjusted: boolean;
  /** The home that sends. */
  readonly home: number;
}

/** Promise 10: every operation is done or asks a person, and the cache shows what the service has. */
export function checkRest(db: ReadableDb, service: ModelService, sending: Sending, memory: Memory): void {
  for (const operation of openOperations(db)) {
    if (needsPerson(db, operation) || waitsForAnother(db, service, sending, operation)) continue;
    const states = itemsOf(db, operation.seq).map((item) => item.state);
    throw new BrokenPromise(
      10,
      `operation ${operation.op} (${operation.kind}) does not come to rest: ${states.join(', ')}`,
    );
  }
  // Filtered after paging, a page in the middle may come out empty, which no caller can tell from the end.
  if (!service.variant.filtersAfterPaging) checkCaughtUp(db, service);
  checkPartialUpdates(db, service, sending, memory);
  for (const [id, mark] of memory.overtaken) checkTold(db, service, sending.home, id, mark);
}

/** Promise 7, if the person went on although a write might still land: what it wrote over is put back or offered. */
function checkTold(db: ReadableDb, service: ModelService, home: number, id: string, mark: string): void {
  const kept = service.find(id);
  const identity = findFinding(db, id);
  if (kept?.visible !== true || identity === null) return;
  const [last] = marksIn(kept.now['title']).filter((one) => one.startsWith('m'));
  if (Number(last?.slice(1) ?? 0) >= Number(mark.slice(1))) return;
  const ours = kept.versions.findLastIndex(({ record }) => marksIn(record['title']).includes(mark));
  const byOthers = kept.versions.some(
    ({ by, home: writer, record }, n) =>
      n > ours &&
      (by === 'others' || writer !== home) &&
      record['title'] !== kept.versions[n - 1]?.record['title'],
  );
  if (byOthers) return;
  const offered = sql<[number], { title: string | null }>(
    db,
    `SELECT patch_json ->> '$.title' AS title FROM operation_item WHERE finding = ? AND conflict_json IS NOT NULL`,
  ).all(identity.finding);
  // A bulk action writes its mark into the midst of a title.
  if (!offered.some(({ title }) => marksIn(title).includes(mark)))
    throw new BrokenPromise(7, `${mark} in ${id} was overtaken by our own earlier write, unnoticed`);
}

/** Held back by the user, blocked behind what needs a person, or held back because this service empties what is not sent. */
function waitsForAnother(
  db: ReadableDb,
  { variant }: ModelService,
  { updateSends }: Sending,
  { seq, kind }: { seq: number; kind: string },
): boolean {
  const stopped = variant.update === 'replaces' && updateSends === 'changed-fields';
  return itemsOf(db, seq).every((item) => {
    if (item.state === 'done' || item.state === 'discarded') return true;
    const open = readItem(db, seq, item.finding);
    if (open !== null && isNotReady(db, open)) return true;
    const [head] = openItemsOf(db, item.finding);
    if (head === undefined) return false;
    if (head.seq < seq) {
      const waits = head.state === 'conflict' || head.state === 'rejected' || head.needsPerson === 1;
      return waits || (stopped && head.kind === 'update');
    }
    return (
      (stopped && kind === 'update') ||
      item.state === 'conflict' ||
      item.state === 'rejected' ||
      item.needsPerson === 1
    );
  });
}

/**
 * Promise 5, the other side: a sweep that is called complete has met every finding that existed and stayed the same
 * from beginning to end. Only if nothing moved meanwhile, since rows that move may be missed.
 */
export function checkComplete(
  db: ReadableDb,
  service: ModelService,
  { engagements }: Pick<SyncSummary, 'engagements'>,
  fromMs: number,
): void {
  const { filtersAfterPaging, readLagMs } = service.variant;
  if (filtersAfterPaging || !engagements.every((engagement) => engagement.complete)) return;
  const since = fromMs - readLagMs;
  const moved = service
    .all()
    .some(
      ({ versions, absences, listingChangedAtMs }) =>
        (versions[0]?.atMs ?? 0) >= since ||
        listingChangedAtMs >= since ||
        absences.some(({ fromMs: left, toMs: back }) => left >= since || (back >= since && back < Infinity)),
    );
  if (moved) return;
  checkListKnown(db, service);
  for (const kept of service.visible()) {
    if (kept.unlisted || (kept.versions.at(-1)?.atMs ?? 0) >= since) continue;
    const identity = findFinding(db, kept.id);
    const record = identity === null ? null : readRecord(db, identity.finding);
    if (record === null || record.goneAt !== null)
      throw new BrokenPromise(5, `a sweep is called complete and did not meet ${kept.id}`);
  }
}

/**
 * Promise 8, what lists show: once the detail of a finding was read, a sweep that meets its row notices that the list
 * shows less. Our own creations are left out, whose detail may be read after the sweep that found them.
 */
function checkListKnown(db: ReadableDb, service: ModelService): void {
  if (readConnection(db)?.listShows !== 'everything') return;
  for (const kept of service.visible()) {
    if (kept.unlisted || kept.versions[0]?.by === 'us' || equalJson(service.listed(kept.now), kept.now))
      continue;
    const identity = findFinding(db, kept.id);
    const base = parseJson(
      identity === null ? 'null' : (readRecord(db, identity.finding)?.baseJson ?? 'null'),
    );
    if (base.kind === 'ok' && equalJson(base.value, kept.now))
      throw new BrokenPromise(8, `the list shows less of ${kept.id} than was read, and nobody noticed`);
  }
}

function checkCaughtUp(db: ReadableDb, service: ModelService): void {
  for (const kept of service.all()) {
    const identity = findFinding(db, kept.id);
    const record = identity === null ? null : readRecord(db, identity.finding);
    if (!kept.visible) {
      if (record !== null && record.goneAt === null)
        throw new BrokenPromise(10, `${kept.id} is gone and still shown`);
      continue;
    }
    if (kept.unlisted) continue;
    if (record === null) throw new BrokenPromise(10, `${kept.id} was never fetched`);
    if (record.goneAt !== null) throw new BrokenPromise(10, `${kept.id} is there and stays marked gone`);
    const base = parseJson(record.baseJson);
    const shown = base.kind === 'ok' ? (base.value as JsonObject) : {};
    const same = (one: JsonObject, other: JsonObject): boolean =>
      equalJson({ ...one, updatedAt: null }, { ...other, updatedAt: null });
    if (!same(service.listed(shown), service.listed(kept.now)))
      throw new BrokenPromise(10, `${kept.id} is not shown as the service has it`);
    if (!kept.versions.some((version) => same(version.record, shown)))
      throw new BrokenPromise(10, `${kept.id} is shown as the list has it, its detail was never read`);
  }
}

/** Whether a read has ever shown an update of this home for a finding. */
function wasConfirmed(db: ReadableDb, id: string): boolean {
  const { confirmed } = sql<[string], { confirmed: number }>(
    db,
    `SELECT count(*) AS confirmed
       FROM operation_item i JOIN operation o ON o.seq = i.seq JOIN finding f ON f.finding = i.finding
      WHERE f.service_id = ? AND o.kind = 'update' AND i.state = 'done' AND i.attempts > 0`,
  ).get(id) ?? { confirmed: 0 };
  return confirmed > 0;
}

/**
 * Promise 6, the fields that an update did not send: the first update that empties some is noticed. Not one of unknown
 * outcome that the person destroyed with its engagement: what the fields had held is known to nobody here any more.
 */
function checkPartialUpdates(
  db: ReadableDb,
  service: ModelService,
  { updateSends, wasAdjusted, home }: Sending,
  { forgotten }: Memory,
): void {
  if (service.variant.update === 'patches' || updateSends === 'all-fields' || wasAdjusted) return;
  const wiped = service.all().some(
    (kept) =>
      kept.visible &&
      kept.versions.some((version, n) => {
        const before = kept.versions[n - 1]?.record;
        // Another home wrote over it before it was read again: that home's own read tells what updates do.
        const next = kept.versions[n + 1];
        const overtaken = next?.by === 'us' && next.home !== home && !wasConfirmed(db, kept.id);
        return (
          !overtaken &&
          version.atMs > (forgotten.get(kept.id) ?? Number.NEGATIVE_INFINITY) &&
          version.by === 'us' &&
          version.home === home &&
          before?.['remediation'] !== undefined &&
          !('remediation' in version.record)
        );
      }),
  );
  if (wiped && readConnection(db)?.partialUpdates !== 'replaces')
    throw new BrokenPromise(
      6,
      `home ${String(home)}: an update emptied fields that it did not send, and nobody noticed`,
    );
}
