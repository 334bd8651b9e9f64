import { bulkActionSchema, type BulkAction } from '#contract/procedures/findings/bulk.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { readEffectiveParts } from '#db/tables/findings/lists.ts';
import { itemsOf, readItem } from '#db/tables/outbox/operations.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { droppedIn } from '#features/bulk/enqueue.ts';
import { previewBulk } from '#features/bulk/preview.ts';
import { resumeBulk, runBulk } from '#features/bulk/run.ts';
import { undoBulk } from '#features/bulk/undo.ts';
import type { ServiceContext } from '#engine/context.ts';
import { packRows } from '#engine/search/pack-rows.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { parsePatch } from '#engine/record/conflict-codec.ts';
import { BrokenPromise } from '../promises/broken.ts';
import { namesIn } from './command.ts';
import { Imports } from './imports.ts';
import type { DeskStep } from '../history.ts';
import { marksIn, type Marks, type Memory } from './memory.ts';
import type { Works } from './works.ts';

type Step = Extract<DeskStep, { do: 'bulk' }>;

/** A finding of an action as it was enqueued, and the mark that its field held before. */
interface EnqueuedItem {
  readonly undoJson: string | null;
  readonly before: ReadonlyMap<string, string | undefined>;
  /** What an import made the finding of; null if it was there. */
  readonly made: JsonObject | null;
}

interface Row {
  readonly item: number;
  readonly finding: FindingRow;
  readonly step: 'waiting' | 'laid' | 'left-out' | 'taken-back';
  readonly seq: number | null;
  readonly undoJson: string | null;
}

/** Findings that a scanner found. */
interface ImportAction {
  readonly kind: 'import';
}

/** What the person asked of many findings at once, and what they were told became of each. */
interface Asked {
  readonly bulk: string;
  readonly project: string;
  readonly action: BulkAction | ImportAction;
  /** What every value of it carries; null if each carries its own. */
  readonly mark: string | null;
  readonly enqueued: Map<number, EnqueuedItem>;
}

/** What was previewed, to be carried out. */
interface Held {
  readonly asked: Asked & { readonly action: BulkAction };
  readonly rows: string;
  readonly fingerprints: string;
}

/** The consultant at work on many findings at once, through the shipped services. */
export class BulkActions {
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #works: Works;
  readonly #imports: Imports;
  readonly #asked: Asked[] = [];
  #held: Held | null = null;

  constructor(memory: Memory, marks: Marks, works: Works) {
    this.#memory = memory;
    this.#marks = marks;
    this.#works = works;
    this.#imports = new Imports(memory, marks);
  }

