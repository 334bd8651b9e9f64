import type { SettingValue } from '#contract/window/settings.ts';
import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

export type Snippet = SettingValue<'snippets'>['list'][number];

/** A snippet that is being written. */
export interface SnippetDraft {
  /** The one that is changed, by its name; null for a new one. */
  readonly of: string | null;
  /** As it was to begin with. */
  readonly before: Snippet;
  readonly now: Snippet;
}

export const snippetDraftOf = formDraft<SnippetDraft>({
  isWritten: ({ before, now }) => now.name !== before.name || now.text !== before.text,
});
