import type { FindingRow } from '#contract/finding.ts';
import { isGeneration } from '#contract/operation.ts';
import { listAnswers } from '#db/tables/assistant.ts';
import { openOperations, type OperationRow } from '#db/tables/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import { askAssistant } from '#features/assistant/ask.ts';
import { confirmAsk } from '#features/assistant/confirm.ts';
import { applyDraft } from '#features/assistant/drafts.ts';
import type { Workplace } from '#engine/context.ts';
import { attempt, nameOf, openItems } from './command.ts';
import type { DeskStep } from './history.ts';
import type { Memory } from './memory.ts';

type Asked = Extract<DeskStep, { do: 'ask' | 'ask-go' | 'ask-again' | 'apply-draft' }>;

/** The consultant and the assistant: asks, confirms, asks again knowingly, accepts what it wrote. */
export class AskedAssistant {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  /** @param findings those that a new question is about */
  act(place: Workplace, step: Asked, findings: readonly FindingRow[]): string | null {
    switch (step.do) {
      case 'ask': {
        const [finding, ...others] = findings.slice(0, step.merge ? 3 : 1).map((row) => nameOf(place, row));
        return finding === undefined ? null : this.#ask(place, { finding, others }, step.confirm);
      }
      case 'ask-go': {
        const operation = one(this.#waiting(place, 'queued'), step.at);
        return operation === undefined ? null : this.#confirm(place, operation);
      }
      case 'ask-again': {
        const operation = one(this.#waiting(place, 'unknown'), step.at);
        if (operation === undefined) return null;
        const [item] = openItems(place, operation.seq);
        if (item === undefined || operation.kind !== 'ai-demonstration') return null;
        const finding = nameOf(place, item.finding);
        const dropped = (): void => {
          this.#memory.dropped.add(operation.op);
        };
        return this.#ask(place, { finding, others: [], again: operation.op }, true, dropped);
      }
      case 'apply-draft': {
        const drafts = listAnswers(place.db, { project: null, settled: false });
        const draft = one(
          drafts.filter(({ kind }) => kind === 'ai-demonstration'),
          step.at,
        );
        if (draft === undefined) return null;
        return attempt(`apply the draft ${draft.op}`, () => applyDraft(place, { op: draft.op }));
      }
    }
  }

  #ask(
    place: Workplace,
    input: { finding: string; others: string[]; again?: string },
    confirm: boolean,
    dropped: () => void = () => undefined,
  ): string {
    let asked: OperationRow | null = null;
    const did = attempt(
      `ask the assistant about ${[input.finding, ...input.others].join(', ')}`,
      () => {
        asked = askAssistant(place, input);
      },
      dropped,
      dropped,
    );
    return asked === null || !confirm ? did : `${did}; ${this.#confirm(place, asked)}`;
  }

  #confirm(place: Workplace, operation: OperationRow): string {
    const [item] = openItems(place, operation.seq);
    const id = item === undefined ? '' : nameOf(place, item.finding);
    const counted = (): void => {
      this.#memory.confirmed.set(id, (this.#memory.confirmed.get(id) ?? 0) + 1);
    };
    // As the service's patience (429) leaves it: confirmed, and the next sync sends it.
    const confirm = (): void => {
      transaction(place.db, () => {
        confirmAsk(place, operation.op);
      });
    };
    return attempt(`confirm ${operation.op}`, confirm, counted, counted);
  }

  #waiting(place: Workplace, state: 'queued' | 'unknown'): OperationRow[] {
    return openOperations(place.db).filter(
      ({ seq, kind }) =>
        isGeneration(kind) &&
        openItems(place, seq).some((item) => item.state === state && item.needsPerson === 1),
    );
  }
}

function one<T>(among: readonly T[], at: number): T | undefined {
  return among[Math.floor(at * among.length)];
}
