import { describe, expect, test } from 'vitest';
import { isReadOnly } from '#domain/answers/side.ts';
import { bench, body, create, edit, heal, isUpdate, settle, spoil, sync } from '../support.ts';

describe('an account that may not write', () => {
  test('is told so at the first edit once the service has refused one, until it accepts another', async () => {
    const made = await bench();
    const { desk, service } = made;
    expect(await edit(desk, 'f1', { title: 'First' })).not.toHaveProperty('mayBeRefused');
    const refused = { kind: 'status', status: 403, handled: false, body: '{"error":"no"}' } as const;
    spoil(made, isUpdate, refused);
    await sync(desk);
    expect(await edit(desk, 'f2', { title: 'Second' })).toMatchObject({ mayBeRefused: 'refused' });
    expect((await desk.call('finding.open', { id: 'f2' })).mayBeRefused).toBe('refused');
    const selection = { ids: ['f3'] };
    const { operations } = await desk.call('finding.setStatus', { status: 'closed', selection });
    expect(operations).toMatchObject([{ mayBeRefused: 'refused' }]);
    heal(made);
    await settle(made);
    expect(await create(desk, body())).not.toHaveProperty('mayBeRefused');
    expect(service.finding('f2')).toMatchObject({ title: 'Second' });
  });

  test.each([
    ['theo', 'read-only'],
    ['clara', 'client'],
  ])('as the service describes %s is told so, and may queue all the same', async (login, mayBeRefused) => {
    const { desk } = await bench({ login });
    expect(await edit(desk, 'f1', { title: 'Mine' })).toMatchObject({ state: 'queued', mayBeRefused });
  });

  test.each([
    [{ role: 'viewer' }, true],
    [{ roles: ['read-only', 'Observer'] }, true],
    [{ roles: [{ name: 'reader' }] }, true],
    [{ readOnly: true }, true],
    [{ canWrite: false, roles: ['pentester'] }, true],
    [{ roles: ['viewer', 'pentester'] }, false],
    [{ role: 'reviewer' }, false],
    [{ roles: [] }, false],
    [{ name: 'viewer' }, false],
    [{}, false],
  ])('the record %j says read-only: %s', (user, said) => {
    expect(isReadOnly(user)).toBe(said);
  });
});
