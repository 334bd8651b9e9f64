import type { IncomingMessage } from 'node:http';
import type { AuthorizedUser } from '../accounts/access.ts';
import { badRequest, notFound, refused, type ServiceResponse } from '../handlers/answer.ts';
import * as assistant from '../handlers/assistant.ts';
import {
  currentOrganization,
  currentUser,
  findingDetail,
  listFindings,
  type RequestServices,
} from '../handlers/desk.ts';
import { saysJson, type Received } from './receive.ts';
import { stageOf, tokenOf, type Identity, type Known } from '../handlers/identity.ts';
import type { Limits } from './limits.ts';
import * as mfa from '../handlers/mfa.ts';
import * as recovery from '../handlers/recovery.ts';
import * as projects from '../handlers/projects.ts';
import { parseRoute, type RequestRoute } from './routes.ts';
import { parseBody } from '../data/rules.ts';
import type { Stage } from '../handlers/shapes.ts';
import * as signIn from '../handlers/sign-in.ts';
import * as writes from '../handlers/writes.ts';

/** Routes that take a body, which has to be JSON. What the AI routes take is open: a body may be missing there. */
const WITH_BODY = new Set<RequestRoute['kind']>([
  'create',
  'update',
  'bulk-status',
  'bulk-delete',
  'review',
  'sign-in',
  'otp-verify',
  'otp-validate',
  'recovery-request',
  'recovery-confirm',
  'change-password',
  'register',
]);

/** What a session may do before its sign-in is complete; leaving is always possible. */
const STEPS: Readonly<Record<Exclude<Stage, 'full'>, readonly RequestRoute['kind'][]>> = {
  mfa: ['otp-validate'],
  'password-change': ['change-password'],
  'mfa-setup': ['otp-begin', 'otp-verify'],
};

const WAITING: Readonly<Record<Exclude<Stage, 'full'>, string>> = {
  mfa: 'Finish signing in: a code of your second factor is missing.',
  'password-change': 'Finish signing in: change your password first.',
  'mfa-setup': 'Finish signing in: your organization requires MFA.',
};

/**
 * What the service answers to a request that has been received: authentication, rate and body come first, in
 * this order, then the route decides. An expired session with a valid refresh cookie is renewed on the way.
 */
export function answerRequest(
  desk: RequestServices,
  limits: Limits,
  request: IncomingMessage,
  who: Identity,
  received: Received,
): ServiceResponse {
  const route = parseRoute(request.method ?? '', request.url ?? '');
  const bytes = received.kind === 'whole' ? received.bytes : new Uint8Array();
  const open = isOpen(route.kind);
  if (!open) {
    // Of requests that came together, the first may have used up the refresh cookie of all.
    const over = who.kind === 'session' && who.expired && !desk.sessions.holds(who.session);
    if (who.kind === 'nobody' || over) return refused(401, 'Authentication required.');
    const stage = who.kind === 'session' ? stageOf(desk, who.user, who.session.mfaDone) : 'full';
    if (stage !== 'full' && !STEPS[stage].includes(route.kind)) return refused(401, WAITING[stage]);
  }
  const limited = limits.take(route.kind, bucketOf(request, open, who, bytes), desk.now().getTime());
  if (limited !== undefined) return refused(429, 'Too many requests.', limited);
  if (received.kind !== 'whole') return badRequest('The body is too large.');
  if (WITH_BODY.has(route.kind) && !saysJson(request)) {
    return badRequest('Content-Type must be application/json.');
  }
  if (open || who.kind === 'nobody') return answerOpen(desk, route, who, bytes);
  return renewed(desk, who, route.kind, answerKnown(desk, route, who, bytes));
}

/** Whether a route is for people who are not signed in as well. */
function isOpen(kind: RequestRoute['kind']): boolean {
  return ['sign-in', 'sign-out', 'recovery-request', 'recovery-confirm', 'register'].includes(kind);
}

/** Whose bucket a request is taken from: a token's, a person's, or that of the address it names. */
function bucketOf(request: IncomingMessage, open: boolean, who: Identity, bytes: Uint8Array): string {
  if (open) return addressIn(bytes);
  if (who.kind === 'token') return tokenOf(request);
  return who.kind === 'session' ? who.user.login : '';
}

function addressIn(bytes: Uint8Array): string {
  const body = parseBody(bytes);
  const email = body.kind === 'ok' ? body.value['email'] : undefined;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
}

