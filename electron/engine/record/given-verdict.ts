import type { GivenVerdict } from '#contract/deliverable/rounds.ts';
import type { VerdictRow } from '#db/tables/reports/rounds.ts';

/** An entry of the log as it crosses the boundary; null for one that says it was cleared. */
export function given({ verdict, day, who, text, setAt }: VerdictRow): GivenVerdict | null {
  return verdict === null ? null : { verdict, at: day, who, text, setAt };
}
