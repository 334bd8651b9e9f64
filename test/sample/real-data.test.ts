import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { FindingBody } from '#sample/model.ts';
import { call, start } from './support.ts';

const FOLDER = process.env['DOSSIER_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.json')) : [];
const reason = files.length === 0 ? ` (skipped: no data in ${FOLDER})` : '';

const bodies = files.flatMap((name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as FindingBody[]);

test.skipIf(files.length === 0)(`real findings come back as they were given${reason}`, async () => {
  const service = await start({
    engagement: false,
    pageCap: 2_000,
    seeds: [{ project: 'real', findings: bodies.map((body) => ({ body })) }],
  });
  const listed = (await call(service, 'mara', 'GET', 'scans/?project=real&pageSize=2000')).json;
  expect(listed).toHaveLength(bodies.length);
  expect(listed).toMatchObject(bodies);
});

test.skipIf(files.length === 0)(`real findings are accepted as creations${reason}`, async () => {
  const service = await start({ engagement: false, seeds: [{ project: 'real', findings: [] }] });
  const refusals = [];
  for (const body of bodies) {
    const reply = await call(service, 'mara', 'PUT', 'scans/real', body);
    if (reply.status !== 201) refusals.push(reply.text);
  }
  expect(refusals).toEqual([]);
  expect(service.findings('real')).toMatchObject(bodies);
});
