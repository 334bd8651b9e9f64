import { seesProject, type AuthorizedUser } from '../accounts/access.ts';
import type { Project } from '../data/model.ts';
import { jsonText, notFound, type ServiceResponse } from './answer.ts';
import type { RequestServices } from './desk.ts';

/* Projects, assets and metrics. The interface names these areas without their paths and bodies: all here is the sample's own. */

/** Projects that the caller sees, those without findings too, each with the client that it is for. */
export function listProjects(
  desk: RequestServices,
  caller: AuthorizedUser,
  isFirst: boolean,
): ServiceResponse {
  const seen = isFirst ? [...desk.world.projects()].filter((project) => seesProject(caller, project)) : [];
  const rows = seen.map(({ name, displayName, organization, client }) => ({
    name,
    displayName,
    client: { id: client ?? organization, name: desk.world.organization(client ?? organization).name },
  }));
  return jsonText(JSON.stringify(rows));
}

/** The assets of a project: those that its findings concern. */
export function listAssets(
  desk: RequestServices,
  caller: AuthorizedUser,
  name: string,
  isFirst: boolean,
): ServiceResponse {
  const findings = findingsOf(desk, caller, name);
  if (findings === null) return notFound();
  const assets = isFirst ? [...new Set(findings.flatMap(({ assets }) => assets))] : [];
  return jsonText(JSON.stringify(assets.map((asset) => ({ name: asset }))));
}

/** How many findings a project has, by severity. */
export function projectMetrics(desk: RequestServices, caller: AuthorizedUser, name: string): ServiceResponse {
  const findings = findingsOf(desk, caller, name);
  if (findings === null) return notFound();
  const bySeverity = new Map<string, number>();
  for (const { severity } of findings) bySeverity.set(severity, (bySeverity.get(severity) ?? 0) + 1);
  return jsonText(JSON.stringify({ findings: findings.length, severity: Object.fromEntries(bySeverity) }));
}

/** What the caller sees of a project's findings; null if not even the project. */
function findingsOf(
  desk: RequestServices,
  caller: AuthorizedUser,
  name: string,
): readonly { readonly assets: readonly string[]; readonly severity: string }[] | null {
  const project: Project | undefined = desk.world.project(name);
  if (project === undefined || !seesProject(caller, project)) return null;
  return desk.store.list(name, caller.organization.kind === 'client').map((finding) => {
    const { asset, severity } = desk.store.content(finding).body;
    return {
      assets: Array.isArray(asset) ? asset.map(String) : [],
      severity: typeof severity === 'string' ? severity : 'none',
    };
  });
}
