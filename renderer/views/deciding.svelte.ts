import { untrack } from 'svelte';
import { textOf } from '#core/record.ts';
import { decidedWord } from '#renderer/features/candidates/words.ts';
import type { Notices } from '#renderer/state/notices.svelte.ts';
import type { Decision } from '#renderer/state/review-decisions.svelte.ts';
import type { Review } from '#renderer/state/review.svelte.ts';

/** What the screen of the review does around a decision. */
interface Around {
  readonly review: Review;
  readonly notices: Notices;
  /** Whether the next candidate comes by itself. */
  readonly autoAdvance: () => boolean;
  /** Something changed that was not looked at: no decision is taken over it. */
  readonly onnews: () => void;
  /** The keys go back to the candidate. */
  readonly ondone: () => void;
}

/** What takes a decision on the candidate that is shown, and takes the last one back. */
interface Deciding {
  readonly decide: (decision: Decision) => void;
  readonly undo: () => void;
}

/**
 * Decisions with what is said of them: the last one is told with the way back, for as long as there is one. To be called
 * while a component is set up.
 */
export function createDeciding({ review, notices, autoAdvance, onnews, ondone }: Around): Deciding {
  let told = $state.raw<{ readonly notice: number; readonly row: number } | null>(null);

  function forget(): void {
    if (told !== null) notices.dismiss(told.notice);
    told = null;
  }

  // A decision that came back stands no more: nothing offers to undo it.
  $effect(() => {
    if (told !== null && review.isOpen(told.row)) untrack(forget);
  });

  function undo(): void {
    forget();
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
    forget();
    notices.done(`${decidedWord(decision)}: ${title}`, { label: 'Undo', run: undo });
    const notice = notices.list.at(-1)?.id;
    if (notice !== undefined && row !== null) told = { notice, row };
    ondone();
  }

  return { decide, undo };
}
