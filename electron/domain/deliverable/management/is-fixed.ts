import type { Verdict } from '#contract/value-lists.ts';

/** What says of a finding whether it is fixed. */
export interface Remedied {
  /** In the order of the rounds. */
  readonly verdicts: readonly { readonly round: number; readonly verdict: Verdict }[];
  /** Whether its status is one of the closed ones of the profile. */
  readonly closed?: boolean | undefined;
}

/**
 * Whether a finding is fixed: by its newest verdict, or, if no round looked at it, by a closed status. When a status was set is
 * not known, so it counts behind the assessment (round 0).
 */
export function isFixed({ verdicts, closed = false }: Remedied, afterRound = Infinity): boolean {
  const given = tellingVerdicts(verdicts);
  if (given.length === 0) return closed && afterRound > 0;
  return given.findLast(({ round }) => round <= afterRound)?.verdict === 'fixed';
}

/** The newest verdict of a round that looked at the finding; undefined if none did. */
export function newestVerdict({ verdicts }: Remedied): Verdict | undefined {
  return tellingVerdicts(verdicts).at(-1)?.verdict;
}

/** That a finding was not retested says nothing about it. */
function tellingVerdicts<Given extends { readonly verdict: Verdict }>(verdicts: readonly Given[]): Given[] {
  return verdicts.filter(({ verdict }) => verdict !== 'not-retested');
}
