import type { Verdict } from '#contract/value-lists.ts';
import { formDraft } from '#renderer/session/unsaved/form-draft.svelte.ts';

/** What a retest found of many findings. */
export interface VerdictsDraft {
  readonly project: string;
  /** Row numbers. */
  readonly rows: readonly number[];
  /** The title of the finding, if it is one and its title is known. */
  readonly name: string | null;
  /** The number of the round; empty while none is chosen. */
  readonly round: string;
  readonly verdict: Verdict | null;
  readonly text: string;
  readonly at: string;
  readonly who: string;
  readonly pendingRetest: boolean;
  readonly setStatus: boolean;
}

export const verdictsDraftOf = formDraft<VerdictsDraft>({
  isWritten: ({ text, who }) => text.trim() !== '' || who.trim() !== '',
  projectOf: ({ project }) => project,
});

/** The words of a round of retests. */
export interface RoundWords {
  readonly name: string;
  readonly begins: string;
  readonly ends: string;
  readonly note: string;
}

/** A round whose words are being written. */
export interface RoundDraft {
  readonly project: string;
  /** Its number; `first` or another `new` one. */
  readonly round: number | 'first' | 'new';
  /** What the user touched; everything else is as the round has it. */
  readonly touched: Partial<RoundWords>;
  /** What the round held of it then. */
  readonly from: Partial<RoundWords>;
}

export const roundDraftOf = formDraft<RoundDraft>({
  isWritten: ({ touched }) => Object.keys(touched).length > 0,
  projectOf: ({ project }) => project,
});
