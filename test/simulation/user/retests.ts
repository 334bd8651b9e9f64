import type { FindingRow } from '#contract/finding/finding.ts';
import { itemsOf, readItem, writtenOperation, type OpenItem } from '#db/tables/outbox/operations.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import { lastSetting } from '#db/tables/reports/rounds.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { addRound, listRounds } from '#features/retest/rounds.ts';
import { setVerdicts, undoVerdicts } from '#features/retest/verdicts.ts';
import { BrokenPromise } from '../promises/broken.ts';
import { attempt, dropping, nameOf, namesIn, namesOf } from './command.ts';
import type { DeskStep } from '../history.ts';
import type { Marks, Memory } from './memory.ts';

type Step = Extract<DeskStep, { do: 'verdict' | 'verdict-undo' }>;

/** A verdict that was acknowledged, by the setting that it came with and the mark in its text. */
interface Given {
  readonly setting: number;
  readonly mark: string;
}

/**
 * The consultant at a retest: says what a round found of findings, asks for the status that goes with it, and takes the
 * last of it back. Verdicts exist here alone: what was acknowledged stays, whatever becomes of its finding.
 */
export class Retests {
  readonly #memory: Memory;
  readonly #marks: Marks;
  readonly #project: string;
  /** By a name of the finding. */
  readonly #given = new Map<string, Given[]>();

  constructor(memory: Memory, marks: Marks, project: string) {
    this.#memory = memory;
    this.#marks = marks;
    this.#project = project;
  }

  /** @param findings those that a verdict is given for */
  act(ctx: ServiceContext, step: Step, findings: readonly FindingRow[]): string | null {
    return step.do === 'verdict' ? this.#give(ctx, step, findings) : this.#undo(ctx);
  }

  /** All that is here was destroyed. */
  forget(): void {
    this.#given.clear();
  }

  /** Holds the log against what was acknowledged: every verdict is there, with the finding that it was given for. */
  check(db: ReadableDb): void {
    for (const [name, given] of this.#given) {
      const finding = findFinding(db, name)?.finding;
      const texts =
        finding === undefined
          ? []
          : sql<[FindingRow], { text: string }>(db, 'SELECT text FROM retest_verdict WHERE finding = ?')
              .all(finding)
              .map(({ text }) => text);
      const lost = given.find(({ mark }) => !texts.includes(mark));
      if (lost !== undefined) throw new BrokenPromise(1, `the verdict ${lost.mark} on ${name} is not here`);
    }
  }

  #give(
    ctx: ServiceContext,
    { verdict, pending }: Extract<Step, { do: 'verdict' }>,
    findings: readonly FindingRow[],
  ): string | null {
    if (findings.length === 0) return null;
    const mark = this.#marks.mine();
    const ids = findings.map((finding) => nameOf(ctx, finding));
    const names = findings.flatMap((finding) => namesOf(ctx, finding));
    if (pending) {
      for (const finding of findings)
        this.#memory.saw(nameOf(ctx, finding), effectiveRecord(ctx.db, finding).effective['status']);
    }
    const left = new Set<string>();
    let setting = 0;
    return attempt(
      `say ${verdict} as ${mark} of ${ids.join(', ')}${pending ? ', with the status' : ''}`,
      () => {
        const { project } = this.#reached(ctx);
        const answer = setVerdicts(ctx, {
          project,
          round: 1,
          ids,
          verdict,
          text: mark,
          pendingRetest: pending,
          setStatus: false,
        });
        setting = answer.setting ?? 0;
        for (const { id } of answer.left_out) left.add(id);
      },
      () => {
        const leftOut = new Set([...left].flatMap((id) => namesOfId(ctx.db, id)));
        for (const name of names) if (!leftOut.has(name)) this.#acknowledged(name, { setting, mark });
      },
      () => {
        // It may have gone on with what was typed before, which then is not kept apart.
        for (const name of names) this.#given.delete(name);
      },
    );
  }

  /** A run of typing is one setting: what it wrote before is not kept apart. */
  #acknowledged(name: string, given: Given): void {
    const before = this.#given.get(name) ?? [];
    this.#given.set(name, [...before.filter(({ setting }) => setting !== given.setting), given]);
  }

  /** The first round is begun if there is none. */
  #reached(ctx: ServiceContext): { readonly project: string } {
    const project = this.#project;
    if (listRounds(ctx, project).length === 0) {
      addRound(ctx, { project, name: undefined, begins: '', ends: '', note: '' });
    }
    return { project };
  }

  #undo(ctx: ServiceContext): string | null {
    const rows = lastSetting(ctx.db, this.#project);
    const [first] = rows;
    if (first === undefined) return null;
    const undone = rows.flatMap(({ finding }) => namesIn(ctx.db, finding));
    const statusDropped = dropping(this.#memory, ctx, first.op === null ? [] : unsent(ctx, first.op));
    const done = (): void => {
      for (const name of undone) {
        const given = this.#given.get(name)?.filter(({ setting }) => setting !== first.setting);
        if (given !== undefined) this.#given.set(name, given);
      }
      statusDropped();
    };
    return attempt(
      `take the verdicts ${first.text} back`,
      () => undoVerdicts(ctx, { project: this.#project, setting: first.setting }),
      done,
      done,
    );
  }
}

function namesOfId(db: ReadableDb, id: string): string[] {
  const known = findFinding(db, id);
  return known === null ? [] : namesIn(db, known.finding);
}

/** What of a status has not left yet. */
function unsent(ctx: ServiceContext, op: string): OpenItem[] {
  return itemsOf(ctx.db, writtenOperation(ctx.db, op).seq).flatMap(({ seq, finding }) => {
    const item = readItem(ctx.db, seq, finding);
    return item !== null && item.attempts === 0 && (item.state === 'queued' || item.state === 'conflict')
      ? [item]
      : [];
  });
}