  /** Looks at what an action would do to these findings, and carries it out unless it is `held`. */
  begin(ctx: ServiceContext, project: string, step: Step, findings: readonly FindingRow[]): string | null {
    if (findings.length === 0) return null;
    const mark = this.#marks.mine();
    const action = actionFor(step, mark);
    const asked = { bulk: `bulk-${mark}`, project, action, mark, enqueued: new Map<number, EnqueuedItem>() };
    const rows = packRows(Uint32Array.from(findings));
    const words = `${action.kind} of ${String(findings.length)} findings as ${mark}`;
    this.#works.begin(
      words,
      (db) => {
        this.#note(db, asked);
      },
      async (told) => {
        const shown = (): void => {
          for (const finding of findings) this.#look(ctx.db, finding, action);
        };
        const { fingerprints } = await previewBulk(ctx, { project, rows, action }, pace(shown));
        if (step.held) this.#held = { asked, rows, fingerprints };
        else await this.#run(ctx, { asked, rows, fingerprints }, told);
      },
    );
    return step.held ? `look at ${words}` : words;
  }

  /** Reads the file of a scanner and queues what it says. */
  scan(ctx: ServiceContext, project: string, seed: number): string {
    const { bulk, words, run, check } = this.#imports.ofFile(project, seed);
    const enqueued = new Map<number, EnqueuedItem>();
    const asked: Asked = { bulk, project, action: { kind: 'import' }, mark: null, enqueued };
    this.#works.begin(
      words,
      (db) => {
        this.#note(db, asked);
        check(db);
      },
      async (told) => {
        this.#asked.push(asked);
        await run(ctx, told);
      },
    );
    return words;
  }

  /** Carries out what was held; if nothing is, goes on with what was asked last. */
  go(ctx: ServiceContext): string | null {
    const held = this.#held;
    const last = this.#asked.at(-1);
    const asked = held?.asked ?? last;
    if (asked === undefined) return null;
    this.#held = null;
    const words = `${held === null ? 'go on with' : 'carry out'} ${asked.bulk}`;
    this.#works.begin(
      words,
      (db) => {
        this.#note(db, asked);
      },
      (told) => (held === null ? resumeBulk(ctx, asked.bulk, pace(told)) : this.#run(ctx, held, told)),
    );
    return words;
  }

  /** Takes an action back. */
  undo(ctx: ServiceContext, at: number): string | null {
    const asked = this.#asked[Math.floor(at * this.#asked.length)];
    if (asked === undefined) return null;
    const words = `take ${asked.bulk} back`;
    this.#works.begin(
      words,
      (db) => {
        this.#note(db, asked);
      },
      (told) => undoBulk(ctx, asked.bulk, pace(told)),
    );
    return words;
  }

  /** Its findings are destroyed, and what was asked of them. */
  forget(): void {
    this.#asked.length = 0;
    this.#held = null;
    this.#imports.forget();
  }

  #run(ctx: ServiceContext, { asked, rows, fingerprints }: Held, told: () => void): Promise<unknown> {
    const { bulk, project, action } = asked;
    this.#asked.push(asked);
    return runBulk(ctx, { bulk, project, rows, fingerprints, action }, pace(told));
  }

  /** The preview tells what the action goes over; a deletion is decided over the whole finding. */
  #look(db: ReadableDb, finding: FindingRow, { kind }: BulkAction): void {
    // One that became one with another meanwhile shows nothing: the preview leaves it out.
    if (readEffectiveParts(db, finding) === null) return;
    const { base, effective } = effectiveRecord(db, finding);
    const whole = { ...base, ...effective };
    const fields: Record<BulkAction['kind'], readonly string[]> = {
      status: ['status'],
      severity: ['severity'],
      tags: ['tags'],
      asset: ['asset'],
      replace: ['title', 'description'],
      delete: Object.keys(whole),
      review: [],
    };
    for (const name of namesIn(db, finding))
      for (const field of fields[kind])
        for (const value of [effective[field], kind === 'delete' ? base?.[field] : undefined])
          this.#memory.saw(name, value);
  }

  #note(db: ReadableDb, asked: Asked): void {
    const rows = sql<[string], Row>(
      db,
      `SELECT b.item, b.finding, b.step, b.seq, b.laid_json AS undoJson
         FROM bulk_item b JOIN bulk_action a ON a.number = b.number WHERE a.bulk = ? ORDER BY b.item`,
    ).all(asked.bulk);
    const back: Row[] = [];
    for (const row of rows) {
      const known = asked.enqueued.get(row.item);
      if (row.step === 'laid' && known === undefined) this.#enqueued(db, asked, row);
      if (row.step === 'taken-back' && known !== undefined) back.push(row);
    }
    for (const row of back.toReversed()) this.#takenBack(db, asked, row);
  }

  #enqueued(db: ReadableDb, { action, mark, enqueued }: Asked, row: Row): void {
    const { item, finding, undoJson } = row;
    const names = namesIn(db, finding);
    const made = madeIn(db, row);
    if (made !== null) {
      enqueued.set(item, { undoJson, before: new Map(), made });
      const mark = marksIn(made['observation'])[0] ?? '';
      this.#memory.created.set(mark, (this.#memory.created.get(mark) ?? 0) + 1);
      this.#memory.edited(names, made, newestMarks(made, ['title', 'observation', 'asset']));
      return;
    }
    const sides = isEdit(action) ? sidesIn(undoJson) : {};
    const before = Object.keys(sides).map((field) => [field, this.#memory.lastOf(names, field)] as const);
    enqueued.set(item, { undoJson, before: new Map(before), made: null });
    if (action.kind === 'import' && !keepsAll(sides['asset']))
      throw new BrokenPromise(1, `an import took assets of ${names.join(', ')} away`);
    if (action.kind === 'delete') {
      for (const { op, patch } of droppedOps(db, finding, undoJson)) {
        this.#memory.dropped.add(op);
        this.#memory.gaveUpValues(names, patch);
      }
      return;
    }
    const after = Object.fromEntries(Object.entries(sides).map(([field, { after }]) => [field, after]));
    const fields = Object.keys(after);
    const marks =
      mark === null ? newestMarks(after, fields) : Object.fromEntries(fields.map((field) => [field, mark]));
    this.#memory.edited(names, after, marks);
  }

  #takenBack(db: ReadableDb, { action, enqueued }: Asked, { item, finding, seq }: Row): void {
    const known = enqueued.get(item);
    enqueued.delete(item);
    if (known === undefined || seq === null) return;
    const names = namesIn(db, finding);
    const own = readItem(db, seq, finding);
    if (own?.state === 'discarded') this.#memory.dropped.add(own.op);
    if (action.kind === 'delete') {
      for (const { op, patch, state } of droppedOps(db, finding, known.undoJson)) {
        if (state === 'discarded')
          throw new BrokenPromise(1, `operation ${op} went with a deletion and did not come back with it`);
        if (itemsOf(db, readItemSeq(db, op)).length === 1) this.#memory.dropped.delete(op);
        this.#memory.tookBack(names, patch);
      }
      return;
    }
    if (!isEdit(action)) return;
    if (known.made !== null) {
      // What was written since is no part of it.
      this.#memory.gaveUpValues(names, known.made);
      return;
    }
    for (const name of names) this.#memory.turnedBack.add(name);
    for (const [field, { before }] of Object.entries(sidesIn(known.undoJson))) {
      this.#memory.gaveUp(names, [field]);
      const mark = known.before.get(field);
      if (mark !== undefined && before !== undefined)
        this.#memory.edited(names, { [field]: before }, { [field]: mark });
    }
  }
}

