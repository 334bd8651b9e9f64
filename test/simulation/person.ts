import type { EditableField } from '#contract/finding.ts';
import type { Json } from '#contract/json.ts';
import { findFinding, readIdentity } from '#db/records.ts';
import { itemsInState, itemsOf, openItemsOf, openOperations, type OpenItem } from '#db/operations.ts';
import { selectFindings } from '#db/queries.ts';
import type { FindingRow } from '#contract/finding.ts';
import type { Workplace } from '#services/context.ts';
import { createFindings, editFinding } from '#services/findings/edit.ts';
import { effectiveRecord } from '#services/lists/refresh.ts';
import { parseConflict, parsePatch } from '#services/queue/conflict.ts';
import { discardOperation, resolveConflict, retryOperation } from '#services/queue/decide.ts';
import { needsPerson } from '#services/queue/view.ts';
import type { Memory } from './promises.ts';
import type { Dice } from './random.ts';

/** Counts the marks that people write, so that every value can be told from every other. */
export interface Marks {
  mine(): string;
  others(): string;
}

/** Two counters; `m3` is the third value written here, `o3` the third written by somebody else. */
export function createMarks(): Marks {
  let mine = 0;
  let others = 0;
  return {
    mine: () => `m${String((mine += 1))}`,
    others: () => `o${String((others += 1))}`,
  };
}

/** A value for a field, carrying the mark. Texts get a line more, so that merges have something to merge. */
export function valueFor(dice: Dice, field: EditableField, mark: string, before: Json | undefined): Json {
  if (field === 'asset' || field === 'tags') {
    const kept = Array.isArray(before) ? (before as Json[]).filter(() => !dice.oneIn(4)) : [];
    return [...kept, `${mark}.test`];
  }
  if (field === 'description' || field === 'remediation') {
    const lines =
      typeof before === 'string' && before !== '' ? before.split('\n') : ['first', 'middle', 'last'];
    lines.splice(dice.between(0, lines.length), 0, `line ${mark}`);
    if (dice.oneIn(4)) lines.splice(dice.between(0, lines.length - 1), 1);
    return lines.join(dice.oneIn(5) ? '\r\n' : '\n') + (dice.oneIn(5) ? '\n' : '');
  }
  return dice.oneIn(40) ? `forbidden ${mark}` : `${field} ${mark}`;
}

const editedFields = ['title', 'severity', 'description', 'remediation', 'asset', 'tags'] as const;

/** The consultant at the desk: draws what to do next and remembers what was acknowledged. */
export class Person {
  readonly #dice: Dice;
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #project: string;

  constructor(dice: Dice, memory: Memory, marks: Marks, project: string) {
    this.#dice = dice;
    this.#memory = memory;
    this.#marks = marks;
    this.#project = project;
  }

  /** Does one thing at the desk and says what it was, or null where there was nothing to do. */
  act(place: Workplace): string | null {
    const choice = this.#dice.between(1, 10);
    if (choice <= 5) return this.edit(place);
    if (choice <= 7) return this.create(place);
    return this.decide(place);
  }

