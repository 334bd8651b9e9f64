import { describe, expect, test } from 'vitest';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { call, PORTAL, startSmall, type Reply } from './support.ts';

const AT = '2026-03-02T00:00:00.000Z';

function small(options: SampleOptions = {}): Promise<SampleService> {
  return startSmall({ now: () => new Date(AT), ...options });
}

function ask(service: SampleService, login: string, path: string, body?: unknown): Promise<Reply> {
  return call(service, login, 'POST', `scans/${PORTAL}/${path}`, body);
}

describe('a generated demonstration', () => {
  test('is a draft that leaves the finding as it was, and is charged each time', async () => {
    const service = await small();
    const before = service.finding('open-1');
    const replies = [
      await ask(service, 'mara', 'open-1/ai/demonstration'),
      await ask(service, 'mara', 'open-1/ai/demonstration', {}),
    ];
    expect(replies.map(({ json }) => json)).toEqual([
      { demonstration: expect.stringContaining('Draft 1 for "First"'), creditsUsed: 1 },
      { demonstration: expect.stringContaining('Draft 2 for "First"'), creditsUsed: 1 },
    ]);
    const charge = {
      at: AT,
      user: 'mara',
      organization: 'org-larkspur',
      action: 'demonstration',
      finding: 'open-1',
      credits: 1,
    };
    expect([service.charges, service.credits('org-larkspur')]).toEqual([[charge, charge], 98]);
    expect(service.finding('open-1')).toEqual(before);
    expect((await call(service, 'mara', 'GET', 'scans/open-1')).json).toEqual(before);
  });

  test('is charged although its answer was lost', async () => {
    const service = await small();
    service.setFaults(() => ({ kind: 'drop', handled: true }));
    await expect(ask(service, 'mara', 'open-1/ai/demonstration')).rejects.toThrow();
    expect(service.charges.length).toBe(1);
  });

  test("becomes the finding's once it is applied as reviewed, and only then", async () => {
    const service = await small();
    const apply = (body: unknown): Promise<Reply> =>
      ask(service, 'mara', 'open-1/ai/demonstration/apply', body);
    expect((await apply({ demonstration: 'Never generated.' })).status).toBe(409);
    await ask(service, 'mara', 'open-1/ai/demonstration');
    expect((await apply({ demonstration: 5 })).status).toBe(400);
    expect((await apply({ demonstration: 'As I would do it.' })).status).toBe(200);
    expect(service.finding('open-1')?.['demonstration']).toBe('As I would do it.');
    expect([(await apply({})).status, service.charges.length]).toEqual([409, 1]);
  });

  test('shows in the detail to providers alone, where the service is told to show it', async () => {
    const service = await small({ shapes: { waitingDraft: 'demonstrationDraft' } });
    await ask(service, 'mara', 'open-1/ai/demonstration');
    const [provider, client] = [
      await call(service, 'mara', 'GET', 'scans/open-1'),
      await call(service, 'clara', 'GET', 'scans/open-1'),
    ];
    expect(provider.json).toMatchObject({ demonstrationDraft: expect.stringContaining('Draft 1') });
    expect([client.status, client.text.includes('Draft 1')]).toEqual([200, false]);
  });
});

describe('a proposed merge', () => {
  test('tells each field with its sources and changes nothing', async () => {
    const service = await small();
    service.edit('open-2', { asset: ['b.example'], description: 'Seen again.', remediation: 'Patch it.' });
    const before = service.findings(PORTAL);
    const reply = await ask(service, 'mara', 'open-1/ai/merge', { ids: ['open-2', 'open-1'] });
    expect(reply.json).toEqual({
      proposal: {
        asset: ['a.example', 'b.example'],
        title: 'First',
        severity: 'low',
        description: 'As seen.\n\nSeen again.',
        remediation: 'Patch it.',
      },
      sources: {
        asset: ['open-1', 'open-2'],
        title: ['open-1'],
        severity: ['open-1'],
        description: ['open-1', 'open-2'],
        remediation: ['open-2'],
      },
      creditsUsed: 1,
    });
    expect(service.findings(PORTAL)).toEqual(before);
    expect(service.charges).toMatchObject([{ action: 'merge', finding: 'open-1' }]);
  });

  test.each([[{}], [{ ids: [] }], [{ ids: ['open-1'] }], [{ ids: 'open-2' }]])(
    'of %j is refused',
    async (body) => {
      expect((await ask(await small(), 'mara', 'open-1/ai/merge', body)).status).toBe(400);
    },
  );

  test.each(['private', 'foreign-1', 'cloud-1', 'nothing'])('does not reach %s for a client', async (id) => {
    const reply = await ask(await small(), 'clara', 'open-1/ai/merge', { ids: [id] });
    expect(reply.status).toBe(404);
  });
});

describe('the assistant says what is missing', () => {
  test.each([
    ['petra', 'open-1/ai/demonstration', 403, 'Your license does not include the assistant.'],
    ['clara', 'open-1/ai/demonstration', 403, 'This project is managed by your provider.'],
    ['clara', 'private/ai/demonstration', 404, 'Not found.'],
    ['clara', 'draft/ai/merge', 404, 'Not found.'],
    ['nadia', 'open-1/ai/demonstration', 404, 'Not found.'],
    ['mara', 'cloud-1/ai/demonstration', 404, 'Not found.'],
  ])('%s, %s: %i', async (login, path, status, error) => {
    const service = await small();
    const reply = await ask(service, login, path, { ids: ['open-2'] });
    expect([reply.status, reply.json, service.charges]).toEqual([status, { error }, []]);
  });

  test('to an organization without credits, and charges nothing', async () => {
    const service = await small();
    service.setCredits('org-larkspur', 0);
    const reply = await ask(service, 'mara', 'open-1/ai/demonstration');
    expect([reply.status, reply.json, service.charges]).toEqual([
      403,
      { error: 'Your organization has no credits left.' },
      [],
    ]);
  });

  test('by a rate of its own, which findings do not share', async () => {
    const ai = { burst: 1, perSecond: 0.01, retryAfter: 'date' } as const;
    const service = await small({ rateLimits: { ai } });
    const first = await ask(service, 'mara', 'open-1/ai/demonstration');
    const second = await ask(service, 'mara', 'open-2/ai/merge', { ids: ['open-1'] });
    expect([first.status, second.status, second.headers.get('retry-after')]).toEqual([
      200,
      429,
      'Mon, 02 Mar 2026 00:01:40 GMT',
    ]);
    expect((await call(service, 'mara', 'GET', 'scans/open-1')).status).toBe(200);
  });
});
