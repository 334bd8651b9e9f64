import { expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import { bench } from '../support.ts';

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
