import { DossierError } from '#contract/error.ts';
import type { EditableField, FindingRow } from '#contract/finding.ts';
import type { Json } from '#contract/json.ts';
import type { Conflict } from '#contract/operation.ts';
import { readIdentity } from '#db/records.ts';
import { itemsOf, openItemsOf, openOperations, readItem, type OpenItem } from '#db/operations.ts';
import { sql } from '#db/transaction.ts';
import { reviewCandidate } from '#services/candidates/review.ts';
import type { Workplace } from '#services/context.ts';
import { bulkDelete, setStatus } from '#services/findings/bulk.ts';
import { createFindings, editFinding } from '#services/findings/edit.ts';
import { deleteFindings } from '#services/findings/remove.ts';
import { effectiveRecord } from '#services/lists/refresh.ts';
import { parseConflict, parsePatch } from '#services/queue/conflict.ts';
import { discardOperation, resolveConflict, retryOperation, type Choice } from '#services/queue/decide.ts';
import { needsPerson } from '#services/queue/view.ts';
import type { DeskStep } from './history.ts';
import type { Marks, Memory } from './memory.ts';
import { createDice } from './random.ts';
import { valueFor } from './values.ts';

type Do<K extends DeskStep['do']> = Extract<DeskStep, { do: K }>;

/**
 * The consultant at the desk: does what a step says through the shipped services and remembers what was
 * acknowledged. Each answers what was done, in words, or null where there was nothing to do it to.
 */
export class Desk {
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #project: string;

  constructor(memory: Memory, marks: Marks, project: string) {
    this.#memory = memory;
    this.#marks = marks;
    this.#project = project;
  }

  act(place: Workplace, step: DeskStep): string | null {
    switch (step.do) {
      case 'edit':
        return this.#edit(place, step);
      case 'create':
        return this.#create(place, step);
      case 'delete':
        return this.#delete(place, this.#pick(place, step.at, 1));
      case 'bulk-delete':
        return this.#delete(place, this.#pick(place, step.at, step.count), true);
      case 'bulk-status':
        return this.#status(place, step);
      case 'review':
        return this.#review(place, step);
      case 'decide':
        return this.#decide(place, step);
      case 'discard':
      case 'insist':
        return this.#anyway(place, step);
    }
  }

