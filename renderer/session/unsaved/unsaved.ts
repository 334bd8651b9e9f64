import type { Api } from '#renderer/api/api.ts';
import { hasWrittenAnswers } from '#renderer/features/conflicts/unsaved-answers.ts';
import { unsavedDraftsOf } from './unsaved-drafts.svelte.ts';
import { hasUnsavedFacts, keepFactsOf } from '#renderer/features/engagements/facts.state.svelte.ts';
import { hasUnsavedImages } from '#renderer/features/evidence/evidence.state.svelte.ts';
import {
  hasUnsavedFindings,
  keepFindingsOf,
} from '#renderer/features/findings/editor/open-finding.state.svelte.ts';
import { hasComingDecisions } from '#renderer/features/review/review-decisions.svelte.ts';
import { hasWrittenComments, keepCommentsOf } from '#renderer/features/review/review.state.svelte.ts';
import { hasUnsavedVerdicts } from '#renderer/features/retest/verdicts.state.svelte.ts';

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
    unsavedDraftsOf(api).isWritten
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
    unsavedDraftsOf(api).keepOf(projects),
  ];
  return typed.includes(true);
}
