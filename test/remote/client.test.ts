import { afterEach, describe, expect, test } from 'vitest';
import { failureText } from '#domain/answers/failure.ts';
import { CircuitBreaker } from '#engine/push/circuit-breaker.ts';
import { Lease, ServicePace } from '#engine/push/read-lease.ts';
import { call, setUp, token } from '../faults/client.ts';
import type { Setting } from '../faults/client.ts';
import { httpAnswer } from '../faults/servers.ts';
import type { Answer } from '../faults/servers.ts';
import { always, body, failureOf, reads, writes } from './support/calls.ts';
import { leapingClock, manualClock, type ManualClock } from './support/clocks.ts';

const settings: Setting[] = [];
afterEach(async () => {
  for (const setting of settings.splice(0)) await setting.close();
});

async function facing(answer: Answer, options: Parameters<typeof setUp>[1] = {}): Promise<Setting> {
  const setting = await setUp(answer, options);
  settings.push(setting);
  return setting;
}

describe('on the wire', () => {
  test.each([
    ['me', 'GET', '/api/users/me', ''],
    ['organization', 'GET', '/api/organizations/me', ''],
    ['listPage', 'GET', '/api/scans/?project=p+q&page=2&pageSize=50', ''],
    ['listPage without a project', 'GET', '/api/scans/?page=1&pageSize=50', ''],
    ['readFinding', 'GET', '/api/scans/F1', ''],
    ['createFinding', 'PUT', '/api/scans/p', '{"title":"T","asset":["a"]}'],
    ['updateFinding', 'POST', '/api/scans/p', '{"id":"F1","title":"T","asset":["a"]}'],
    ['deleteFinding', 'DELETE', '/api/scans/p/F1', ''],
    ['bulkStatus', 'POST', '/api/scans/p/bulk-status', '{"ids":["F1","F2"],"status":"closed"}'],
    ['bulkDelete', 'POST', '/api/scans/p/bulk-delete', '{"ids":["F1","F2"]}'],
    ['review', 'POST', '/api/scans/p/F1/review', '{"expected_review_version":7,"decision":"accept"}'],
    ['generateDemonstration', 'POST', '/api/scans/p/F1/ai/demonstration', '{}'],
    ['applyDemonstration', 'POST', '/api/scans/p/F1/ai/demonstration/apply', '{"demonstration":"As seen."}'],
    ['proposeMerge', 'POST', '/api/scans/p/F1/ai/merge', '{"ids":["F2"]}'],
  ])('%s is %s %s', async (name, method, path, sent) => {
    const { client, server } = await facing(always(200, '{"id":"F1"}'));
    await (reads[name] ?? writes[name])?.(client);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ method, path, body: sent });
    const { headers } = server.received[0]!;
    expect(headers.get('x-service-token')).toBe(token);
    expect(headers.get('accept')).toContain('application/json');
    expect(headers.get('content-type')).toBe(sent === '' ? undefined : 'application/json');
  });

  test('a number keeps all its digits in both directions', async () => {
    const { client, server } = await facing(
      always(200, '{"id":"F1","review_version":123456789012345678901234}'),
    );
    const read = await client.readFinding(call, 'F1');
    if (read.kind !== 'ok') throw new Error('not read');
    await client.review(call, 'p', 'F1', { expected_review_version: read.value['review_version']! });
    expect(server.received[1]?.body).toBe('{"expected_review_version":123456789012345678901234}');
  });

  test.each(['a/b', '../x', 'ü ?#%', '%2e%2e', 'a\\b', "it's (1)!*~", '\u0000\n'])(
    'the identifier %j stays one segment of the path',
    async (id) => {
      const { client, server } = await facing(always(200, JSON.stringify({ id })));
      expect(await client.readFinding(call, id)).toMatchObject({ kind: 'ok' });
      expect(await client.deleteFinding(call, id, id)).toMatchObject({ kind: 'acknowledged' });
      const segments = server.received.map(({ path }) => path.split('/').slice(3).map(decodeURIComponent));
      expect(segments).toEqual([[id], [id, id]]);
    },
  );

  test.each(['', '.', '..', '\ud800'])(
    'the identifier %j, which no path can hold, sends nothing',
    async (id) => {
      const { client, server } = await facing(always(200, '{}'));
      expect(failureOf(await client.readFinding(call, id)).kind).toBe('invalid');
      expect(await client.deleteFinding(call, 'p', id)).toMatchObject({ kind: 'refused', status: 400 });
      expect(await client.createFinding(call, id, {})).toMatchObject({ kind: 'refused', status: 400 });
      expect(server.connections()).toBe(0);
    },
  );

  test.each(['', 'a\r\nX-Other: b', 'töken', 'two words'])('the token %j sends nothing', async (broken) => {
    const { client, server } = await facing(always(200, '{}'));
    const broke = { ...call, credentials: { kind: 'token', token: broken } } as const;
    expect(failureOf(await client.me(broke)).kind).toBe('credentials');
    expect(await client.createFinding(broke, 'p', {})).toMatchObject({
      kind: 'not-sent',
      failure: { kind: 'credentials' },
    });
    expect(server.connections()).toBe(0);
  });
});

