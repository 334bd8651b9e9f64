import type {
  BulkAction,
  BulkCounts,
  BulkKind,
  BulkLeftOut,
  BulkPreview,
  BulkState,
  BulkSummary,
  BulkUndone,
  LeftOutReason,
  RecordedAction,
  StayReason,
} from '#contract/procedures/findings/bulk.ts';
import { stateLabel, valueLabel } from '#domain/finding/labels/value-labels.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';
import { counted, number } from '#renderer/ui/text/format.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';

/** "1 finding", "12,000 findings". */
export function findingsOf(count: number): string {
  return counted(count, 'finding');
}

/** An action that gives values, or deletes; a review has words of its own. */
type ChangeKind = Exclude<BulkKind, 'review'>;

/** What a dialog is called before its values are chosen. @param name of the one finding, if it is one */
export function titleOf(kind: ChangeKind, count: number, name: string | null = null): string {
  const findings = findingWords(count, name);
  switch (kind) {
    case 'status':
      return `Set the status of ${findings}`;
    case 'severity':
      return `Set the severity of ${findings}`;
    case 'tags':
      return `Change the tags of ${findings}`;
    case 'asset':
      return `Change the assets of ${findings}`;
    case 'replace':
      return `Find and replace in ${findings}`;
    case 'delete':
      return `Delete ${findings}?`;
  }
}

/** The button that carries it out: how much it does, exactly. */
export function buttonOf(kind: ChangeKind, preview: BulkPreview | null): string {
  const total = preview?.total ?? 0;
  if (preview === null || total === 0) return emptyButtons[kind];
  if (kind === 'replace') {
    return `Replace ${counted(preview.hits?.replaced ?? 0, 'match', 'matches')} in ${findingsOf(total)}`;
  }
  return kind === 'delete' ? `Delete ${findingsOf(total)}` : titleOf(kind, total);
}

/** What the findings have now that get one value instead; null if their counts by severity say just that. */
export function beforeWords({
  before,
  severities,
}: Pick<BulkPreview, 'before' | 'severities'>): string | null {
  const said = before.every(({ value, count }) =>
    severities.some((by) => by.severity === value.toLowerCase() && by.count === count),
  );
  if (said) return null;
  const words = before
    .slice(0, 8)
    .map(({ value, count }) => `${value === '' ? 'None' : valueLabel(value)} ${number(count)}`);
  return `Now: ${words.join(', ')}${before.length > words.length ? ' …' : ''}`;
}

const emptyButtons: Readonly<Record<ChangeKind, string>> = {
  status: 'Set the status',
  severity: 'Set the severity',
  tags: 'Change the tags',
  asset: 'Change the assets',
  replace: 'Replace',
  delete: 'Delete',
};

/** What an action was, in a line. */
export function actionWords(action: RecordedAction): string {
  switch (action.kind) {
    case 'status':
      return `Status set to ${isolate(valueLabel(action.status))}`;
    case 'severity':
      return `Severity set to ${isolate(valueLabel(action.severity))}`;
    case 'tags':
      return `Tags: ${listWords(action)}`;
    case 'asset':
      return `Assets: ${listWords(action)}`;
    case 'replace':
      return action.with === ''
        ? `“${isolate(action.find)}” removed`
        : `“${isolate(action.find)}” replaced by “${isolate(action.with)}”`;
    case 'delete':
      return 'Deletion';
    case 'review':
      return action.decision === 'accept' ? 'Candidates accepted' : 'Candidates rejected';
    case 'import':
      return `Import of ${action.files.map(isolate).join(', ')}`;
  }
}

function listWords({ add, remove }: { add: readonly string[]; remove: readonly string[] }): string {
  const parts = [
    add.length === 0 ? [] : `${add.map(isolate).join(', ')} added`,
    remove.length === 0 ? [] : `${remove.map(isolate).join(', ')} removed`,
  ];
  return parts.flat().join('; ');
}

/** States in the order in which a person wants to know of them. */
export const stateOrder = [
  'rejected',
  'conflict',
  'unknown',
  'not-done',
  'behind',
  'left-out',
  'sending',
  'queued',
  'done',
  'taken-back',
] as const satisfies readonly BulkState[];

/** What a person has to look at. */
export const failedStates = ['conflict', 'rejected', 'unknown'] as const satisfies readonly BulkState[];

export const stateWords: Readonly<Record<BulkState, string>> = {
  'not-done': 'Not done',
  queued: stateLabel('queued'),
  behind: 'Waiting',
  sending: stateLabel('sending'),
  done: stateLabel('done'),
  conflict: stateLabel('conflict'),
  rejected: stateLabel('rejected'),
  unknown: stateLabel('unknown'),
  'taken-back': 'Undone',
  'left-out': 'Left out',
};

export const stateTones: Readonly<Record<BulkState, 'neutral' | 'good' | 'warn' | 'bad' | 'accent'>> = {
  'not-done': 'warn',
  queued: 'accent',
  behind: 'warn',
  sending: 'accent',
  done: 'good',
  conflict: 'bad',
  rejected: 'bad',
  unknown: 'warn',
  'taken-back': 'neutral',
  'left-out': 'neutral',
};

/** What a state means for a finding, if the program has no words of its own for it. */
export function whyState(state: BulkState, reason: LeftOutReason | null, message: string | null): string {
  switch (state) {
    case 'left-out':
      return reason === null ? '' : whyLeftOut({ reason, message });
    case 'conflict':
      return 'Someone else changed it. Resolve it under Conflicts.';
    case 'unknown':
      return message ?? 'Sent, but not confirmed yet.';
    case 'rejected':
      return message ?? 'The service refused it.';
    case 'not-done':
      return 'It was stopped before this one.';
    case 'behind':
      return 'Waiting for an earlier change of this finding.';
    case 'queued':
    case 'sending':
    case 'done':
    case 'taken-back':
      return '';
  }
}

