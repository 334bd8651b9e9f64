import type { Json, JsonObject } from '#contract/json.ts';
import { canonical, equalJson } from '#core/json.ts';
import { findFinding, readRecord } from '#db/records.ts';
import { openItemsOf } from '#db/operations.ts';
import type { ReadableDb } from '#db/types.ts';
import { parsePatch } from '#services/queue/conflict.ts';
import type { ModelService } from './service.ts';

/** A promise that did not hold: which, and what was seen. */
export class BrokenPromise extends Error {
  constructor(promise: number, saw: string) {
    super(`promise ${String(promise)}: ${saw}`);
    this.name = 'BrokenPromise';
  }
}

/** What the person did, as acknowledged: the latest value of each field of each finding. */
export class Memory {
  /** Of each finding and field the mark that the last acknowledged edit wrote. */
  readonly #marks = new Map<string, Map<string, string>>();
  /** Titles of creations; every one is different. */
  readonly created = new Map<string, { allowed: number }>();
  readonly #seen = new Map<string, Set<string>>();

  /** An edit was acknowledged. `marks`: field to the mark it wrote; one that left none in its value says nothing. */
  edited(id: string, patch: Readonly<Record<string, Json>>, marks: Readonly<Record<string, string>>): void {
    const known = this.#marks.get(id) ?? new Map<string, string>();
    for (const [field, mark] of Object.entries(marks)) {
      if (marksIn(patch[field]).includes(mark)) known.set(field, mark);
      else known.delete(field);
    }
    this.#marks.set(id, known);
  }

  /** The person gave the edit up, or took what the service has. */
  gaveUp(id: string, fields: readonly string[]): void {
    for (const field of fields) this.#marks.get(id)?.delete(field);
  }

  /** The person has seen this text of somebody else before deciding over it. */
  saw(id: string, value: Json | undefined): void {
    const seen = this.#seen.get(id) ?? new Set<string>();
    for (const mark of marksIn(value)) seen.add(mark);
    this.#seen.set(id, seen);
  }

  hasSeen(id: string, mark: string): boolean {
    return this.#seen.get(id)?.has(mark) ?? false;
  }

  /** Promise 1: what was acknowledged is at the service, in the queue, or was given up by the person. */
  checkNothingLost(db: ReadableDb, service: ModelService): void {
    for (const [id, marks] of this.#marks) {
      const identity = findFinding(db, id);
      if (identity === null) throw new BrokenPromise(1, `finding ${id} is not in the store any more`);
      const open = openItemsOf(db, identity.finding).map((item) => parsePatch(item.patchJson) as JsonObject);
      const kept = identity.serviceId === null ? undefined : service.find(identity.serviceId);
      for (const [field, mark] of marks) {
        const waits = open.some((patch) => marksIn(patch[field]).includes(mark));
        const landed = (kept?.versions ?? []).some((version) =>
          marksIn(version.record[field]).includes(mark),
        );
        if (!waits && !landed) {
          throw new BrokenPromise(
            1,
            `the edit of ${field} of ${id} is neither at the service nor in the queue`,
          );
        }
      }
    }
  }
}

/** Marks are words like `o12` (others) and `m7` (mine) that the simulation writes into values. */
export function marksIn(value: Json | undefined): string[] {
  return value === undefined
    ? []
    : [...JSON.stringify(value).matchAll(/\b[om]\d+\b/gu)].map((match) => match[0]);
}

/** Promise 3: every creation is at the service at most as often as the person knowingly sent it. */
export function checkNoDoubles(memory: Memory, service: ModelService): void {
  const counts = new Map<string, number>();
  for (const kept of service.all()) {
    const first = kept.versions[0];
    if (first?.by !== 'us') continue;
    const mark = marksIn(first.record['observation'])[0] ?? '';
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  for (const [mark, count] of counts) {
    const allowed = memory.created.get(mark)?.allowed ?? 0;
    if (count > allowed)
      throw new BrokenPromise(3, `creation ${mark} is at the service ${String(count)} times`);
  }
}

/** Promise 5: what is marked gone was at some time gone. */
export function checkNothingDropped(db: ReadableDb, service: ModelService): void {
  for (const kept of service.all()) {
    const identity = findFinding(db, kept.id);
    if (identity === null) continue;
    const record = readRecord(db, identity.finding);
    if (record?.goneAt != null && kept.everGone.length === 0) {
      throw new BrokenPromise(5, `finding ${kept.id} is marked gone and was always there`);
    }
  }
}

/** Promise 8: base is a state that the service had, as its list or its detail showed it. */
export function checkBases(db: ReadableDb, service: ModelService): void {
  for (const kept of service.all()) {
    const identity = findFinding(db, kept.id);
    const record = identity === null ? null : readRecord(db, identity.finding);
    if (record === null) continue;
    const base = JSON.parse(record.baseJson) as JsonObject;
    const had = kept.versions.some(
      (version) => equalJson(version.record, base) || equalJson(service.listed(version.record), base),
    );
    if (!had)
      throw new BrokenPromise(
        8,
        `the base of ${kept.id} is no state that the service had: ${canonical(base)}`,
      );
  }
}

/** Promise 6: what somebody else wrote and the person never saw is not overwritten outside the open window. */
export function watchOverwrites(memory: Memory, service: ModelService): void {
  service.onOurUpdate = ({ id, before, after, sent, readAtMs }) => {
    const kept = service.find(id);
    for (const field of Object.keys(sent)) {
      const left = new Set(marksIn(after[field]));
      for (const mark of marksIn(before[field])) {
        if (!mark.startsWith('o') || left.has(mark) || memory.hasSeen(id, mark)) continue;
        const written = kept?.versions.find((version) => marksIn(version.record[field]).includes(mark));
        const visibleAt = (written?.atMs ?? 0) + service.variant.readLagMs;
        if (visibleAt < readAtMs)
          throw new BrokenPromise(6, `${mark} in ${field} of ${id} was overwritten unseen`);
      }
    }
  };
}

/** Promise 7: what we wrote into the title of one finding arrived in the order in which the person wrote it. */
export function checkOrder(service: ModelService): void {
  for (const kept of service.all()) {
    let last = 0;
    let before: Json | undefined;
    for (const version of kept.versions) {
      const title = version.record['title'];
      if (version.by === 'us' && title !== before) {
        const number = Number(
          marksIn(title)
            .findLast((mark) => mark.startsWith('m'))
            ?.slice(1) ?? 0,
        );
        if (number < last)
          throw new BrokenPromise(7, `m${String(number)} arrived after m${String(last)} in ${kept.id}`);
        last = number;
      }
      before = title;
    }
  }
}
