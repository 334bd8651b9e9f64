import type { Api } from '#renderer/api/api.ts';
import { hasWrittenAnswers } from './begun-answers.ts';
import { begunOf } from './begun.svelte.ts';
import { hasUnsavedFacts, keepFactsOf } from './engagement-facts.svelte.ts';
import { hasUnsavedImages } from './evidences.svelte.ts';
import { hasUnsavedFindings, keepFindingsOf } from './open-finding.svelte.ts';
import { hasComingDecisions } from './review-decisions.svelte.ts';
import { hasWrittenComments, keepCommentsOf } from './review.svelte.ts';
import { hasUnsavedVerdicts } from './verdicts.svelte.ts';

/**
 * Whether anything that was typed in this page is in no store yet, whichever screen it was typed on. Both who asks before the
 * page is left and who says what a lock left behind ask this: a list of their own would leave something out.
 */
export function isUnsaved(api: Api): boolean {
  return (
    hasUnsavedFindings(api) ||
    hasUnsavedFacts(api) ||
    hasUnsavedImages(api) ||
    hasUnsavedVerdicts(api) ||
    hasWrittenAnswers(api) ||
    hasWrittenComments(api) ||
    hasComingDecisions(api) ||
    begunOf(api).isWritten
  );
}

/**
 * Lets go of what is typed in other engagements than these, which are all that the home has. What was destroyed can be saved
 * nowhere: kept, it would be a client's text in the page, tried again and asked about for as long as the page lives.
 * @returns whether anything was typed there
 */
export function keepUnsavedOf(api: Api, projects: ReadonlySet<string>): boolean {
  const typed = [
    keepFindingsOf(api, projects),
    keepFactsOf(api, projects),
    keepCommentsOf(api, projects),
    begunOf(api).keepOf(projects),
  ];
  return typed.includes(true);
}
