import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whereaboutsOf } from '#host/whereabouts.ts';
import { openDesk, temporaryFolder } from '#test/support/desk.ts';
import { bench, body, project, sync } from './support.ts';

test('a creation that waits in a copied vault is looked for, and made once, whichever copy sends it first', async () => {
  const { desk, service, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  desk.restart();
  expect(await desk.call('notice.list')).toEqual([]);
  const home = join(temporaryFolder(), 'copy');
  cpSync(desk.home, home, { recursive: true });
  await sync(desk);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);

  const copy = openDesk({ home, clock, whereaboutsOf });
  expect(await copy.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
  expect(await copy.call('notice.list')).toMatchObject([{ kind: 'copied' }]);
  await sync(copy);
  expect(await copy.call('queue.list')).toEqual([]);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

test('a vault that was copied with nothing that may have been sent says nothing', async () => {
  const { desk, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.edit', { id: 'f1', changes: { title: 'Mine' } });
  desk.restart();
  const home = join(temporaryFolder(), 'copy');
  cpSync(desk.home, home, { recursive: true });
  const copy = openDesk({ home, clock, whereaboutsOf });
  expect(await copy.call('notice.list')).toEqual([]);
  expect(await copy.call('queue.list')).toMatchObject([{ kind: 'update', state: 'queued' }]);
});