  edit(place: Workplace): string | null {
    const finding = this.#anyFinding(place);
    if (finding === null) return null;
    const id = nameOf(place, finding);
    const { effective } = effectiveRecord(place.db, finding);
    const fields = new Set([
      this.#dice.pick(editedFields),
      ...(this.#dice.oneIn(4) ? [this.#dice.pick(editedFields)] : []),
    ]);
    const marks = Object.fromEntries([...fields].map((field) => [field, this.#marks.mine()]));
    const patch = Object.fromEntries(
      [...fields].map((field) => {
        this.#memory.saw(id, effective[field]);
        return [field, valueFor(this.#dice, field, marks[field] ?? '', effective[field])];
      }),
    );
    const lasting = this.#lasting(place, finding);
    try {
      editFinding(place, id, patch);
    } catch (error) {
      // Killed at the commit: nothing was acknowledged, so the old value may stand or the new one.
      this.#memory.gaveUp(lasting, [...fields]);
      throw error;
    }
    this.#memory.edited(lasting, patch, marks);
    return `edit ${[...fields].join(', ')} of ${id}`;
  }

  create(place: Workplace): string {
    const mark = this.#marks.mine();
    // Nobody edits the observation: by it a creation is known however often it arrives.
    const record = {
      title: `new ${mark}`,
      asset: ['new.test'],
      severity: 'high',
      observation: `made as ${mark}`,
    };
    // Before, because a kill right after the commit keeps the creation without an acknowledgement.
    this.#memory.created.set(mark, { allowed: 1 });
    const [operation] = createFindings(place, this.#project, [record]);
    const [item] = operation === undefined ? [] : itemsOf(place.db, operation.seq);
    if (item === undefined) throw new Error('a creation without a finding');
    this.#memory.edited(this.#lasting(place, item.finding), record, { title: mark, observation: mark });
    return `create ${mark}`;
  }

  /** Settles something that needs a person, if there is anything. */
  decide(place: Workplace): string | null {
    const asking = openOperations(place.db).filter((operation) => needsPerson(place.db, operation));
    if (asking.length === 0) return null;
    const operation = this.#dice.pick(asking);
    const [item] = openItemsOfOperation(place, operation.seq);
    if (item === undefined) return null;
    if (item.state === 'conflict') return this.#settle(place, item);
    if (this.#dice.oneIn(2)) {
      if (item.kind === 'create') this.#allowAgain(item);
      retryOperation(place, item.op);
      return `retry ${item.op}`;
    }
    return this.#discard(place, item);
  }

  #settle(place: Workplace, item: OpenItem): string {
    const conflict = parseConflict(item.conflictJson ?? '{}');
    const id = this.#lasting(place, item.finding);
    const named = nameOf(place, item.finding);
    for (const field of Object.values(conflict.fields)) this.#memory.saw(named, field.theirs);
    if (conflict.reason === 'gone' || this.#dice.oneIn(5)) return this.#discard(place, item);
    if (this.#dice.oneIn(2)) {
      resolveConflict(place, item.op, 'mine');
      return `resolve ${item.op} mine`;
    }
    this.#memory.gaveUp(id, Object.keys(conflict.fields));
    resolveConflict(place, item.op, 'theirs');
    return `resolve ${item.op} theirs`;
  }

  #discard(place: Workplace, item: OpenItem): string {
    const id = this.#lasting(place, item.finding);
    const behind = item.kind === 'create' ? openItemsOf(place.db, item.finding) : [item];
    for (const dropped of behind) this.#memory.gaveUp(id, Object.keys(parsePatch(dropped.patchJson)));
    discardOperation(place, item.op);
    return `discard ${item.op}`;
  }

  #allowAgain(item: OpenItem): void {
    const mark = /made as (m\d+)/u.exec(item.patchJson)?.[1] ?? '';
    const entry = this.#memory.created.get(mark);
    if (entry !== undefined) entry.allowed += 1;
  }

  #anyFinding(place: Workplace): FindingRow | null {
    const rows = selectFindings(place.db, {
      project: this.#project,
      condition: { kind: 'all', of: [] },
      order: { field: 'id', descending: false },
    });
    return rows.length === 0 ? null : (this.#dice.pick(rows) as FindingRow);
  }

  /** A name of the finding that stays valid for ever. */
  #lasting(place: Workplace, finding: FindingRow): string {
    const { localId, serviceId } = readIdentity(place.db, finding);
    return localId ?? serviceId ?? '';
  }
}

function nameOf(place: Workplace, finding: FindingRow): string {
  const { localId, serviceId } = readIdentity(place.db, finding);
  return serviceId ?? localId ?? '';
}

function openItemsOfOperation(place: Workplace, seq: number): OpenItem[] {
  return (['conflict', 'rejected', 'unknown'] as const)
    .flatMap((state) => itemsInState(place.db, state))
    .filter((item) => item.seq === seq);
}

/** Whether a name is still known; a lasting name always is. */
export function isKnown(place: Workplace, id: string): boolean {
  return findFinding(place.db, id) !== null;
}
