import { beforeEach, expect, test } from 'vitest';
import type { FindingBody } from '#sample/data/model.ts';
import { hasRealData, noRealData, realFindings } from '../support/real-data.ts';
import { call, start } from './support.ts';

const bodies = hasRealData ? (realFindings() as unknown as FindingBody[]) : [];

beforeEach((context) => {
  if (!hasRealData) context.skip(noRealData);
});

test('real findings come back as they were given', async () => {
  const service = await start({
    engagement: false,
    pageCap: 2_000,
    seeds: [{ project: 'real', findings: bodies.map((body) => ({ body })) }],
  });
  const listed = (await call(service, 'mara', 'GET', 'scans/?project=real&pageSize=2000')).json;
  expect(listed).toHaveLength(bodies.length);
  expect(listed).toMatchObject(bodies);
});

test('real findings are accepted as creations', async () => {
  const service = await start({ engagement: false, seeds: [{ project: 'real', findings: [] }] });
  const refusals = [];
  for (const body of bodies) {
    const reply = await call(service, 'mara', 'PUT', 'scans/real', body);
    if (reply.status !== 201) refusals.push(reply.text);
  }
  expect(refusals).toEqual([]);
  expect(service.findings('real')).toMatchObject(bodies);
});
