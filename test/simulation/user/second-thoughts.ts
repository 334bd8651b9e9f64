import type { ConflictEntry } from '#contract/procedures/findings/conflict.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import {
  itemsInState,
  itemsOf,
  openOperations,
  readItem,
  type OpenItem,
} from '#db/tables/outbox/operations.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { undoReview } from '#features/review/undo.ts';
import type { ServiceContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { adoptable, adoptCreation, lostCreation } from '#engine/push/operations/adopt-creation.ts';
import { parsePatch } from '#engine/record/conflict-codec.ts';
import { listConflicts, resolveConflicts, undoResolutions } from '#engine/conflicts/conflicts.ts';
import { isOverWhole, openConflictOf } from '#engine/conflicts/open-conflict.ts';
import { resolveConflict } from '#engine/conflicts/resolve.ts';
import { restoreOperation } from '#engine/outbox/discard/undiscard.ts';
import { attempt, nameOf, namesIn, namesOf } from './command.ts';
import type { DeskStep } from '../history.ts';
import { marksIn, type Memory } from './memory.ts';
import type { Works } from './works.ts';

/** An answer as the person gave it. */
interface Answered {
  readonly op: string;
  readonly id: string;
  readonly seq: number;
  readonly finding: FindingRow;
}

/** A question as it was shown: what it asked, and the person's own values in it. */
type Seen = Answered & { readonly asked: string; readonly mine: JsonObject };

/** Questions that the person looked at, and how they mean to answer. */
interface Shown {
  readonly entries: readonly ConflictEntry[];
  readonly asked: readonly Seen[];
  readonly choice: 'mine' | 'theirs';
  readonly one: boolean;
}

/** The consultant settles questions as the window asks them, and undoes what they did. */
export class SecondThoughts {
  readonly #memory: Memory;
  readonly #works: Works;
  readonly #answered: Answered[] = [];
  #held: Shown | null = null;

  constructor(memory: Memory, works: Works) {
    this.#memory = memory;
    this.#works = works;
  }

  forget(): void {
    this.#answered.length = 0;
    this.#held = null;
  }

  /** Looks at the questions of one cause, or at one of them, and answers them unless that is to wait. */
  settle(ctx: ServiceContext, step: Extract<DeskStep, { do: 'settle' }>): string | null {
    const causes = listConflicts(ctx, null);
    const cause = causes[Math.floor(step.at * causes.length)];
    if (cause === undefined) return null;
    // Whether to create a finding again is not drawn: it would be another finding with the same marks.
    const choice = cause.reason === 'gone' ? 'theirs' : step.choice;
    const entries = step.one ? cause.findings.slice(0, 1) : cause.findings;
    const shown = {
      entries,
      choice,
      one: step.one,
      asked: entries.flatMap((entry) => this.#look(ctx, entry)),
    };
    if (step.held !== true) return this.#answer(ctx, shown);
    this.#held = shown;
    return `look at ${entries.map(({ op, id }) => `${op} of ${id}`).join(', ')}`;
  }

  /** Answers what was looked at, whatever has happened since. */
  settleHeld(ctx: ServiceContext): string | null {
    const shown = this.#held;
    this.#held = null;
    return shown === null ? null : this.#answer(ctx, shown);
  }

  #answer(ctx: ServiceContext, { entries, choice, one, asked }: Shown): string | null {
    const left = new Set(asked);
    const note = (db: ReadableDb): void => {
      for (const each of left) {
        if (readItem(db, each.seq, each.finding)?.state === 'conflict') continue;
        left.delete(each);
        this.#settled(db, each, choice);
      }
    };
    // Settled elsewhere, it is not this answer that did it.
    for (const each of left)
      if (readItem(ctx.db, each.seq, each.finding)?.state !== 'conflict') left.delete(each);
    const words = `settle ${entries.map(({ op, id }) => `${op} of ${id}`).join(', ')}: ${choice}`;
    const [first] = entries;
    if (one && first !== undefined) {
      // A kill in the middle of it: what stands is told when the store is looked at next.
      this.#works.begin(words, note, () => Promise.resolve());
      return attempt(
        words,
        () => resolveConflict(ctx, first.op, choice, { finding: first.id, fingerprint: first.fingerprint }),
        () => {
          note(ctx.db);
        },
      );
    }
    const items = entries.map(({ op, id, fingerprint }) => ({ op, id, fingerprint }));
    const { signal } = new AbortController();
    this.#works.begin(words, note, (told) =>
      resolveConflicts(ctx, { choice, items }, { signal, progress: told }),
    );
    return words;
  }

  /** The person reads the question with both sides, and the whole finding if it is about the whole. */
  #look(ctx: ServiceContext, { op, id }: { op: string; id: string }): Seen[] {
    const finding = findFinding(ctx.db, id)?.finding;
    const item = itemsInState(ctx.db, 'conflict').find((one) => one.op === op && one.finding === finding);
    if (item === undefined) return [];
    const { conflict, record } = openConflictOf(ctx, item);
    for (const name of namesOf(ctx, item.finding)) {
      for (const { theirs } of Object.values(conflict.fields)) this.#memory.saw(name, theirs);
      if (isOverWhole(item, conflict))
        for (const value of Object.values(record ?? {})) this.#memory.saw(name, value);
    }
    const theirs = Object.entries(conflict.fields).map(([field, side]) => [field, side.theirs]);
    const patch = { ...parsePatch(item.patchJson) } as JsonObject;
    const mine =
      conflict.reason === 'gone'
        ? patch
        : Object.fromEntries(Object.entries(patch).filter(([field]) => field in conflict.fields));
    return [
      { op, id, seq: item.seq, finding: item.finding, asked: JSON.stringify([item.attempts, theirs]), mine },
    ];
  }

  #settled(db: ReadableDb, one: Seen, choice: 'mine' | 'theirs'): void {
    this.#answered.push(one);
    if (itemsOf(db, one.seq).length === 1) this.#memory.answered.set(one.op, one.asked);
    this.#memory.writtenIn.delete(one.op);
    if (choice === 'mine') return;
    this.#memory.gaveUpValues(namesIn(db, one.finding), one.mine);
    this.#memory.dropped.add(one.op);
  }

  /** Takes an answer to a conflict back: the question is open again. */
  takeAnswerBack(ctx: ServiceContext, at: number): string | null {
    const which = Math.floor(at * this.#answered.length);
    const [one] = this.#answered.splice(which, 1);
    if (one === undefined) return null;
    const { op, id, seq, finding } = one;
    let noted = false;
    const note = (db: ReadableDb): void => {
      const item = readItem(db, seq, finding);
      if (noted || item?.state !== 'conflict') return;
      noted = true;
      this.#memory.answered.delete(op);
      if (itemsOf(db, seq).length === 1) this.#memory.dropped.delete(op);
      const names = namesIn(db, finding);
      // Of several answers to one question the newest goes, and with it what was written in it.
      this.#memory.gaveUpValues(names, this.#memory.writtenIn.get(op) ?? {});
      this.#memory.writtenIn.delete(op);
      this.#memory.tookBack(names, { ...parsePatch(item.patchJson) });
    };
    const words = `take the answer to ${op} of ${id} back`;
    this.#works.begin(words, note, (told) =>
      undoResolutions(
        ctx,
        { items: [{ op, id }] },
        {
          signal: new AbortController().signal,
          progress: told,
        },
      ),
    );
    return words;
  }

  /** Takes a decision on a candidate back. */
  undoReview(ctx: ServiceContext, at: number): string | null {
    const reviews = openOperations(ctx.db).filter(({ kind }) => kind === 'review');
    const operation = reviews[Math.floor(at * reviews.length)];
    if (operation === undefined) return null;
    const { op } = operation;
    const names = itemsOf(ctx.db, operation.seq).flatMap(({ finding }) => namesOf(ctx, finding));
    const dropped = (): void => void this.#memory.dropped.add(op);
    // Killed over it, nobody was told that nothing of it was sent.
    const told = (): void => {
      dropped();
      for (const name of names) this.#memory.reviewTakenBack(name);
    };
    return attempt(`take the decision ${op} back`, () => undoReview(ctx, op), told, dropped);
  }

  /** Puts back an operation that was dropped, the newest for `at` 0. */
  putBack(ctx: ServiceContext, at: number): string | null {
    const ops = sql<[], { op: string }>(
      ctx.db,
      `SELECT op FROM operation WHERE seq IN (SELECT seq FROM operation_item WHERE state = 'discarded') ORDER BY seq DESC`,
    ).all();
    const op = ops[Math.floor(at * ops.length)]?.op;
    if (op === undefined) return null;
    return attempt(`put ${op} back`, () => {
      const { seq } = restoreOperation(ctx, op);
      for (const { finding, patchJson } of itemsOf(ctx.db, seq))
        this.#memory.tookBack(namesOf(ctx, finding), { ...parsePatch(patchJson) });
    });
  }

  /** Says of a finding that may be it that a lost creation made it, be it so or not. */
  adopt(ctx: ServiceContext, at: number): string | null {
    const lost = openOperations(ctx.db).flatMap((operation): OpenItem[] => {
      const item = lostCreation(ctx, operation);
      return item === null ? [] : [item];
    });
    const choices = lost.flatMap((item) => adoptable(ctx, item).map((finding) => ({ item, finding })));
    const chosen = choices[Math.floor(at * choices.length)];
    if (chosen === undefined) return null;
    const { op } = chosen.item;
    const id = nameOf(ctx, chosen.finding);
    const mark = /made as (m\d+)/u.exec(chosen.item.patchJson)?.[1] ?? '';
    const isOwn = marksIn(readBase(ctx.db, chosen.finding) ?? undefined).includes(mark);
    const named = (): void => {
      if (!isOwn) this.#memory.named.add(op).add(id);
    };
    return attempt(`say that ${op} made ${id}`, () => adoptCreation(ctx, op, id), named, named);
  }
}
