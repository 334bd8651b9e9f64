import { checkLevels, type EngagementMessage } from '#contract/procedures/deliverables/preflight.ts';

/** Warns that a report prints the comments of colleagues, which are not for a client. */
export function checkPrintedComments(printed: boolean): EngagementMessage[] {
  if (!printed) return [];
  const code = 'printed-comments';
  const message =
    'The report prints the open comments on its findings. Turn off "Print open comments" (--comments) before it goes to a client.';
  return [{ level: checkLevels[code], code, finding: null, title: null, field: null, message }];
}
