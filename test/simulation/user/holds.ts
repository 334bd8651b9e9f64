import type { FindingRow } from '#contract/finding/finding.ts';
import { isAssistant } from '#contract/finding/operation.ts';
import { isHeld } from '#db/tables/outbox/held.ts';
import { openItemsOf, writtenOperation } from '#db/tables/outbox/operations.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import type { ServiceContext } from '#engine/context.ts';
import { holdFindings } from '#engine/outbox/hold.ts';
import { packRows, unpackRows } from '#engine/search/pack-rows.ts';
import { choosePending, pendingList } from '#features/outbox/pending.ts';
import { attempt, nameOf, namesOf } from './command.ts';
import type { DeskStep } from '../history.ts';
import { createDice } from '../draw/random.ts';
import type { Left } from '../play/trace.ts';

type Step = Extract<DeskStep, { do: 'hold' | 'choose' }>;

/**
 * The consultant decides what leaves: holds findings back, releases them, and reviews what is pending before a sync. From
 * the moment when that is acknowledged nothing of a held finding may begin to leave.
 */
export class Holds {
  /** By name of a held finding: what was on its way already, as operation and number of the attempt. */
  readonly #held = new Map<string, ReadonlySet<string>>();
  /** The newest operation that the last review showed; null before the first one. */
  #newest: number | null = null;

  get newest(): number | undefined {
    return this.#newest ?? undefined;
  }

  /** @param findings those that a hold is about */
  act(ctx: ServiceContext, step: Step, findings: readonly FindingRow[]): string | null {
    return step.do === 'hold' ? this.#hold(ctx, step.held, findings) : this.#choose(ctx, step.seed);
  }

  /** All that is here was destroyed. */
  forget(): void {
    this.#held.clear();
    this.#newest = null;
  }

  /** Holds a write against what the user keeps here. @param newest bounds the sync that it leaves in */
  checkLeaving(db: ReadableDb, left: readonly Left[], newest: number | undefined): void {
    for (const { op, id } of left) {
      if (op === '') continue;
      const { seq, kind } = writtenOperation(db, op);
      // A question to the assistant is no pending change: it was confirmed by itself, and leaves with the next sync.
      if (!isAssistant(kind) && newest !== undefined && seq > newest)
        throw new Error(`${op} left, and came after the review`);
      const underWay = this.#held.get(id);
      if (underWay === undefined) continue;
      const finding = findFinding(db, id)?.finding;
      const item =
        finding === undefined ? undefined : openItemsOf(db, finding).find((one) => one.seq === seq);
      if (item !== undefined && !underWay.has(named(item)))
        throw new Error(`${op} left for ${id}, which is held back`);
    }
  }

  /** Holds the store against what was acknowledged, under whichever name of the finding. */
  check(db: ReadableDb): void {
    for (const name of this.#held.keys()) {
      const known = findFinding(db, name);
      if (known !== null && !isHeld(db, known.finding)) throw new Error(`${name} is not held back any more`);
    }
  }

  #hold(ctx: ServiceContext, held: boolean, findings: readonly FindingRow[]): string | null {
    if (findings.length === 0) return null;
    const ids = findings.map((finding) => nameOf(ctx, finding));
    return attempt(
      `${held ? 'hold' : 'release'} ${ids.join(', ')}`,
      () => holdFindings(ctx, ids, held),
      this.#remembering(ctx, findings, held),
      this.#remembering(ctx, findings, false),
    );
  }

  #choose(ctx: ServiceContext, seed: number): string {
    const { pairs, fingerprint, newest } = pendingList(ctx);
    const findings = [...new Set([...unpackRows(pairs)].filter((_, at) => at % 2 === 0))] as FindingRow[];
    const dice = createDice(seed);
    const kept = findings.filter(() => dice.oneIn(3));
    const go = findings.filter((finding) => !kept.includes(finding));
    const releases = this.#remembering(ctx, go, false);
    const keeps = this.#remembering(ctx, kept, true);
    const unsure = this.#remembering(ctx, findings, false);
    return attempt(
      `review ${String(findings.length)} findings and keep ${String(kept.length)} here`,
      () => choosePending(ctx, { fingerprint, held: packRows(Uint32Array.from(kept)) }),
      () => {
        releases();
        keeps();
        this.#newest = newest;
      },
      unsure,
    );
  }

  /** What is known once it is acknowledged; prepared before, because a kill ends all reading. */
  #remembering(ctx: ServiceContext, findings: readonly FindingRow[], held: boolean): () => void {
    const known = findings.flatMap((finding) => {
      const underWay = new Set(
        openItemsOf(ctx.db, finding)
          .filter(({ state }) => state === 'sending')
          .map(named),
      );
      return namesOf(ctx, finding).map((name) => [name, underWay] as const);
    });
    return () => {
      for (const [name, underWay] of known) {
        if (held) this.#held.set(name, this.#held.get(name) ?? underWay);
        else this.#held.delete(name);
      }
    };
  }
}

function named({ seq, attempts }: { readonly seq: number; readonly attempts: number }): string {
  return `${String(seq)} ${String(attempts)}`;
}
