import { unreadFindings, writeFetchMark } from '#db/tables/findings/read-marks.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type OnlineContext } from '../context.ts';

/** So many findings are marked in one transaction. */
const atOnce = 200;

/** Counts as read what the first whole fetch of an engagement brought: what was there before it is no news. */
export async function markFirstFetch(ctx: OnlineContext, project: string): Promise<void> {
  const { db, signal } = ctx;
  const at = nowIso(ctx);
  for (let after = 0; !signal.aborted;) {
    const findings = unreadFindings(db, { project, after, limit: atOnce });
    const last = findings.at(-1);
    if (last === undefined) return;
    transaction(db, () => {
      for (const finding of findings) writeFetchMark(db, finding, at);
    });
    after = last;
    await ctx.clock.sleep(0, signal);
    await ctx.scheduler.yieldToUser(signal);
  }
}
