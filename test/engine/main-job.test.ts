import { expect, test } from 'vitest';
import { sampleService, syncedDesk } from '../support/desk.ts';

const project = 'fjm-portal-2026';

test('what was edited offline arrives at the service exactly once', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project });
  const target = rows.find((row) => !row.candidate);
  expect(target).toBeDefined();
  const id = target?.id ?? '';

  const operation = await desk.call('finding.edit', { id, changes: { title: 'Edited on the train' } });
  expect(operation).toMatchObject({ kind: 'update', state: 'queued', findings: [id] });
  desk.restart();
  expect((await desk.call('finding.get', { id })).effective).toMatchObject({ title: 'Edited on the train' });

  const summary = await desk.call('sync.run');
  expect(summary.pushed).toEqual({ applied: 1, conflict: 0, rejected: 0, unknown: 0, waiting: 0 });
  expect(service.finding(id)).toMatchObject({ title: 'Edited on the train' });
  expect(service.ledger.filter((entry) => entry.outcome === 'applied')).toHaveLength(1);
  expect(await desk.call('queue.list')).toEqual([]);
});
