import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** Lines of a scope that are about to be added. */
export interface ScopeLines {
  readonly project: string;
  readonly fact: 'scopeIn' | 'scopeOut';
  readonly text: string;
}

export const scopeLinesDraftOf = formDraft<ScopeLines>({
  isWritten: ({ text }) => text.trim() !== '',
  projectOf: ({ project }) => project,
});
