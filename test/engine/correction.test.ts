import { expect, test } from 'vitest';
import { sampleService, syncedDesk } from '../support/desk.ts';

const project = 'fjm-portal-2026';

test('a refused creation is corrected by an edit and goes out with it, once', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  service.setFaults(({ method, body }) =>
    method === 'PUT' && body.includes('too bold')
      ? { kind: 'status', status: 400, handled: false, body: '{"error":"severity is not known"}' }
      : undefined,
  );
  const [created] = await desk.call('finding.create', {
    project,
    records: [{ title: 'Open redirect', asset: ['a.test'], severity: 'too bold' }],
  });
  const id = created?.findings[0] ?? '';
  expect((await desk.call('sync.run')).pushed).toMatchObject({ rejected: 1 });

  const corrected = await desk.call('finding.edit', { id, changes: { severity: 'low' } });
  expect(corrected).toMatchObject({ op: created?.op, state: 'queued', error: null });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ applied: 1 });
  expect(service.findings(project).filter((finding) => finding['title'] === 'Open redirect')).toHaveLength(1);
  expect(await desk.call('queue.list')).toEqual([]);
});
