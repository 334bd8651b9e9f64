import type { Api } from '#renderer/api/api.ts';
import { unsavedDraftsOf } from './unsaved-drafts.svelte.ts';

/** What one feature knows of texts that were typed in this page and are in no store yet. */
export interface UnsavedPart {
  readonly isUnsaved: (api: Api) => boolean;
  /** Lets go of what was typed in other engagements than these; says whether there was any. */
  readonly keepOf?: (api: Api, projects: ReadonlySet<string>) => boolean;
}

const parts: UnsavedPart[] = [
  {
    isUnsaved: (api) => unsavedDraftsOf(api).isWritten,
    keepOf: (api, projects) => unsavedDraftsOf(api).keepOf(projects),
  },
];

/** Registers what a feature keeps in the page. Each feature calls it once, as its state is loaded. */
export function onUnsaved(part: UnsavedPart): void {
  parts.push(part);
}

/** Whether anything that was typed in this page is in no store yet, whichever screen it was typed on. */
export function isUnsaved(api: Api): boolean {
  return parts.some((part) => part.isUnsaved(api));
}

/**
 * Lets go of what was typed in other engagements than these, which are all that the vault has. A destroyed engagement's text
 * can be saved nowhere, and must not live on in the page.
 * @returns whether anything was typed there
 */
export function keepUnsavedOf(api: Api, projects: ReadonlySet<string>): boolean {
  // Every part lets go, also after one that had something.
  return parts.map(({ keepOf }) => keepOf?.(api, projects) ?? false).includes(true);
}
