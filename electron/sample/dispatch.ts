import type { IncomingMessage } from 'node:http';
import type { Caller } from './access.ts';
import { badRequest, notFound, refused, type Answer } from './answer.ts';
import { currentOrganization, currentUser, findingDetail, listFindings, type Desk } from './desk.ts';
import { saysJson, type Received } from './http.ts';
import type { Limiter } from './limiter.ts';
import type { User } from './model.ts';
import { parseRoute, type Route } from './routes.ts';
import * as writes from './writes.ts';

/** Routes that take a body, which has to be JSON. */
const WITH_BODY = new Set<Route['kind']>(['create', 'update', 'bulk-status', 'bulk-delete', 'review']);

/** The token that a request carries; empty if it carries none. */
export function tokenOf(request: IncomingMessage): string {
  const header = request.headers['x-service-token'];
  return typeof header === 'string' ? header : '';
}

/**
 * What the service answers to a request that has been received: authentication, rate and body come first, in
 * this order, then the route decides. `user` is the owner of the token, undefined for a token that nobody has.
 */
export function answerRequest(
  desk: Desk,
  limiter: Limiter | undefined,
  request: IncomingMessage,
  user: User | undefined,
  received: Received,
): Answer {
  const route = parseRoute(request.method ?? '', request.url ?? '');
  if (user === undefined) return refused(401, 'Authentication required.');
  const limited = limiter?.take(tokenOf(request), desk.now().getTime());
  if (limited !== undefined) return refused(429, 'Too many requests.', limited);
  if (received.kind !== 'whole') return badRequest('The body is too large.');
  if (WITH_BODY.has(route.kind) && !saysJson(request)) {
    return badRequest('Content-Type must be application/json.');
  }
  const caller: Caller = { user, organization: desk.world.organization(user.organization) };
  const { bytes } = received;
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
    case 'user':
      return currentUser(caller);
    case 'organization':
      return currentOrganization(desk, caller);
    case 'malformed':
      return badRequest('The path is not valid percent-encoding.');
    case 'unknown':
      return notFound();
  }
}