/** Why findings are left as they are, as a sentence. */
export function whyLeftOut({ reason, message }: Pick<BulkLeftOut, 'reason' | 'message'>): string {
  switch (reason) {
    case 'candidate':
      return 'Candidate: review it first.';
    case 'not-candidate':
      return 'Not a candidate.';
    case 'decided':
      return 'Decided already. See Review.';
    case 'gone':
      return 'Deleted on the service.';
    case 'discarded':
      return 'Discarded before it was sent.';
    case 'not-sent':
      return 'Pending: not on the service yet.';
    case 'unreadable':
      return 'Not readable as a finding.';
    case 'already':
      return 'Nothing would change in it.';
    case 'no-hit':
      return 'No match.';
    case 'deletion':
      return 'It will be deleted.';
    case 'rule':
      return `A rule would be broken: ${message ?? ''}`;
    case 'changed':
      return 'It changed after the preview. Look at it, then do it again.';
  }
}

/** What the next sync does with the findings, in a sentence. */
export function nextSyncWords(kind: ChangeKind, { requests, total, drops }: BulkPreview): string {
  const { writes } = requests;
  if (writes === 0) return 'Nothing is sent to the service.';
  const isOneEach = kind !== 'status' && kind !== 'delete';
  const findings = findingsOf(isOneEach ? writes : total - (drops?.unsent ?? 0));
  return `${findings} will be ${kind === 'delete' ? 'deleted' : 'updated'} at the next sync.`;
}

/** Hits that stay because of a rule, in sentences; none if there are none. */
export function brokenWords({ hits }: BulkPreview): readonly string[] {
  return (hits?.broken ?? []).map(
    ({ message, count }) =>
      `${counted(count, 'match stays', 'matches stay')}, because a rule would be broken: ${message}`,
  );
}

/**
 * Where else there are hits; null if there are none. A client's name that was to go and stays in the requests is
 * found by the next client.
 */
export function elsewhereWords({ hits }: Pick<BulkPreview, 'hits'>): string | null {
  if (hits === null || hits.elsewhere.length === 0) return null;
  const places = hits.elsewhere.map(({ field, count }) => `${labelOf(field)} ${number(count)}`);
  return `More matches in: ${places.join(', ')}.`;
}

/** What a deletion takes along, in sentences; none if it is nothing but the findings. */
export function dropWords({ drops }: BulkPreview): readonly string[] {
  if (drops === null) return [];
  return [
    drops.changes === 0
      ? []
      : `${counted(drops.changes, 'pending change is', 'pending changes are')} discarded with them.`,
    drops.unsent === 0
      ? []
      : `${counted(drops.unsent, 'finding was', 'findings were')} never sent, ${drops.unsent === 1 ? 'is' : 'are'} discarded here.`,
  ].flat();
}

/** What became of an action, in a line: "180 wait for the sync, 8 left out". */
export function outcomeWords(counts: BulkCounts, name: string | null = null): string {
  const parts = stateOrder.filter((state) => counts[state] > 0);
  return parts
    .map(
      (state, at) =>
        `${at === 0 ? findingWords(counts[state], parts.length === 1 ? name : null) : number(counts[state])} ${inLine[state]}`,
    )
    .join(', ');
}

const inLine: Readonly<Record<BulkState, string>> = {
  'not-done': 'not done',
  queued: 'with pending changes',
  behind: 'held up by an earlier change',
  sending: 'being sent',
  done: 'done',
  conflict: 'in conflict',
  rejected: 'refused',
  unknown: 'not known yet',
  'taken-back': 'undone',
  'left-out': 'left out',
};

/** What was undone, as a whole. */
export function undoneText({ action, counts }: BulkSummary, name: string | null): string {
  return `Undone: ${actionWords(action)} (${findingWords(counts['taken-back'], name)}).`;
}

/** What taking back did, and what stays and why. */
export function undoneWords({ takenBack, stays }: BulkUndone): readonly string[] {
  return [
    takenBack === 0 ? 'Nothing could be undone.' : `Undone for ${findingsOf(takenBack)}.`,
    ...stays.map(
      ({ reason, count }) =>
        `${findingsOf(count)} ${count === 1 ? 'stays as it is' : 'stay as they are'}: ${stayWords[reason]}`,
    ),
  ];
}

const stayWords: Readonly<Record<StayReason, string>> = {
  sent: 'already sent, or may have been.',
  'changed-since': 'edited again since then.',
  rule: 'the value before breaks a rule of the service.',
};

/** Words of the dialog that decides on several candidates. */
export const reviewWords = {
  title: (decision: Decision): string => `${verbs[decision]} candidates`,
  button: (decision: Decision, count: number): string =>
    count === 0 ? `${verbs[decision]} candidates` : `${verbs[decision]} ${counted(count, 'candidate')}`,
  all: (count: number): string => (count === 1 ? '1 candidate' : `All ${number(count)} candidates`),
  ticked: (ticked: number, count: number): string => `${number(ticked)} of ${number(count)} selected`,
  list: 'Candidates',
  detail: 'Candidate',
  untitled: 'Untitled',
  privateDraft: 'Private draft',
  changed: 'Changed',
  changedNote: 'It changed while this was open. Select it again to decide on it.',
  comment: 'Comment on each (optional)',
  hint: 'Arrow keys go through the list, Space takes one out.',
  none: 'No candidate to decide on',
  noneHint: 'Select candidates in the list: the query is:candidate finds them.',
};

type Decision = Extract<BulkAction, { kind: 'review' }>['decision'];

const verbs: Readonly<Record<Decision, string>> = { accept: 'Accept', reject: 'Reject' };
