import type { OpenItem } from '#db/operations.ts';
import type { Workplace } from '../context.ts';

/**
 * How long (ms) an unknown write may still land: the rest of the quiet time on the machine's awake clock. After
 * a restart of the machine nobody knows how much of it had passed: it counts from the first look again.
 */
export function quietLeftMs(place: Workplace, item: Pick<OpenItem, 'quietFromMs' | 'quietBoot'>): number {
  const { quietTimeMs } = place.profile;
  if (item.quietFromMs === null || item.quietBoot !== place.clock.bootId()) return quietTimeMs;
  return Math.max(0, quietTimeMs - (place.clock.awakeMs() - item.quietFromMs));
}

/** Whether the quiet time has to be started anew because the machine was restarted since. */
export function quietIsOfAnotherBoot(
  place: Workplace,
  item: Pick<OpenItem, 'quietFromMs' | 'quietBoot'>,
): boolean {
  return item.quietFromMs === null || item.quietBoot !== place.clock.bootId();
}
