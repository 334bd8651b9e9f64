import { expect, test } from 'vitest';
import { bench, body, only, project, settle, states, sync } from '../../engine/support.ts';

/* A caller that had no answer to a creation asks for it again, under the name that it gave. */

const op = '0b9c3f4e-5d58-4d0a-9c56-6c0f6a1d2e77';

test('a creation that is asked for again under its name makes no second finding, before the sync and after it', async () => {
  const { desk, service, clock } = await bench();
  const ask = { project, records: [body({ title: 'Made once' })], op };
  const [first] = await desk.call('finding.create', ask);
  const [second] = await desk.call('finding.create', ask);
  const waiting = await states(desk);
  await settle({ desk, clock });
  const [third] = await desk.call('finding.create', ask);
  await settle({ desk, clock });
  expect([
    first?.op,
    [second?.findings, third?.findings],
    waiting,
    await states(desk),
    service.findings(project).filter(({ title }) => title === 'Made once').length,
  ]).toEqual([op, [first?.findings, [expect.any(String)]], ['create queued'], [], 1]);
});

test('what was corrected before a creation is asked for again is in the finding that was made', async () => {
  const { desk, service, clock } = await bench();
  await desk.call('finding.create', { project, records: [body({ title: 'Mdae once' })], op });
  await settle({ desk, clock });
  service.edit(String(service.findings(project).find(({ title }) => title === 'Mdae once')?.['id']), {
    severity: 'critical',
  });
  await settle({ desk, clock });
  await desk.call('finding.create', { project, records: [body({ title: 'Made once' })], op });
  await settle({ desk, clock });
  const made = service.findings(project).filter(({ title }) => /once/u.test(String(title)));
  expect(made).toMatchObject([{ title: 'Made once', severity: 'critical' }]);
});

test('a name is for one finding, and for that operation alone', async () => {
  const { desk } = await bench();
  await desk.call('engagement.add', { project: 'another-2026' });
  await desk.call('finding.create', { project, records: [body()], op });
  const elsewhere = desk.call('finding.create', { project: 'another-2026', records: [body()], op });
  await expect(elsewhere).rejects.toMatchObject({ code: 'invalid' });
  const two = desk.call('finding.create', { project, records: [body(), body()], op: crypto.randomUUID() });
  await expect(two).rejects.toThrow('One name is for one finding.');
});

test('a correction of what somebody else has changed since is a conflict, as any edit is', async () => {
  const { desk, service, clock } = await bench();
  await desk.call('finding.create', { project, records: [body({ title: 'Mdae once' })], op });
  await settle({ desk, clock });
  const id = String(service.findings(project).find(({ title }) => title === 'Mdae once')?.['id']);
  service.edit(id, { title: 'Theirs' });
  await settle({ desk, clock });
  await desk.call('finding.create', { project, records: [body({ title: 'Made once' })], op });
  await sync(desk);
  expect([service.finding(id)?.['title'], (await only(desk)).conflict]).toEqual([
    'Theirs',
    { reason: 'fields', fields: { title: { base: 'Mdae once', mine: 'Made once', theirs: 'Theirs' } } },
  ]);
});
