import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** The title of a report; there while it is not kept. */
export interface ReportTitle {
  readonly project: string;
  readonly text: string;
}

export const titleDraftOf = formDraft<ReportTitle>({
  isWritten: () => true,
  projectOf: ({ project }) => project,
});
