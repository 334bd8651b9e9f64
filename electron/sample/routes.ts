/** Where a request goes. `unknown` is answered with 404, `malformed` (bad percent-encoding) with 400. */
export type Route =
  | { readonly kind: 'list'; readonly query: URLSearchParams }
  | { readonly kind: 'detail'; readonly id: string }
  | { readonly kind: 'create'; readonly project: string }
  | { readonly kind: 'update'; readonly project: string }
  | { readonly kind: 'delete'; readonly project: string; readonly id: string }
  | { readonly kind: 'bulk-status'; readonly project: string }
  | { readonly kind: 'bulk-delete'; readonly project: string }
  | { readonly kind: 'review'; readonly project: string; readonly id: string }
  | { readonly kind: 'user' }
  | { readonly kind: 'organization' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'malformed' };

const BASE = '/api/';
const UNKNOWN: Route = { kind: 'unknown' };

/** Reads method and request target (path and query as sent) as one of the routes of the interface. */
export function parseRoute(method: string, target: string): Route {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (!path.startsWith(BASE)) return UNKNOWN;
  let segments: string[];
  try {
    segments = path.slice(BASE.length).replace(/\/$/, '').split('/').map(decodeURIComponent);
  } catch {
    return { kind: 'malformed' };
  }
  const [area, first, second, third] = segments;
  if (segments.length > 4) return UNKNOWN;
  if (area === 'scans') {
    if (first === undefined) {
      const query = new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1));
      return method === 'GET' ? { kind: 'list', query } : UNKNOWN;
    }
    return scanRoute(method, first, second, third);
  }
  if (method !== 'GET' || first !== 'me' || second !== undefined) return UNKNOWN;
  if (area === 'users') return { kind: 'user' };
  return area === 'organizations' ? { kind: 'organization' } : UNKNOWN;
}

function scanRoute(
  method: string,
  first: string,
  second: string | undefined,
  third: string | undefined,
): Route {
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
