import type {
  ActivityEntry,
  ActivityOutcome,
  CreditSum,
  SentSitting,
} from '#contract/procedures/program/activity.ts';
import {
  activityKindWords,
  activityOutcomeWords,
  refusalSentence,
} from '#domain/account/activity-strings.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { memberLabel } from '#domain/finding/labels/field-labels.ts';
import { counted, number } from '#renderer/ui/text/format.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** What was done, with what it set. */
export function actionWords({ kind, work }: ActivityEntry): string {
  if (work?.status != null) return `Status to ${valueLabel(work.status)}`;
  if (work?.decision != null) return work.decision === 'accept' ? 'Candidate accepted' : 'Candidate rejected';
  return activityKindWords[kind];
}

/** Which finding it was about, and how many more; '' for a call about the account. */
export function aboutWords({ work }: ActivityEntry): string {
  if (work === null) return '';
  const title = work.first.title === '' ? 'Untitled' : work.first.title;
  return work.findings <= 1 ? title : `${isolate(title)} and ${number(work.findings - 1)} more`;
}

/** What was sent in a sitting. */
export function sittingWords({ entries, refused }: SentSitting): string {
  return `${counted(entries, 'entry', 'entries')}${refused === 0 ? '' : `, ${number(refused)} refused`}`;
}

/** How it ended, with the status of a refusal. */
export function outcomeWords({ outcome, status }: Pick<ActivityEntry, 'outcome' | 'status'>): string {
  return `${activityOutcomeWords[outcome]}${status === null ? '' : ` (${String(status)})`}`;
}

/** The line of a row: how it ended, and the credits that its answer named. */
export function endWords(entry: Pick<ActivityEntry, 'outcome' | 'status' | 'credits'>): string {
  const { credits } = entry;
  return `${outcomeWords(entry)}${credits === undefined ? '' : ` · ${counted(credits, 'credit')}`}`;
}

/** The credits of all that is looked for. */
export function creditWords({ sum, answers }: CreditSum): string {
  return `Credits: ${number(sum)} in ${counted(answers, 'answer')}`;
}

/** How an outcome looks. */
export function outcomeTone(outcome: ActivityOutcome): 'good' | 'bad' | 'warn' | 'neutral' {
  switch (outcome) {
    case 'done':
      return 'good';
    case 'refused':
      return 'bad';
    case 'unknown':
    case 'not-confirmed':
      return 'warn';
    case 'not-sent':
    case 'under-way':
      return 'neutral';
  }
}

/** What the outcome means, in a sentence. */
export function meaning({ kind, outcome, status, work }: ActivityEntry): string {
  switch (outcome) {
    case 'done':
      return work === null ? 'The service has done it.' : 'Accepted and verified.';
    case 'refused':
      return status === 403 || status === 404
        ? refusalSentence(
            status,
            kind,
            work === null
              ? null
              : {
                  kind,
                  findings: work.findings,
                  first: isolate(work.first.title),
                  project: isolate(work.project),
                },
          )
        : 'The service did not accept it.';
    case 'not-confirmed':
      return 'Accepted, but the service does not show it yet.';
    case 'unknown':
      return 'Sent, but no clear answer came back.';
    case 'not-sent':
      return 'It never left this computer.';
    case 'under-way':
      return 'It is being sent now.';
  }
}

/** The fields that were sent, by their names on the page. */
export function fieldWords(fields: readonly string[]): string {
  return fields.map(memberLabel).join(', ');
}
