import { changeItem, type OpenItem } from '#db/tables/operations.ts';
import type { Reading, Workplace } from '../context.ts';

type Quiet = Pick<OpenItem, 'quietFromMs' | 'quietBoot'>;

/**
 * How long (ms) an unknown write may still land: the rest of the quiet time on the machine's awake clock. After
 * a restart of the machine nobody knows how much of it had passed: it counts from the first look again.
 */
export function quietLeftMs(place: Pick<Reading, 'clock' | 'profile'>, item: Quiet): number {
  const { quietTimeMs } = place.profile;
  if (item.quietFromMs === null || item.quietBoot !== place.clock.bootId()) return quietTimeMs;
  return Math.max(0, quietTimeMs - (place.clock.awakeMs() - item.quietFromMs));
}

/** Whether the quiet time of an unknown write has passed by now. */
export function isQuietOver(place: Workplace, item: Quiet): boolean {
  return !quietIsOfAnotherBoot(place, item) && quietLeftMs(place, item) === 0;
}

/** Whether the quiet time has to be started anew because the machine was restarted since. */
export function quietIsOfAnotherBoot(place: Workplace, item: Quiet): boolean {
  return item.quietFromMs === null || item.quietBoot !== place.clock.bootId();
}

/** Starts the quiet time now. */
export function startQuietTime(place: Workplace, item: Pick<OpenItem, 'seq' | 'finding'>): void {
  changeItem(place.db, item, {
    quietFromMs: place.clock.awakeMs(),
    quietBoot: place.clock.bootId(),
    quietSweeps: 0,
  });
}
