import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { VerdictRow, VerdictWords } from '#db/tables/reports/rounds.ts';

/** What a person said of a verdict; undefined if they said nothing. */
export interface VerdictWish {
  readonly verdict: Verdict;
  readonly text: string | undefined;
  readonly day: string | undefined;
  readonly who: string | undefined;
  readonly today: string;
  /** Who is connected. */
  readonly caller: string;
}

/**
 * What a verdict says then. What was written before stays if nothing else was said; another verdict is of today and
 * of its author.
 */
export function wordsFor(wanted: VerdictWish, before: VerdictRow | null): VerdictWords {
  const kept = before?.verdict === wanted.verdict ? before : null;
  return {
    verdict: wanted.verdict,
    text: wanted.text ?? (before?.verdict === null ? '' : (before?.text ?? '')),
    day: wanted.day ?? kept?.day ?? wanted.today,
    who: wanted.who ?? kept?.who ?? wanted.caller,
  };
}

/** Whether a finding has it so already. */
export function sameWords(before: VerdictRow | null, after: VerdictWords): boolean {
  if (before === null) return false;
  return (
    before.verdict === after.verdict &&
    before.text === after.text &&
    before.day === after.day &&
    before.who === after.who
  );
}
