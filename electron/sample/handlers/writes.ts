import { reviewRefusal, seesProject, writeRefusal, type AuthorizedUser } from '../accounts/access.ts';
import { badRequest, notFound, refused, written, type ServiceResponse } from './answer.ts';
import { visibleFinding, type RequestServices } from './desk.ts';
import type { FindingBody } from '../data/model.ts';
import { checkDecision, checkFinding, checkIds, checkStatus, parseBody } from '../data/rules.ts';
import type { FindingContent, StoredFinding } from '../data/store.ts';

/** The refusal of a write to a project's findings as a whole; undefined if the caller may go on. */
function closedProject(
  desk: RequestServices,
  caller: AuthorizedUser,
  name: string,
): ServiceResponse | undefined {
  const project = desk.world.project(name);
  if (project === undefined || !seesProject(caller, project)) return notFound();
  const refusal = writeRefusal(caller, project);
  return refusal === undefined ? undefined : refused(403, refusal);
}

function normalised(desk: RequestServices, members: FindingBody): FindingBody {
  return Object.fromEntries(
    Object.entries(members).map(([member, value]) => [
      member,
      typeof value === 'string' ? desk.normaliseText(value) : value,
    ]),
  );
}

/** Applies changes to a finding's members; `null` removes an optional member. */
function withChanges(body: FindingBody, changes: FindingBody): FindingBody {
  return Object.fromEntries(Object.entries({ ...body, ...changes }).filter(([, value]) => value !== null));
}

/** Writes changes into a finding; a pending candidate thereby gets a new review version. */
export function changeFinding(
  desk: RequestServices,
  finding: StoredFinding,
  changes: FindingBody,
): StoredFinding {
  const content = desk.store.content(finding);
  return desk.store.replace(finding, {
    ...content,
    body: withChanges(content.body, changes),
    updatedAt: desk.now().toISOString(),
  });
}

/** PUT /scans/:projectName. The status is the server's choice (states, rule 2). */
export function createFinding(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  bytes: Uint8Array,
): ServiceResponse {
  const closed = closedProject(desk, caller, project);
  if (closed !== undefined) return closed;
  const parsed = parseBody(bytes);
  if (parsed.kind === 'bad') return badRequest(parsed.message);
  const members = checkFinding(parsed.value);
  if (members.kind === 'bad') return badRequest(members.message);
  const draft =
    members.value['status'] === 'draft' && caller.organization.kind === 'provider' && desk.providerDrafts;
  const at = desk.now().toISOString();
  const finding = desk.store.add(desk.newId(), project, {
    body: withChanges({}, { ...normalised(desk, members.value), status: draft ? 'draft' : 'open' }),
    candidate: undefined,
    createdAt: at,
    updatedAt: at,
  });
  return written(201, { success: true, Ids: [finding.id] }, [finding.id]);
}

/** POST /scans/:projectName. A pending candidate's status is not changed here (states of the interface). */
export function updateFinding(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  bytes: Uint8Array,
): ServiceResponse {
  const closed = closedProject(desk, caller, project);
  if (closed !== undefined) return closed;
  const parsed = parseBody(bytes);
  if (parsed.kind === 'bad') return badRequest(parsed.message);
  const id = parsed.value['id'];
  if (typeof id !== 'string' || id === '') return badRequest('id is required.');
  const members = checkFinding(parsed.value);
  if (members.kind === 'bad') return badRequest(members.message);
  const finding = visibleFinding(desk, caller, id);
  if (finding === undefined) return notFound();
  if (finding.project !== project) return badRequest('The finding does not belong to this project.');
  if ('status' in members.value) {
    if (finding.candidate !== undefined) {
      return badRequest('The status of a pending candidate is decided through its review.');
    }
    if (refusesDraft(caller, members.value['status'])) return refused(403, 'Clients cannot set drafts.');
  }
  const changes = normalised(desk, members.value);
  if (desk.updateReplaces) {
    const content = desk.store.content(finding);
    desk.store.replace(finding, {
      ...content,
      body: withChanges({ status: finding.status }, changes),
      updatedAt: desk.now().toISOString(),
    });
  } else {
    changeFinding(desk, finding, changes);
  }
  return written(200, { message: 'Finding updated.' }, [id]);
}

function refusesDraft(caller: AuthorizedUser, status: unknown): boolean {
  return status === 'draft' && caller.organization.kind === 'client';
}

/** DELETE /scans/:projectName/:scanId. For good (states, rule 3). */
export function deleteFinding(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
): ServiceResponse {
  const closed = closedProject(desk, caller, project);
  if (closed !== undefined) return closed;
  const finding = visibleFinding(desk, caller, id);
  if (finding?.project !== project) return notFound();
  desk.store.remove(finding);
  return written(200, 'Finding deleted.', [id]);
}

