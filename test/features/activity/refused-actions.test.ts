import { expect, test } from 'vitest';
import type { License } from '#sample/data/model.ts';
import { handClock, syncedDesk } from '../../support/desk.ts';
import { project, twoFindings } from '../assistant/support.ts';

const licences: readonly License[] = ['assessment', 'review', 'assistant'];

test('an action that was refused is off in its engagement, until it is carried out or the rights are others', async () => {
  const clock = handClock();
  const service = await twoFindings({ now: () => new Date(clock.wallMs()) });
  const desk = await syncedDesk(service, project, { clock });
  /** Asks the assistant about a finding, with the licence or not; what is off afterwards. */
  const ask = async (finding: string, licenses: readonly License[]): Promise<unknown> => {
    service.changeUser('mara', { licenses });
    const { op } = await desk.call('assistant.ask', { finding, others: [] });
    await desk.call('assistant.confirm', { op });
    const off = await desk.call('activity.refusedActions');
    await desk.call('queue.discard', { op }).catch(() => undefined);
    clock.pass(1_000);
    return off;
  };
  const off = [{ kind: 'ai-demonstration', project, since: expect.any(String) as string }];
  expect(await desk.call('activity.refusedActions')).toEqual([]);
  expect(await ask('f1', ['assessment', 'review'])).toEqual(off);
  // A sync that shows the same rights changes nothing.
  await desk.call('sync.run');
  expect(await desk.call('activity.refusedActions')).toEqual(off);
  service.changeUser('mara', { licenses: licences });
  await desk.call('sync.run');
  expect(await desk.call('activity.refusedActions')).toEqual([]);

  // Refused for another reason than these rights, and then carried out.
  service.setFaults(({ path }) =>
    path.includes('/ai/') ? { kind: 'status', status: 403, handled: false } : undefined,
  );
  expect(await ask('f1', licences)).toEqual(off);
  service.setFaults(undefined);
  expect(await ask('f2', licences)).toEqual([]);
});

test('an action about the account is off until the user signs in again', async () => {
  const clock = handClock();
  const service = await twoFindings({ now: () => new Date(clock.wallMs()) });
  const desk = await syncedDesk(service, project, { clock });
  service.setFaults(({ path }) =>
    path.endsWith('/otp/reset') ? { kind: 'status', status: 403, handled: false } : undefined,
  );
  await desk.call('mfa.reset');
  expect(await desk.call('activity.refusedActions')).toMatchObject([{ kind: 'mfa-reset', project: null }]);
  clock.pass(1_000);
  await desk.call(
    'connection.connect',
    { baseUrl: service.baseUrl },
    { token: service.tokens['mara'] ?? '' },
  );
  expect(await desk.call('activity.refusedActions')).toEqual([]);
});
