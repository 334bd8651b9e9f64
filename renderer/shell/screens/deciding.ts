import { textOf } from '#domain/finding/record.ts';
import { decidedWord } from '#renderer/features/review/strings.ts';
import type { Decision } from '#renderer/features/review/review-decisions.svelte.ts';
import type { Review } from '#renderer/features/review/review.state.svelte.ts';

/** What the screen of the review does around a decision. */
interface Around {
  readonly review: Review;
  /** Whether the next candidate comes by itself. */
  readonly autoAdvance: () => boolean;
  /** Something changed that was not looked at: no decision is taken over it. */
  readonly onnews: () => void;
  /** Focus returns to the candidate. */
  readonly ondone: () => void;
}

/** What takes a decision on the candidate that is shown, and takes the last one back. */
interface Deciding {
  readonly decide: (decision: Decision) => void;
  readonly undo: () => void;
}

/** Decisions with what is said of them: the last one is told with the way back, for as long as there is one. */
export function createDeciding({ review, autoAdvance, onnews, ondone }: Around): Deciding {
  function undo(): void {
    review.undo();
    ondone();
  }

  function decide(decision: Decision): void {
    const { at: row, shown } = review;
    const title = shown === null ? '' : textOf(shown.card.effective, 'title');
    if (!review.canDecide) return;
    if (!review.decide(decision, autoAdvance())) {
      onnews();
      return;
    }
    const words = (name: string): string => `${decidedWord(decision)}: ${name}`;
    if (row !== null) review.told.tell({ row, title, words, undo });
    ondone();
  }

  return { decide, undo };
}
