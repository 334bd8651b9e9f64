import { DossierError } from '#contract/error.ts';
import type { CheckMessage } from '#contract/preflight.ts';
import { countMessages } from '#core/preflight/index.ts';

/** Why no report is made: how much the check found. It quotes no finding; how to go on is each face's to say. */
export function checkFailed(project: string, messages: readonly CheckMessage[]): DossierError {
  return new DossierError(
    'check-failed',
    `The check of ${project} found ${inWords(messages)}: no report was written.`,
  );
}

/** What a person is told beside a report that was made all the same. */
export function checkNotices(messages: readonly CheckMessage[]): string[] {
  const { errors } = countMessages(messages);
  if (messages.length === 0) return [];
  return errors === 0
    ? [`The check found ${inWords(messages)}.`]
    : [`Every page is marked DRAFT: the check found ${inWords(messages)}.`];
}

/** `2 errors and 1 warning`, `3 warnings`. */
function inWords(messages: readonly CheckMessage[]): string {
  const { errors, warnings } = countMessages(messages);
  const counted = (count: number, one: string): string[] =>
    count === 0 ? [] : [`${String(count)} ${count === 1 ? one : `${one}s`}`];
  return [...counted(errors, 'error'), ...counted(warnings, 'warning')].join(' and ');
}
