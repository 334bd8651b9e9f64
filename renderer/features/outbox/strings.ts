import type { OperationKind } from '#contract/finding/operation.ts';
import type { QueueGroup } from '#contract/value-lists.ts';
import type {
  DiscardOffer,
  QueueAttempt,
  QueueDetail,
  QueueNext,
  QueueRow,
  RetryOffer,
  PersonNeed,
} from '#contract/procedures/findings/queue.ts';
import { comparableText } from '#domain/finding/differences.ts';
import { stateLabel, valueLabel } from '#domain/finding/labels/value-labels.ts';
import { labelOf } from '#domain/finding/labels/field-labels.ts';
import { ago, clock, counted, dateTime, number } from '#renderer/ui/text/format.ts';

/** What the groups of the queue are called. */
export const groupWords: Readonly<Record<QueueGroup, string>> = {
  person: 'Needs attention',
  unknown: 'Sent, not confirmed',
  sending: stateLabel('sending'),
  waiting: 'To be sent',
};

const kinds: Readonly<Record<OperationKind, string>> = {
  create: 'New finding',
  update: 'Edit',
  delete: 'Deletion',
  'bulk-status': 'Status',
  'bulk-delete': 'Deletion',
  review: 'Decision',
  'ai-demonstration': 'Assistant: draft a demonstration',
  'ai-apply': 'Assistant: apply a draft',
  'ai-merge': 'Assistant: propose a merge',
};

/** What an operation does, in two or three words. */
export function kindWords({
  kind,
  status,
  decision,
}: Pick<QueueRow, 'kind' | 'status' | 'decision'>): string {
  if (kind === 'bulk-status' && status !== null) return `Status to ${valueLabel(status)}`;
  if (kind === 'review' && decision !== null)
    return decision === 'accept' ? 'Candidate accepted' : 'Candidate rejected';
  return kinds[kind];
}

/** Which finding it is about, and how many more. */
export function titleWords({
  first,
  findings,
  others,
}: Pick<QueueRow, 'first' | 'findings' | 'others'>): string {
  const title = first.title === '' ? 'Untitled' : first.title;
  const more = findings - 1 + others.length;
  return more === 0 ? title : `${title} and ${number(more)} more`;
}

const needs: Readonly<Record<PersonNeed, string>> = {
  conflict: 'Changed here and on the service',
  gone: 'The finding was deleted on the service',
  outdated: 'The finding changed after you decided',
  emptied: 'Fields were emptied on the service',
  refused: 'The service refused it',
  creation: 'Delivery not confirmed',
  confirmation: 'Needs your confirmation',
  'may-have-run': 'May have run and been charged',
};

/** What happens next, short enough for a row. @param nowMs since the epoch */
export function nextWords(next: QueueNext, nowMs: number): string {
  switch (next.kind) {
    case 'person':
      return needs[next.need];
    case 'sending':
      return stateLabel('sending');
    case 'look':
      return Date.parse(next.at) <= nowMs
        ? 'The next sync checks whether it arrived'
        : `A sync after ${clock(next.at)} checks whether it arrived`;
    case 'behind':
      return 'Waiting for an earlier change of this finding';
    case 'not-ready':
      return 'Held back on this computer';
    case 'held':
      return 'Not sent: the engagement is on hold';
    case 'updates-stopped':
      return 'Not sent: edits are stopped';
    case 'foreign-account':
      return "Needs its owner's token";
    case 'credentials':
      return 'Needs a new sign-in or token';
    case 'pause':
      return `The service asked you to wait until ${clock(next.until)}`;
    case 'sync':
      return 'Will be sent with the next sync';
  }
}

/** Texts about holding a finding back. */
export const holdStrings = {
  hold: 'Hold back',
  release: 'Release',
  holdTitle: 'Hold back: send nothing of it until you release it',
  releaseTitle: 'Send it with the next sync',
  held: 'Held back. Not sent until you release it.',
  released: 'Released. Its changes go with the next sync.',
} as const;

