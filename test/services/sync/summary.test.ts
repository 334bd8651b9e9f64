import { expect, test } from 'vitest';
import { sampleService, syncedDesk } from '#test/support/desk.ts';
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
