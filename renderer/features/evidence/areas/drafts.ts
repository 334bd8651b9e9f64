import type { Annotation } from '#contract/finding/annotation.ts';
import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';
import { changesAnything, type Planning } from '#renderer/features/evidence/areas/areas.ts';
import type { Steps } from '#renderer/session/steps.ts';

/** Which image something is drawn on. */
interface DrawnOn {
  readonly project: string;
  /** The id of the finding. */
  readonly finding: string;
  /** Of which round of retests the image is; null for one of the finding's own. */
  readonly round: number | null;
  readonly evidence: string;
  /** The hash of the pixels: on others the areas would cover another place, and spare what was to be destroyed. */
  readonly drawnOn: string;
}

/** What is marked on an image to be cropped or covered, before it is done. */
export interface MarkedImage extends DrawnOn {
  readonly planning: Planning;
}

export const markedImageOf = formDraft<MarkedImage>({
  isWritten: ({ planning }) => changesAnything(planning.now),
  projectOf: ({ project }) => project,
});

/** Annotations of an image that are being drawn. */
export interface AnnotatedImage extends DrawnOn {
  /** The hash of the picture that the user began with: with other annotations, it is another one. */
  readonly seen: string;
  readonly steps: Steps<readonly Annotation[]>;
}

export const annotatedImageOf = formDraft<AnnotatedImage>({
  isWritten: ({ steps }) => steps.before.length > 0,
  projectOf: ({ project }) => project,
});
