import { expect, test } from 'vitest';
import { handClock, sampleService, syncedDesk } from '#test/support/desk.ts';
import { edit, findings, project } from '../support.ts';

test('others are answered before each operation that a sync counts, since a queue may hold thousands', async () => {
  const clock = handClock();
  let turns = 0;
  const counting: typeof clock = {
    ...clock,
    sleep(ms, signal) {
      if (ms === 0) turns += 1;
      return clock.sleep(ms, signal);
    },
  };
  const waiting = 60;
  const service = await sampleService({
    engagement: false,
    seeds: [{ project, findings: findings(waiting) }],
  });
  const desk = await syncedDesk(service, project, { clock: counting });
  for (let at = 1; at <= waiting; at += 1) await edit(desk, `f${String(at)}`, { severity: 'low' });
  turns = 0;
  const { pushed } = await desk.call('sync.run', { push: false });
  expect(pushed.waiting).toBe(waiting);
  expect(turns).toBeGreaterThanOrEqual(2 * waiting);
});
