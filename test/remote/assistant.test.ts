import { expect, test } from 'vitest';
import { defaultProfile, serviceProfileSchema } from '#contract/profile.ts';
import { readDraft, readProposal } from '#domain/answers/assistant.ts';
import type { Call } from '#remote/endpoints/service-client.ts';
import type { FaultFunction } from '#sample/http/faults.ts';
import { sampleService } from '../support/desk.ts';
import { clientsOf } from './support/clients.ts';

const project = 'fjm-portal-2026';

const lost: readonly (readonly [string, FaultFunction])[] = [
  ['the connection breaks', () => ({ kind: 'drop', handled: true })],
  ['a gateway answers 502', () => ({ kind: 'status', status: 502, handled: true })],
  ['a gateway answers 408', () => ({ kind: 'status', status: 408, handled: true })],
  ['a web page comes', () => ({ kind: 'html', handled: true })],
  ['the answer is cut off', () => ({ kind: 'cut', afterBytes: 5 })],
  ['a redirect comes', () => ({ kind: 'status', status: 302, handled: true, location: '/elsewhere' })],
];

test.each(lost)(
  'an AI action is sent once, however its answer is lost, and charged at most once: %s',
  async (_how, fault) => {
    const service = await sampleService();
    const { client } = clientsOf(service);
    const call: Call = {
      credentials: { kind: 'token', token: service.tokens['mara'] ?? '' },
      priority: 'person',
    };
    const [first = {}, second = {}] = service.findings(project);
    const [id, other] = [String(first['id']), String(second['id'])];
    service.setFaults(fault);
    const results = [
      await client.generateDemonstration(call, project, id),
      await client.proposeMerge(call, project, id, [other]),
      await client.applyDemonstration(call, project, id, 'As I saw it.'),
    ];
    expect(results.map(({ kind }) => kind)).toEqual(['unknown', 'unknown', 'unknown']);
    expect([service.requestCount, service.charges.map(({ action }) => action)]).toEqual([
      3,
      ['demonstration', 'merge'],
    ]);
    expect(service.finding(id)?.['demonstration']).toBe('As I saw it.');
  },
);

test('drafts and proposals of the sample service are read with their sources', async () => {
  const service = await sampleService();
  const { client } = clientsOf(service);
  const call: Call = {
    credentials: { kind: 'token', token: service.tokens['mara'] ?? '' },
    priority: 'person',
  };
  const [first = {}, second = {}] = service.findings(project);
  const [id, other] = [String(first['id']), String(second['id'])];
  const draft = await client.generateDemonstration(call, project, id);
  expect(draft.kind === 'acknowledged' && readDraft(draft.body, defaultProfile.assistant)).toEqual({
    kind: 'text',
    text: expect.stringContaining('Draft 1'),
  });
  const merge = await client.proposeMerge(call, project, id, [other]);
  expect(merge.kind === 'acknowledged' && readProposal(merge.body, defaultProfile.assistant)).toMatchObject({
    kind: 'fields',
    fields: { title: first['title'] },
    sources: { title: [id], asset: [id, other] },
  });
});

test('a pause of the AI routes holds up no finding, and the other way round', async () => {
  const ai = { burst: 1, perSecond: 0.01, retryAfter: 'seconds' } as const;
  const service = await sampleService({ rateLimits: { ai } });
  const { client, limiters } = clientsOf(service);
  const call: Call = {
    credentials: { kind: 'token', token: service.tokens['mara'] ?? '' },
    priority: 'person',
    maxWaitMs: 0,
  };
  const id = String(service.findings(project)[0]?.['id']);
  await client.generateDemonstration(call, project, id);
  expect(await client.generateDemonstration(call, project, id)).toMatchObject({
    kind: 'refused',
    status: 429,
  });
  expect(await client.generateDemonstration(call, project, id)).toMatchObject({
    kind: 'not-sent',
    failure: { kind: 'rate-limited' },
  });
  expect((await client.readFinding(call, id)).kind).toBe('ok');
  expect([limiters.ai.pausedForMs() > 0, limiters.findings.pausedForMs()]).toEqual([true, 0]);
});

test.each([
  ['a bare text', 'Open it.', { kind: 'text', text: 'Open it.' }],
  ['a member in a wrapper', { data: { draft: 'Open it.' } }, { kind: 'text', text: 'Open it.' }],
  ['members nobody knows', { steps: ['Open it.'] }, { kind: 'json', text: '{"steps":["Open it."]}' }],
  ['an empty text', { text: ' ' }, { kind: 'json', text: '{"text":" "}' }],
  ['nothing', undefined, { kind: 'json', text: '' }],
])('a draft that is %s is shown', (_what, body, draft) => {
  expect(readDraft(body, defaultProfile.assistant)).toEqual(draft);
});

test.each([
  ['the finding itself', { title: 'T', sources: { title: 'F1' } }, { title: 'T' }, { title: ['F1'] }],
  ['wrapped', { data: { merged: { title: 'T' } } }, { title: 'T' }, {}],
  [
    'with sources of another shape',
    { proposal: { title: 'T' }, sources: { title: [1, 'F2'] } },
    { title: 'T' },
    { title: ['F2'] },
  ],
])('a proposal that is %s is read', (_what, body, fields, sources) => {
  expect(readProposal(body, defaultProfile.assistant)).toEqual({ kind: 'fields', fields, sources });
});

test('a proposal without fields is shown as JSON', () => {
  expect(readProposal({ done: true }, defaultProfile.assistant)).toEqual({
    kind: 'json',
    text: '{"done":true}',
  });
});

test('the profile names what the AI routes are sent', async () => {
  const service = await sampleService({ shapes: { others: 'scans', reviewed: 'text' } });
  const profile = serviceProfileSchema.parse({
    assistant: { others: 'scans', apply: 'text', othersWithItself: true, generate: { language: 'en' } },
  });
  const { client } = clientsOf(service, { profile });
  const call: Call = {
    credentials: { kind: 'token', token: service.tokens['mara'] ?? '' },
    priority: 'person',
  };
  const [id = '', other = ''] = service.findings(project).map((finding) => String(finding['id']));
  await client.generateDemonstration(call, project, id);
  await client.applyDemonstration(call, project, id, 'Mine.');
  await client.proposeMerge(call, project, id, [other]);
  expect(service.ledger.map(({ body, status }) => [body, status])).toEqual([
    [{ language: 'en' }, 200],
    [{ text: 'Mine.' }, 200],
    [{ scans: [id, other] }, 200],
  ]);
});
