import type { Organization, Project, User } from '../data/model.ts';

/** A caller with the organization that the token's scope comes from. */
export interface AuthorizedUser {
  readonly user: User;
  readonly organization: Organization;
}

const PROVIDER_WRITERS: readonly string[] = ['pentester', 'project-manager'];
const CLIENT_WRITERS: readonly string[] = [...PROVIDER_WRITERS, 'client-owner'];
const CLIENT_REVIEWERS: readonly string[] = ['client-owner', 'client-reviewer'];

function holds(user: User, roles: readonly string[]): boolean {
  return user.roles.some((role) => roles.includes(role));
}

/**
 * Whether the caller may know that a project exists (caller scope, rule 1; authorization, rule 1).
 * A link to a client opens nothing by itself: membership is asked for as well, and organization-wide
 * access does not reach over the link.
 */
export function seesProject({ user, organization }: AuthorizedUser, project: Project): boolean {
  const own = project.organization === organization.id;
  const receives = organization.kind === 'client' && project.client === organization.id;
  const linked =
    organization.kind === 'provider' && organization.linkedClients.includes(project.organization);
  if (!own && !receives && !linked) return false;
  if (user.memberships.includes(project.name)) return true;
  return user.organizationWide && (own || receives);
}

/**
 * Why a caller who sees the project may not create, change or delete its findings; undefined if allowed
 * (authorization, rule 2; caller scope, rules 2 and 3).
 */
export function writeRefusal({ user, organization }: AuthorizedUser, project: Project): string | undefined {
  if (!user.licenses.includes('assessment')) return 'Your license does not include assessment work.';
  if (organization.kind === 'provider') {
    if (!holds(user, PROVIDER_WRITERS)) return 'Pentester or project-management permission is required.';
    return undefined;
  }
  if (project.organization !== organization.id) return 'This project is managed by your provider.';
  if (!holds(user, CLIENT_WRITERS)) return 'Pentester or project-management permission is required.';
  if (!user.ownerships.includes(project.name)) return 'Only the owners of this project may change it.';
  return undefined;
}

/** Why a caller who sees a candidate may not decide on it; undefined if allowed (authorization, rule 3). */
export function reviewRefusal({ user, organization }: AuthorizedUser): string | undefined {
  if (!user.licenses.includes('review')) return 'Your license does not include candidate review.';
  const roles = organization.kind === 'provider' ? PROVIDER_WRITERS : CLIENT_REVIEWERS;
  return holds(user, roles) ? undefined : 'Your role does not allow reviewing candidates.';
}
