import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import { choiceOptions, themeFile } from './deliverable.ts';

/* The pages of a report while it is worked on: laid out by a process that keeps them, shown one by one. */

/** Names the window whose pages these are: another one does not change them. */
const view = z.string().min(1).max(100);
/** Names a state of the engagement that is shown; another one with each `preview.open`. */
const turn = z.int().min(1);

export const previewProcedures = {
  /**
   * Shows the engagement as it is now, with these choices; what did not change since the last time is kept. With `theme` it
   * looks as that file says, which is kept nowhere; one with a mistake is refused (`invalid`).
   */
  'preview.open': procedure<PreviewState>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({
      view,
      project,
      draft: z.boolean().default(false),
      theme: themeFile.optional(),
      ...choiceOptions,
    }),
  }),
  /** Answers as soon as there are more pages than `pages`, or all, or after a few seconds. */
  'preview.state': procedure<PreviewState>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({ view, project, turn, pages: z.int().min(0) }),
  }),
  /**
   * A page, as soon as it is laid out; the last one if there are not so many.
   * Answers: `content`: the page as a PDF of its own, base64. Until all pages are there, numbers of later ones stand open.
   */
  'preview.page': procedure<{
    readonly state: PreviewState;
    readonly page: number;
    readonly content: string;
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({ view, project, page: z.int().min(1) }),
  }),
  /** Ends the process and forgets the pages. */
  'preview.close': procedure<{ readonly closed: boolean }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({ view, project }),
  }),
};

/** How far the pages of a turn are laid out: pages that can be shown, and parts of the document that are done. */
export interface PreviewState {
  readonly turn: number;
  readonly pages: number;
  readonly done: number;
  readonly total: number;
  readonly complete: boolean;
}
