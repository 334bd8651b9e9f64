import { expect, test } from 'vitest';
import { sampleService, syncedDesk } from '../../support/desk.ts';
import { edit, findings, project } from '../support.ts';
import { countTurns } from './turns.ts';

test('others are answered before each operation that a sync counts, since a queue may hold thousands', async () => {
  const { clock, turns } = countTurns();
  const waiting = 60;
  const service = await sampleService({
    engagement: false,
    seeds: [{ project, findings: findings(waiting) }],
  });
  const desk = await syncedDesk(service, project, { clock });
  for (let at = 1; at <= waiting; at += 1) await edit(desk, `f${String(at)}`, { severity: 'low' });
  const before = turns();
  const { pushed } = await desk.call('sync.run', { push: false });
  expect(pushed.waiting).toBe(waiting);
  expect(turns() - before).toBeGreaterThanOrEqual(2 * waiting);
});

test('what a bulk change of ours made is no news of the service; what a colleague changed meanwhile is', async () => {
  const count = 20;
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(count) }] });
  const desk = await syncedDesk(service, project);
  const ids = Array.from({ length: count - 1 }, (_, at) => `f${String(at + 1)}`);
  await desk.call('finding.setStatus', { selection: { ids }, status: 'closed' });
  service.edit(`f${String(count)}`, { severity: 'low' });
  const { pushed, pulled } = await desk.call('sync.run');
  expect([pushed.applied, service.finding('f1')?.['status'], pulled.changed]).toEqual([1, 'closed', 1]);
});
