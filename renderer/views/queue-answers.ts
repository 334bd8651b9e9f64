import type { QueueRow } from '#contract/queue.ts';
import { questionOf, type Question } from '#renderer/features/questions/question.ts';
import type { Work } from './work.svelte.ts';

/** What answers an operation that cannot go on by itself: what the button says, and what it does. */
export interface Answer {
  readonly label: string;
  readonly run: () => void;
}

/** The way out for an operation; null where nothing is asked. */
export function answerOf(row: QueueRow, work: Work): Answer | null {
  const { next, op, first } = row;
  const question = questionOf(row);
  if (question !== null) {
    return {
      label: questionWords(question),
      run: () => {
        work.question = question;
      },
    };
  }
  if (next.kind === 'credentials') {
    return {
      label: 'Connect …',
      run: () => {
        work.about = 'connection';
      },
    };
  }
  if (next.kind !== 'person' || next.need === 'refused') return null;
  return {
    label: 'Decide …',
    run: () => {
      work.settle({ op, id: first.id });
    },
  };
}

function questionWords({ kind }: Question): string {
  switch (kind) {
    case 'held':
      return 'Look at what is missing …';
    case 'account':
      return 'Look at the account …';
    case 'emptied':
      return 'Look at the emptied fields …';
    case 'creation':
      return 'Find out what became of it …';
  }
}
