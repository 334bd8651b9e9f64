import { afterEach, describe, expect, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { callerId } from '#domain/answers/success.ts';
import { readProfile } from '#domain/connection/service-profile.ts';
import { call, setUp } from '../faults/client.ts';
import type { Setting } from '../faults/client.ts';
import { httpAnswer } from '../faults/servers.ts';

let setting: Setting | undefined;
afterEach(async () => {
  await setting?.close();
});

function profileOf(overrides: unknown, stored?: ServiceProfile): ServiceProfile {
  const reading = readProfile(overrides, stored);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  return reading.profile;
}

describe('a service profile', () => {
  test('keeps the default of every member that it does not name', () => {
    const profile = profileOf({ quietTimeMs: 5, decision: { member: 'verdict' } });
    expect(profile).toEqual({
      ...defaultProfile,
      quietTimeMs: 5,
      decision: { ...defaultProfile.decision, member: 'verdict' },
    });
  });

  test('stays the stored one when nothing is given, and starts from the default when something is', () => {
    const stored = profileOf({ pageSize: 7, volatile: ['seen'] });
    expect(profileOf(undefined, stored)).toBe(stored);
    expect(profileOf({ pageSize: 9 }, stored)).toEqual({ ...defaultProfile, pageSize: 9 });
    expect(profileOf(undefined)).toBe(defaultProfile);
  });

  test.each<[unknown, string]>([
    [{ quietTime: 5 }, 'quietTime'],
    [{ quietTimeMs: '5' }, 'quietTimeMs'],
    [{ quietTimeMs: -1 }, 'quietTimeMs'],
    [{ decision: { accept: 1 } }, 'decision.accept'],
    [{ findingId: [] }, 'findingId'],
    [JSON.parse('{"__proto__":{"pageSize":1}}'), '__proto__'],
    [[], 'must be an object'],
    [null, 'must be an object'],
    ['pageSize=1', 'must be an object'],
  ])('%j is refused, with %s named', (overrides, named) => {
    expect(readProfile(overrides)).toEqual({ kind: 'invalid', message: expect.stringContaining(named) });
  });

  test('names the members that tell who the caller is, in their order', () => {
    expect(callerId({ email: 'm@x.test', _id: 'U2', id: 'U1' }, defaultProfile)).toBe('U1');
    expect(callerId({ email: 'm@x.test', id: '' }, defaultProfile)).toBe('m@x.test');
    expect(callerId({ id: 17 }, defaultProfile)).toBe('17');
    expect(callerId({ id: null, name: 'Mara' }, defaultProfile)).toBeNull();
    expect(callerId({ id: 'U1', login: 'mara' }, profileOf({ callerId: ['login'] }))).toBe('mara');
    expect(callerId(JSON.parse('{"__proto__":{"id":"U1"}}'), defaultProfile)).toBeNull();
  });

  test('changes what is read from the wire, without another build', async () => {
    const rows = JSON.stringify([
      { id: 'row', key: 'F1' },
      { id: 'row', key: 'F2' },
    ]);
    const open = async (profile: ServiceProfile) => {
      await setting?.close();
      setting = await setUp(
        (socket, { path }) =>
          socket.write(httpAnswer(200, path.includes('?') ? rows : '{"id":"row","key":"F2"}')),
        { profile },
      );
      const { client } = setting;
      const list = await client.listPage(call, { project: 'p', page: 1, pageSize: 10 });
      const ids = list.kind === 'ok' ? list.value.map(({ id }) => id) : [];
      return { ids, detail: (await client.readFinding(call, 'F2')).kind };
    };
    expect(await open(defaultProfile)).toEqual({ ids: ['row', 'row'], detail: 'failed' });
    expect(await open(profileOf({ findingId: ['key'] }))).toEqual({ ids: ['F1', 'F2'], detail: 'ok' });
  });
});
