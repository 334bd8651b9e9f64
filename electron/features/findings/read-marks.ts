import type { ProcedureInput } from '#contract/procedures/index.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { hasFetchMark, isUnread, writeReadMark, unreadFindings } from '#db/tables/findings/read-marks.ts';
import { transaction } from '#db/store/transaction.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { noEngagement } from '#engine/record/engagements.ts';

/** So many findings are marked between two breaths. */
const atOnce = 1_000;

/**
 * Marks findings as seen by the user: the unread ones among those named, all or none, or all unread ones of an
 * engagement. Others are answered meanwhile.
 *
 * @returns how many were marked
 * @throws DossierError `not-found`; what the signal aborts with
 */
export async function markRead(
  ctx: ServiceContext,
  which: ProcedureInput<'finding.look'>,
  signal: AbortSignal,
): Promise<number> {
  const { db } = ctx;
  if ('ids' in which) {
    const named = new Set(which.ids.map((id) => findingNamed(ctx, id).finding));
    // A view looks at what it shows whenever something changes: if that is nothing new, nothing is written.
    const unread = [...named].filter((finding) => isUnread(db, finding));
    const isNew = new Set(unread);
    const seen = [...named].filter((finding) => isNew.has(finding) || hasFetchMark(db, finding));
    if (seen.length > 0) {
      transaction(db, () => {
        for (const finding of seen) writeReadMark(db, finding, nowIso(ctx));
      });
    }
    return unread.length;
  }
  const { project } = which;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  for (let looked = 0, after = 0; ;) {
    const findings = unreadFindings(db, { project, after, limit: atOnce });
    const last = findings.at(-1);
    if (last === undefined) return looked;
    transaction(db, () => {
      for (const finding of findings) writeReadMark(db, finding, nowIso(ctx));
    });
    looked += findings.length;
    after = last;
    await ctx.clock.sleep(0, signal);
    signal.throwIfAborted();
  }
}
