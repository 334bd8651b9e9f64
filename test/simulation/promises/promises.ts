import { editableFields, type FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import { isGeneration, type ItemState, type OperationKind } from '#contract/finding/operation.ts';
import { equalJson, isObject, parseJson } from '#domain/base/json.ts';
import { sameOnceNormalised } from '#domain/merge/index.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { parseConflict } from '#engine/record/conflict-codec.ts';
import type { Kept } from '../service/kept.ts';
import { BrokenPromise } from './broken.ts';
import { marksIn, type Memory } from '../user/memory.ts';
import type { ModelService } from '../service/service.ts';

interface ItemSeen {
  readonly seq: number;
  readonly finding: FindingRow;
  readonly state: ItemState;
  readonly revision: number;
  readonly op: string;
  readonly kind: OperationKind;
  readonly payload: string;
  readonly patch: string;
  readonly conflict: string | null;
  readonly answeredId: string | null;
  readonly attempts: number;
  readonly serviceId: string | null;
  readonly localId: string | null;
}

interface RecordSeen {
  readonly serviceId: string;
  readonly base: string;
  /** 1: it was read by itself since it moved on. */
  readonly read: 0 | 1;
  readonly goneAt: string | null;
}

/** A finding that was marked gone in this step, and when; `ours`: we had asked for its deletion, or rejected it. */
interface Leaving {
  readonly goneAt: string;
  readonly ours: boolean;
}

/** A base that was found to be a state of the service. */
interface BaseSeen {
  readonly text: string;
  readonly record: JsonObject;
  /** It is all that the service had, and was read by itself. */
  detail: boolean;
  readonly whole: boolean;
  readonly version: number;
}

/**
 * Holds the store against the model service after every step. What was checked once and cannot change any more
 * (a state that the service had, an edit that landed) is not looked at again.
 */
export class PromiseCheck {
  readonly #memory: Memory;
  readonly #service: ModelService;
  readonly #items = new Map<string, ItemSeen>();
  readonly #bases = new Map<string, BaseSeen>();
  readonly #goneSince = new Set<string>();
  /** Of each finding the number of its versions when an operation on it was confirmed. */
  readonly #confirmed = new Map<string, number>();
  readonly #home: number;
  /** Creations that are done since the last step. */
  #made: ItemSeen[] = [];
  #live = 0;

  /** @param home whose store it is */
  constructor(memory: Memory, service: ModelService, home: number) {
    this.#memory = memory;
    this.#service = service;
    this.#home = home;
  }

  /** To be called after every step. `fromMs` is when it began; `accepted`: the person accepts what is missing. */
  check(db: ReadableDb, fromMs: number, nowMs: number, accepted: boolean): void {
    this.#operations(db);
    this.#altered(db);
    this.#edits();
    this.#records(db, fromMs, nowMs, accepted);
    this.#deleted(db);
  }

  /** Promise 11: what we deleted and saw confirmed is in no list, and nothing of ours waits behind it. */
  #deleted(db: ReadableDb): void {
    const rows = sql<[], { id: string; waits: string | null; sync: string | null }>(
      db,
      `SELECT f.service_id AS id, l.sync,
              (SELECT o.kind FROM operation_item i JOIN operation o ON o.seq = i.seq
                WHERE i.finding = f.finding AND i.state NOT IN ('done', 'discarded', 'sending') LIMIT 1) AS waits
         FROM finding f JOIN record r ON r.finding = f.finding LEFT JOIN list_row l ON l.finding = f.finding
        WHERE r.gone_at IS NOT NULL
          AND (SELECT h.what FROM history h WHERE h.finding = f.finding AND h.what IN ('deleted', 'was-gone', 'gone')
                ORDER BY h.entry DESC LIMIT 1) IN ('deleted', 'was-gone')`,
    ).all();
    for (const { id, waits, sync } of rows) {
      if (waits !== null)
        throw new BrokenPromise(11, `${waits} waits behind our confirmed deletion of ${id}`);
      if (sync !== null && sync !== 'gone')
        throw new BrokenPromise(11, `${id} was deleted by us and is listed as ${sync}`);
    }
  }

  /**
   * The person destroyed what is here: the store begins anew.
   *
   * @param lastMs when the last write that had left for a finding lands
   */
  destroyed(lastMs: (id: string) => number): void {
    for (const item of this.#items.values()) {
      if (item.kind === 'update' && item.serviceId !== null && this.#isInDoubt(item))
        this.#memory.forgotten.set(item.serviceId, lastMs(item.serviceId));
    }
    this.#items.clear();
    this.#bases.clear();
    this.#goneSince.clear();
    this.#confirmed.clear();
    this.#made = [];
    this.#live = 0;
  }

  /** Promise 1, operations: none vanishes, none is called done that left no trace at the service. */
  #operations(db: ReadableDb): void {
    const rows = sql<[], ItemSeen>(
      db,
      `SELECT i.seq, i.finding, i.state, i.revision, o.op, o.kind, o.payload_json AS payload, i.patch_json AS patch, i.conflict_json AS conflict,
              i.answered_id AS answeredId, i.attempts,
              f.service_id AS serviceId, f.local_id AS localId
         FROM operation_item i JOIN operation o ON o.seq = i.seq JOIN finding f ON f.finding = i.finding`,
    ).all();
    const before = new Map(this.#items);
    this.#items.clear();
    for (const row of rows) this.#items.set(`${row.op} ${String(row.finding)}`, row);
    for (const [key, row] of before) {
      if (!this.#items.has(key) && !this.#wentOver(row))
        throw new BrokenPromise(1, 'an operation is not in the store any more');
    }
    for (const [key, row] of this.#items) this.#operation(row, before.get(key));
    this.#claims();
  }

  /** Whether two rows turned out to be one finding, and the operation is there for that finding. */
  #wentOver({ op, serviceId }: ItemSeen): boolean {
    return (
      serviceId !== null &&
      [...this.#items.values()].some((item) => item.op === op && item.serviceId === serviceId)
    );
  }

  /** Promise 3: no creation takes the finding that another one was answered with. */
  #claims(): void {
    for (const item of this.#items.values()) {
      if (item.answeredId === null || !isOpen(item)) continue;
      for (const other of this.#items.values()) {
        if (
          other.op !== item.op &&
          other.kind === 'create' &&
          other.state === 'done' &&
          other.serviceId === item.answeredId
        )
          throw new BrokenPromise(
            3,
            `creation ${other.op} took ${item.answeredId}, which ${item.op} was answered with`,
          );
      }
    }
  }

  #operation(row: ItemSeen, before: ItemSeen | undefined): void {
    if (before?.revision === row.revision && before.serviceId === row.serviceId) return;
    if (row.state === 'discarded' && !this.#memory.dropped.has(row.op) && !this.#wentWithDeletion(row)) {
      throw new BrokenPromise(1, `operation ${row.op} (${row.kind}) was dropped, and nobody asked for it`);
    }
    if (before?.state === 'done' && isOpen(row))
      throw new BrokenPromise(3, `operation ${row.op} (${row.kind}) was done and waits again`);
    if (row.conflict !== null && row.conflict !== before?.conflict) this.#conflict(row, row.conflict);
    if (row.state === 'rejected' && row.kind === 'create') this.#refusedCreation(row);
    if (row.state !== 'done' || before?.state === 'done') return;
    if (row.kind === 'create') this.#made.push(row);
    const kept = row.serviceId === null ? undefined : this.#service.find(row.serviceId);
    if (kept === undefined || !(this.#memory.named.has(row.op) || wasCarriedOut(row, kept, this.#home))) {
      throw new BrokenPromise(1, `operation ${row.op} (${row.kind}) is called done and was not carried out`);
    }
    if (row.kind === 'update' || row.kind === 'bulk-status') {
      const ours = lastOfOurs(kept, this.#home);
      if (ours !== -1 && kept.visible && this.#settled(row)) this.#confirmed.set(kept.id, ours);
    }
  }

  /** Whether a deletion of its finding before it was confirmed, so that it had nothing to go to (promise 11). */
  #wentWithDeletion({ finding, seq, kind }: Pick<ItemSeen, 'finding' | 'seq' | 'kind'>): boolean {
    return [...this.#items.values()].some(
      (item) =>
        item.finding === finding &&
        // A question to the assistant holds up nothing, so that a later deletion may be confirmed before it.
        (item.seq < seq || isGeneration(kind)) &&
        item.state === 'done' &&
        (item.kind === 'delete' || item.kind === 'bulk-delete'),
    );
  }

  /** Promise 3: what is called refused, and may be sent again, is not at the service. */
  #refusedCreation({ op, patch }: ItemSeen): void {
    const mark = madeAs(JSON.parse(patch) as JsonObject);
    // Twins cannot be told apart, and what the person sent again may have arrived before.
    if (mark === undefined || this.#memory.created.get(mark) !== 1) return;
    const there = this.#service
      .all()
      .some((kept) => kept.versions.some(({ record }) => madeAs(record) === mark));
    if (there) throw new BrokenPromise(3, `creation ${op} is called refused and is at the service`);
  }

  /** Promise 8, conflicts: what a single value is merged against is a value that the service had. */
  #conflict({ op, serviceId, attempts }: ItemSeen, text: string): void {
    const kept = serviceId === null ? undefined : this.#service.find(serviceId);
    const { reason, fields } = parseConflict(text);
    // What is gone was merged against nothing.
    if (reason === 'gone') return;
    const asked = JSON.stringify([
      attempts,
      Object.entries(fields).map(([field, { theirs }]) => [field, theirs]),
    ]);
    if (reason === 'fields' && this.#memory.answered.get(op) === asked)
      throw new BrokenPromise(10, `the conflict of ${op} asks again what the person has answered`);
    for (const field of ['title', 'severity', 'status'] as const) {
      const base = fields[field]?.base;
      if (kept === undefined || base === undefined) continue;
      if (!kept.versions.some((version) => sameOnceNormalised(field, version.record[field], base)))
        throw new BrokenPromise(8, `the base of ${field} in the conflict of ${op} was never at the service`);
    }
  }

  kindOf(op: string): OperationKind {
    for (const item of this.#items.values()) if (item.op === op) return item.kind;
    return 'update';
  }

  /** Nothing else of ours is on its way to this finding, so that its last version of ours is what was confirmed. */
  #settled(row: ItemSeen): boolean {
    for (const other of this.#items.values()) {
      if (other.finding !== row.finding || other.op === row.op) continue;
      if (this.#isInDoubt(other)) return false;
    }
    return true;
  }

  /**
   * Whether a write of it may be at the service without a read having shown it there. What the person sends again waits
   * like new, but the write before may have landed: it counts once the operation is done.
   */
  #isInDoubt({ op, state }: ItemSeen): boolean {
    if (state === 'sending' || state === 'unknown' || this.#memory.droppedUnknown.has(op)) return true;
    return state !== 'done' && this.#memory.insisted.has(op);
  }

  /** Promise 12: what a creation came back with other than it was sent stands in the history. */
  #altered(db: ReadableDb): void {
    const made = this.#made;
    this.#made = [];
    for (const { op, finding, patch, serviceId } of made) {
      const kept = serviceId === null ? undefined : this.#service.find(serviceId);
      // The person may have named another finding, and someone else may have set what was sent meanwhile.
      if (kept === undefined || this.#memory.named.has(op)) continue;
      const { status } = JSON.parse(patch) as JsonObject;
      if (status === undefined || kept.versions.some(({ record }) => record['status'] === status)) continue;
      const told = sql<[number, string], { detail: string }>(
        db,
        "SELECT detail_json AS detail FROM history WHERE finding = ? AND op = ? AND what = 'altered'",
      ).all(finding, op);
      if (!told.some(({ detail }) => detail.includes('"status"')))
        throw new BrokenPromise(
          12,
          `${kept.id} came back with another status than ${op} sent, and nobody is told`,
        );
    }
  }

  /** Promise 1, values: what was acknowledged is at the service, in the queue, or was given up by the person. */
  #edits(): void {
    const names = new Map<string, ItemSeen[]>();
    for (const item of this.#items.values()) {
      for (const name of [item.serviceId, item.localId]) {
        if (name === null) continue;
        const known = names.get(name);
        if (known === undefined) names.set(name, [item]);
        else known.push(item);
      }
    }
    for (const [id, marks] of this.#memory.edits) {
      if (marks.size === 0) continue;
      const items = names.get(id) ?? [];
      const serviceId = items[0]?.serviceId;
      const kept = serviceId == null ? undefined : this.#service.find(serviceId);
      for (const [field, mark] of marks) {
        const holds = (record: JsonObject): boolean => marksIn(record[field]).includes(mark);
        if (kept?.versions.some((version) => holds(version.record)) === true) {
          marks.delete(field);
          continue;
        }
        const waits = items.some(
          (item) => isOpen(item) && item.patch.includes(mark) && holds(JSON.parse(item.patch) as JsonObject),
        );
        const went = items.some(
          (item) => item.state === 'discarded' && item.patch.includes(mark) && this.#wentWithDeletion(item),
        );
        if (went) marks.delete(field);
        else if (!waits)
          throw new BrokenPromise(
            1,
            `the edit of ${field} of ${id} is neither at the service nor in the queue`,
          );
      }
    }
  }

  /** Promises 5 and 8, record by record. */
  #records(db: ReadableDb, fromMs: number, nowMs: number, accepted: boolean): void {
    const rows = sql<[], RecordSeen>(
      db,
      `SELECT f.service_id AS serviceId, r.base_json AS base, r.detail_hash IS NOT NULL AS read, r.gone_at AS goneAt
         FROM record r JOIN finding f ON f.finding = r.finding WHERE f.service_id IS NOT NULL`,
    ).all();
    const left: Leaving[] = [];
    let live = 0;
    for (const { serviceId, base, read, goneAt } of rows) {
      const kept = this.#service.find(serviceId);
      if (kept === undefined) throw new BrokenPromise(8, `${serviceId} was never at the service`);
      if (goneAt === null) {
        live += 1;
        this.#goneSince.delete(serviceId);
      } else if (!this.#goneSince.has(serviceId)) {
        this.#goneSince.add(serviceId);
        // Where reads lag nobody can tell a moment ago from now.
        if (!kept.absentWithin(fromMs - this.#service.variant.readLagMs, nowMs)) {
          throw new BrokenPromise(5, `${serviceId} is marked gone and was there all the time`);
        }
        left.push({ goneAt, ours: this.#isOurDoing(serviceId) });
      }
      this.#base(kept, base, read === 1);
    }
    if (!accepted) this.#lostAtOnce(left, live);
    this.#live = live;
  }

  /**
   * Promise 5, many at once. A sync may sweep more than once; a sweep marks all that it misses at the same moment, and
   * is held against what was there then.
   */
  #lostAtOnce(left: readonly Leaving[], live: number): void {
    for (const { goneAt } of left) {
      const lost = left.filter((one) => one.goneAt === goneAt && !one.ours).length;
      const earlier = left.filter((one) => one.goneAt < goneAt).length;
      const before = Math.max(this.#live - earlier, live + left.length - earlier);
      if (lost > 20 || (lost > 0 && lost * 4 >= before)) {
        throw new BrokenPromise(
          5,
          `${String(lost)} of ${String(before)} were marked gone at once, and nobody was asked`,
        );
      }
    }
  }

  #isOurDoing(serviceId: string): boolean {
    for (const item of this.#items.values()) {
      if (item.serviceId !== serviceId) continue;
      if (item.kind === 'delete' || item.kind === 'bulk-delete') return true;
      if (item.kind === 'review' && item.payload.includes('"reject"')) return true;
    }
    return false;
  }

  /** Promise 8: base is a state that the service had, and never falls back behind what it had confirmed to us. */
  #base(kept: Kept, text: string, wasRead: boolean): void {
    const known = this.#bases.get(kept.id);
    const confirmed = this.#confirmed.get(kept.id) ?? -1;
    // A later state may read the same as an earlier one, so an old text is looked up again.
    if (known?.text !== text || known.version < confirmed) {
      const parsed = parseJson(text);
      const base = parsed.kind === 'ok' && isObject(parsed.value) ? parsed.value : {};
      const same = (record: JsonObject): boolean => equalJson(record, base);
      const read = (record: JsonObject): boolean => saysSame(record, base);
      if (!kept.versions.some((one) => same(one.record) || same(this.#service.listed(one.record))))
        throw new BrokenPromise(8, `the base of ${kept.id} is no state that the service had: ${text}`);
      let version = kept.versions.findLastIndex((one) => read(one.record));
      const whole = version !== -1;
      if (!whole) version = kept.versions.findLastIndex((one) => read(this.#service.listed(one.record)));
      if (version === -1)
        throw new BrokenPromise(8, `the base of ${kept.id} is no state that the service had: ${text}`);
      if (
        !whole &&
        known?.detail === true &&
        hasLost(known.record, base, kept.versions[version]?.record ?? {})
      )
        throw new BrokenPromise(8, `what a list did not show of ${kept.id} was taken for cleared`);
      this.#bases.set(kept.id, { text, record: base, whole, detail: whole && wasRead, version });
    }
    const now = this.#bases.get(kept.id);
    if (now !== undefined) now.detail = now.whole && wasRead;
    const version = now?.version ?? -1;
    if (version < confirmed && this.#service.variant.readLagMs === 0)
      throw new BrokenPromise(8, `the base of ${kept.id} fell back behind what we had written there`);
  }
}

/**
 * Whether a base from a list fell behind the detail before it: of a member that either has, the base has less than the
 * service. What neither has shown nobody can miss.
 */
function hasLost(detail: JsonObject, base: JsonObject, full: JsonObject): boolean {
  return Object.keys(full).some(
    (name) =>
      name !== 'updatedAt' &&
      (Object.hasOwn(detail, name) || Object.hasOwn(base, name)) &&
      !equalJson(full[name], base[name]),
  );
}

/**
 * Whether two states say the same to anyone who reads them: but for the timestamp, and as services normalise texts. An edit
 * that says what is there already is done without a write.
 */
function saysSame(one: JsonObject, other: JsonObject): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  names.delete('updatedAt');
  return [...names].every((name) => {
    const [here, there] = [one[name], other[name]];
    const field = editableFields.find((known) => known === name);
    return field === undefined ? equalJson(here, there) : sameOnceNormalised(field, here, there);
  });
}

/**
 * The newest version that a home wrote, -1 if there is none. A write that arrived twice, the second time late, counts
 * as its first arrival: the read that confirmed it may have come between the two.
 */
function lastOfOurs({ versions }: Kept, home: number): number {
  const isOurs = (at: number): boolean => versions[at]?.by === 'us' && versions[at].home === home;
  let at = versions.findLastIndex((_, n) => isOurs(n));
  while (isOurs(at - 1) && isSameWrite(versions[at]?.record, versions[at - 1]?.record)) at -= 1;
  return at;
}

/** Whether two states differ in nothing but what the service counts and dates. */
function isSameWrite(one: JsonObject = {}, other: JsonObject = {}): boolean {
  const counted = { review_version: 0, updatedAt: '' };
  return equalJson({ ...one, ...counted }, { ...other, ...counted });
}

function isOpen(item: ItemSeen): boolean {
  return item.state !== 'done' && item.state !== 'discarded';
}

/** The mark that a creation is known by, however often it arrives. */
export function madeAs(record: JsonObject): string | undefined {
  return marksIn(record['observation'])[0];
}

/** Whether the service shows, at any time, what an operation asked for. */
function wasCarriedOut(item: ItemSeen, kept: Kept, home: number): boolean {
  switch (item.kind) {
    case 'create':
      return (
        kept.versions[0]?.by === 'us' &&
        kept.versions[0].home === home &&
        madeAs(kept.versions[0].record) === madeAs(JSON.parse(item.patch) as JsonObject)
      );
    case 'update':
      // Its values are held against the service one by one.
      return true;
    case 'delete':
    case 'bulk-delete':
      return kept.wasGone;
    case 'bulk-status': {
      const { status } = JSON.parse(item.payload) as { status: string };
      return kept.versions.some((version) => version.record['status'] === status);
    }
    case 'review':
      return kept.reviews.length > 0 || kept.wasGone;
    // What an applied draft says is held against the service as an edit is.
    case 'ai-apply':
      return true;
    case 'ai-demonstration':
    case 'ai-merge':
      return kept.generations > 0;
  }
}