/** The same answer with a new access cookie, if the session had run out. */
function renewed(
  desk: RequestServices,
  who: Known,
  kind: RequestRoute['kind'],
  answer: ServiceResponse,
): ServiceResponse {
  if (who.kind !== 'session' || !who.expired || kind === 'sign-out') return answer;
  const cookies = desk.sessions.renew(who.session, desk.now().getTime());
  return { ...answer, headers: { ...answer.headers, 'set-cookie': cookies } };
}

function answerOpen(
  desk: RequestServices,
  route: RequestRoute,
  who: Identity,
  bytes: Uint8Array,
): ServiceResponse {
  if (route.kind === 'sign-out') return signIn.signOut(desk, who);
  const body = parseBody(bytes);
  if (body.kind === 'bad') return badRequest(body.message);
  switch (route.kind) {
    case 'sign-in':
      return signIn.signIn(desk, body.value);
    case 'recovery-request':
      return recovery.requestRecovery(desk, body.value);
    case 'recovery-confirm':
      return recovery.confirmRecovery(desk, body.value);
    case 'register':
      return recovery.register(desk, body.value);
    default:
      return notFound();
  }
}

function answerKnown(
  desk: RequestServices,
  route: RequestRoute,
  who: Known,
  bytes: Uint8Array,
): ServiceResponse {
  const { user } = who;
  const caller: AuthorizedUser = { user, organization: desk.world.organization(user.organization) };
  switch (route.kind) {
    case 'list':
      return listFindings(desk, caller, route.query);
    case 'detail':
      return findingDetail(desk, caller, route.id);
    case 'create':
      return writes.createFinding(desk, caller, route.project, bytes);
    case 'update':
      return writes.updateFinding(desk, caller, route.project, bytes);
    case 'delete':
      return writes.deleteFinding(desk, caller, route.project, route.id);
    case 'bulk-status':
      return writes.bulkStatus(desk, caller, route.project, bytes);
    case 'bulk-delete':
      return writes.bulkDelete(desk, caller, route.project, bytes);
    case 'review':
      return writes.reviewCandidate(desk, caller, route.project, route.id, bytes);
    case 'projects':
      return projects.listProjects(desk, caller, route.isFirst);
    case 'assets':
      return projects.listAssets(desk, caller, route.project, route.isFirst);
    case 'metrics':
      return projects.projectMetrics(desk, caller, route.project);
    case 'user':
      return currentUser(caller);
    case 'organization':
      return currentOrganization(desk, caller);
    case 'generate-token':
      return signIn.generateToken(desk, who);
    case 'otp-begin':
      return mfa.beginOtp(desk, who);
    case 'otp-enable':
      return mfa.enableOtp(desk, who);
    case 'otp-reset':
      return mfa.resetOtp(desk, who);
    case 'otp-disable':
      return mfa.disableOtp(desk, who);
    case 'ai-demonstration':
      return assistant.generateDemonstration(desk, caller, route.project, route.id);
    case 'malformed':
      return badRequest('The path is not valid percent-encoding.');
    case 'otp-verify':
    case 'otp-validate':
    case 'change-password':
    case 'ai-apply':
    case 'ai-merge':
      return answerWithBody(desk, route, who, caller, bytes);
    case 'sign-in':
    case 'sign-out':
    case 'recovery-request':
    case 'recovery-confirm':
    case 'register':
    case 'unknown':
      return notFound();
  }
}

/** Routes whose body is read as a JSON object before they decide. */
type BodyRoute =
  | { readonly kind: 'otp-verify' | 'otp-validate' | 'change-password' }
  | { readonly kind: 'ai-apply' | 'ai-merge'; readonly project: string; readonly id: string };

function answerWithBody(
  desk: RequestServices,
  route: BodyRoute,
  who: Known,
  caller: AuthorizedUser,
  bytes: Uint8Array,
): ServiceResponse {
  const body = bytes.length === 0 ? ({ kind: 'ok', value: {} } as const) : parseBody(bytes);
  if (body.kind === 'bad') return badRequest(body.message);
  switch (route.kind) {
    case 'otp-verify':
      return mfa.verifyOtp(desk, who, body.value);
    case 'otp-validate':
      return signIn.validateOtp(desk, who, body.value);
    case 'change-password':
      return signIn.changePassword(desk, who, body.value);
    case 'ai-apply':
      return assistant.applyDemonstration(desk, caller, route.project, route.id, body.value);
    case 'ai-merge':
      return assistant.proposeMerge(desk, caller, route.project, route.id, body.value);
  }
}