describe('the error table', () => {
  test.each([
    [400, 'invalid'],
    [401, 'credentials'],
    [403, 'forbidden'],
    [404, 'not-found'],
    [409, 'conflict'],
    [429, 'rate-limited'],
    [500, 'server'],
    [503, 'server'],
    [599, 'server'],
    [402, 'refused'],
    [418, 'refused'],
  ])('%i on a read is the failure %s, with the words of the service', async (status, kind) => {
    const { client } = await facing(always(status, '{"error":"No luck today"}'));
    for (const read of Object.values(reads)) {
      const failure = failureOf(await read(client));
      expect(failure).toMatchObject({ kind, status, message: 'No luck today' });
      expect(failureText(failure)).toContain('No luck today');
    }
  });

  test.each([400, 401, 402, 403, 404, 409, 422, 429])('%i on a write is a refusal', async (status) => {
    const { client, server } = await facing(always(status, '{"message":"No luck today"}'));
    for (const write of Object.values(writes)) {
      expect(await write(client)).toEqual({ kind: 'refused', status, message: 'No luck today' });
    }
    expect(server.received).toHaveLength(Object.keys(writes).length);
  });

  test.each([400, 401, 403, 404, 409, 429, 451])(
    '%i on a write says something also without words',
    async (status) => {
      const { client } = await facing(always(status));
      const result = await client.deleteFinding(call, 'p', 'F1');
      expect(result).toMatchObject({ kind: 'refused', status, message: expect.stringMatching(/\w/u) });
    },
  );

  test.each([500, 502, 503, 504, 408, 302, 307, 304, 600, 999])(
    '%i on a write leaves it unknown',
    async (status) => {
      const { client, server } = await facing(always(status, '{"error":"No luck today"}'));
      for (const write of Object.values(writes)) {
        expect(await write(client)).toMatchObject({ kind: 'unknown', message: expect.stringMatching(/\w/u) });
      }
      expect(server.received).toHaveLength(Object.keys(writes).length);
    },
  );

  test('a redirect is not followed, and its origin is named', async () => {
    const elsewhere = await facing(always(200, '[]'));
    const location = `${elsewhere.server.baseUrl}login?next=/api/`;
    const { client } = await facing(always(302, '', { Location: location }));
    const { origin } = new URL(location);
    for (const read of Object.values(reads)) {
      const failure = failureOf(await read(client));
      expect(failure).toEqual({ kind: 'redirect', status: 302, origin, leaves: true });
      expect(failureText(failure)).toContain(origin);
      expect(failureText(failure)).not.toContain('login');
    }
    expect(await client.createFinding(call, 'p', {})).toMatchObject({
      kind: 'unknown',
      message: expect.stringContaining(origin),
    });
    expect(elsewhere.server.connections()).toBe(0);
  });

  test.each([undefined, 'javascript:alert(1)', 'http://', '/elsewhere'])(
    'a redirect to %s is only a redirect',
    async (location) => {
      const { client, server } = await facing(
        always(301, '', location === undefined ? {} : { Location: location }),
      );
      expect(failureOf(await client.me(call))).toEqual({
        kind: 'redirect',
        status: 301,
        origin: location === '/elsewhere' ? new URL(server.baseUrl).origin : '',
      });
    },
  );
});

