import { BrokenPromise } from '../promises/broken.ts';
import type { Json } from '#contract/json.ts';

/** Counts the marks that people write, so that every value can be told from every other. */
export interface Marks {
  /** `m3` is the third value written here. */
  mine(): string;
  /** `o3` is the third value written by another user. */
  others(): string;
  /** Whether the value was written here; by another user, or in another home, otherwise. */
  isMine(mark: string): boolean;
  /** Whether people write images into texts. */
  readonly figures: boolean;
}

/** How many marks there are: the homes of one world count together. */
export interface MarkCount {
  mine: number;
  others: number;
}

export function createMarks(count: MarkCount = { mine: 0, others: 0 }, figures = false): Marks {
  const own = new Set<string>();
  return {
    mine: () => {
      const mark = `m${String((count.mine += 1))}`;
      own.add(mark);
      return mark;
    },
    others: () => `o${String((count.others += 1))}`,
    isMine: (mark) => own.has(mark),
    figures,
  };
}

/** The marks in a value, in the order in which they stand. */
export function marksIn(value: Json | undefined): string[] {
  if (value === undefined || value === null) return [];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.match(/\b[om]\d+\b/gu) ?? [];
}

/** What the person did and was told that it was done; and what they have seen of others. */
export class Memory {
  /** Confirmations to the assistant, by finding; each is good for one generation (promise 4). */
  readonly confirmed = new Map<string, number>();
  /** Of each finding and field the mark that the last acknowledged edit wrote. */
  readonly edits = new Map<string, Map<string, string>>();
  /** How often each creation may be at the service, by its mark. */
  readonly created = new Map<string, number>();
  /** Operations that may end without having been carried out: the person dropped them, or may have. */
  readonly dropped = new Set<string>();
  /** Operations whose outcome was unknown when the person dropped them: they may land all the same. */
  readonly droppedUnknown = new Set<string>();
  /** Operations that the person sent again although it was not known yet what had become of them. */
  readonly insisted = new Set<string>();
  /** Findings on which the person went on although a write might still land: it may land behind what came later. */
  readonly risked = new Set<string>();
  /** Of such a finding the title that such a write wrote over: the person is to be told. */
  readonly overtaken = new Map<string, string>();
  /** How often the person destroyed what is here: what was written before the last time is known to nobody any more. */
  destructions = 0;
  /**
   * Findings of which an update of unknown outcome was destroyed with the engagement, and when the last write on it
   * lands (ms). The person had agreed to lose what was known of it.
   */
  readonly forgotten = new Map<string, number>();
  /** Kind of operation and finding of each write that was on its way when its operation was destroyed: it may land. */
  readonly destroyedInAir = new Set<string>();
  /** Values of their own that the person wrote in their newest answer to a conflict, by its operation. */
  readonly writtenIn = new Map<string, Readonly<Record<string, Json>>>();
  /** Of each conflict that the person settled what it had asked. */
  readonly answered = new Map<string, string>();
  /** Creations of which the person said themselves that they made a finding of another user, and that finding. */
  readonly named = new Set<string>();
  /** Candidates that a decision of ours has reached, and those of which the person was told that it never left. */
  readonly #reviewed = new Set<string>();
  readonly #undecided = new Set<string>();
  /** Findings of which an older value was put back on purpose: it arrives behind what came after it. */
  readonly turnedBack = new Set<string>();
  /** Of each finding older titles that waited when a newer one was written in the answer to a conflict in front of them. */
  readonly #behind = new Set<string>();
  /** Marks of values that the person gave up, and may undo. */
  readonly #shelved = new Set<string>();
  readonly #seen = new Map<string, Set<string>>();

  /**
   * An edit was acknowledged. `names`: all that the finding has now, since a sweep may have shown our own creation
   * as a stranger before it was known. `marks`: field to the mark it wrote; one that left none in its value says
   * nothing.
   */
  edited(
    names: readonly string[],
    patch: Readonly<Record<string, Json>>,
    marks: Readonly<Record<string, string>>,
  ): void {
    this.gaveUp(names, Object.keys(marks));
    const [name] = names;
    if (name === undefined) return;
    const known = this.edits.get(name) ?? new Map<string, string>();
    for (const [field, mark] of Object.entries(marks)) {
      if (marksIn(patch[field]).includes(mark)) known.set(field, mark);
    }
    this.edits.set(name, known);
  }

