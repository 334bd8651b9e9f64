import { request } from 'node:http';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SampleService } from '#sample/http/server.ts';
import { PORTAL, startSmall } from './support.ts';

interface Attempt {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** Sends a request target as it is: fetch would tidy it first. */
function send(service: SampleService, { method, path, headers, body }: Attempt): Promise<number> {
  const { hostname, port } = new URL(service.baseUrl);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test.each([
  '/api/scans/%',
  '/api/scans/%E0%A4%A',
  '/api/scans/%ff%fe',
  `/api/scans/${PORTAL}/%zz/review`,
  '/api/%c0%ae/me',
])('broken percent-encoding is a bad parameter: %s', async (path) => {
  const service = await startSmall();
  const headers = { 'X-SERVICE-TOKEN': service.tokens['mara'] ?? '' };
  expect(await send(service, { method: 'GET', path, headers, body: '' })).toBe(400);
});

test.each([
  '/api/scans/..%2f..%2fetc',
  '/api/scans/__proto__',
  '/api/scans/constructor',
  '/',
  '/api',
  '/api/x//y',
])('nothing is found under %s', async (path) => {
  const service = await startSmall();
  const headers = { 'X-SERVICE-TOKEN': service.tokens['mara'] ?? '' };
  expect(await send(service, { method: 'GET', path, headers, body: '' })).toBe(404);
});

const piece = fc.oneof(
  fc.constantFrom('scans', 'users', 'organizations', 'me', 'review', 'bulk-status', 'bulk-delete', ''),
  fc.constantFrom('ai/demonstration', 'ai/demonstration/apply', 'ai/merge', 'otp/create', 'otp/enable'),
  fc.constantFrom(PORTAL, 'open-1', 'public', 'private', '__proto__', 'constructor', '..', '%', '%00', '%2f'),
  fc.stringMatching(/^[!-~]{0,12}$/).map((text) => text.replaceAll('#', '')),
);

const accountRoute = fc.constantFrom(
  'signin',
  'logout',
  'register',
  'otp/validate',
  'password-reset/request',
  'password-reset/confirm',
  'me/change-password',
  'otp/reset',
  'otp/disable',
);

const path = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constant('/api/scans/') },
      { weight: 1, arbitrary: fc.constant('/') },
      { weight: 2, arbitrary: fc.constantFrom('/api/auth/', '/api/users/') },
    ),
    fc.oneof(
      { weight: 9, arbitrary: fc.array(piece, { maxLength: 5 }) },
      { weight: 1, arbitrary: accountRoute.map((route) => [route]) },
    ),
  )
  .map(([base, pieces]) => base + pieces.join('/'));

const member = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    'x',
    ['a.example'],
    'draft',
    'accept',
    1,
    ['open-1', 'public'],
    'https://a.example',
  ),
);

const body = fc.oneof(
  fc
    .dictionary(
      fc.constantFrom(
        'id',
        'ids',
        'title',
        'asset',
        'status',
        'cwe',
        'tags',
        '__proto__',
        'decision',
        'requests',
        'demonstration',
        'email',
        'password',
        'token',
        'code',
      ),
      member,
    )
    .map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
);

test('no request makes the service fail or go away', async () => {
  const service = await startSmall({ maxBodyBytes: 2_000 });
  const token = service.tokens['mara'] ?? '';
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'),
      path,
      body,
      async (method, target, text) => {
        const headers = { 'X-SERVICE-TOKEN': token, 'content-type': 'application/json' };
        const status = await send(service, { method, path: target, headers, body: text });
        // 401: a sign-in of nobody.
        expect([200, 201, 400, 401, 403, 404, 409]).toContain(status);
        expect(service.internalErrors).toEqual([]);
      },
    ),
    { numRuns: 600, seed: 20_260_301 },
  );
});
