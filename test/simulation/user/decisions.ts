import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict } from '#contract/finding/operation.ts';
import {
  openItemsOf,
  openOperations,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { adoptable, adoptCreation, lostCreation } from '#engine/push/operations/adopt-creation.ts';
import { parseConflict, parsePatch } from '#engine/record/conflict-codec.ts';
import { discardOperation, retryOperation } from '#engine/outbox/discard/retry-and-discard.ts';
import { resolveConflict, type Resolution } from '#engine/conflicts/resolve.ts';
import { undoResolution } from '#engine/conflicts/undo-resolution.ts';
import { needsPerson } from '#engine/outbox/view/operation-view.ts';
import { attempt, dropping, nameOf, namesOf, openItems } from './command.ts';
import type { DeskStep } from '../history.ts';
import { marksIn, type Marks, type Memory } from './memory.ts';
import { createDice } from '../draw/random.ts';
import { valueFor } from '../draw/values.ts';

/** Of the findings that a lost creation may have made, the one in which the person finds their own mark again. */
function ownAmong(ctx: ServiceContext, operation: OperationRow): string | null {
  const item = lostCreation(ctx, operation);
  const mark = /made as (m\d+)/u.exec(item?.patchJson ?? '')?.[1];
  if (item === null || mark === undefined) return null;
  const own = adoptable(ctx, item).find((finding) =>
    marksIn(readBase(ctx.db, finding) ?? undefined).includes(mark),
  );
  return own === undefined ? null : nameOf(ctx, own);
}

type Do<K extends DeskStep['do']> = Extract<DeskStep, { do: K }>;

/** What the consultant decides about operations that wait in the queue. */
export class Decisions {
  readonly #memory: Memory;
  readonly #marks: Marks;

  constructor(memory: Memory, marks: Marks) {
    this.#memory = memory;
    this.#marks = marks;
  }

  /**
   * Settles something that needs a person.
   *
   * @param isSyncing naming the finding that a lost creation made waits for the end of a sync
   */
  decide(ctx: ServiceContext, step: Do<'decide'>, isSyncing: boolean): string | null {
    const asking = openOperations(ctx.db).filter((operation) => needsPerson(ctx.db, operation));
    const operation = asking[Math.floor(step.at * asking.length)];
    if (operation === undefined) return null;
    const items = openItems(ctx, operation.seq);
    if (items.some((item) => item.state === 'conflict')) return this.#settle(ctx, operation.op, items, step);
    const own = step.choice === 'mine' ? ownAmong(ctx, operation) : null;
    if (own !== null) {
      if (isSyncing) return null;
      return attempt(`adopt ${operation.op} as ${own}`, () => adoptCreation(ctx, operation.op, own));
    }
    return step.again ? this.#again(ctx, operation.op, items) : this.#discard(ctx, operation.op, items);
  }

  #settle(ctx: ServiceContext, op: string, items: readonly OpenItem[], step: Do<'decide'>): string | null {
    const conflicted = items.filter((item) => item.state === 'conflict');
    const conflicts = conflicted.map((item) => parseConflict(item.conflictJson ?? '{}'));
    const [item] = conflicted;
    const [conflict] = conflicts;
    for (const [n, each] of conflicted.entries()) {
      const id = nameOf(ctx, each.finding);
      for (const field of Object.values(conflicts[n]?.fields ?? {})) this.#memory.saw(id, field.theirs);
    }
    const theirs = Object.entries(conflict?.fields ?? {}).map(([field, side]) => [field, side.theirs]);
    const answered = (): void => {
      if (item !== undefined && items.length === 1)
        this.#memory.answered.set(op, JSON.stringify([item.attempts, theirs]));
    };
    const gone = conflicts.some((conflict) => conflict.reason === 'gone');
    if (gone || step.choice === 'discard') return this.#discard(ctx, op, items);
    if (step.choice === 'set' && item !== undefined && conflict?.reason === 'fields' && items.length === 1)
      return this.#set(ctx, item, conflict, step.seed, answered);
    const choice: Resolution = step.choice === 'theirs' ? 'theirs' : 'mine';
    const contested = conflicted.map((each, n) => ({
      names: namesOf(ctx, each.finding),
      mine: Object.fromEntries(
        Object.entries(parsePatch(each.patchJson)).filter(([field]) => field in (conflicts[n]?.fields ?? {})),
      ),
    }));
    const gaveUp = (): void => {
      this.#memory.writtenIn.delete(op);
      if (choice === 'mine') return;
      for (const { names, mine } of contested) this.#memory.gaveUpValues(names, mine);
      this.#memory.dropped.add(op);
    };
    // An answer over which the program was killed may never have been given: it may be asked for again.
    const done = (): void => {
      answered();
      gaveUp();
    };
    return attempt(`resolve ${op} ${choice}`, () => answer(ctx, conflicted, choice, step.seed), done, gaveUp);
  }

  #set(
    ctx: ServiceContext,
    item: OpenItem,
    conflict: Conflict,
    seed: number,
    answered: () => void,
  ): string | null {
    const dice = createDice(seed);
    const fields = Object.keys(conflict.fields) as EditableField[];
    const marks = Object.fromEntries(fields.map((field) => [field, this.#marks.mine()]));
    const set = Object.fromEntries(
      fields.map((field): [string, Json] => [
        field,
        valueFor(dice, field, marks[field] ?? '', conflict.fields[field]?.theirs, this.#marks),
      ]),
    );
    const names = namesOf(ctx, item.finding);
    // An edit that was made later waits behind this one and will have the last word.
    const later = openItemsOf(ctx.db, item.finding).filter((other) => other.seq > item.seq);
    const last = fields.filter((field) => !later.some((other) => field in parsePatch(other.patchJson)));
    const own = Object.fromEntries(last.map((field) => [field, marks[field] ?? '']));
    const waiting = later.flatMap((other) => marksIn(parsePatch(other.patchJson)['title']));
    if (marks['title'] !== undefined) this.#memory.wroteInFront(names, marks['title'], waiting);
    return attempt(
      `resolve ${item.op} by ${Object.values(marks).join(', ')}`,
      () => answer(ctx, [item], { set }, seed),
      () => {
        answered();
        this.#memory.gaveUpValues(names, parsePatch(item.patchJson));
        this.#memory.edited(names, set, own);
        this.#memory.writtenIn.set(item.op, set);
      },
      () => {
        this.#memory.gaveUp(names, fields);
      },
    );
  }

  #again(
    ctx: ServiceContext,
    op: string,
    items: readonly OpenItem[],
    one?: readonly OpenItem[],
  ): string | null {
    const ids = one?.map(({ finding }) => nameOf(ctx, finding));
    const allowed = (): void => {
      for (const item of one ?? items) {
        if (item.kind !== 'create' && item.state === 'unknown') {
          this.#memory.insisted.add(op);
          for (const name of namesOf(ctx, item.finding)) this.#memory.risked.add(name);
        }
        // Only of an outcome that nobody could find out may the person knowingly risk a second one.
        if (item.kind !== 'create' || item.state !== 'unknown' || item.needsPerson === 0) continue;
        const mark = /made as (m\d+)/u.exec(item.patchJson)?.[1] ?? '';
        this.#memory.created.set(mark, (this.#memory.created.get(mark) ?? 0) + 1);
      }
    };
    return attempt(
      `retry ${op}${ids === undefined ? '' : ` of ${ids.join()}`}`,
      () => retryOperation(ctx, op, ids),
      allowed,
      allowed,
    );
  }

  #discard(
    ctx: ServiceContext,
    op: string,
    items: readonly OpenItem[],
    one?: readonly OpenItem[],
  ): string | null {
    const ids = one?.map(({ finding }) => nameOf(ctx, finding));
    const done = dropping(
      this.#memory,
      ctx,
      (one ?? items).flatMap((item) => (item.kind === 'create' ? openItemsOf(ctx.db, item.finding) : [item])),
    );
    return attempt(
      `discard ${op}${ids === undefined ? '' : ` of ${ids.join()}`}`,
      () => discardOperation(ctx, op, ids),
      done,
      done,
    );
  }

  /** Drops an operation, or insists on it, whether it needs a user or not. */
  anyway(ctx: ServiceContext, step: Do<'discard' | 'insist'>): string | null {
    const all = openOperations(ctx.db);
    const unsure = all.filter(({ seq }) => openItems(ctx, seq).some((item) => item.state === 'unknown'));
    const open = step.do === 'insist' ? unsure : all;
    const operation = open[Math.floor(step.at * open.length)];
    if (operation === undefined) return null;
    const items = openItems(ctx, operation.seq);
    const one = step.one === true ? items.slice(0, 1) : undefined;
    return step.do === 'insist'
      ? this.#again(ctx, operation.op, items, one)
      : this.#discard(ctx, operation.op, items, one);
  }
}

/** Settles a conflict; every other time the person has second thoughts, takes the answer back and gives it again. */
function answer(ctx: ServiceContext, items: readonly OpenItem[], choice: Resolution, seed: number): void {
  const [item] = items;
  if (item === undefined) return;
  resolveConflict(ctx, item.op, choice);
  if (seed % 2 === 0) return;
  transaction(ctx.db, () => {
    for (const { seq, finding } of items.toReversed()) undoResolution(ctx, seq, finding);
  });
  resolveConflict(ctx, item.op, choice);
}
