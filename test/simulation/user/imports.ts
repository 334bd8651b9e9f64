import { ImportRules, type ImportChoices } from '#contract/procedures/findings/import.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import { readItem } from '#db/tables/outbox/operations.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { parsePatch } from '#engine/record/conflict-codec.ts';
import { takeImageBytes } from '#features/evidence/pixels.ts';
import { readDraft, type ImportDraft, type ImportSource } from '#features/imports/draft.ts';
import { planImport, type ImportPlan } from '#features/imports/plan.ts';
import { queueImport } from '#features/imports/queue.ts';
import { readScan } from '#scans/read.ts';
import { bytesInput } from '#scans/source/input.ts';
import { BrokenPromise } from '../promises/broken.ts';
import { namesIn } from './command.ts';
import type { Marks, Memory } from './memory.ts';
import { Scanners, type ScannerFile } from './scans.ts';

const asRead: ImportChoices = {
  merged: [],
  split: [],
  titles: {},
  decisions: {},
  closed: 'leave',
  minSeverity: null,
};

/** An import as the user sees it: what it is called, and how it is carried out. */
export interface SimulatedImport {
  readonly bulk: string;
  readonly words: string;
  readonly run: (ctx: ServiceContext, told: () => void) => Promise<void>;
  /** Holds what of it is in the store against the rule that all of it is there or nothing. */
  readonly check: (db: ReadableDb) => void;
}

/**
 * The consultant with the files of scanners: reads one, and queues what the preview shows. A finding that an import made is
 * the finding of its rule for as long as it is there, so that no second one may be made (promise 3).
 */
export class Imports {
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #scanners: Scanners;
  /** By rule a name of each finding that an import made. */
  readonly #made = new Map<string, Set<string>>();

  constructor(memory: Memory, marks: Marks) {
    this.#memory = memory;
    this.#marks = marks;
    this.#scanners = new Scanners(marks);
  }

  /** The import of the file of a seed. */
  ofFile(project: string, seed: number): SimulatedImport {
    const file = this.#scanners.file(seed);
    const bulk = `bulk-${this.#marks.mine()}`;
    let creations = -1;
    let isBroken = false;
    const run = async (ctx: ServiceContext, told: () => void): Promise<void> => {
      const draft = await draftOf(ctx, project, file);
      const plan = planImport(ctx, draft, asRead);
      this.#look(ctx.db, plan);
      creations = plan.groups.filter(({ match }) => match.kind === 'new').length;
      const { fingerprint } = plan;
      const operations = queueImport(ctx, draft, { bulk, choices: asRead, fingerprint });
      const strange = operations.find(({ kind }) => kind !== 'create' && kind !== 'update');
      if (strange !== undefined) throw new BrokenPromise(1, `an import queued a ${strange.kind}`);
      told();
    };
    const check = (db: ReadableDb): void => {
      const rows = itemsIn(db, bulk);
      const made = rows.filter(({ undoJson }) => undoJson?.startsWith('{"created"') === true);
      // Those that are undone say no longer what they were.
      const isWhole = rows.every(({ step }) => step === 'laid')
        ? made.length === creations
        : rows.length >= creations;
      if (rows.length > 0 && !isWhole && !isBroken) {
        // Thrown once: when this ends the history, the same rows are checked again.
        isBroken = true;
        throw new BrokenPromise(
          1,
          `${String(made.length)} of ${String(creations)} findings of ${bulk} are queued`,
        );
      }
      for (const { finding, seq } of made) this.#note(db, finding, seq);
    };
    return { bulk, words: `import ${file.name} as ${bulk}`, run, check };
  }

  /** All that is here was destroyed. */
  forget(): void {
    this.#made.clear();
  }

  /** The preview is shown: assets that findings have, and whether each weakness is known. */
  #look(db: ReadableDb, { groups }: ImportPlan): void {
    for (const { group, match } of groups) {
      if (match.kind === 'new') {
        const there = [...(this.#made.get(group.key) ?? [])].find((name) => isListed(db, name));
        if (there !== undefined)
          throw new BrokenPromise(3, `${group.key} would be made again although it is ${there}`);
        continue;
      }
      const { finding } = match.finding;
      for (const name of namesIn(db, finding))
        this.#memory.saw(name, effectiveRecord(db, finding).effective['asset']);
    }
  }

  #note(db: ReadableDb, finding: FindingRow, seq: number): void {
    const { tags } = parsePatch(readItem(db, seq, finding)?.patchJson ?? '{}');
    const [tag] = Array.isArray(tags) ? tags : [];
    const rule = typeof tag === 'string' ? tag.replace(/^rule:/u, '') : '';
    const names = this.#made.get(rule) ?? new Set();
    for (const name of namesIn(db, finding)) names.add(name);
    this.#made.set(rule, names);
  }
}

interface ImportItem {
  readonly finding: FindingRow;
  readonly seq: number;
  readonly step: string;
  readonly undoJson: string | null;
}

function itemsIn(db: ReadableDb, bulk: string): ImportItem[] {
  return sql<[string], ImportItem>(
    db,
    `SELECT b.finding, b.seq, b.step, b.laid_json AS undoJson
       FROM bulk_item b JOIN bulk_action a ON a.number = b.number WHERE a.bulk = ?`,
  ).all(bulk);
}

function isListed(db: ReadableDb, name: string): boolean {
  const known = findFinding(db, name);
  if (known === null) return false;
  const rows = sql<[FindingRow], { sync: string }>(db, 'SELECT sync FROM list_row WHERE finding = ?');
  return rows.all(known.finding).some(({ sync }) => sync !== 'gone');
}

async function draftOf(ctx: ServiceContext, project: string, file: ScannerFile): Promise<ImportDraft> {
  const { signal } = new AbortController();
  const sources = async function* (): AsyncIterable<ImportSource> {
    const input = bytesInput(new TextEncoder().encode(file.text), file.name);
    const reading = { signal, report: () => undefined };
    for await (const { name, format, items } of readScan(input, reading))
      yield {
        path: `/${name}`,
        name,
        sha256: file.name,
        format: format?.name ?? null,
        mapping: null,
        problems: [],
        items,
      };
  };
  const named = { draft: file.name, project, rules: ImportRules.parse({}), informational: null };
  return readDraft(named, sources(), { clock: ctx.clock, signal, takeImage: takeImageBytes });
}
