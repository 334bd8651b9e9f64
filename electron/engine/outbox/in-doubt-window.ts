import { changeItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import type { ReadContext, ServiceContext } from '../context.ts';

type InDoubt = Pick<OpenItem, 'quietFromMs' | 'quietBoot'>;

/**
 * How long (ms) an unknown write may still land: the rest of the in-doubt window on the machine's awake clock. After
 * a restart of the machine nobody knows how much of it had passed: it counts from the first look again.
 */
export function inDoubtLeftMs(ctx: Pick<ReadContext, 'clock' | 'profile'>, item: InDoubt): number {
  const { quietTimeMs } = ctx.profile;
  if (item.quietFromMs === null || item.quietBoot !== ctx.clock.bootId()) return quietTimeMs;
  return Math.max(0, quietTimeMs - (ctx.clock.awakeMs() - item.quietFromMs));
}

/** Whether the in-doubt window of an unknown write has passed by now. */
export function isInDoubtOver(ctx: ServiceContext, item: InDoubt): boolean {
  return !inDoubtSinceEarlierBoot(ctx, item) && inDoubtLeftMs(ctx, item) === 0;
}

/** Whether the in-doubt window has to be started anew because the machine was restarted since. */
export function inDoubtSinceEarlierBoot(ctx: ServiceContext, item: InDoubt): boolean {
  return item.quietFromMs === null || item.quietBoot !== ctx.clock.bootId();
}

/** Starts the in-doubt window now. */
export function startInDoubtWindow(ctx: ServiceContext, item: Pick<OpenItem, 'seq' | 'finding'>): void {
  changeItem(ctx.db, item, {
    quietFromMs: ctx.clock.awakeMs(),
    quietBoot: ctx.clock.bootId(),
    quietSweeps: 0,
  });
}
