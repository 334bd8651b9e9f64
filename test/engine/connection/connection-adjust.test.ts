import { expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { bench, edit, isDetail, sync, watch } from '../support.ts';

test('one member of the profile changes without a request, and null puts it back', async () => {
  const { desk, requests } = await bench({ profile: { pageSize: 7 } });
  const adjusted = await desk.call('connection.adjust', { profile: { updateSends: 'all-fields' } });
  expect(adjusted).toEqual({ ...defaultProfile, pageSize: 7, updateSends: 'all-fields' });
  expect(await desk.call('connection.profile')).toEqual(adjusted);
  expect(await desk.call('connection.adjust', { profile: { pageSize: null } })).toEqual({
    ...defaultProfile,
    updateSends: 'all-fields',
  });
  expect(requests).toEqual([]);
});

test('a member that is none, and a value that is none of its own, change nothing', async () => {
  const { desk } = await bench();
  for (const profile of [{ updateSends: 'some' }, { unheardOf: 1 }]) {
    await expect(desk.call('connection.adjust', { profile })).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(await desk.call('connection.profile')).toEqual(defaultProfile);
});

test('lists follow another ranking of severities at once', async () => {
  const { desk } = await bench();
  const sorted = async (): Promise<string[]> =>
    (await desk.call('finding.list', { project: 'harbour-2026', sort: 'severity' })).rows.map(
      ({ severity }) => severity,
    );
  await desk.call('finding.edit', { id: 'f1', changes: { severity: 'low' } });
  expect(await sorted()).toEqual(['medium', 'medium', 'medium', 'low']);
  await desk.call('connection.adjust', { profile: { severities: ['low', 'medium'] } });
  expect(await sorted()).toEqual(['low', 'medium', 'medium', 'medium']);
});

test('a sync that runs when the profile says to send all fields leaves the updates to the next one', async () => {
  const { desk, service } = await bench();
  const sent: unknown[] = [];
  let adjusted: Promise<unknown> | null = null;
  watch(service, [], (request) => {
    if (request.method === 'POST') sent.push(Object.keys(JSON.parse(request.body) as object));
    else if (isDetail('f1')(request))
      adjusted ??= desk.call('connection.adjust', { profile: { updateSends: 'all-fields' } });
    return undefined;
  });
  await edit(desk, 'f1', { severity: 'low' });
  const first = await sync(desk);
  const early = sent.length;
  await sync(desk);
  expect([adjusted === null, early, first.notices.join()]).toEqual([
    ...[false, 0],
    expect.stringContaining('with the next sync'),
  ]);
  expect(sent).toEqual([expect.arrayContaining(['severity', 'status', 'description'])]);
});

test('what a sync learns of the service stands beside what somebody changes in the profile meanwhile', async () => {
  const { desk, service, clock } = await bench();
  let reads = 0;
  const adjusted: Promise<unknown>[] = [];
  watch(service, [], (request) => {
    if (!isDetail('f1')(request)) return undefined;
    reads += 1;
    if (reads === 2)
      adjusted.push(desk.call('connection.adjust', { profile: { updateSends: 'all-fields' } }));
    const viewedAt = String(Math.floor(clock.awakeMs() / 1_000));
    return { kind: 'body', body: JSON.stringify({ ...service.finding('f1'), viewedAt }) };
  });
  await desk.call('finding.delete', { ids: ['f1'] });
  await sync(desk);
  await Promise.all(adjusted);
  expect(await desk.call('connection.profile')).toMatchObject({
    volatile: ['viewedAt'],
    updateSends: 'all-fields',
  });
});
