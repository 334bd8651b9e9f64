import type { FindingRow } from '#contract/finding/finding.ts';
import { isGeneration } from '#contract/finding/operation.ts';
import { listAnswers } from '#db/tables/outbox/assistant.ts';
import { openOperations, type OperationRow } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import { askAssistant } from '#features/assistant/ask.ts';
import { confirmAsk } from '#features/assistant/confirm.ts';
import { applyDraft } from '#features/assistant/drafts.ts';
import type { ServiceContext } from '#engine/context.ts';
import { attempt, nameOf, openItems } from './command.ts';
import type { DeskStep } from '../history.ts';
import type { Memory } from './memory.ts';

type Asked = Extract<DeskStep, { do: 'ask' | 'ask-go' | 'ask-again' | 'apply-draft' }>;

/** The consultant and the assistant: asks, confirms, asks again knowingly, accepts what it wrote. */
export class AskedAssistant {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** @param findings those that a new question is about */
  act(ctx: ServiceContext, step: Asked, findings: readonly FindingRow[]): string | null {
    switch (step.do) {
      case 'ask': {
        const [finding, ...others] = findings.slice(0, step.merge ? 3 : 1).map((row) => nameOf(ctx, row));
        return finding === undefined ? null : this.#ask(ctx, { finding, others }, step.confirm);
      }
      case 'ask-go': {
        const operation = one(this.#waiting(ctx, 'queued'), step.at);
        return operation === undefined ? null : this.#confirm(ctx, operation);
      }
      case 'ask-again': {
        const operation = one(this.#waiting(ctx, 'unknown'), step.at);
        if (operation === undefined) return null;
        const [item] = openItems(ctx, operation.seq);
        if (item === undefined || operation.kind !== 'ai-demonstration') return null;
        const finding = nameOf(ctx, item.finding);
        const dropped = (): void => {
          this.#memory.dropped.add(operation.op);
        };
        return this.#ask(ctx, { finding, others: [], again: operation.op }, true, dropped);
      }
      case 'apply-draft': {
        const drafts = listAnswers(ctx.db, { project: null, settled: false });
        const draft = one(
          drafts.filter(({ kind }) => kind === 'ai-demonstration'),
          step.at,
        );
        if (draft === undefined) return null;
        return attempt(`apply the draft ${draft.op}`, () => applyDraft(ctx, { op: draft.op }));
      }
    }
  }

  #ask(
    ctx: ServiceContext,
    input: { finding: string; others: string[]; again?: string },
    confirm: boolean,
    dropped: () => void = () => undefined,
  ): string {
    let asked: OperationRow | null = null;
    const did = attempt(
      `ask the assistant about ${[input.finding, ...input.others].join(', ')}`,
      () => {
        asked = askAssistant(ctx, input);
      },
      dropped,
      dropped,
    );
    return asked === null || !confirm ? did : `${did}; ${this.#confirm(ctx, asked)}`;
  }

  #confirm(ctx: ServiceContext, operation: OperationRow): string {
    const [item] = openItems(ctx, operation.seq);
    const id = item === undefined ? '' : nameOf(ctx, item.finding);
    const counted = (): void => {
      this.#memory.confirmed.set(id, (this.#memory.confirmed.get(id) ?? 0) + 1);
    };
    // As the service's patience (429) leaves it: confirmed, and the next sync sends it.
    const confirm = (): void => {
      transaction(ctx.db, () => {
        confirmAsk(ctx, operation.op);
      });
    };
    return attempt(`confirm ${operation.op}`, confirm, counted, counted);
  }

  #waiting(ctx: ServiceContext, state: 'queued' | 'unknown'): OperationRow[] {
    return openOperations(ctx.db).filter(
      ({ seq, kind }) =>
        isGeneration(kind) &&
        openItems(ctx, seq).some((item) => item.state === state && item.needsPerson === 1),
    );
  }
}

function one<T>(among: readonly T[], at: number): T | undefined {
  return among[Math.floor(at * among.length)];
}