/** Texts of the review before sending. */
export const sendStrings = {
  title: 'Review changes before sending',
  list: 'Pending changes',
  detail: 'What changes',
  untitled: 'Untitled',
  deletes: 'The finding is deleted on the service.',
  fetchOnly: 'Fetch only',
  fetchOnlyTitle: 'Fetch changes, send nothing',
  cancel: 'Cancel',
  showQueue: 'Show pending changes',
  nothing: 'Nothing to send',
  nothingHint: 'Nothing is ready to send.',
  hint: 'Findings that you leave out are held back until you release them.',
  busy: 'A sync is running. Send when it is done.',
  noneChosen: 'Include a finding to send its changes',
} as const;

/** `All 3 findings` */
export function allText(findings: number): string {
  return findings === 1 ? 'The finding' : `All ${counted(findings, 'finding')}`;
}

/** `Send 3 findings` */
export function sendText(findings: number): string {
  return `Send ${counted(findings, 'finding')}`;
}

/** `2 of 3 findings included` */
export function includedText(included: number, findings: number): string {
  return `${number(included)} of ${counted(findings, 'finding')} included`;
}

/**
 * What else is pending, so that the numbers of review and status bar agree; null if nothing is.
 * @param unlisted findings of which nothing can be sent now
 * @param needing findings of which a change needs attention
 */
