import type { CopyState } from '#contract/engagement.ts';
import { checkLevels, type EngagementMessage } from '#contract/procedures/deliverables/preflight.ts';
import { copyProblem } from '../engagement/copy-strings.ts';

/** A report of a list of which a part is missing: it would be taken for the whole. */
export function checkCopy(copy: CopyState): EngagementMessage[] {
  const problem = copyProblem(copy);
  if (problem === null) return [];
  const code = 'incomplete-copy';
  return [{ level: checkLevels[code], code, finding: null, title: null, field: null, message: problem }];
}
