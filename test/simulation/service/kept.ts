import type { JsonObject } from '#contract/json.ts';

/** One state of a finding, and who wrote it. */
export interface Version {
  readonly atMs: number;
  readonly by: 'us' | 'others';
  /** Which of our homes wrote it; says nothing of others. */
  readonly home: number;
  readonly record: JsonObject;
}

/** A finding at the model service, with every state that it ever had. */
export class Kept {
  readonly id: string;
  readonly versions: Version[] = [];
  /** When a user deleted it, or took it out of our sight; null while it is there. */
  goneAtMs: number | null = null;
  /** Deleted for good: it never comes back. */
  deleted = false;
  /** Left out of lists, though reading it shows it. */
  unlisted = false;
  /** When lists last began or ceased to leave it out. */
  listingChangedAtMs = Number.NEGATIVE_INFINITY;
  /** Bulk requests leave it out. */
  locked = false;
  /** Whose decision ended its time as a candidate. */
  readonly reviews: ('us' | 'others')[] = [];
  /** How often the assistant wrote about it, and is paid for it. */
  generations = 0;
  /** A draft of the assistant waits for it to be applied. */
  draft = false;
  /** From when until when it was gone, or said to be gone by an answer that lied. */
  readonly absences: { readonly fromMs: number; toMs: number; readonly lied?: true }[] = [];

  constructor(id: string) {
    this.id = id;
  }

  get now(): JsonObject {
    const last = this.versions.at(-1);
    if (last === undefined) throw new Error('a finding without a state');
    return last.record;
  }

  get visible(): boolean {
    return this.goneAtMs === null;
  }

  leave(atMs: number): void {
    if (this.goneAtMs !== null) return;
    this.goneAtMs = atMs;
    this.absences.push({ fromMs: atMs, toMs: Number.POSITIVE_INFINITY });
  }

  comeBack(atMs: number): void {
    if (this.goneAtMs === null || this.deleted) return;
    this.goneAtMs = null;
    const last = this.absences.at(-1);
    if (last !== undefined) last.toMs = atMs;
  }

  /** Lists leave it out from now on, or show it again. */
  setUnlisted(unlisted: boolean, atMs: number): void {
    if (this.unlisted !== unlisted) this.listingChangedAtMs = atMs;
    this.unlisted = unlisted;
  }

  /** An answer said "not found" although it was there. */
  saidGone(atMs: number): void {
    if (this.goneAtMs === null) this.absences.unshift({ fromMs: atMs, toMs: atMs, lied: true });
  }

  /** Whether anybody may take it for gone: it was, or it was said to be more than once. */
  get wasGone(): boolean {
    return this.absences.some(({ lied }) => lied === undefined) || this.absences.length > 1;
  }

  /** Whether it was gone, or said to be, at some moment of a span of time. */
  absentWithin(fromMs: number, toMs: number): boolean {
    return this.absences.some((absence) => absence.fromMs <= toMs && absence.toMs >= fromMs);
  }

  /** The state that a read at `atMs` shows if reads lag behind writes. */
  asOf(atMs: number): JsonObject {
    for (let place = this.versions.length - 1; place >= 0; place -= 1) {
      const version = this.versions[place];
      if (version !== undefined && version.atMs <= atMs) return version.record;
    }
    return this.versions[0]?.record ?? this.now;
  }
}
