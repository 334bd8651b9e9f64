import { expect, test } from 'vitest';
import {
  handClock,
  openDesk,
  connectDesk,
  sampleService,
  syncedDesk,
  type TestDesk,
} from '../../support/desk.ts';
import { wholeFacts } from '../../support/facts.ts';
import { findings, project } from '../support.ts';

/** Whether a list of which a part is missing may go out as the whole. */

const profile = { pageSize: 10 };
const refused = { kind: 'status', status: 400, handled: false } as const;

async function copyOf(desk: TestDesk): Promise<unknown> {
  return (await desk.call('engagement.list', {})).find((one) => one.project === project)?.copy;
}

async function errorsOf(desk: TestDesk): Promise<string[]> {
  const messages = await desk.call('report.check', { project });
  return messages.filter(({ level }) => level === 'error').map(({ code }) => code);
}

test('a first read that stopped halfway is an error of the check until one reaches its end', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(15) }] });
  const desk = openDesk({ clock: handClock() });
  await connectDesk(desk, service, { profile });
  await desk.call('engagement.add', { project });
  await desk.call('engagement.describe', { project, facts: wholeFacts });
  service.setFaults(({ path }) => (/[?&]page=2\b/u.test(path) ? refused : undefined));
  await desk.call('sync.run', {}).catch(() => undefined);
  expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['never-read', ['incomplete-copy']]);
  await expect(desk.call('report.keep', { project, format: 'csv' })).rejects.toMatchObject({
    code: 'check-failed',
  });
  expect(await desk.call('report.keep', { project, format: 'csv', force: true })).toMatchObject({
    draft: true,
  });
  service.setFaults(() => undefined);
  await desk.call('sync.run', {});
  expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['whole', []]);
});

test.each(['was never tried', 'got no answer', 'got no list'])(
  'a first read that %s makes no final report',
  async (how) => {
    const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(3) }] });
    const desk = openDesk({ clock: handClock() });
    await connectDesk(desk, service, { profile });
    await desk.call('engagement.add', { project });
    await desk.call('engagement.describe', { project, facts: wholeFacts });
    const isDown = ({ path }: { path: string }) => how === 'got no answer' || path.includes('/scans');
    service.setFaults((request) => (isDown(request) ? refused : undefined));
    if (how !== 'was never tried') await desk.call('sync.run', {}).catch(() => undefined);
    expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['never-read', ['incomplete-copy']]);
    await expect(desk.call('report.keep', { project, format: 'csv' })).rejects.toMatchObject({
      code: 'check-failed',
    });
    service.setFaults(() => undefined);
    await desk.call('sync.run', {});
    expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['whole', []]);
  },
);

test('a later read that is cut is one too, also after the program was started anew', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(15) }] });
  const desk = await syncedDesk(service, project, { clock: handClock(), profile });
  await desk.call('engagement.describe', { project, facts: wholeFacts });
  expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['whole', []]);
  service.setFaults(({ path }) => (/[?&]page=2\b/u.test(path) ? refused : undefined));
  await desk.call('sync.run', {}).catch(() => undefined);
  expect([await copyOf(desk), await errorsOf(desk)]).toEqual(['cut-off', ['incomplete-copy']]);
  desk.restart();
  expect(await copyOf(desk)).toBe('cut-off');
  service.setFaults(() => undefined);
  await desk.call('sync.run', {});
  expect(await copyOf(desk)).toBe('whole');
});
