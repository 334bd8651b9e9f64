import type {
  AskHindrance,
  AskPreview,
  AssistantDraft,
  Confirmed,
} from '#contract/procedures/findings/assistant.ts';
import type { Json } from '#contract/json.ts';
import type { EntryOrigin } from './proposed-values.ts';
import { isList, stringify } from '#domain/base/json.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** What the dialog is called that asks. */
export function askTitle({ kind }: Pick<AskPreview, 'kind'>): string {
  return kind === 'ai-merge'
    ? 'Ask the assistant to propose a merge?'
    : 'Ask the assistant for a demonstration?';
}

/** Why the assistant cannot be asked now. */
export function hindranceWords(hindrance: AskHindrance): string {
  switch (hindrance.kind) {
    case 'not-at-service':
      return 'Sync first: not all of these findings are on the service yet.';
    case 'gone':
      return 'One of these findings is deleted, or not visible to you.';
    case 'deletion':
      return 'One of these findings will be deleted. Discard the deletion to ask about it.';
    case 'other-engagement':
      return 'Only findings of one engagement can be merged.';
    case 'asked-already':
      return hindrance.state === 'unknown'
        ? 'You asked this before, and may have been charged.'
        : hindrance.state === 'rejected'
          ? 'You asked this before, and the service refused.'
          : hindrance.state === 'sending'
            ? 'Already asking. The answer will be kept.'
            : 'The assistant is asked this already. It is pending.';
  }
}

/** What the assistant does not see. */
export function unsentWords(unsent: readonly string[]): string {
  return unsent.length === 1
    ? 'One finding has unsent changes, which the assistant does not see.'
    : `${counted(unsent.length, 'finding')} have unsent changes, which the assistant does not see.`;
}

/** What came of a confirmation, as a heading over the words of the program. */
export function cameTitle({ kind }: Exclude<Confirmed, { kind: 'written' }>): string {
  switch (kind) {
    case 'refused':
      return 'The service refused it. Nothing ran.';
    case 'asked':
      return 'No longer waiting';
    case 'unknown':
      return 'No answer: you may have been charged';
    case 'paused':
      return 'The assistant asks you to wait. Nothing ran.';
    case 'waits':
      return 'Nothing left this computer';
  }
}

/** What a draft is, in a list. */
export function draftWords({ kind, finding, others }: AssistantDraft): string {
  const title = finding.title === '' ? 'Untitled' : finding.title;
  return kind === 'ai-merge'
    ? `Merge of ${counted(others.length + 1, 'finding')} into ${title}`
    : `Demonstration for ${title}`;
}

/** How far a draft was accepted. */
export function acceptedWords({ state, fields }: Pick<AssistantDraft, 'state' | 'fields'>): string {
  switch (state) {
    case 'accepted':
      return 'accepted';
    case 'open':
      return fields.some(({ accepted }) => accepted) ? 'accepted in part' : 'not accepted';
    case 'dropped':
      return fields.some(({ accepted }) => accepted) ? 'accepted in part, the rest discarded' : 'discarded';
  }
}

/** What became of the findings that were merged into another one. */
export function othersWords(count: number): string {
  return count === 1
    ? 'The other finding stays as it is until you delete it.'
    : `The other ${counted(count, 'finding')} stay as they are until you delete them.`;
}

/** What is said before the others of a merge are deleted. */
export const mergeStrings = {
  whole: (survivor: string) =>
    `${survivor} has the assets, references, images, comments and verdicts of the others.`,
  lacks: (survivor: string, others: number) =>
    `${survivor} lacks what ${others === 1 ? 'the other one has, and loses it if that is deleted' : 'the others have, and loses it if they are deleted'}:`,
  take: 'Take these over',
} as const;

/** A proposed value as a person reads it. */
export function valueWords(value: Json): string {
  if (value === null || value === '') return 'Nothing';
  if (typeof value === 'string') return value;
  if (isList(value) && value.every((entry) => typeof entry === 'string')) return value.join('\n');
  return stringify(value);
}

/** What is said beside an entry of a list. */
export const originWords: Readonly<Record<Exclude<EntryOrigin, 'both'>, string>> = {
  new: 'New',
  'not-proposed': 'Not proposed',
  others: 'In another finding',
};

/** What changes a proposed text before it is accepted. */
export const proposalStrings = {
  edit: 'Edit',
  reset: 'As proposed',
  editOf: (field: string) => `Edit ${field}`,
  resetOf: (field: string) => `${field} as proposed`,
} as const;
