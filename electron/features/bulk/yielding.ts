import type { BulkProgress } from '#contract/procedures/findings/bulk.ts';
import type { ServiceContext } from '#engine/context.ts';

/** What a long piece of work over many findings is told by and ended with. */
export interface Pace {
  readonly signal: AbortSignal;
  readonly progress: (event: BulkProgress) => void;
}

/** So long the host may be busy between two breaths, and so much is done in one at most. */
const breathMs = 10;
const maxPerTurn = 200;

/**
 * Does one thing after another for a breath's time; one at least.
 *
 * @param one answers false if nothing is left to do
 */
export function forABreath({ clock }: ServiceContext, one: () => boolean): void {
  const until = clock.awakeMs() + breathMs;
  for (let done = 1; one() && done < maxPerTurn && clock.awakeMs() < until; done += 1);
}

/** Lets others be answered. @throws what the signal aborts with */
export async function breathe({ clock }: ServiceContext, signal: AbortSignal): Promise<void> {
  await clock.sleep(0, signal);
  signal.throwIfAborted();
}
