import { DossierError } from '#contract/error.ts';
import type { EngagementHits } from '#contract/procedures/findings/lists.ts';
import { parseQuery } from '#domain/query/parse.ts';
import type { Query } from '#domain/query/query.ts';
import { listEngagements } from '#db/tables/engagements.ts';
import { listRows } from '#db/tables/findings/lists.ts';
import type { ReadContext } from '#engine/context.ts';
import { queryError, queryFindings, type ListAnswer } from '#engine/search/query.ts';

/** So many findings that are not indexed yet are read in each engagement. */
const maxRead = 50;

/**
 * The findings of all engagements that a query finds, the most severe of each first. Others are answered between two
 * engagements.
 *
 * @param ask.max so many findings of each; null for all
 * @throws DossierError `query`; what the signal aborts with
 */
export async function searchEngagements(
  ctx: ReadContext,
  { query: text, max }: { readonly query: string; readonly max: number | null },
  signal: AbortSignal,
): Promise<readonly EngagementHits[]> {
  const parsed = parseQuery(text);
  if (parsed.kind === 'broken') throw queryError(parsed);
  const hits: EngagementHits[] = [];
  let refused: DossierError | null = null;
  let isKnown = false;
  for (const { project, name } of listEngagements(ctx.db)) {
    await ctx.clock.sleep(0, signal);
    signal.throwIfAborted();
    const answer = searched(ctx, project, parsed.query);
    if (answer instanceof DossierError) {
      refused ??= answer;
      continue;
    }
    isKnown = true;
    const { findings, behind } = answer;
    if (findings.length === 0 && behind === 0) continue;
    const shown = listRows(ctx.db, findings.subarray(0, max ?? findings.length));
    hits.push({
      project,
      name,
      count: findings.length,
      findings: shown.map(({ id, title, severity, status, sync }) => ({ id, title, severity, status, sync })),
      behind,
    });
  }
  if (!isKnown && refused !== null) throw refused;
  return hits;
}

/** A status that one engagement has need not be known in the others: there it finds nothing. */
function searched(
  { db, clock, profile }: ReadContext,
  project: string,
  query: Query,
): ListAnswer | DossierError {
  try {
    return queryFindings(db, { project, query, nowMs: clock.wallMs(), profile, maxRead });
  } catch (error) {
    if (error instanceof DossierError && error.code === 'query') return error;
    throw error;
  }
}
