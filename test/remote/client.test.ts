import { afterEach, describe, expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { failureText } from '#remote/errors.ts';
import type { RemoteFailure } from '#remote/errors.ts';
import { createdIds } from '#remote/client.ts';
import type { ReadResult, ServiceClient, WriteResult } from '#remote/client.ts';
import { call, setUp, token } from '#test/faults/client.ts';
import type { Setting } from '#test/faults/client.ts';
import { httpAnswer } from '#test/faults/servers.ts';
import type { Answer } from '#test/faults/servers.ts';
import { leapingClock } from './clocks.ts';

const settings: Setting[] = [];
afterEach(async () => {
  for (const setting of settings.splice(0)) await setting.close();
});

async function facing(answer: Answer, options: Parameters<typeof setUp>[1] = {}): Promise<Setting> {
  const setting = await setUp(answer, options);
  settings.push(setting);
  return setting;
}

const always =
  (...answer: Parameters<typeof httpAnswer>): Answer =>
  (socket) =>
    socket.write(httpAnswer(...answer));

const body = { id: 'F1', title: 'T', asset: ['a'] };
const writes: Record<string, (client: ServiceClient) => Promise<WriteResult>> = {
  createFinding: (client) => client.createFinding(call, 'p', { title: 'T', asset: ['a'] }),
  updateFinding: (client) => client.updateFinding(call, 'p', body),
  deleteFinding: (client) => client.deleteFinding(call, 'p', 'F1'),
  bulkStatus: (client) => client.bulkStatus(call, 'p', ['F1', 'F2'], 'closed'),
  bulkDelete: (client) => client.bulkDelete(call, 'p', ['F1', 'F2']),
  review: (client) => client.review(call, 'p', 'F1', { expected_review_version: 7, decision: 'accept' }),
};
const reads: Record<string, (client: ServiceClient) => Promise<ReadResult<unknown>>> = {
  me: (client) => client.me(call),
  organization: (client) => client.organization(call),
  listPage: (client) => client.listPage(call, { project: 'p q', page: 2, pageSize: 50 }),
  readFinding: (client) => client.readFinding(call, 'F1'),
};

function failureOf(result: ReadResult<unknown>): RemoteFailure {
  if (result.kind !== 'failed') throw new Error('it worked');
  return result.failure;
}

describe('on the wire', () => {
  test.each([
    ['me', 'GET', '/api/users/me', ''],
    ['organization', 'GET', '/api/organizations/me', ''],
    ['listPage', 'GET', '/api/scans/?project=p+q&page=2&pageSize=50', ''],
    ['readFinding', 'GET', '/api/scans/F1', ''],
    ['createFinding', 'PUT', '/api/scans/p', '{"title":"T","asset":["a"]}'],
    ['updateFinding', 'POST', '/api/scans/p', '{"id":"F1","title":"T","asset":["a"]}'],
    ['deleteFinding', 'DELETE', '/api/scans/p/F1', ''],
    ['bulkStatus', 'POST', '/api/scans/p/bulk-status', '{"ids":["F1","F2"],"status":"closed"}'],
    ['bulkDelete', 'POST', '/api/scans/p/bulk-delete', '{"ids":["F1","F2"]}'],
    ['review', 'POST', '/api/scans/p/F1/review', '{"expected_review_version":7,"decision":"accept"}'],
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
    const broke = { ...call, token: broken };
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
      expect(failure).toEqual({ kind: 'redirect', status: 302, origin });
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

describe('a success', () => {
  test.each<[string, string, unknown]>([
    ['an object', '{"success":true,"Ids":["F1"]}', { success: true, Ids: ['F1'] }],
    ['an array', '["F1"]', ['F1']],
    ['a JSON string', '"F1"', 'F1'],
    ['a plain text', 'updated', 'updated'],
    ['nothing', '', undefined],
    ['JSON behind a byte order mark', '\ufeff{"success":true}', { success: true }],
  ])('with %s acknowledges a write', async (_what, text, expected) => {
    const { client } = await facing(always(200, text));
    for (const write of Object.values(writes)) {
      expect(await write(client)).toEqual({ kind: 'acknowledged', body: expected });
    }
  });

  test.each([
    ['success:false', '{"success":false,"error":"no"}'],
    ['success:"false"', '{"success":"false"}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['a web page after blanks', '\n\n  <html><body>Welcome to the hotel</body></html>'],
    ['XML', '<?xml version="1.0"?><ok/>'],
    ['JSON that is cut off', '{"success":true,"Ids":["F'],
    ['two answers in one', '{"success":true}{"success":false}'],
    ['binary data', '\u0000\u0001\u0002'],
  ])('with %s acknowledges nothing', async (_what, text) => {
    const { client } = await facing(always(200, text));
    for (const write of Object.values(writes)) {
      expect(await write(client)).toMatchObject({ kind: 'unknown', message: expect.stringMatching(/\w/u) });
    }
  });

  test.each([
    ['success:false', '{"success":false,"id":"F1","data":[]}'],
    ['a web page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['plain text', 'hello'],
    ['JSON that is cut off', '[{"id":"F1"},{"id'],
    ['a number', '12'],
    ['null', 'null'],
  ])('with %s is a bad answer to a read', async (_what, text) => {
    const { client } = await facing(always(200, text));
    for (const read of Object.values(reads)) expect(failureOf(await read(client)).kind).toBe('bad-answer');
  });

  test('that is another finding than the one asked for is a bad answer', async () => {
    for (const text of [
      '{"id":"F2","title":"T"}',
      '{"title":"T"}',
      '[{"id":"F1"}]',
      '{"data":{"id":"F1"}}',
    ]) {
      const { client } = await facing(always(200, text));
      expect(failureOf(await client.readFinding(call, 'F1')).kind, text).toBe('bad-answer');
    }
  });

  test('that is slow to be told from a failure: the status decides before the body', async () => {
    const { client } = await facing(always(404, '{"id":"F1","success":true}'));
    expect(failureOf(await client.readFinding(call, 'F1')).kind).toBe('not-found');
    expect(await client.createFinding(call, 'p', {})).toMatchObject({ kind: 'refused', status: 404 });
  });
});

describe('a list', () => {
  const listed = async (text: string, profile = defaultProfile) => {
    const { client } = await facing(always(200, text), { profile });
    return client.listPage(call, { project: 'p', page: 1, pageSize: 10 });
  };

  test.each([
    ['an array', '[{"id":"F1"},{"id":2}]'],
    ['an object with one array', '{"data":[{"id":"F1"},{"id":2}],"total":2,"success":true}'],
  ])('comes as %s', async (_what, text) => {
    expect(await listed(text)).toEqual({
      kind: 'ok',
      value: [
        { kind: 'record', id: 'F1', record: { id: 'F1' } },
        { kind: 'record', id: '2', record: { id: 2 } },
      ],
    });
  });

  test.each(['[]', '{"items":[]}', '{"items":[],"error":null,"next":null}'])('%s is empty', async (text) => {
    expect(await listed(text)).toEqual({ kind: 'ok', value: [] });
  });

  test.each([
    '{}',
    '{"data":{}}',
    '{"data":[],"more":[]}',
    '{"roles":["a"]}',
    '{"error":"backend down","data":[]}',
    '{"success":false,"data":[]}',
    '"F1"',
  ])('%s is none', async (text) => {
    expect(await listed(text)).toMatchObject({ kind: 'failed', failure: { kind: 'bad-answer' } });
  });

  test('keeps its good rows beside bad ones, in order, duplicates too', async () => {
    const long = 'x'.repeat(1_001);
    const rows = [
      { id: 'F1' },
      null,
      'F2',
      { title: 'no id' },
      { id: '' },
      { id: {} },
      { id: long },
      { id: 'F1' },
    ];
    const result = await listed(JSON.stringify(rows));
    if (result.kind !== 'ok') throw new Error('not read');
    expect(result.value.map((row) => (row.kind === 'record' ? row.id : null))).toEqual([
      'F1',
      null,
      null,
      null,
      null,
      null,
      null,
      'F1',
    ]);
    expect(result.value.map((row) => (row.kind === 'record' ? row.record : row.raw))).toEqual(rows);
  });

  test('with members named __proto__ changes nothing but the record', async () => {
    const result = await listed('[{"id":"F1","__proto__":{"title":"x"}}]');
    if (result.kind !== 'ok' || result.value[0]?.kind !== 'record') throw new Error('not read');
    expect(Object.keys(result.value[0].record)).toEqual(['id', '__proto__']);
    expect(result.value[0].record['title']).toBeUndefined();
    expect({}).not.toHaveProperty('title');
  });

  test('with numbers beyond all measure keeps them by their digits', async () => {
    const digits = '9'.repeat(5_000);
    const result = await listed(`[{"id":${digits.slice(0, 30)},"n":${digits},"x":1e999999,"zero":-0}]`);
    if (result.kind !== 'ok' || result.value[0]?.kind !== 'record') throw new Error('not read');
    expect(result.value[0].id).toBe(digits.slice(0, 30));
    expect(JSON.stringify(result.value[0].record)).toContain(`"n":${digits},"x":1e999999,"zero":-0`);
  });

  test('with bytes that are not UTF-8 is read, the bad ones marked', async () => {
    const bytes = Buffer.concat([
      Buffer.from('[{"id":"F1","title":"a'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from('"}]'),
    ]);
    const { client } = await facing((socket) => socket.write(httpAnswer(200, bytes)));
    const result = await client.listPage(call, { project: 'p', page: 1, pageSize: 10 });
    expect(result).toMatchObject({ kind: 'ok', value: [{ record: { title: 'a\ufffd\ufffd' } }] });
  });
});

test.each<[unknown, readonly string[]]>([
  [{ success: true, Ids: ['F1'] }, ['F1']],
  [{ Ids: ['F1', 2] }, ['F1', '2']],
  [{ Ids: 'F1' }, ['F1']],
  [{ Ids: [] }, []],
  [{ Ids: ['F1', null] }, []],
  [{ Ids: [''] }, []],
  [{ Ids: { 0: 'F1' } }, []],
  [{ success: true }, []],
  [['F1'], []],
  ['F1', []],
  [undefined, []],
])('of a creation answered %j the identifiers are %j', (answer, ids) => {
  expect(createdIds(answer as Parameters<typeof createdIds>[0])).toEqual(ids);
});

test('a finding created with an identifier named Ids in its prototype has none', () => {
  expect(createdIds(JSON.parse('{"__proto__":{"Ids":["F1"]}}'))).toEqual([]);
});
