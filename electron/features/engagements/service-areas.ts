import type { ServiceAreas } from '#contract/procedures/engagements.ts';
import { DossierError } from '#contract/error.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { assetsIn, metricsIn } from '#domain/answers/named-reads.ts';
import type { OnlineContext } from '#engine/context.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import { readNamed, readNamedList } from './named-reads.ts';

/**
 * Reads what the service has of a project beside its findings, where the profile names a read of it. Stores nothing.
 *
 * @throws DossierError `foreign-token`, or the failure of the read that shows whose the credentials are
 */
export async function readServiceAreas(ctx: OnlineContext, project: string): Promise<ServiceAreas> {
  const { reads } = ctx.profile;
  const paused = await checkOwner(ctx);
  if (paused !== null) throw DossierError.of(toFailure(paused));
  const assets =
    reads.assets === null
      ? null
      : await readNamedList(ctx, reads.assets, project, (body) => assetsIn(body, reads));
  const metrics = reads.metrics === null ? null : await readNamed(ctx, reads.metrics, project);
  return {
    assets,
    metrics:
      metrics?.kind === 'ok'
        ? { rows: metricsIn(metrics.body), problem: null }
        : metrics && { rows: [], problem: metrics.problem },
  };
}
