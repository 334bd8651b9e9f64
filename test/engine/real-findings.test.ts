import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import { textOf } from '#domain/finding/record.ts';
import { sampleService, syncedDesk, temporaryFolder } from '../support/desk.ts';
import { hasRealData, noRealData, realFindings } from '../support/real-data.ts';

const project = 'real-2026';
let bodies: JsonObject[] = [];

beforeAll(() => {
  if (hasRealData) bodies = realFindings();
});

test('the real findings are synced to the letter, edited offline, found, carried back and printed', async (context) => {
  if (!hasRealData) context.skip(noRealData);
  const service = await sampleService({
    engagement: false,
    seeds: [{ project, findings: bodies.map((body, at) => ({ id: `real-${String(at)}`, body })) }],
  });
  const desk = await syncedDesk(service, project);

  const { rows } = await desk.call('finding.list', { project });
  expect(rows).toHaveLength(bodies.length);
  for (const [at, body] of bodies.entries()) {
    const { remote } = await desk.call('finding.get', { id: `real-${String(at)}` });
    expect(remote).toMatchObject(body);
  }

  const titles = new Set(bodies.map((body) => textOf(body, 'title')));
  const sql = await desk.call('finding.list', { project, query: 'title:"SQL Injection" severity:high' });
  expect(sql.rows.length).toBeGreaterThan(0);
  expect(sql.rows.every((row) => titles.has(row.title))).toBe(true);

  const edited = Array.from({ length: 50 }, (_, step) => step * 23).map((at) => ({
    id: `real-${String(at)}`,
    description: `${textOf(bodies[at] ?? {}, 'description')}\n\nSeen again on the train.`,
  }));
  for (const { id, description } of edited) await desk.call('finding.edit', { id, changes: { description } });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ applied: edited.length });
  expect(service.ledger.map((entry) => entry.ids)).toHaveLength(edited.length);
  for (const { id, description } of edited) expect(service.finding(id)).toMatchObject({ description });
  await desk.call('sync.index', {});
  const words = await desk.call('finding.list', { project, query: '"again on the train"' });
  expect(words.rows).toHaveLength(edited.length);

  const out = join(temporaryFolder(), 'report.pdf');
  const report = await desk.call('report.export', { project, out });
  expect(report).toMatchObject({ edition: 1, findings: bodies.length });
  expect(readFileSync(out).subarray(0, 5).toString()).toBe('%PDF-');
});
