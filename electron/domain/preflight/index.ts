import { checkCodes, type CheckMessage } from '#contract/procedures/deliverables/preflight.ts';
import { FindingTexts, type CheckedFinding } from './finding.ts';
import { missingGlyphs } from './rules/glyphs.ts';
import { unacceptedDrafts, waitingDrafts } from './rules/drafts.ts';
import { deadImages } from './rules/images.ts';
import { figureSizes } from './rules/figure-sizes.ts';
import { deadCaptions, deadLinks } from './rules/links.ts';
import { assetsInScope } from './rules/in-scope.ts';
import { otherClients } from './rules/others.ts';
import { placeholders } from './rules/placeholders.ts';
import { cvssAgainstSeverity, invalidCvss, scoreAgainstVector, unknownSeverity } from './rules/ratings.ts';
import {
  captionNumbers,
  doubtfulEmphasis,
  droppedBackslashes,
  figureNumbers,
  htmlTags,
  shownAsSource,
} from './rules/printed.ts';
import type { Rule, Surroundings } from './rules/rule.ts';
import { secretsInRequests, secretsInTexts } from './rules/secrets.ts';
import { emptySections, missingRemediation } from './rules/sections.ts';
import {
  contradictedVerdicts,
  includedRejections,
  notReviewed,
  openConflicts,
  privateDrafts,
  unreviewedCandidates,
  unsyncedEdits,
} from './rules/finding-state.ts';

export { countMessages } from './count.ts';
export { leftOutMessages } from './left-out.ts';
export { richFields, type CheckedDraft, type CheckedFinding, type CheckedPicture } from './finding.ts';
export { acrossFindings } from './across.ts';
export { checkCopy, checkEngagement, type CheckedEngagement } from './engagement.ts';
export { ignoringHere, isSameIgnored, withoutIgnored } from './ignored.ts';
export type { Surroundings } from './rules/rule.ts';
export { noScope, scopeOf } from './scope.ts';
export { findOthers, noOthers, otherEngagements, type OtherEngagement, type Others } from './rules/others.ts';

/** Every rule there is. */
export const rules: readonly Rule[] = [
  placeholders,
  emptySections,
  invalidCvss,
  cvssAgainstSeverity,
  scoreAgainstVector,
  unknownSeverity,
  missingRemediation,
  deadImages,
  figureSizes,
  deadLinks,
  deadCaptions,
  shownAsSource,
  droppedBackslashes,
  doubtfulEmphasis,
  htmlTags,
  figureNumbers,
  captionNumbers,
  unsyncedEdits,
  notReviewed,
  openConflicts,
  unreviewedCandidates,
  includedRejections,
  privateDrafts,
  unacceptedDrafts,
  otherClients,
  assetsInScope,
  secretsInTexts,
  secretsInRequests,
  contradictedVerdicts,
  missingGlyphs,
  waitingDrafts,
];

/** What all rules have to say about one finding. Pure; never throws. */
export function checkFinding(finding: CheckedFinding, around: Surroundings): CheckMessage[] {
  return [...checkByRules(finding, around)].flat();
}

/** The same rule by rule, for a caller that lets others have their turn between them: a finding may be long. */
export function* checkByRules(
  finding: CheckedFinding,
  around: Surroundings,
): Generator<readonly CheckMessage[]> {
  const texts = new FindingTexts(finding);
  for (const rule of rules) yield rule(texts, around);
}

/** Messages by their kind, errors first; within a kind they keep their order. */
export function inReportOrder(messages: readonly CheckMessage[]): CheckMessage[] {
  return [...messages].sort((a, b) => checkCodes.indexOf(a.code) - checkCodes.indexOf(b.code));
}
