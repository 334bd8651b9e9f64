import { expect, test } from 'vitest';
import { connectDesk, openDesk, sampleService, type TestDesk } from '../../support/desk.ts';
import { findings, watch } from '../../engine/support.ts';
import type { FaultRequest } from '#sample/http/faults.ts';

const project = 'harbour-web';

/** A desk that is connected to a service with a project of 3 findings. */
async function connected(reads: unknown): Promise<{ desk: TestDesk; requests: FaultRequest[] }> {
  const seeds = [{ project, findings: findings(3).map(({ id, body }) => ({ id, body })) }];
  const service = await sampleService({ engagement: false, seeds });
  const desk = openDesk();
  await connectDesk(desk, service, { profile: { reads } });
  const requests: FaultRequest[] = [];
  watch(service, requests);
  return { desk, requests };
}

test('assets and metrics are read where the profile says, for one project', async () => {
  const { desk } = await connected({
    assets: 'assets/?project=:project',
    metrics: 'projects/:project/metrics',
  });
  const { assets, metrics } = await desk.call('engagement.areas', { project });
  expect(assets).toEqual({
    rows: ['app.harbour.test', 'api.harbour.test'],
    complete: true,
    problem: null,
  });
  expect(metrics?.rows[0]).toEqual({ name: 'findings', value: '3' });
});

test('without a read in the profile nothing is asked', async () => {
  const { desk, requests } = await connected({});
  expect(await desk.call('engagement.areas', { project })).toEqual({ assets: null, metrics: null });
  expect(requests).toEqual([]);
});

test('a read that fails says so and leaves the other one', async () => {
  const { desk } = await connected({ assets: 'nowhere/:project', metrics: 'projects/:project/metrics' });
  const { assets, metrics } = await desk.call('engagement.areas', { project });
  expect([assets, metrics?.problem]).toEqual([
    { rows: [], complete: false, problem: expect.stringContaining('Not there') },
    null,
  ]);
});
