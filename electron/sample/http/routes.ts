/** The routes of the table "Authentication, sessions and account routes". */
const ACCOUNT_ROUTES = {
  'POST users/generateToken': 'generate-token',
  'POST auth/signin': 'sign-in',
  'GET auth/logout': 'sign-out',
  'GET auth/otp/create': 'otp-begin',
  'POST auth/otp/create': 'otp-verify',
  'POST auth/otp/validate': 'otp-validate',
  'POST users/otp/enable': 'otp-enable',
  'POST users/otp/reset': 'otp-reset',
  'POST users/otp/disable': 'otp-disable',
  'POST auth/password-reset/request': 'recovery-request',
  'POST auth/password-reset/confirm': 'recovery-confirm',
  'POST users/me/change-password': 'change-password',
  'POST auth/register': 'register',
} as const;

export type AccountRoute = (typeof ACCOUNT_ROUTES)[keyof typeof ACCOUNT_ROUTES];

/** Those of them that a user who is signed in, or about to be, sends a body to. */
type BodyAccountRoute = 'otp-verify' | 'otp-validate' | 'change-password';

const accountRoutes: ReadonlyMap<string, AccountRoute> = new Map(Object.entries(ACCOUNT_ROUTES));

/** The three AI routes by what stands behind the finding's id. */
const AI_ROUTES = {
  'ai/demonstration': 'ai-demonstration',
  'ai/demonstration/apply': 'ai-apply',
  'ai/merge': 'ai-merge',
} as const;

const aiRoutes: ReadonlyMap<string, (typeof AI_ROUTES)[keyof typeof AI_ROUTES]> = new Map(
  Object.entries(AI_ROUTES),
);

/** Where a request goes. `unknown` is answered with 404, `malformed` (bad percent-encoding) with 400. */
export type RequestRoute =
  | { readonly kind: 'list'; readonly query: URLSearchParams }
  | { readonly kind: 'detail'; readonly id: string }
  | { readonly kind: 'create'; readonly project: string }
  | { readonly kind: 'update'; readonly project: string }
  | { readonly kind: 'delete'; readonly project: string; readonly id: string }
  | { readonly kind: 'bulk-status'; readonly project: string }
  | { readonly kind: 'bulk-delete'; readonly project: string }
  | { readonly kind: 'review'; readonly project: string; readonly id: string }
  | { readonly kind: 'ai-demonstration'; readonly project: string; readonly id: string }
  | { readonly kind: 'ai-apply' | 'ai-merge'; readonly project: string; readonly id: string }
  | { readonly kind: Exclude<AccountRoute, BodyAccountRoute> }
  | { readonly kind: BodyAccountRoute }
  | { readonly kind: 'projects'; readonly isFirst: boolean }
  | { readonly kind: 'assets'; readonly project: string; readonly isFirst: boolean }
  | { readonly kind: 'metrics'; readonly project: string }
  | { readonly kind: 'user' }
  | { readonly kind: 'organization' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

const BASE = '/api/';
const UNKNOWN: RequestRoute = { kind: 'unknown' };

/** Reads method and request target (path and query as sent) as one of the routes of the interface. */
export function parseRoute(method: string, target: string): RequestRoute {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!path.startsWith(BASE)) return UNKNOWN;
  let segments: string[];
  try {
    segments = path.slice(BASE.length).replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return { kind: 'malformed' };
  }
  const account = accountRoutes.get(`${method} ${segments.join('/')}`);
  if (account !== undefined) return { kind: account };
  const [area, first, second, third] = segments;
  if (area === 'scans' && third === 'ai') return aiRoute(method, segments);
  if (segments.length > 4) return UNKNOWN;
  if (area === 'scans') {
    if (first === undefined) {
      const query = new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1));
      return method === 'GET' ? { kind: 'list', query } : UNKNOWN;
    }
    return scanRoute(method, first, second, third);
  }
  if (area === 'projects' || area === 'assets') {
    return method === 'GET' ? projectRoute(segments, mark === -1 ? '' : target.slice(mark + 1)) : UNKNOWN;
  }
  if (method !== 'GET' || first !== 'me' || second !== undefined) return UNKNOWN;
  if (area === 'users') return { kind: 'user' };
  return area === 'organizations' ? { kind: 'organization' } : UNKNOWN;
}

/** The sample's own paths for projects, assets and metrics: the interface shows none. */
function projectRoute([area, project, part]: readonly string[], query: string): RequestRoute {
  const asked = new URLSearchParams(query);
  // Each fits on the first page.
  const isFirst = (asked.get('page') ?? '1') === '1';
  if (area === 'assets') return { kind: 'assets', project: asked.get('project') ?? '', isFirst };
  if (project === undefined) return { kind: 'projects', isFirst };
  return part === 'metrics' ? { kind: 'metrics', project } : UNKNOWN;
}

function aiRoute(method: string, [, project, id, ...rest]: readonly string[]): RequestRoute {
  const kind = aiRoutes.get(rest.join('/'));
  if (method !== 'POST' || kind === undefined || project === undefined || id === undefined) return UNKNOWN;
  return { kind, project, id };
}

function scanRoute(
  method: string,
  first: string,
  second: string | undefined,
  third: string | undefined,
): RequestRoute {
  if (third !== undefined) {
    return method === 'POST' && second !== undefined && third === 'review'
      ? { kind: 'review', project: first, id: second }
      : UNKNOWN;
  }
  if (second !== undefined) {
    if (method === 'DELETE') return { kind: 'delete', project: first, id: second };
    if (method !== 'POST') return UNKNOWN;
    if (second === 'bulk-status') return { kind: 'bulk-status', project: first };
    return second === 'bulk-delete' ? { kind: 'bulk-delete', project: first } : UNKNOWN;
  }
  switch (method) {
    case 'GET':
      return { kind: 'detail', id: first };
    case 'PUT':
      return { kind: 'create', project: first };
    case 'POST':
      return { kind: 'update', project: first };
    default:
      return UNKNOWN;
  }
}

/** Whether a GET of this request target changes something all the same: signing out, and starting a set-up of MFA. */
export function changesByReading(target: string): boolean {
  const { kind } = parseRoute('GET', target);
  return kind === 'sign-out' || kind === 'otp-begin';
}