  /** Whatever the person had written last in these fields: it was overwritten, or they were not told what was taken. */
  gaveUp(names: readonly string[], fields: readonly string[]): void {
    for (const name of names) {
      for (const field of fields) this.edits.get(name)?.delete(field);
    }
  }

  /** The person gave these values up, or took what the service has; what they wrote after them still counts. */
  gaveUpValues(names: readonly string[], values: Readonly<Record<string, Json>>): void {
    const written = names.flatMap((name) => [...(this.edits.get(name) ?? [])]);
    for (const [field, mark] of written) {
      if (!marksIn(values[field]).includes(mark)) continue;
      // Kept under one name of the finding, and asked for by another.
      for (const name of names) {
        if (this.edits.get(name)?.get(field) === mark) this.edits.get(name)?.delete(field);
        this.#shelved.add(`${name} ${field} ${mark}`);
      }
    }
    for (const name of names) {
      // They were told that a late write had gone over it, and let that stand.
      if (marksIn(values['title']).includes(this.overtaken.get(name) ?? '')) this.overtaken.delete(name);
    }
  }

  /** Whether the person gave up what they had written there. */
  hasGivenUp(name: string, field: string, mark: string): boolean {
    return this.#shelved.has(`${name} ${field} ${mark}`);
  }

  /** A title was written in the answer to a conflict, and others wait in operations behind it: they have the last word. */
  wroteInFront(names: readonly string[], title: string, waiting: readonly string[]): void {
    for (const name of names) for (const mark of waiting) this.#behind.add(`${name} ${mark} ${title}`);
  }

  /** Whether a title waited behind the operation in which a newer one was written. */
  isBehind(name: string, mark: string, title: string): boolean {
    return this.#behind.has(`${name} ${mark} ${title}`);
  }

  /** What had been given up among these values counts again, unless something was written since. */
  tookBack(names: readonly string[], values: Readonly<Record<string, Json>>): void {
    for (const [field, value] of Object.entries(values)) {
      for (const mark of marksIn(value)) {
        const name = names.find((one) => this.#shelved.has(`${one} ${field} ${mark}`));
        if (name !== undefined && this.lastOf(names, field) === undefined)
          this.edited([name], values, { [field]: mark });
      }
    }
  }

  /** The mark that was written last into a field and is not known to be at the service. */
  lastOf(names: readonly string[], field: string): string | undefined {
    return names.map((name) => this.edits.get(name)?.get(field)).find((mark) => mark !== undefined);
  }

  /** The person decides on a candidate. */
  reviews(name: string): void {
    this.#undecided.delete(name);
    this.#reviewed.delete(name);
  }

  /** A decision is undone: the person is told that nothing of it was sent. */
  reviewTakenBack(name: string): void {
    this.#undecided.add(name);
    this.#checkReview(name);
  }

  /** A decision of ours arrives. */
  reviewArrived(name: string): void {
    this.#reviewed.add(name);
    this.#checkReview(name);
  }

  #checkReview(name: string): void {
    if (this.#reviewed.has(name) && this.#undecided.has(name))
      throw new BrokenPromise(1, `the decision on ${name} was taken back and is at the service`);
  }

  /** Nothing of what was done here counts any more: the person destroyed it. */
  destroyed(): void {
    this.edits.clear();
    this.#shelved.clear();
    this.answered.clear();
    this.writtenIn.clear();
    this.overtaken.clear();
    this.destructions += 1;
  }

  /** The person has seen this value of another user before deciding over it. */
  saw(id: string, value: Json | undefined): void {
    const marks = marksIn(value);
    if (marks.length === 0) return;
    const seen = this.#seen.get(id) ?? new Set<string>();
    for (const mark of marks) seen.add(mark);
    this.#seen.set(id, seen);
  }

  hasSeen(id: string, mark: string): boolean {
    return this.#seen.get(id)?.has(mark) ?? false;
  }
}
