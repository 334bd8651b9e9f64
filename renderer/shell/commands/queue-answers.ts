import type { QueueRow } from '#contract/procedures/findings/queue.ts';
import { questionOf, type Question } from '#renderer/features/questions/question.ts';
import type { Navigation } from '../navigation/navigation.svelte.ts';

/** What answers an operation that cannot go on by itself: what the button says, and what it does. */
export interface OperationAction {
  readonly label: string;
  readonly run: () => void;
}

/** The way out for an operation; null if nothing is asked. */
export function answerOf(row: QueueRow, work: Navigation): OperationAction | null {
  const { next, op, first } = row;
  const question = questionOf(row);
  if (question !== null) {
    return {
      label: questionWords(question),
      run: () => {
        work.dialogs.question = question;
      },
    };
  }
  if (next.kind === 'credentials') {
    return {
      label: 'Connect…',
      run: () => {
        work.dialogs.about = 'connection';
      },
    };
  }
  if (next.kind !== 'person') return null;
  if (next.need === 'refused') {
    if (row.kind !== 'ai-demonstration' && row.kind !== 'ai-merge') return null;
    return {
      label: 'Ask again…',
      run: () => {
        work.dialogs.assistant = { kind: 'ask', finding: first.id, others: row.others, again: op };
      },
    };
  }
  if (next.need === 'confirmation' || next.need === 'may-have-run') {
    const asked = { op, finding: first.id, others: row.others };
    const kind = next.need === 'confirmation' ? 'confirm' : 'unknown';
    return {
      label: kind === 'unknown' ? 'Check, or ask again…' : 'Confirm…',
      run: () => {
        work.dialogs.assistant = { kind, ...asked };
      },
    };
  }
  return {
    label: 'Decide…',
    run: () => {
      work.settle({ op, id: first.id });
    },
  };
}

function questionWords({ kind }: Question): string {
  switch (kind) {
    case 'held':
      return 'Review missing findings…';
    case 'account':
      return 'Check the account…';
    case 'emptied':
      return 'Review the emptied fields…';
    case 'creation':
      return 'Check what became of it…';
  }
}
