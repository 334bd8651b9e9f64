import { afterEach, beforeEach, expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { defaultProfile } from '#contract/profile.ts';
import { callerId, createdIds } from '#domain/answers/success.ts';
import { createServiceClient } from '#remote/endpoints/service-client.ts';
import type { Call, ReadResult, ServiceClient } from '#remote/endpoints/service-client.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import { createLimiter } from '#remote/rate-limit/limiter.ts';
import type { Transport } from '#remote/http/transport.ts';
import { startSampleService } from '#sample/http/server.ts';
import type { SampleService } from '#sample/http/server.ts';
import { leapingClock } from './support/clocks.ts';

const project = 'fjm-portal-2026';
let service: SampleService;
let transport: Transport;
let client: ServiceClient;

beforeEach(async () => {
  service = await startSampleService({
    pageCap: 5,
    reviewVersion: (n) => 9_007_199_254_740_993n + BigInt(n),
  });
  transport = createHttpTransport({ baseUrl: service.baseUrl });
  const clock = leapingClock();
  client = createServiceClient({
    transport,
    baseUrl: service.baseUrl,
    profile: defaultProfile,
    limiter: createLimiter({ clock, maxInFlight: 4 }),
    aiLimiter: createLimiter({ clock, maxInFlight: 1 }),
    clock,
  });
});
afterEach(async () => {
  await transport.close();
  await service.close();
  expect(service.internalErrors).toEqual([]);
});

const callAs = (login: string): Call => ({
  credentials: { kind: 'token', token: service.tokens[login] ?? 'nobody' },
  priority: 'person',
});
function valueOf<T>(result: ReadResult<T>): T {
  if (result.kind === 'failed') throw new Error(result.failure.kind);
  return result.value;
}

/** Every record of the project, page by page to the empty one. */
async function sweep(call: Call): Promise<readonly JsonObject[]> {
  const records: JsonObject[] = [];
  for (let page = 1; page < 200; page += 1) {
    const rows = valueOf(await client.listPage(call, { project, page, pageSize: 100 }));
    if (rows.length === 0) return records;
    for (const row of rows) if (row.kind === 'record') records.push(row.record);
  }
  throw new Error('the list does not end');
}

test('the sample service is read, written, reviewed and swept by the client as the interface says', async () => {
  const mara = callAs('mara');
  expect(callerId(valueOf(await client.me(mara)), defaultProfile)).not.toBeNull();
  expect(valueOf(await client.organization(mara))).toBeTypeOf('object');
  const before = await sweep(mara);
  expect(before.length).toBeGreaterThan(5);

  const created = await client.createFinding(mara, project, { title: 'New', asset: ['host.test'] });
  const [id = ''] = created.kind === 'acknowledged' ? createdIds(created.body) : [];
  expect(id).not.toBe('');
  const record = valueOf(await client.readFinding(mara, id));
  expect(record).toMatchObject({ title: 'New', asset: ['host.test'] });

  const changed = { id, title: 'Newer', asset: ['host.test'], severity: 'high' };
  expect(await client.updateFinding(mara, project, changed)).toMatchObject({ kind: 'acknowledged' });
  expect(valueOf(await client.readFinding(mara, id))).toMatchObject({ title: 'Newer', severity: 'high' });
  expect(await client.bulkStatus(mara, project, [id], 'pending_retest')).toMatchObject({
    kind: 'acknowledged',
  });
  expect(valueOf(await client.readFinding(mara, id))).toMatchObject({ status: 'pending_retest' });

  const candidate = before.find((finding) => Object.hasOwn(finding, 'review_version'))!;
  const decide = (version: JsonObject[string]) =>
    client.review(mara, project, candidate['id'] as string, {
      expected_review_version: version,
      decision: 'accept',
    });
  expect(await decide(1)).toMatchObject({ kind: 'refused', status: 409 });
  expect(await decide(candidate['review_version']!)).toMatchObject({ kind: 'acknowledged' });

  expect(await client.deleteFinding(mara, project, id)).toMatchObject({ kind: 'acknowledged' });
  expect(await client.readFinding(mara, id)).toMatchObject({ failure: { kind: 'not-found' } });
  expect((await sweep(mara)).length).toBe(before.length);
  const [first, second] = before
    .filter((finding) => finding !== candidate)
    .map((finding) => finding['id'] as string);
  expect(await client.bulkDelete(mara, project, [first!, second!])).toMatchObject({ kind: 'acknowledged' });
  expect((await sweep(mara)).length).toBe(before.length - 2);
});

test('the sample service refuses as the error table says, and carries nothing out', async () => {
  expect(await client.me(callAs('a stranger'))).toMatchObject({ failure: { kind: 'credentials' } });
  const body = { title: 'New', asset: ['host.test'] };
  expect(await client.createFinding(callAs('a stranger'), project, body)).toMatchObject({ status: 401 });
  expect(await client.createFinding(callAs('theo'), project, body)).toMatchObject({
    kind: 'refused',
    status: 403,
  });
  expect(await client.createFinding(callAs('mara'), 'cgi-claims-2026', body)).toMatchObject({ status: 404 });
  expect(await client.createFinding(callAs('mara'), project, { title: '' })).toMatchObject({ status: 400 });
  expect(service.ledger.every(({ outcome }) => outcome !== 'applied')).toBe(true);
});

test.each([
  [{ kind: 'drop', handled: true }, true],
  [{ kind: 'drop', handled: false }, false],
  [{ kind: 'status', status: 502, handled: true }, true],
  [{ kind: 'html', handled: true }, true],
  [{ kind: 'success-false', handled: true }, true],
  [{ kind: 'cut', afterBytes: 3 }, true],
] as const)(
  'a creation that meets %j is unknown, whether it was carried out (%j) or not',
  async (fault, applied) => {
    service.setFaults(({ method }) => (method === 'PUT' ? fault : undefined));
    const body = { title: 'New', asset: ['host.test'] };
    expect(await client.createFinding(callAs('mara'), project, body)).toMatchObject({ kind: 'unknown' });
    expect(service.ledger.map(({ outcome }) => outcome === 'applied')).toEqual([applied]);
  },
);
