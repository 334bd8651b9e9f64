import type { ConflictCause, ConflictView, Offered } from '#contract/procedures/findings/conflict.ts';
import type { EditableField } from '#contract/finding/finding.ts';
import type { Json } from '#contract/json.ts';
import { exchangesText } from '#domain/finding/http-text.ts';
import { isList } from '#domain/base/json.ts';
import { isChoice, valueLabel } from '#domain/finding/labels/value-labels.ts';
import { labelOf, namesOf } from '#domain/finding/labels/field-labels.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** A side of a conflict as a column or a card is headed. */
export type Side = 'was' | 'mine' | 'theirs';

export const sides: readonly { readonly side: Side; readonly label: string; readonly hint: string }[] = [
  { side: 'was', label: 'Original', hint: 'before the edits' },
  { side: 'mine', label: 'Yours', hint: 'on this computer' },
  { side: 'theirs', label: 'Theirs', hint: 'on the service' },
];

/** What takes a side, as the label of its button. */
export const useWords: Readonly<Record<Side, string>> = {
  was: 'Use original',
  mine: 'Use yours',
  theirs: 'Use theirs',
};

/** A value for a person: texts as they are, lists line by line, exchanges one below the other, nothing told from empty. */
export function shown(
  value: Json | undefined,
  field?: EditableField,
): { readonly text: string; readonly empty: boolean } {
  if (value === undefined || value === null) return { text: 'No value', empty: true };
  if (value === '' || (isList(value) && value.length === 0)) return { text: 'Empty', empty: true };
  if (typeof value === 'string') return { text: isChoice(field) ? valueLabel(value) : value, empty: false };
  if (isList(value) && value.every((entry) => typeof entry === 'string')) {
    return { text: value.join('\n'), empty: false };
  }
  return { text: exchangesText(value) ?? JSON.stringify(value, null, 2), empty: false };
}

