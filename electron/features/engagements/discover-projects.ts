import type { ServiceProject, ServiceProjects } from '#contract/procedures/engagements.ts';
import { DossierError } from '#contract/error.ts';
import { toFailure } from '#domain/answers/failure.ts';
import { projectOf } from '#domain/finding/record.ts';
import { callFor, type OnlineContext } from '#engine/context.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';

/** More pages take too long for a form that waits for them. */
const maxPages = 20;

/** How long (ms) the form waits for the end of a pause that the service asked for. */
const pauseLimitMs = 5_000;

/**
 * Lists findings without naming a project, and counts them by the project that each names. Stores none of them.
 *
 * @throws DossierError `foreign-token`, or the failure of the first page: a service need not answer such a list
 */
export async function discoverProjects(ctx: OnlineContext): Promise<ServiceProjects> {
  const paused = await checkOwner(ctx);
  if (paused !== null) throw DossierError.of(toFailure(paused));
  const projectById = new Map<string, string | null>();
  for (let page = 1; page <= maxPages; page += 1) {
    const { pageSize } = ctx.profile;
    const call = { ...callFor(ctx, 'person'), maxWaitMs: pauseLimitMs };
    const read = await ctx.client.listPage(call, { project: null, page, pageSize });
    if (read.kind === 'failed') {
      if (page === 1) throw DossierError.of(toFailure(read.failure));
      return { projects: countByProject(projectById), complete: false };
    }
    const known = projectById.size;
    for (const row of read.value) {
      if (row.kind === 'record') projectById.set(row.id, projectOf(row.record, ctx.profile));
    }
    // Also if the service answers the same page again and again.
    if (projectById.size === known) return { projects: countByProject(projectById), complete: true };
  }
  return { projects: countByProject(projectById), complete: false };
}

/** Whether an engagement can have this ID. */
function isNameable(id: string): boolean {
  return id.length <= 1_000 && id.isWellFormed();
}

function countByProject(projectById: ReadonlyMap<string, string | null>): readonly ServiceProject[] {
  const counts = new Map<string, number>();
  for (const project of projectById.values()) {
    if (project !== null && isNameable(project)) counts.set(project, (counts.get(project) ?? 0) + 1);
  }
  return [...counts]
    .map(([project, findings]) => ({ project, findings }))
    .sort((one, other) => (one.project < other.project ? -1 : 1));
}
