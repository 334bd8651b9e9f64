import { seesProject, type AuthorizedUser } from '../accounts/access.ts';
import type { CredentialStore } from '../accounts/accounts.ts';
import type { AssistantState } from './assistant.ts';
import { badRequest, jsonText, notFound, type ServiceResponse } from './answer.ts';
import { checkCount } from '../data/rules.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { Shapes } from './shapes.ts';
import type { FindingStore, StoredFinding } from '../data/store.ts';
import type { World } from '../data/world.ts';

/** Everything that answering a request needs, and the service's own policies. */
export interface RequestServices {
  readonly world: World;
  readonly store: FindingStore;
  readonly accounts: CredentialStore;
  readonly sessions: Sessions;
  readonly assistant: AssistantState;
  readonly shapes: Shapes;
  readonly now: () => Date;
  readonly newId: () => string;
  /** The largest page that a list gives, whatever is asked. */
  readonly pageCap: number;
  /** Whether a draft asked for by a provider on creation is kept; for clients it never is. */
  readonly providerDrafts: boolean;
  /** Whether an update drops the members that it does not name (the interface leaves it open). */
  readonly updateReplaces: boolean;
  /** What happens to every text on its way in; the identity unless a test wants a service that tidies. */
  readonly normaliseText: (text: string) => string;
}

const DEFAULT_PAGE_SIZE = 100;

/** Whether a client may see a finding: never a private draft, and of a provider's project only what is published. */
export function isPublished(world: World, project: string, finding: StoredFinding): boolean {
  if (finding.candidate !== undefined) return finding.candidate === 'public';
  const owner = world.project(project)?.organization;
  const runByClient = owner !== undefined && world.organization(owner).kind === 'client';
  return runByClient || finding.status !== 'draft';
}

/** The finding if this caller may see it. What may not be seen is as good as absent (errors, rule 3). */
export function visibleFinding(
  desk: RequestServices,
  caller: AuthorizedUser,
  id: string,
): StoredFinding | undefined {
  const finding = desk.store.get(id);
  const project = finding === undefined ? undefined : desk.world.project(finding.project);
  if (finding === undefined || project === undefined || !seesProject(caller, project)) return undefined;
  if (caller.organization.kind === 'client' && !isPublished(desk.world, project.name, finding)) {
    return undefined;
  }
  return finding;
}

/** GET /scans/: a plain array in order of creation; a page past the end is an empty one (limits, rules 1 and 2). */
export function listFindings(
  desk: RequestServices,
  caller: AuthorizedUser,
  query: URLSearchParams,
): ServiceResponse {
  const page = checkCount(query.get('page'), 'page', 1);
  if (page.kind === 'bad') return badRequest(page.message);
  const pageSize = checkCount(query.get('pageSize'), 'pageSize', DEFAULT_PAGE_SIZE);
  if (pageSize.kind === 'bad') return badRequest(pageSize.message);
  const wanted = query.get('project');
  const projects = [...desk.world.projects()].filter(
    (project) => (wanted === null || project.name === wanted) && seesProject(caller, project),
  );
  if (wanted !== null && projects.length === 0) return notFound();

  const size = Math.min(pageSize.value, desk.pageCap);
  let skip = (page.value - 1) * size;
  const texts: string[] = [];
  for (const project of projects) {
    const list = desk.store.list(project.name, caller.organization.kind === 'client');
    for (const finding of list.slice(skip, skip + size - texts.length)) texts.push(finding.listText);
    skip = Math.max(0, skip - list.length);
    if (texts.length === size) break;
  }
  return jsonText(`[${texts.join(',')}]`);
}

/** GET /scans/:scanId: the finding as an object, or 404. A draft of the assistant shows to providers alone. */
export function findingDetail(desk: RequestServices, caller: AuthorizedUser, id: string): ServiceResponse {
  const finding = visibleFinding(desk, caller, id);
  if (finding === undefined) return notFound();
  const member = desk.shapes.waitingDraft;
  const draft = caller.organization.kind === 'provider' ? desk.assistant.drafts.get(id) : undefined;
  if (member === undefined || draft === undefined) return jsonText(finding.text);
  return jsonText(`${finding.text.slice(0, -1)},${JSON.stringify(member)}:${JSON.stringify(draft)}}`);
}

/** GET /users/me. */
export function currentUser({ user }: AuthorizedUser): ServiceResponse {
  const { id, email, name, organization, roles, licenses, memberships, integrations } = user;
  const shown = { id, email, name, organization, roles, licenses, projects: memberships, integrations };
  return jsonText(JSON.stringify(shown));
}

/** GET /organizations/me. The interface leaves its members open, so the sample says there that it is one. */
export function currentOrganization(
  desk: RequestServices,
  { organization }: AuthorizedUser,
): ServiceResponse {
  const { id, name, kind, linkedClients } = organization;
  const links =
    kind === 'provider'
      ? {
          linkedClients: linkedClients.map((client) => ({
            id: client,
            name: desk.world.organization(client).name,
          })),
        }
      : {};
  return jsonText(JSON.stringify({ id, name, type: kind, sample: true, ...links }));
}