describe('429', () => {
  test('on a read is waited out as the service says, then the read is sent again', async () => {
    const clock = leapingClock();
    const { client, server } = await facing(
      (socket, { n }) =>
        socket.write(n < 3 ? httpAnswer(429, '', { 'Retry-After': '20' }) : httpAnswer(200, '{"id":"F1"}')),
      { clock },
    );
    expect(await client.readFinding(call, 'F1')).toMatchObject({ kind: 'ok' });
    expect(clock.slept).toEqual([20_000, 20_000]);
    expect(server.received).toHaveLength(3);
  });

  test('is never waited out longer than the caller allows, and nothing is sent meanwhile', async () => {
    const { client, server } = await facing(always(429, '{"error":"slow down"}', { 'Retry-After': '61' }));
    expect(failureOf(await client.me(call))).toMatchObject({ kind: 'rate-limited', retryAfterMs: 61_000 });
    expect(await client.createFinding(call, 'p', {})).toMatchObject({
      kind: 'not-sent',
      failure: { kind: 'rate-limited', retryAfterMs: 61_000 },
    });
    expect(server.received).toHaveLength(1);
  });

  test('without end comes to an end', async () => {
    const { client, server } = await facing(always(429, '', { 'Retry-After': '0' }));
    expect(failureOf(await client.me(call)).kind).toBe('rate-limited');
    expect(server.received.length).toBeLessThan(10);
  });

  test('narrows the way until answers come again; a failing service does not widen it', async () => {
    const { client, limiter } = await facing((socket, { method }) => {
      const status = { PUT: 429, POST: 503, DELETE: 404 }[method] ?? 200;
      socket.write(httpAnswer(status, '', { 'Retry-After': '1' }));
    });
    expect(limiter.width()).toBe(4);
    await client.createFinding(call, 'p', {});
    expect(limiter.width()).toBe(2);
    for (let n = 0; n < 10; n += 1) await client.updateFinding(call, 'p', body);
    expect(limiter.width()).toBe(2);
    for (let n = 0; n < 10; n += 1) await client.deleteFinding(call, 'p', 'F1');
    expect(limiter.width()).toBe(4);
  });

  test('on a write is never sent again by itself', async () => {
    const { client, server } = await facing(always(429, '{"error":"slow down"}', { 'Retry-After': '7' }));
    expect(await client.createFinding(call, 'p', {})).toEqual({
      kind: 'refused',
      status: 429,
      message: 'slow down',
      retryAfterMs: 7_000,
    });
    expect(server.received).toHaveLength(1);
  });
});

test('a write that waited for its turn stays here when one before it ended in the unknown', async () => {
  const { client, server } = await facing(always(503, ''));
  const breaker = new CircuitBreaker();
  const results = await Promise.all(
    Array.from({ length: 6 }, () => client.createFinding({ ...call, breaker }, 'p', {})),
  );
  expect(results.map((result) => (result.kind === 'not-sent' ? result.failure.kind : result.kind))).toEqual([
    ...Array.from({ length: 4 }, () => 'unknown'),
    ...Array.from({ length: 2 }, () => 'cancelled'),
  ]);
  expect(server.received).toHaveLength(4);
  // Reads go on: one that works is what opens it again.
  expect((await client.me({ ...call, breaker })).kind).toBe('failed');
  expect(server.received).toHaveLength(5);
});

describe('a write on a lease', () => {
  test('takes over the place of its read, and leaves before a read that was waiting', async () => {
    const { client, server, clock } = await leased(always(200, '{"id":"F1"}'), 1);
    const lease = new Lease(clock, new ServicePace(), 'answers');
    await client.readFinding({ ...call, lease }, 'F1');
    const other = client.readFinding({ ...call, priority: 'person' }, 'F1');
    await client.updateFinding({ ...call, lease }, 'p', { id: 'F1' });
    await other;
    expect(server.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET']);
  });

  test('comes back at once when another write has met a pause since its read', async () => {
    const { client, server, clock } = await leased((socket, { method }) => {
      socket.write(
        method === 'PUT' ? httpAnswer(429, '', { 'Retry-After': '4' }) : httpAnswer(200, '{"id":"F1"}'),
      );
    });
    const lease = new Lease(clock, new ServicePace(), 'answers');
    await client.readFinding({ ...call, lease }, 'F1');
    await client.createFinding(call, 'p', {});
    expect(await client.updateFinding({ ...call, lease }, 'p', { id: 'F1' })).toEqual({
      kind: 'not-sent',
      failure: { kind: 'cancelled' },
    });
    expect(server.received.map(({ method }) => method)).toEqual(['GET', 'PUT']);
    expect(clock.sleepers()).toBe(0);
  });

  test.each(['mayConnect', 'mayLeave'] as const)(
    'comes back when %s says no, nothing sent',
    async (asked) => {
      const { client, server, clock } = await leased(always(200, '{"id":"F1"}'));
      const lease = new Lease(clock, new ServicePace(), 'answers');
      await client.readFinding({ ...call, lease }, 'F1');
      const refusing = { ...lease, takeSlot: lease.takeSlot, [asked]: () => false };
      expect(await client.updateFinding({ ...call, lease: refusing }, 'p', { id: 'F1' })).toEqual({
        kind: 'not-sent',
        failure: { kind: 'cancelled' },
      });
      expect(server.received.map(({ method }) => method)).toEqual(['GET']);
    },
  );

  async function leased(answer: Answer, maxInFlight = 4): Promise<Setting & { readonly clock: ManualClock }> {
    const clock = manualClock();
    return { ...(await facing(answer, { clock, maxInFlight })), clock };
  }
});
