import {
  checkLevels,
  type CheckCode,
  type FindingMessage,
} from '#contract/procedures/deliverables/preflight.ts';
import type { Omission } from '../deliverable/selection.ts';

const out = 'so the report leaves it out.';

/**
 * What the check says of findings that their state leaves out: rejected ones, drafts, false positives. A rejection that did
 * not get through is an error: another user may have accepted the candidate. What the user left out by hand is no message.
 */
export function leftOutMessages(
  leftOut: readonly (Omission & { readonly id: string; readonly title: string })[],
): FindingMessage[] {
  const message = (
    { id, title }: { readonly id: string; readonly title: string },
    code: CheckCode,
    text: string,
  ): FindingMessage => ({ level: checkLevels[code], code, finding: id, title, field: null, message: text });
  return leftOut.flatMap((finding) => {
    if (finding.kind === 'draft') return [message(finding, 'left-out', `It is a draft, ${out}`)];
    if (finding.kind === 'false-positive') {
      return [message(finding, 'left-out', `It is a false positive, ${out}`)];
    }
    if (finding.kind !== 'rejected') return [];
    switch (finding.rejection) {
      case 'refused':
        return [
          message(
            finding,
            'unreviewed-candidate',
            'You rejected it, and the decision did not get through. Decide again; until then the report leaves it out.',
          ),
        ];
      case 'pending':
        return [message(finding, 'left-out', `You rejected it (pending), ${out}`)];
      case 'own':
        return [message(finding, 'left-out', `You rejected it, ${out}`)];
      case 'recorded':
      case null:
        return [message(finding, 'left-out', `Its status is rejected, ${out}`)];
    }
  });
}