  #edit(place: Workplace, step: Do<'edit'>): string | null {
    const [finding] = this.#pick(place, step.at, 1);
    if (finding === undefined) return null;
    const dice = createDice(step.seed);
    const id = nameOf(place, finding);
    const { effective } = effectiveRecord(place.db, finding);
    const marks = Object.fromEntries(step.fields.map((field) => [field, this.#marks.mine()]));
    const patch = Object.fromEntries(
      step.fields.map((field) => {
        this.#memory.saw(id, effective[field]);
        return [field, valueFor(dice, field, marks[field] ?? '', effective[field])];
      }),
    );
    const lasting = lastingName(place, finding);
    return this.#attempt(
      `edit ${step.fields.join(', ')} of ${id} as ${Object.values(marks).join(', ')}`,
      () => editFinding(place, id, patch),
      () => {
        this.#memory.edited(lasting, patch, marks);
      },
      () => {
        // Nothing was acknowledged: the old value may stand or the new one.
        this.#memory.gaveUp(lasting, [...step.fields]);
      },
    );
  }

  #create(place: Workplace, step: Do<'create'>): string | null {
    const dice = createDice(step.seed);
    const mark = this.#marks.mine();
    const records = Array.from({ length: step.twins ? 2 : 1 }, () => ({
      title: `new ${mark}`,
      asset: ['new.test'],
      severity: dice.pick(['high', 'low', 'info']),
      observation: `made as ${mark}`,
    }));
    // Before, because a kill right after the commit keeps the creation without an acknowledgement.
    this.#memory.created.set(mark, records.length);
    let made: FindingRow[] = [];
    return this.#attempt(
      step.twins ? `create the twins ${mark}` : `create ${mark}`,
      () => {
        made = createFindings(place, this.#project, records).flatMap(({ seq }) =>
          itemsOf(place.db, seq).map((item) => item.finding),
        );
      },
      () => {
        for (const [n, finding] of made.entries())
          this.#memory.edited(lastingName(place, finding), records[n] ?? {}, {
            title: mark,
            observation: mark,
          });
      },
    );
  }

  #delete(place: Workplace, findings: readonly FindingRow[], bulk = false): string | null {
    if (findings.length === 0) return null;
    const ids = findings.map((finding) => nameOf(place, finding));
    for (const finding of findings) this.#look(place, finding);
    const done = this.#dropping(
      place,
      findings.flatMap((finding) =>
        openItemsOf(place.db, finding).filter(
          (item) =>
            (item.kind === 'update' || item.kind === 'create') &&
            item.state !== 'sending' &&
            item.state !== 'unknown',
        ),
      ),
    );
    return this.#attempt(
      `${bulk ? 'bulk delete' : 'delete'} ${ids.join(', ')}`,
      () => (bulk ? bulkDelete(place, { ids }) : deleteFindings(place, ids)),
      done,
      done,
    );
  }

  #status(place: Workplace, step: Do<'bulk-status'>): string | null {
    const findings = this.#pick(place, step.at, step.count);
    if (findings.length === 0) return null;
    const ids = findings.map((finding) => nameOf(place, finding));
    for (const finding of findings)
      this.#memory.saw(nameOf(place, finding), effectiveRecord(place.db, finding).effective['status']);
    const status = `status ${this.#marks.mine()}`;
    return this.#attempt(`set ${status} of ${ids.join(', ')}`, () => setStatus(place, status, { ids }));
  }

  #review(place: Workplace, step: Do<'review'>): string | null {
    const candidates = this.#rows(place, 'AND candidate = 1');
    const finding = candidates[Math.floor(step.at * candidates.length)];
    if (finding === undefined) return null;
    this.#look(place, finding);
    const id = nameOf(place, finding);
    const decision = step.accept ? 'accept' : 'reject';
    return this.#attempt(`${decision} the candidate ${id}`, () => reviewCandidate(place, id, { decision }));
  }

  #decide(place: Workplace, step: Do<'decide'>): string | null {
    const asking = openOperations(place.db).filter((operation) => needsPerson(place.db, operation));
    const operation = asking[Math.floor(step.at * asking.length)];
    if (operation === undefined) return null;
    const items = openItems(place, operation.seq);
    if (items.some((item) => item.state === 'conflict'))
      return this.#settle(place, operation.op, items, step);
    return step.again ? this.#again(place, operation.op, items) : this.#discard(place, operation.op, items);
  }

  #settle(place: Workplace, op: string, items: readonly OpenItem[], step: Do<'decide'>): string | null {
    const conflicted = items.filter((item) => item.state === 'conflict');
    const conflicts = conflicted.map((item) => parseConflict(item.conflictJson ?? '{}'));
    const [item] = conflicted;
    const [conflict] = conflicts;
    for (const [n, each] of conflicted.entries()) {
      const id = nameOf(place, each.finding);
      for (const field of Object.values(conflicts[n]?.fields ?? {})) this.#memory.saw(id, field.theirs);
    }
    if (item !== undefined && items.length === 1) {
      const theirs = Object.entries(conflict?.fields ?? {}).map(([field, side]) => [field, side.theirs]);
      this.#memory.answered.set(op, JSON.stringify([item.attempts, theirs]));
    }
    const gone = conflicts.some((conflict) => conflict.reason === 'gone');
    if (gone || step.choice === 'discard') return this.#discard(place, op, items);
    if (step.choice === 'set' && item !== undefined && conflict?.reason === 'fields' && items.length === 1)
      return this.#set(place, item, conflict, step.seed);
    const choice: Choice = step.choice === 'theirs' ? 'theirs' : 'mine';
    const names = conflicted.map((each) => lastingName(place, each.finding));
    const done = (): void => {
      if (choice === 'mine') return;
      for (const [n, name] of names.entries())
        this.#memory.gaveUp(name, Object.keys(conflicts[n]?.fields ?? {}));
      this.#memory.dropped.add(op);
    };
    return this.#attempt(`resolve ${op} ${choice}`, () => resolveConflict(place, op, choice), done, done);
  }

  #set(place: Workplace, item: OpenItem, conflict: Conflict, seed: number): string | null {
    const dice = createDice(seed);
    const fields = Object.keys(conflict.fields) as EditableField[];
    const marks = Object.fromEntries(fields.map((field) => [field, this.#marks.mine()]));
    const set = Object.fromEntries(
      fields.map((field): [string, Json] => [
        field,
        valueFor(dice, field, marks[field] ?? '', conflict.fields[field]?.theirs),
      ]),
    );
    const name = lastingName(place, item.finding);
    // An edit that was made later waits behind this one and will have the last word.
    const later = openItemsOf(place.db, item.finding).filter((other) => other.seq > item.seq);
    const last = fields.filter((field) => !later.some((other) => field in parsePatch(other.patchJson)));
    const own = Object.fromEntries(last.map((field) => [field, marks[field] ?? '']));
    return this.#attempt(
      `resolve ${item.op} by ${Object.values(marks).join(', ')}`,
      () => resolveConflict(place, item.op, { set }),
      () => {
        this.#memory.edited(name, set, own);
      },
      () => {
        this.#memory.gaveUp(name, fields);
      },
    );
  }

  #again(place: Workplace, op: string, items: readonly OpenItem[]): string | null {
    const allowed = (): void => {
      for (const item of items) {
        if (item.kind !== 'create' && item.state === 'unknown') this.#memory.insisted.add(op);
        // Only of an outcome that nobody could find out may the person knowingly risk a second one.
        if (item.kind !== 'create' || item.state !== 'unknown' || item.needsPerson === 0) continue;
        const mark = /made as (m\d+)/u.exec(item.patchJson)?.[1] ?? '';
        this.#memory.created.set(mark, (this.#memory.created.get(mark) ?? 0) + 1);
      }
    };
    return this.#attempt(`retry ${op}`, () => retryOperation(place, op), allowed, allowed);
  }

  #discard(place: Workplace, op: string, items: readonly OpenItem[]): string | null {
    const done = this.#dropping(
      place,
      items.flatMap((item) => (item.kind === 'create' ? openItemsOf(place.db, item.finding) : [item])),
    );
    return this.#attempt(`discard ${op}`, () => discardOperation(place, op), done, done);
  }

  #anyway(place: Workplace, step: Do<'discard' | 'insist'>): string | null {
    const all = openOperations(place.db);
    const unsure = all.filter(({ seq }) => openItems(place, seq).some((item) => item.state === 'unknown'));
    const open = step.do === 'insist' ? unsure : all;
    const operation = open[Math.floor(step.at * open.length)];
    if (operation === undefined) return null;
    const items = openItems(place, operation.seq);
    return step.do === 'insist'
      ? this.#again(place, operation.op, items)
      : this.#discard(place, operation.op, items);
  }

  /** What is remembered once these operations are dropped; prepared before, because a kill ends all reading. */
  #dropping(place: Workplace, items: readonly OpenItem[]): () => void {
    const named = items.map((item) => ({ item, name: lastingName(place, item.finding) }));
    return () => {
      for (const { item, name } of named) {
        this.#memory.dropped.add(item.op);
        if (item.state === 'unknown') this.#memory.droppedUnknown.add(item.op);
        this.#memory.gaveUp(name, Object.keys(parsePatch(item.patchJson)));
      }
    };
  }

  /** The person reads the whole finding: as it is here, and as the service had it last. */
  #look(place: Workplace, finding: FindingRow): void {
    const id = nameOf(place, finding);
    const { base, effective } = effectiveRecord(place.db, finding);
    for (const value of [...Object.values(effective), ...Object.values(base ?? {})])
      this.#memory.saw(id, value);
  }

  /**
   * Runs one command. `acknowledged` is for what was said to be done, `unsure` for a kill in the middle of it,
   * after which either may be; a refusal changes nothing.
   */
  #attempt(
    words: string,
    command: () => unknown,
    acknowledged: () => void = () => undefined,
    unsure: () => void = () => undefined,
  ): string {
    try {
      command();
    } catch (error) {
      if (error instanceof DossierError && error.code !== 'internal')
        return `${words}: refused, ${error.code}`;
      unsure();
      throw error;
    }
    acknowledged();
    return words;
  }

  #pick(place: Workplace, at: number, count: number): FindingRow[] {
    const rows = this.#rows(place, '');
    const from = Math.floor(at * rows.length);
    return rows.slice(from, from + count);
  }

  #rows(place: Workplace, and: '' | 'AND candidate = 1'): FindingRow[] {
    return sql<[string], { finding: FindingRow }>(
      place.db,
      `SELECT finding FROM list_row WHERE project = ? AND sync <> 'gone' ${and} ORDER BY finding`,
    )
      .all(this.#project)
      .map((row) => row.finding);
  }
}

function openItems(place: Workplace, seq: number): OpenItem[] {
  return itemsOf(place.db, seq).flatMap((row) => {
    const item = readItem(place.db, row.seq, row.finding);
    return item === null || item.state === 'done' || item.state === 'discarded' ? [] : [item];
  });
}

/** A name of the finding that stays valid for ever. */
function lastingName(place: Workplace, finding: FindingRow): string {
  const { localId, serviceId } = readIdentity(place.db, finding);
  return localId ?? serviceId ?? '';
}

function nameOf(place: Workplace, finding: FindingRow): string {
  const { localId, serviceId } = readIdentity(place.db, finding);
  return serviceId ?? localId ?? '';
}
