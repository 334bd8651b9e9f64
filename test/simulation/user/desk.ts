import type { FindingRow } from '#contract/finding/finding.ts';
import { itemsOf, openItemsOf } from '#db/tables/outbox/operations.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { reviewCandidate } from '#features/review/review.ts';
import type { ServiceContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { createFindings, editFinding } from '#engine/outbox/edit.ts';
import { droppedByDeletion } from '#engine/outbox/delete.ts';
import { bulkDelete, deleteFindings, setStatus } from '#features/bulk/selection.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { digest } from '#engine/intake/apply-record.ts';
import { attempt, dropping, nameOf, namesOf } from './command.ts';
import { BulkActions } from './bulk-actions.ts';
import { AskedAssistant } from './assistant.ts';
import { Decisions } from './decisions.ts';
import type { DeskStep } from '../history.ts';
import { Holds } from './holds.ts';
import type { Marks, Memory } from './memory.ts';
import { createDice } from '../draw/random.ts';
import { Retests } from './retests.ts';
import { SecondThoughts } from './second-thoughts.ts';
import { valueFor } from '../draw/values.ts';
import type { Works } from './works.ts';

type Do<K extends DeskStep['do']> = Extract<DeskStep, { do: K }>;

/** Whether a creation asks for a status, which this service does not take. */
const statuses = 0x0d2a_f7ed;

/**
 * The consultant at the desk: does what a step says through the shipped services and remembers what was
 * acknowledged. Each answers what was done, in words, or null if there was nothing to do it to.
 */
export class Desk {
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #project: string;
  readonly #decisions: Decisions;
  readonly #bulk: BulkActions;
  readonly #second: SecondThoughts;
  readonly #assistant: AskedAssistant;
  readonly #retests: Retests;
  readonly holds = new Holds();

  constructor(memory: Memory, marks: Marks, project: string, works: Works) {
    this.#memory = memory;
    this.#marks = marks;
    this.#project = project;
    this.#bulk = new BulkActions(memory, marks, works);
    this.#second = new SecondThoughts(memory, works);
    this.#decisions = new Decisions(memory, marks);
    this.#assistant = new AskedAssistant(memory);
    this.#retests = new Retests(memory, marks, project);
  }

  /** Holds what exists here alone against what was acknowledged. */
  check(db: ReadableDb): void {
    this.#retests.check(db);
    this.holds.check(db);
  }

  /** All that is here is destroyed: nothing of it can be undone. */
  destroyed(): void {
    this.#memory.destroyed();
    this.#bulk.forget();
    this.#second.forget();
    this.#retests.forget();
    this.holds.forget();
  }

  /** @param isSyncing the program puts off what may only be done while no sync runs */
  act(ctx: ServiceContext, step: DeskStep, isSyncing: boolean): string | null {
    switch (step.do) {
      case 'edit':
        return this.#edit(ctx, step);
      case 'create':
      case 'import':
        return this.#create(ctx, step);
      case 'delete':
        return this.#delete(ctx, this.#pick(ctx, step.at, 1));
      case 'bulk-delete':
        return this.#delete(ctx, this.#pick(ctx, step.at, step.count), true);
      case 'bulk-status':
        return this.#status(ctx, step);
      case 'review':
        return this.#review(ctx, step);
      case 'decide':
        return this.#decisions.decide(ctx, step, isSyncing);
      case 'discard':
      case 'insist':
        return this.#decisions.anyway(ctx, step);
      case 'bulk':
        return this.#bulk.begin(ctx, this.#project, step, this.#pick(ctx, step.at, step.count));
      case 'scan':
        return this.#bulk.scan(ctx, this.#project, step.seed);
      case 'bulk-go':
        return this.#bulk.go(ctx);
      case 'bulk-undo':
        return this.#bulk.undo(ctx, step.at);
      case 'review-undo':
        return this.#second.undoReview(ctx, step.at);
      case 'settle':
        return this.#second.settle(ctx, step);
      case 'settle-go':
        return this.#second.settleHeld(ctx);
      case 'settle-undo':
        return this.#second.takeAnswerBack(ctx, step.at);
      case 'put-back':
        return this.#second.putBack(ctx, step.at);
      case 'adopt':
        return isSyncing ? null : this.#second.adopt(ctx, step.at);
      case 'ask':
      case 'ask-go':
      case 'ask-again':
      case 'apply-draft':
        return this.#assistant.act(ctx, step, this.#pick(ctx, 'merge' in step ? step.at : 0, 3));
      case 'verdict':
        return this.#retests.act(ctx, step, this.#pick(ctx, step.at, step.count));
      case 'hold':
        return this.holds.act(ctx, step, this.#pick(ctx, step.at, step.count));
      case 'choose':
        return this.holds.act(ctx, step, []);
      case 'verdict-undo':
        return this.#retests.act(ctx, step, []);
    }
  }

  #edit(ctx: ServiceContext, step: Do<'edit'>): string | null {
    const [finding] = this.#pick(ctx, step.at, 1);
    if (finding === undefined) return null;
    const dice = createDice(step.seed);
    const id = nameOf(ctx, finding);
    const { effective } = effectiveRecord(ctx.db, finding);
    const marks = Object.fromEntries(step.fields.map((field) => [field, this.#marks.mine()]));
    const patch = Object.fromEntries(
      step.fields.map((field) => {
        this.#memory.saw(id, effective[field]);
        return [field, valueFor(dice, field, marks[field] ?? '', effective[field], this.#marks)];
      }),
    );
    const names = namesOf(ctx, finding);
    return attempt(
      `edit ${step.fields.join(', ')} of ${id} as ${Object.values(marks).join(', ')}`,
      () => editFinding(ctx, id, patch),
      () => {
        this.#memory.edited(names, patch, marks);
      },
      () => {
        // Nothing was acknowledged: the old value may stand or the new one.
        this.#memory.gaveUp(names, step.fields);
      },
    );
  }

  #create(ctx: ServiceContext, step: Do<'create' | 'import'>): string | null {
    const dice = createDice(step.seed);
    const first = this.#marks.mine();
    const others = Array.from({ length: step.do === 'import' ? step.count - 1 : step.twins ? 1 : 0 }, () =>
      step.do === 'import' ? this.#marks.mine() : first,
    );
    const marks = [first, ...others];
    // Dice of their own: what the others threw stays as it is.
    const drafts = createDice(step.seed ^ statuses);
    const records = marks.map((mark) => ({
      title: `new ${mark}`,
      asset: ['new.test'],
      severity: dice.pick(['high', 'low', 'info']),
      observation: `made as ${mark}`,
      ...(drafts.oneIn(2) ? { status: 'draft' } : {}),
    }));
    // Before, because a kill right after the commit keeps the creation without an acknowledgement.
    for (const mark of marks) this.#memory.created.set(mark, step.do === 'import' ? 1 : marks.length);
    let made: FindingRow[] = [];
    return attempt(
      step.do === 'create' && step.twins
        ? `create the twins ${first}`
        : `create ${[...new Set(marks)].join(', ')}`,
      () => {
        made = createFindings(ctx, this.#project, records).flatMap(({ seq }) =>
          itemsOf(ctx.db, seq).map((item) => item.finding),
        );
      },
      () => {
        for (const [n, finding] of made.entries()) {
          const mark = marks[n] ?? first;
          this.#memory.edited(namesOf(ctx, finding), records[n] ?? {}, { title: mark, observation: mark });
        }
      },
    );
  }

  #delete(ctx: ServiceContext, findings: readonly FindingRow[], bulk = false): string | null {
    if (findings.length === 0) return null;
    const ids = findings.map((finding) => nameOf(ctx, finding));
    for (const finding of findings) this.#look(ctx, finding);
    const done = dropping(
      this.#memory,
      ctx,
      findings.flatMap((finding) =>
        openItemsOf(ctx.db, finding).filter(
          (item) =>
            (item.kind === 'create' && item.state !== 'sending' && item.state !== 'unknown') ||
            droppedByDeletion(ctx.db, finding).some(({ seq }) => seq === item.seq),
        ),
      ),
    );
    return attempt(
      `${bulk ? 'bulk delete' : 'delete'} ${ids.join(', ')}`,
      () => (bulk ? bulkDelete(ctx, { ids }) : deleteFindings(ctx, ids)),
      done,
      done,
    );
  }

  #status(ctx: ServiceContext, step: Do<'bulk-status'>): string | null {
    const findings = this.#pick(ctx, step.at, step.count);
    if (findings.length === 0) return null;
    const ids = findings.map((finding) => nameOf(ctx, finding));
    for (const finding of findings)
      this.#memory.saw(nameOf(ctx, finding), effectiveRecord(ctx.db, finding).effective['status']);
    const status = `status ${this.#marks.mine()}`;
    return attempt(`set ${status} of ${ids.join(', ')}`, () => setStatus(ctx, status, { ids }));
  }

  #review(ctx: ServiceContext, step: Do<'review'>): string | null {
    const candidates = this.#rows(ctx, 'AND candidate = 1');
    const finding = candidates[Math.floor(step.at * candidates.length)];
    if (finding === undefined) return null;
    this.#look(ctx, finding);
    const id = nameOf(ctx, finding);
    const decision = step.accept ? 'accept' : 'reject';
    this.#memory.reviews(id);
    if (step.anew !== true)
      return attempt(`${decision} the candidate ${id}`, () => reviewCandidate(ctx, id, { decision }));
    const fingerprint = digest(readBase(ctx.db, finding) ?? {}, ctx.profile);
    const before = openItemsOf(ctx.db, finding).filter((item) => item.kind === 'review');
    const replaced = (): void => {
      for (const { op } of before) this.#memory.dropped.add(op);
    };
    return attempt(
      `${decision} the candidate ${id} as it is shown`,
      () => reviewCandidate(ctx, id, { decision }, fingerprint),
      replaced,
      replaced,
    );
  }

  /** The person reads the whole finding: as it is here, and as the service had it last. */
  #look(ctx: ServiceContext, finding: FindingRow): void {
    const id = nameOf(ctx, finding);
    const { base, effective } = effectiveRecord(ctx.db, finding);
    for (const value of [...Object.values(effective), ...Object.values(base ?? {})])
      this.#memory.saw(id, value);
  }

  #pick(ctx: ServiceContext, at: number, count: number): FindingRow[] {
    const rows = this.#rows(ctx, '');
    const from = Math.floor(at * rows.length);
    return rows.slice(from, from + count);
  }

  #rows(ctx: ServiceContext, and: '' | 'AND candidate = 1'): FindingRow[] {
    return sql<[string], { finding: FindingRow }>(
      ctx.db,
      `SELECT finding FROM list_row WHERE project = ? AND sync <> 'gone' ${and} ORDER BY finding`,
    )
      .all(this.#project)
      .map((row) => row.finding);
  }
}