/** A value within a sentence. */
function brief(value: Json | undefined, field: EditableField): string {
  const { text, empty } = shown(value, field);
  if (empty) return text.toLowerCase();
  const [line = ''] = text.split('\n');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

type Asked = Pick<ConflictCause, 'kind' | 'reason' | 'offered' | 'decision' | 'fields' | 'values'>;

/** Why all of a cause wait, as the heading of their group. */
export function causeWords(cause: Asked): string {
  const { fields, values } = cause;
  const [value] = values;
  switch (cause.reason) {
    case 'gone':
      return cause.kind === 'review'
        ? 'Decisions on candidates deleted on the service'
        : 'Changes to findings deleted on the service';
    case 'empty-asset':
      return 'No asset would be left';
    case 'outdated': {
      const what = fields.length === 0 ? 'changed since' : `${namesOf(fields)} changed since`;
      return `${wishOf(cause)}, ${what}`;
    }
    case 'fields':
      if (cause.offered === 'emptied') return `Emptied by an edit: ${namesOf(fields)}`;
      if (cause.offered === 'overwritten') return `No longer as you left it: ${namesOf(fields)}`;
      return value !== undefined && fields.length === 1
        ? `${labelOf(value.field)}: you ${brief(value.mine, value.field)}, the service ${brief(value.theirs, value.field)}`
        : `Both changed ${namesOf(fields)}`;
  }
}

/** What conflicts are about that ask for the whole finding, as the heading of their group. */
export function wholeWords(cause: Asked): string {
  return cause.reason === 'outdated' ? wishOf(cause) : causeWords(cause);
}

/** How the conflicts of a cause differ from the others of their group; null if nothing short says so. */
export function captionWords({ reason, offered, fields, values }: Asked): string | null {
  if (reason === 'outdated') {
    const changed = fields.length === 0 ? 'changed since' : `${namesOf(fields)} changed since`;
    return `${changed.slice(0, 1).toUpperCase()}${changed.slice(1)}`;
  }
  if (reason !== 'fields') return null;
  if (offered !== null) return offered === 'emptied' ? 'Emptied by an edit' : 'No longer as you left it';
  const [value] = values;
  if (value === undefined || fields.length > 1) return null;
  return `Yours ${brief(value.mine, value.field)}, theirs ${brief(value.theirs, value.field)}`;
}

function wishOf({ kind, decision }: Pick<Asked, 'kind' | 'decision'>): string {
  if (kind === 'review') return decision === 'accept' ? 'To be accepted' : 'To be rejected';
  return 'To be deleted';
}

const offeredWords: Record<Offered, string> = {
  emptied:
    'Your edit emptied this on the service. Yours shows the text as it was. Nothing is sent until you decide.',
  overwritten:
    'The service had your version and shows another one now: your edit arrived late, or someone else changed it. ' +
    'Nothing is sent until you decide.',
};

/** What has happened and what is asked, for the head of one conflict. */
export function questionWords(view: ConflictView): string {
  switch (view.reason) {
    case 'gone':
      return (
        'The finding was deleted on the service, or your account can no longer see it. Create it again with its texts, images, ' +
        'comments and verdicts, or discard your change. If it reappears, your change is sent automatically.'
      );
    case 'empty-asset':
      return 'Together, both changes remove every asset, and the service needs at least one. Nothing is sent until you add one.';
    case 'outdated':
      return view.kind === 'review'
        ? 'The candidate changed on the service after your decision. Check what is new and decide again.'
        : 'The finding changed on the service after you asked to delete it. Check what is new and decide again.';
    case 'fields':
      if (view.offered !== null) return offeredWords[view.offered];
      return view.kind === 'bulk-status'
        ? 'Someone else changed the status of this finding while your bulk change was pending.'
        : 'You and someone else edited the same field. Choose a version to continue syncing.';
  }
}

/** What an answer for the whole does, as the label of its button. */
export function answerWords(
  view: Pick<ConflictView, 'kind' | 'reason' | 'review'>,
  side: 'mine' | 'theirs',
): string {
  if (view.reason === 'gone') return side === 'mine' ? 'Create again' : 'Discard my change';
  if (view.reason === 'outdated') {
    if (view.kind === 'review') {
      const verb = view.review?.decision === 'accept' ? 'Accept' : 'Reject';
      return side === 'mine' ? `${verb} current version` : 'Withdraw my decision';
    }
    return side === 'mine' ? 'Delete anyway' : 'Keep the finding';
  }
  if (view.kind === 'bulk-status') return side === 'mine' ? 'Set my status' : 'Leave their status';
  return side === 'mine' ? 'Use yours' : 'Use theirs';
}

/** What one answer for all of a cause does, in a sentence. */
export function allWords(cause: ConflictCause, side: 'mine' | 'theirs'): string {
  const many = counted(cause.findings.length, 'finding');
  switch (cause.reason) {
    case 'gone':
      return side === 'mine'
        ? `${many} are created again, with their images, comments and verdicts.`
        : `Your changes of ${many} are discarded. They stay in the history.`;
    case 'outdated':
      if (cause.kind === 'review') {
        const verb = cause.decision === 'accept' ? 'accepted' : 'rejected';
        return side === 'mine'
          ? `${many} are ${verb} as they are now.`
          : `Your decisions on ${many} are withdrawn.`;
      }
      return side === 'mine'
        ? `${many} are deleted for everyone, in their current version.`
        : `${many} stay. Nothing is deleted.`;
    case 'fields':
    case 'empty-asset': {
      const what = namesOf(cause.fields);
      return side === 'mine'
        ? `Your ${what} replaces the version on the service, for ${many}.`
        : `Your change of ${what} is discarded for ${many}. It stays in the history.`;
    }
  }
}

/** What is told of findings that are created again. */
export function createdAgainText(findings: number): string {
  return `${counted(findings, 'finding')} created again. Sent at the next sync.`;
}

/** How a side of an entry of a list is told. @param lost whether the service lost of the list what it has no more */
export function entryWords(
  entry: { readonly base: boolean; readonly mine: boolean; readonly theirs: boolean },
  lost: boolean,
): string {
  const { base, mine, theirs } = entry;
  if (base) {
    if (mine && theirs) return 'in both';
    if (mine) return lost ? 'not on the service' : 'removed by them';
    return theirs ? 'removed by you' : 'removed by both';
  }
  if (mine && theirs) return 'added by both';
  if (mine) return 'added by you';
  return theirs ? 'added by them' : 'added now';
}
