import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';
import type { ThemeDraft } from '#renderer/features/reports/theme/theme-draft.ts';

/** A theme for reports that is being written. */
export interface ThemeForm {
  /** As it was to begin with. */
  readonly before: ThemeDraft;
  readonly draft: ThemeDraft;
}

export const themeFormOf = formDraft<ThemeForm>({
  isWritten: ({ before, draft }) => JSON.stringify(before) !== JSON.stringify(draft),
});