export function unlistedText(unlisted: number, needing: number): string | null {
  const sentences = [
    unlisted === 0
      ? ''
      : `${counted(unlisted, 'more finding')} can't be sent yet and ${unlisted === 1 ? 'is' : 'are'} not listed here.`,
    needing === 0 ? '' : `${counted(needing, 'finding needs attention', 'findings need attention')}.`,
  ].filter((sentence) => sentence !== '');
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** The same as a whole sentence, with what the person can do. */
export function nextSentence(next: QueueNext, nowMs: number): string {
  switch (next.kind) {
    case 'person':
      return needSentence(next.need);
    case 'sending':
      return 'Sending. Done once the service shows it.';
    case 'look':
      return Date.parse(next.at) <= nowMs
        ? 'The next sync checks whether it arrived before sending it again.'
        : `It may still arrive until ${clock(next.at)}. The first sync after that checks.`;
    case 'behind':
      return 'Changes of one finding are sent in order. Resolve the earlier one first.';
    case 'not-ready':
      return 'You hold the finding back. Not sent until you release it.';
    case 'held':
      return 'Many findings disappeared at once. Say whether they were deleted; nothing is sent until then.';
    case 'updates-stopped':
      return 'An edit emptied other fields on the service. Decide how to send edits first.';
    case 'foreign-account':
      return 'The API token belongs to someone else. Nothing of yours is sent in their name.';
    case 'credentials':
      return 'No valid API token. Connect again to send it.';
    case 'pause':
      return `The service asked you to wait until ${dateTime(next.until)}. It is sent after that.`;
    case 'sync':
      return 'It is sent with the next sync.';
  }
}

function needSentence(need: PersonNeed): string {
  switch (need) {
    case 'conflict':
      return 'You and someone else edited the same field. Choose a version to continue syncing.';
    case 'gone':
      return 'The finding was deleted, or is not visible to you. Create it again, or discard this.';
    case 'outdated':
      return 'The finding has changed since you decided. Check it and decide again.';
    case 'emptied':
      return 'Your edit emptied other fields on the service. Their contents are kept here.';
    case 'refused':
      return 'The service refused it. Try again or discard it.';
    case 'creation':
      return "Sent, but the service never confirmed it and we can't find it. Was it created?";
    case 'confirmation':
      return 'May cost credits. Confirm to send it.';
    case 'may-have-run':
      return 'No clear answer from the assistant. You may have been charged. Check the finding for a draft, ask again, or discard this.';
  }
}

/** What dropping an operation means here. */
export function discardWords({ discard, behind, evidence, row }: QueueDetail): string[] {
  if (!discard.allowed) return [];
  const also: string[] = [];
  if (row.kind === 'create' && behind > 0)
    also.push(`${counted(behind, 'later change')} of it ${behind === 1 ? 'is' : 'are'} discarded too.`);
  if (evidence > 0)
    also.push(
      `${counted(evidence, 'image')} of it ${evidence === 1 ? 'stays' : 'stay'} here until you remove ${evidence === 1 ? 'it' : 'them'}.`,
    );
  const kept =
    row.findings === 1
      ? 'The text stays in the history of the finding.'
      : 'Each finding keeps it in its history.';
  return [...discardMeans(discard.means), ...also, kept];
}

function discardMeans(means: Extract<DiscardOffer, { allowed: true }>['means']): string[] {
  switch (means) {
    case 'nothing-sent':
      return ['Never sent.'];
    case 'may-be-there':
      return [
        'Sent before; the service may or may not have it.',
        'If it did, discarding it here does not undo that.',
      ];
    case 'finding-goes':
      return ['The finding was never on the service. It disappears from your lists.'];
    case 'finding-may-be-there':
      return [
        'The finding was sent before and may have arrived.',
        'If so, a sync shows it as someone else’s new finding.',
      ];
  }
}

/** Why an operation cannot be tried again now. */
export function whyNotRetried(why: Extract<RetryOffer, { allowed: false }>['why']): string {
  switch (why) {
    case 'waits-already':
      return 'It is pending already: the next sync sends it.';
    case 'conflict':
      return 'It is in conflict: decide what it becomes first.';
    case 'still-looking':
      return 'It may have arrived. Sending it again could create a second finding.';
    case 'sending':
      return 'It is being sent right now.';
    case 'assistant':
      return 'Ask the assistant again, or discard this.';
  }
}

/** What trying again means here. */
export function retryWords(means: Extract<RetryOffer, { allowed: true }>['means']): string {
  switch (means) {
    case 'sends-again':
      return 'Sent as it is with the next sync.';
    case 'reads-first':
      return 'The next sync sends only what is missing there.';
    case 'may-double':
      return 'It is sent a second time. If the first one arrived after all, there are two.';
  }
}

/** How often something was sent, and when last. @param nowMs since the epoch */
export function triedWords(
  { attempts, lastAttemptAt, said }: Pick<QueueRow, 'attempts' | 'lastAttemptAt' | 'said'>,
  nowMs: number,
): string {
  // One that was put back has its attempts before it, and may have the service's answer to them beside this.
  if (attempts === 0) return said === null ? 'pending' : 'not sent again';
  const times = attempts === 1 ? 'once' : `${number(attempts)} times`;
  return `sent ${times}${lastAttemptAt === null ? '' : `, last ${ago(lastAttemptAt, nowMs)}`}`;
}

/** How one attempt ended. */
export function attemptWords({ outcome, status }: QueueAttempt): string {
  switch (outcome) {
    case 'under-way':
      return 'Under way';
    case 'not-sent':
      return 'It did not leave this computer';
    case 'refused':
      return status === 401
        ? 'The service asked for a valid token (401)'
        : status === 429
          ? 'The service asked you to wait (429)'
          : `Refused by the service (${String(status)})`;
    case 'unknown':
      return 'No clear answer came back';
    case 'acknowledged':
      return 'Accepted by the service';
    case 'not-confirmed':
      return 'Accepted, but the service does not show it';
  }
}

/** All of an operation as text, to be kept elsewhere: what it would do, finding by finding, field by field. */
export function asText({ row, parts, comment }: QueueDetail): string {
  const findings = parts.map(({ id, title, changes }) =>
    [
      `${title === '' ? 'Untitled' : title} (${id})`,
      ...changes.map(({ field, now }) => `${labelOf(field)}:\n${comparableText(now, field)}`),
    ].join('\n\n'),
  );
  const more = row.findings - parts.length;
  return [
    `${kindWords(row)}, ${dateTime(row.since)}`,
    ...(comment === null ? [] : [comment]),
    ...findings,
    ...(more > 0 ? [`and ${counted(more, 'more finding')}`] : []),
  ].join('\n\n');
}
