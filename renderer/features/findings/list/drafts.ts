import type { SavedView } from '#contract/window/window.ts';
import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** A finding that is being made. */
export interface NewFindingDraft {
  /** The name of its creation: asked for twice under one name, it is made once. */
  readonly op: string;
  /** The engagement that it is for. */
  readonly project: string;
  readonly title: string;
  readonly assets: readonly string[];
  /** The next asset as far as it is typed. */
  readonly asset: string;
  readonly severity: string;
}

export const newFindingDraftOf = formDraft<NewFindingDraft>({
  isWritten: ({ title, assets, asset }) => [title, ...assets, asset].some((text) => text.trim() !== ''),
  projectOf: ({ project }) => project,
});

/** The name of a list that is being saved. */
export interface ListName {
  /** The list that is called otherwise; null for a new one. */
  readonly view: SavedView | null;
  readonly name: string;
}

export const listNameDraftOf = formDraft<ListName>({
  isWritten: ({ view, name }) => name.trim() !== (view?.name ?? ''),
});