/** POST /scans/:projectName/bulk-status. All or nothing; pending candidates are not touched this way. */
export function bulkStatus(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  bytes: Uint8Array,
): ServiceResponse {
  const closed = closedProject(desk, caller, project);
  if (closed !== undefined) return closed;
  const parsed = parseBody(bytes);
  if (parsed.kind === 'bad') return badRequest(parsed.message);
  const ids = checkIds(parsed.value);
  if (ids.kind === 'bad') return badRequest(ids.message);
  const status = checkStatus(parsed.value);
  if (status.kind === 'bad') return badRequest(status.message);
  if (refusesDraft(caller, status.value)) return refused(403, 'Clients cannot set drafts.');
  const findings: StoredFinding[] = [];
  for (const id of ids.value) {
    const finding = visibleFinding(desk, caller, id);
    if (finding?.project !== project) return badRequest(`No finding of this project has the id "${id}".`);
    if (finding.candidate !== undefined) {
      return badRequest(`The status of the pending candidate "${id}" is decided through its review.`);
    }
    findings.push(finding);
  }
  for (const finding of findings) changeFinding(desk, finding, { status: status.value });
  return written(200, { message: `Status set on ${String(findings.length)} findings.` }, ids.value);
}

/**
 * POST /scans/:projectName/bulk-delete. Removes those listed that the caller may remove and ignores the others
 * (endpoint table); only an id of another project that the caller sees is an error.
 */
export function bulkDelete(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  bytes: Uint8Array,
): ServiceResponse {
  const closed = closedProject(desk, caller, project);
  if (closed !== undefined) return closed;
  const parsed = parseBody(bytes);
  if (parsed.kind === 'bad') return badRequest(parsed.message);
  if ('status' in parsed.value) return badRequest('bulk-delete takes ids only.');
  const ids = checkIds(parsed.value);
  if (ids.kind === 'bad') return badRequest(ids.message);
  const findings: StoredFinding[] = [];
  for (const id of ids.value) {
    const finding = visibleFinding(desk, caller, id);
    if (finding === undefined) continue;
    if (finding.project !== project) return badRequest(`The finding "${id}" is in another project.`);
    findings.push(finding);
  }
  for (const finding of findings) desk.store.remove(finding);
  return written(
    200,
    { success: true },
    findings.map(({ id }) => id),
  );
}

/** POST /scans/:projectName/:scanId/review. An outdated version is answered with 409 (endpoints, rule 2). */
export function reviewCandidate(
  desk: RequestServices,
  caller: AuthorizedUser,
  project: string,
  id: string,
  bytes: Uint8Array,
): ServiceResponse {
  const finding = visibleFinding(desk, caller, id);
  if (finding?.project !== project) return notFound();
  const refusal = reviewRefusal(caller);
  if (refusal !== undefined) return refused(403, refusal);
  const parsed = parseBody(bytes);
  if (parsed.kind === 'bad') return badRequest(parsed.message);
  const decision = checkDecision(parsed.value);
  if (decision.kind === 'bad') return badRequest(decision.message);
  const content = desk.store.content(finding);
  if (finding.candidate === undefined) {
    return content.review === undefined
      ? badRequest('This finding is not a candidate.')
      : refused(409, 'This candidate has been decided on already.');
  }
  if (!isCurrent(finding, decision.value.expected, bytes)) {
    return refused(409, 'The candidate has changed since. Read it again before deciding.');
  }
  desk.store.replace(finding, decided(desk, caller, content, decision.value));
  return written(200, { message: 'Decision recorded.' }, [id]);
}

/** A version beyond 2^53 is compared by its digits as sent: parsed, neighbours would be equal. */
function isCurrent(finding: StoredFinding, expected: number | string, bytes: Uint8Array): boolean {
  if (typeof finding.reviewVersion !== 'bigint') return finding.reviewVersion === expected;
  const digits = /"expected_review_version"\s*:\s*(\d+)\s*[,}]/.exec(new TextDecoder().decode(bytes));
  return digits?.[1] === finding.reviewVersion.toString();
}

function decided(
  desk: RequestServices,
  caller: AuthorizedUser,
  content: FindingContent,
  { decision, comment }: { readonly decision: 'accept' | 'reject'; readonly comment: string | undefined },
): FindingContent {
  const at = desk.now().toISOString();
  return {
    body: { ...content.body, status: decision === 'accept' ? 'open' : 'rejected' },
    candidate: undefined,
    createdAt: content.createdAt,
    updatedAt: at,
    review: { decision, by: caller.user.name, at, ...(comment === undefined ? {} : { comment }) },
  };
}
