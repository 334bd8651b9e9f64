import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** An engagement that is being added. */
export interface NewEngagement {
  readonly id: string;
  readonly name: string;
  readonly client: string;
}

export const newEngagementDraftOf = formDraft<NewEngagement>({
  isWritten: (words) => Object.values(words).some((word: string) => word.trim() !== ''),
});
