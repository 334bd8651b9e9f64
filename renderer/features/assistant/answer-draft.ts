import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';
import type { EditedValues } from './proposed-values.ts';

/** What the assistant wrote, as the user changed it; there while it is not kept. */
export interface ChangedAnswer {
  /** The operation that asked for it. */
  readonly op: string;
  /** Of a demonstration. */
  readonly text: string;
  /** Of a merge: the fields that were changed, and those that are to be accepted. */
  readonly edited?: EditedValues;
  readonly chosen?: ReadonlySet<string>;
}

export const answerDraftOf = formDraft<ChangedAnswer>({ isWritten: () => true });
