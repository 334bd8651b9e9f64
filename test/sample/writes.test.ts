import { describe, expect, test } from 'vitest';
import type { User } from '#sample/data/model.ts';
import type { SampleService } from '#sample/http/server.ts';
import { call, CLOUD, FOREIGN, idsOf, PORTAL, raw, startSmall, type Reply } from './support.ts';

const BODY = { title: 'Open redirect', asset: ['a.example'] };

function create(service: SampleService, login: string, project: string, body: unknown): Promise<Reply> {
  return call(service, login, 'PUT', `scans/${project}`, body);
}

function createdId(reply: Reply): string {
  const { Ids } = reply.json as { Ids: string[] };
  return Ids[0] ?? '';
}

describe('creation', () => {
  test('answers success and Ids, and the finding is there with its creation dates', async () => {
    const service = await startSmall({ newId: () => 'fresh', now: () => new Date('2026-03-01T09:00:00Z') });
    const reply = await create(service, 'mara', PORTAL, { ...BODY, severity: 'low', unknown: 1, id: 'mine' });
    expect(reply.json).toEqual({ success: true, Ids: ['fresh'] });
    expect((await call(service, 'mara', 'GET', 'scans/fresh')).json).toEqual({
      id: 'fresh',
      project: PORTAL,
      ...BODY,
      severity: 'low',
      status: 'open',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test('the server chooses the status: a draft is kept for providers and not for clients', async () => {
    const service = await startSmall();
    const statuses = [];
    for (const [login, project, status] of [
      ['mara', PORTAL, 'draft'],
      ['mara', PORTAL, 'closed'],
      ['clara', CLOUD, 'draft'],
    ] as const) {
      const id = createdId(await create(service, login, project, { ...BODY, status }));
      statuses.push(service.finding(id)?.['status']);
    }
    expect(statuses).toEqual(['draft', 'open', 'open']);
  });

  test('the policy can refuse drafts of providers too', async () => {
    const service = await startSmall({ providerDrafts: false });
    const id = createdId(await create(service, 'mara', PORTAL, { ...BODY, status: 'draft' }));
    expect(service.finding(id)?.['status']).toBe('open');
  });
});

describe('bad bodies are answered with 400 and a message, and change nothing', () => {
  const bad: [string, unknown][] = [
    ['no title', { asset: ['a'] }],
    ['a blank title', { ...BODY, title: ' ' }],
    ['no asset', { title: 'x' }],
    ['an asset that is a string', { title: 'x', asset: 'a' }],
    ['an empty asset', { title: 'x', asset: [] }],
    ['an asset of numbers', { title: 'x', asset: [1] }],
    ['a reference that is no URL', { ...BODY, references: ['see the wiki'] }],
    ['a reference of another scheme', { ...BODY, references: ['ftp://a.example/x'] }],
    ['references that are no array', { ...BODY, references: 'https://a.example' }],
    ['a cwe that is no URL', { ...BODY, cwe: 'CWE-79' }],
    ['an owasp that is no URL', { ...BODY, owasp: 'javascript:alert(1)' }],
    ['a severity that is no text', { ...BODY, severity: 3 }],
    ['an unknown status', { ...BODY, status: 'perhaps' }],
    ['a description that is no text', { ...BODY, description: 5 }],
    ['an array', [BODY]],
    ['null', null],
  ];

  test.each(bad)('%s, on creation', async (_, body) => {
    const service = await startSmall();
    const reply = await create(service, 'mara', PORTAL, body);
    expect([reply.status, service.findings(PORTAL).length]).toEqual([400, 5]);
    expect(reply.json).toEqual({ message: expect.any(String) as unknown });
  });

  test.each(bad.filter(([, body]) => body !== null && !Array.isArray(body)))(
    '%s, on update',
    async (_, body) => {
      const service = await startSmall();
      const before = service.finding('open-1');
      const reply = await call(service, 'mara', 'POST', `scans/${PORTAL}`, {
        id: 'open-1',
        ...(body as object),
      });
      expect([reply.status, service.finding('open-1')]).toEqual([400, before]);
    },
  );

  test('malformed JSON, other encodings, endless nesting, another type and too much of it', async () => {
    const service = await startSmall({ maxBodyBytes: 10_000 });
    const token = service.tokens['mara'] ?? '';
    const put = (body: string | Uint8Array<ArrayBuffer>, type?: string): Promise<Reply> =>
      raw(service, token, 'PUT', `scans/${PORTAL}`, body, type);
    const replies = [
      await put('{"title":'),
      await put(''),
      await put(new Uint8Array(Buffer.from('{"title":"caf\xe9","asset":["a"]}', 'latin1'))),
      await put(`{"title":"x","asset":["a"],"requests":${'['.repeat(4000)}${']'.repeat(4000)}}`),
      await put(JSON.stringify(BODY), 'text/plain'),
      await put(JSON.stringify({ ...BODY, description: 'x'.repeat(20_000) })),
    ];
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(400));
    expect(replies.at(-1)?.json).toEqual({ message: 'The body is too large.' });
    expect(service.findings(PORTAL)).toHaveLength(5);
  });

  test('a member named __proto__ is kept out and harms nobody', async () => {
    const service = await startSmall();
    const body =
      '{"title":"x","asset":["a"],"__proto__":{"status":"closed"},"requests":{"__proto__":{"polluted":1}}}';
    const reply = await raw(service, service.tokens['mara'] ?? '', 'PUT', `scans/${PORTAL}`, body);
    const detail = await call(service, 'mara', 'GET', `scans/${createdId(reply)}`);
    expect(detail.text).toContain('"requests":{"__proto__":{"polluted":1}}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('update', () => {
  test('changes the named members, keeps the others and answers a status message', async () => {
    const service = await startSmall({ now: () => new Date('2026-03-02T00:00:00Z') });
    const before = service.finding('open-1');
    const reply = await call(service, 'mara', 'POST', `scans/${PORTAL}`, {
      id: 'open-1',
      title: 'First, again',
      asset: ['b.example'],
      project: FOREIGN,
      createdAt: 'never',
    });
    expect([reply.status, reply.json]).toEqual([200, { message: 'Finding updated.' }]);
    expect(service.finding('open-1')).toEqual({ ...before, title: 'First, again', asset: ['b.example'] });
  });

  test('null takes an optional member away', async () => {
    const service = await startSmall();
    await call(service, 'mara', 'POST', `scans/${PORTAL}`, { ...BODY, id: 'open-1', description: null });
    expect(service.finding('open-1')).not.toHaveProperty('description');
  });

  test('a service that replaces drops what was not named', async () => {
    const service = await startSmall({ updateReplaces: true });
    await call(service, 'mara', 'POST', `scans/${PORTAL}`, { ...BODY, id: 'open-1' });
    expect(service.finding('open-1')).not.toHaveProperty('description');
    expect(service.finding('open-1')?.['status']).toBe('open');
  });

  test('an id that is absent, unknown, or of another project', async () => {
    const service = await startSmall();
    const replies = await Promise.all(
      [{}, { id: 5 }, { id: 'no-such' }, { id: 'foreign-1' }, { id: 'cloud-1' }].map((id) =>
        call(service, 'mara', 'POST', `scans/${PORTAL}`, { ...BODY, ...id }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 404, 404, 400]);
  });

  test('the status of a pending candidate is not changed this way, its text is', async () => {
    const service = await startSmall();
    const update = (changes: object): Promise<Reply> =>
      call(service, 'mara', 'POST', `scans/${PORTAL}`, { ...BODY, id: 'public', ...changes });
    expect((await update({ status: 'open' })).status).toBe(400);
    expect((await update({ description: 'Better.' })).status).toBe(200);
    expect(service.finding('public')).toMatchObject({ status: 'draft', description: 'Better.' });
  });
});

describe('who may write', () => {
  const everyWrite: [string, string, object | undefined][] = [
    ['PUT', `scans/${PORTAL}`, BODY],
    ['POST', `scans/${PORTAL}`, { ...BODY, id: 'open-1' }],
    ['DELETE', `scans/${PORTAL}/open-1`, undefined],
    ['POST', `scans/${PORTAL}/bulk-status`, { ids: ['open-1'], status: 'closed' }],
    ['POST', `scans/${PORTAL}/bulk-delete`, { ids: ['open-1'] }],
  ];

  async function statuses(login: string, changes: Partial<User> = {}): Promise<number[]> {
    const service = await startSmall();
    service.changeUser(login, changes);
    const before = service.findings(PORTAL);
    const replies: number[] = [];
    for (const [method, path, body] of everyWrite) {
      replies.push((await call(service, login, method, path, body)).status);
    }
    expect(service.findings(PORTAL)).toEqual(before);
    return replies;
  }

  test('a reader is refused with 403', async () => {
    expect(await statuses('theo')).toEqual(Array(5).fill(403));
  });

  test('a pentester without a license is refused with 403', async () => {
    expect(await statuses('petra')).toEqual(Array(5).fill(403));
  });

  test("a client is refused with 403 in a provider's project, even as its owner", async () => {
    const own = { ownerships: [PORTAL] };
    expect(await statuses('clara', own)).toEqual(Array(5).fill(403));
  });

  test('a project that is not seen is not found', async () => {
    expect(await statuses('nadia')).toEqual(Array(5).fill(404));
  });

  test('a client-owned project is open to its owner and to a pentester who is a member', async () => {
    const service = await startSmall();
    expect((await create(service, 'clara', CLOUD, BODY)).status).toBe(201);
    expect((await create(service, 'mara', CLOUD, BODY)).status).toBe(201);
    expect((await create(service, 'rolf', CLOUD, BODY)).status).toBe(403);
    service.changeUser('clara', { ownerships: [] });
    expect((await create(service, 'clara', CLOUD, BODY)).status).toBe(403);
  });
});

test('a client cannot make drafts of findings that are there', async () => {
  const service = await startSmall();
  const update = await call(service, 'clara', 'POST', `scans/${CLOUD}`, {
    ...BODY,
    id: 'cloud-1',
    status: 'draft',
  });
  const body = { ids: ['cloud-1'], status: 'draft' };
  const bulk = await call(service, 'clara', 'POST', `scans/${CLOUD}/bulk-status`, body);
  expect([update.status, bulk.status, service.finding('cloud-1')?.['status']]).toEqual([403, 403, 'open']);
});

describe('deletion', () => {
  test('is permanent', async () => {
    const service = await startSmall();
    expect((await call(service, 'mara', 'DELETE', `scans/${PORTAL}/open-1`)).status).toBe(200);
    expect((await call(service, 'mara', 'GET', 'scans/open-1')).status).toBe(404);
    expect((await call(service, 'mara', 'DELETE', `scans/${PORTAL}/open-1`)).status).toBe(404);
    expect(idsOf(await call(service, 'clara', 'GET', `scans/?project=${PORTAL}`))).toEqual([
      'open-2',
      'public',
    ]);
  });

  test('asks for the right project', async () => {
    const service = await startSmall();
    expect((await call(service, 'mara', 'DELETE', `scans/${CLOUD}/open-1`)).status).toBe(404);
    expect(service.finding('open-1')).toBeDefined();
  });
});

describe('bulk', () => {
  function bulk(service: SampleService, kind: string, body: object): Promise<Reply> {
    return call(service, 'mara', 'POST', `scans/${PORTAL}/${kind}`, body);
  }

  test('bulk-status sets the status of all listed findings', async () => {
    const service = await startSmall();
    const reply = await bulk(service, 'bulk-status', { ids: ['open-1', 'draft'], status: 'pending_retest' });
    expect(reply.status).toBe(200);
    expect(service.findings(PORTAL).map(({ status }) => status)).toEqual([
      'pending_retest',
      'open',
      'pending_retest',
      'draft',
      'draft',
    ]);
  });

  test('bulk-status with a pending candidate, an unknown id or one of another project changes nothing', async () => {
    const service = await startSmall();
    const before = service.findings(PORTAL);
    const replies = await Promise.all(
      ['public', 'no-such', 'cloud-1', 'foreign-1'].map((id) =>
        bulk(service, 'bulk-status', { ids: ['open-1', id], status: 'closed' }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect(service.findings(PORTAL)).toEqual(before);
  });

  test('bulk-delete removes those that the caller may remove and passes over the unknown', async () => {
    const service = await startSmall();
    const reply = await bulk(service, 'bulk-delete', { ids: ['open-1', 'no-such', 'foreign-1'] });
    expect([reply.status, reply.json]).toEqual([200, { success: true }]);
    expect([service.finding('open-1'), service.finding('foreign-1')]).toEqual([undefined, expect.anything()]);
  });

  test('bulk-delete with an id of another project of the caller removes nothing', async () => {
    const service = await startSmall();
    expect((await bulk(service, 'bulk-delete', { ids: ['open-1', 'cloud-1'] })).status).toBe(400);
    expect(service.finding('open-1')).toBeDefined();
  });

  test('bulk-delete does not take a status', async () => {
    const service = await startSmall();
    expect((await bulk(service, 'bulk-delete', { ids: ['open-1'], status: 'closed' })).status).toBe(400);
  });

  test('500 ids pass and 501 do not', async () => {
    const service = await startSmall();
    const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => `id-${String(at)}`);
    expect((await bulk(service, 'bulk-delete', { ids: ids(500) })).status).toBe(200);
    expect((await bulk(service, 'bulk-delete', { ids: ids(501) })).status).toBe(400);
    expect((await bulk(service, 'bulk-status', { ids: ids(501), status: 'open' })).status).toBe(400);
  });

  test.each([{}, { ids: [] }, { ids: 'open-1' }, { ids: [1] }, { ids: ['open-1'], status: 5 }])(
    'bulk-status refuses %j',
    async (body) => {
      const service = await startSmall();
      expect((await bulk(service, 'bulk-status', body)).status).toBe(400);
    },
  );
});
