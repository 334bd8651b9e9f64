import { expect, test } from 'vitest';
import { connectDesk, openDesk, sampleService, type TestDesk } from '../../support/desk.ts';
import { findings, watch } from '../../engine/support.ts';
import type { Fault, FaultRequest } from '#sample/http/faults.ts';
import type { SampleService } from '#sample/http/server.ts';

const numbered = (project: string, count: number) => ({
  project,
  findings: findings(count).map(({ id, body }) => ({ id: `${project}-${id}`, body })),
});

/** A desk without engagements, connected to a service with two projects of 5 and 3 findings. */
async function connected(
  profile: unknown = {},
): Promise<{ desk: TestDesk; service: SampleService; requests: FaultRequest[] }> {
  const seeds = [numbered('ridge-api', 5), numbered('harbour-web', 3)];
  const service = await sampleService({ engagement: false, seeds });
  const desk = openDesk();
  await connectDesk(desk, service, { profile });
  const requests: FaultRequest[] = [];
  watch(service, requests);
  return { desk, service, requests };
}

const both = [
  { project: 'harbour-web', name: null, client: null, findings: 3 },
  { project: 'ridge-api', name: null, client: null, findings: 5 },
];

test('projects are found by listing findings of no project, over all pages, and nothing is stored', async () => {
  const { desk, requests } = await connected({ pageSize: 3 });
  expect(await desk.call('engagement.discover')).toEqual({ projects: both, complete: true, problem: null });
  const lists = requests.map(({ path }) => path).filter((path) => path.includes('/scans/'));
  expect(lists).toHaveLength(4);
  expect(lists.filter((path) => path.includes('project='))).toEqual([]);
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  const { engagements, waiting } = await desk.call('desk.status');
  expect([engagements, waiting]).toEqual([[], 0]);
  // A finding that was stored would be counted with its engagement.
  await desk.call('engagement.add', { project: 'ridge-api' });
  expect((await desk.call('engagement.list')).map((entry) => entry.findings)).toEqual([0]);
});

test('a service that ignores the page is read once more and no further', async () => {
  const { desk, service, requests } = await connected();
  const rows = [
    { id: 1, project: 7 },
    { id: 2, projectName: 'told-first', project: 'not this' },
    { id: 3, project: ' ' },
    { id: 4, project: { name: 'no text' } },
    { id: 5, project: 'x'.repeat(1_001) },
  ];
  const body = JSON.stringify({ findings: rows });
  watch(service, requests, ({ path }): Fault | undefined =>
    path.includes('/scans/') ? { kind: 'body', body } : undefined,
  );
  const projects = [
    { project: '7', name: null, client: null, findings: 1 },
    { project: 'told-first', name: null, client: null, findings: 1 },
  ];
  expect(await desk.call('engagement.discover')).toEqual({ projects, complete: true, problem: null });
  expect(requests.filter(({ path }) => path.includes('/scans/'))).toHaveLength(2);
});

test('a list without end is read up to twenty pages, and said to be incomplete', async () => {
  const { desk, service, requests } = await connected();
  watch(service, requests, ({ n, path }): Fault | undefined =>
    path.includes('/scans/')
      ? { kind: 'body', body: JSON.stringify([{ id: n, project: 'endless' }]) }
      : undefined,
  );
  expect(await desk.call('engagement.discover')).toEqual({
    projects: [{ project: 'endless', name: null, client: null, findings: 20 }],
    complete: false,
    problem: null,
  });
});

test('a service that refuses the list is told as it answers, and an engagement is added all the same', async () => {
  const { desk, service, requests } = await connected();
  watch(service, requests, ({ path }): Fault | undefined =>
    path.includes('/scans/') && !path.includes('project=')
      ? { kind: 'status', status: 400, handled: false, body: '{"error":"project is required"}' }
      : undefined,
  );
  await expect(desk.call('engagement.discover')).rejects.toMatchObject({ code: 'refused' });
  await desk.call('engagement.add', { project: 'ridge-api' });
  expect((await desk.call('sync.run', { projects: ['ridge-api'] })).pulled.created).toBe(5);
});

test('what was read before a later page fails is offered as incomplete', async () => {
  const { desk, service, requests } = await connected({ pageSize: 5 });
  watch(service, requests, ({ path }): Fault | undefined =>
    path.includes('page=2') ? { kind: 'status', status: 403, handled: false } : undefined,
  );
  expect(await desk.call('engagement.discover')).toMatchObject({
    projects: [{ findings: 5 }],
    complete: false,
  });
});

test("nothing is listed with somebody else's token", async () => {
  const { desk, service, requests } = await connected();
  await expect(
    desk.call('engagement.discover', {}, { token: service.tokens['theo'] ?? '' }),
  ).rejects.toMatchObject({ code: 'foreign-token' });
  expect(requests.map(({ path }) => path).filter((path) => path.includes('/scans/'))).toEqual([]);
});

test('a read of projects that the profile names brings those without findings, with name and client', async () => {
  const { desk } = await connected({ reads: { projects: 'projects/' } });
  const { projects, complete, problem } = await desk.call('engagement.discover');
  const told = Object.fromEntries(projects.map(({ project, ...rest }) => [project, rest]));
  expect([told['fjm-portal-2026'], told['ridge-api'], complete, problem]).toEqual([
    { name: 'Customer portal 2026', client: 'Fjellmark Logistics', findings: 0 },
    { name: null, client: 'Fjellmark Logistics', findings: 5 },
    true,
    null,
  ]);
});

test('a read of projects that fails, or is no list, leaves those of the findings and says so', async () => {
  for (const [path, problem] of [
    ['nothing/here', 'Not there'],
    ['users/me', 'The answer is not a list.'],
  ] as const) {
    const { desk } = await connected({ reads: { projects: path } });
    expect(await desk.call('engagement.discover')).toEqual({
      projects: both,
      complete: true,
      problem: expect.stringContaining(problem),
    });
  }
});

test('a finding tells the client of its project too', async () => {
  const { desk, service } = await connected();
  const body = JSON.stringify([{ id: 1, project: 'p', client: 'org-fjellmark' }]);
  watch(service, [], ({ path }): Fault | undefined =>
    path.includes('/scans/') ? { kind: 'body', body } : undefined,
  );
  expect((await desk.call('engagement.discover')).projects).toEqual([
    { project: 'p', name: null, client: 'Fjellmark Logistics', findings: 1 },
  ]);
});
