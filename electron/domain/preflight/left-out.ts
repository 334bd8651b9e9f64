import {
  checkLevels,
  type CheckCode,
  type FindingMessage,
} from '#contract/procedures/deliverables/preflight.ts';
import type { LeftOut } from '../deliverable/selection.ts';

/**
 * What the check says of findings that were rejected: they are left out. A rejection that did not get through is an error,
 * since the candidate may have been accepted by somebody else. What the user left out on purpose is no message.
 */
export function leftOutMessages(
  leftOut: readonly (LeftOut & { readonly id: string; readonly title: string })[],
): FindingMessage[] {
  const message = (
    { id, title }: { readonly id: string; readonly title: string },
    code: CheckCode,
    text: string,
  ): FindingMessage => ({ level: checkLevels[code], code, finding: id, title, field: null, message: text });
  return leftOut.flatMap((finding) => {
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
        return [message(finding, 'left-out', 'You rejected it (pending), so the report leaves it out.')];
      case 'own':
        return [message(finding, 'left-out', 'You rejected it, so the report leaves it out.')];
      case 'recorded':
      case null:
        return [message(finding, 'left-out', 'Its status is rejected, so the report leaves it out.')];
    }
  });
}
