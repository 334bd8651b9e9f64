import type { Verdict } from '#contract/value-lists.ts';
import type { PageInput } from '#renderer/api/api.ts';
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

/**
 * What is to be set; null while the round, the verdict or the findings are not known.
 *
 * @param isOffered whether a status goes with the verdict
 */
export function verdictInput(
  { verdict, text, at, who, setStatus, ...stays }: Omit<VerdictsDraft, 'rows' | 'name' | 'round'>,
  of: { readonly round: number | null; readonly ids: readonly string[]; readonly isOffered: boolean },
): PageInput<'verdict.preview'> | null {
  if (of.round === null || verdict === null || of.ids.length === 0) return null;
  return {
    ...stays,
    round: of.round,
    ids: [...of.ids],
    verdict,
    setStatus: setStatus && of.isOffered,
    ...(text.trim() === '' ? {} : { text }),
    ...(at === '' ? {} : { at }),
    ...(who.trim() === '' ? {} : { who: who.trim() }),
  };
}

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
