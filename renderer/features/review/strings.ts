import type { Likeness, ReviewCard } from '#contract/procedures/findings/review.ts';
import { textOf } from '#domain/finding/record.ts';
import type { Decision } from './review-decisions.svelte.ts';

const reasons: Readonly<Record<Likeness, string>> = {
  title: 'same title',
  words: 'similar title',
  asset: 'same asset',
  cwe: 'same CWE',
};

/** Why a finding is like a candidate: "same title, same asset". */
export function whyAlike(why: readonly Likeness[]): string {
  return why.map((reason) => reasons[reason]).join(', ');
}

/** What was decided, as a word about the candidate. */
export function decidedWord(decision: Decision): string {
  return decision === 'accept' ? 'Accepted' : 'Rejected';
}

/**
 * A candidate in one sentence, for users who do not see it come: what is decided by it first.
 * @param place where it stands among the others; '' if it is no candidate any more
 */
export function announced(card: ReviewCard, place: string): string {
  const severity = textOf(card.effective, 'severity') || 'no severity';
  const title = textOf(card.effective, 'title') || card.id;
  const which = place === '' ? 'No longer a candidate' : `Candidate ${place}`;
  return `${which}: ${severity}, ${card.private ? 'private draft' : 'public'}. ${title}`;
}