function pace(told: () => void): { signal: AbortSignal; progress: () => void } {
  return { signal: new AbortController().signal, progress: told };
}

function actionFor({ action, seed }: Step, mark: string): BulkAction {
  switch (action) {
    case 'status':
      return { kind: 'status', status: `status ${mark}` };
    case 'delete':
      return { kind: 'delete' };
    case 'severity':
      return { kind: 'severity', severity: `severity ${mark}` };
    case 'tags':
      return bulkActionSchema.parse({
        kind: seed % 2 === 0 ? 'tags' : 'asset',
        add: [`${mark}.test`],
        remove: seed % 3 === 0 ? ['a.test'] : [],
      });
    case 'replace':
      return bulkActionSchema.parse({
        kind: 'replace',
        find: seed % 2 === 0 ? 'middle' : 'title',
        with: `${seed % 2 === 0 ? 'middle' : 'title'} ${mark}`,
        fields: ['title', 'description'],
      });
  }
}

/** Whether an import made the finding. */
function isMade(undoJson: string | null): boolean {
  return undoJson?.startsWith('{"created"') === true;
}

/** Whether a list has every entry that it had before. */
function keepsAll(sides: { before?: Json; after: Json } | undefined): boolean {
  const [before, after] = [sides?.before, sides?.after];
  return !Array.isArray(before) || (Array.isArray(after) && before.every((entry) => after.includes(entry)));
}

/** The body of a finding that an import made, as it was queued. */
function madeIn(db: ReadableDb, { undoJson, seq, finding }: Row): JsonObject | null {
  const own = isMade(undoJson) && seq !== null ? readItem(db, seq, finding) : null;
  return own === null ? null : { ...parsePatch(own.patchJson) };
}

/** The mark that came last into each field. */
function newestMarks(values: JsonObject, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const mark = marksIn(values[field]).at(-1);
      return mark === undefined ? [] : [[field, mark]];
    }),
  );
}

function isEdit({ kind }: Asked['action']): boolean {
  return kind !== 'status' && kind !== 'delete' && kind !== 'review';
}

function sidesIn(undoJson: string | null): Record<string, { before?: Json; after: Json }> {
  return JSON.parse(undoJson ?? '{}') as Record<string, { before?: Json; after: Json }>;
}

/** The operations that a deletion dropped, with what they would have written and how they stand now. */
function droppedOps(
  db: ReadableDb,
  finding: FindingRow,
  undoJson: string | null,
): { op: string; patch: JsonObject; state: string }[] {
  return droppedIn(undoJson).flatMap(({ seq }) => {
    const item = readItem(db, seq, finding);
    return item === null
      ? []
      : [{ op: item.op, patch: { ...parsePatch(item.patchJson) }, state: item.state }];
  });
}

function readItemSeq(db: ReadableDb, op: string): number {
  return sql<[string], { seq: number }>(db, 'SELECT seq FROM operation WHERE op = ?').get(op)?.seq ?? 0;
}
