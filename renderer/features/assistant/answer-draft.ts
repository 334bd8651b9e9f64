import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** What the assistant wrote, as the user changed it; there while it is not kept. */
export interface ChangedAnswer {
  /** The operation that asked for it. */
  readonly op: string;
  readonly text: string;
}

export const answerDraftOf = formDraft<ChangedAnswer>({ isWritten: () => true });
