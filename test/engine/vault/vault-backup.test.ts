import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { moveVault } from '#app/client/move-vault.ts';
import { whereaboutsOf } from '#app/maintenance/vault-identity.ts';
import { acquireHome } from '#db/store/lock.ts';
import { createVault } from '#db/store/vault.ts';
import { openDesk, temporaryFolder } from '../../support/desk.ts';
import { canLink } from '../../support/system/links.ts';
import { bench, body, edit, project, sync } from '../support.ts';

const hasTar = spawnSync('tar', ['--version']).status === 0;
const noTar = 'no tar on the path, as Windows has and Wine has not';

test('a backup of an open vault has all of it, and a creation that waits in it is looked for, not doubled', async ({
  skip,
}) => {
  skip(!hasTar, noTar);
  const { desk, service, clock } = await bench({ whereaboutsOf });
  createVault(desk.home, { random: randomBytes });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  await edit(desk, 'f1', { title: 'Waits as well' });
  const path = join(temporaryFolder(), 'vault.tar');
  expect(await desk.call('home.backUp', { path })).toMatchObject({ path, stores: 1, pending: 2 });
  expect(readdirSync(desk.home)).not.toContain('backup.new');
  await sync(desk);

  const home = join(temporaryFolder(), 'restored');
  mkdirSync(home);
  execFileSync('tar', ['-xf', path, '-C', home]);
  const restored = openDesk({ home, clock, whereaboutsOf });
  expect(await restored.call('queue.list')).toMatchObject([
    { kind: 'create', state: 'unknown' },
    { kind: 'update', state: 'queued' },
  ]);
  expect(await restored.call('notice.list')).toMatchObject([{ kind: 'copied' }]);
  await sync(restored);
  expect(await restored.call('queue.list')).toEqual([]);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

test('the archive of a backup has the stores and then the key, for its user alone, and nothing else of the vault', async ({
  skip,
}) => {
  skip(!hasTar, noTar);
  const { desk } = await bench();
  createVault(desk.home, { random: randomBytes });
  chmodSync(join(desk.home, 'key.json'), 0o644);
  writeFileSync(join(desk.home, 'network.json'), '{}');
  writeFileSync(join(desk.home, 'token-origins.json'), '{}');
  writeFileSync(join(desk.home, 'zones.json'), '{}');
  writeFileSync(join(desk.home, 'notes.txt'), 'not ours');
  const path = join(temporaryFolder(), 'vault.tar');
  expect(await desk.call('home.backUp', { path })).toMatchObject({ credentials: 1 });
  const listed = execFileSync('tar', ['-tvf', path], { encoding: 'utf8' }).trim().split('\n');
  const names = listed.map((line) => line.split(/\s+/u).at(-1) ?? '');
  expect(listed.filter((line) => !line.startsWith('-rw------- '))).toEqual([]);
  expect(names[0]).toMatch(/^stores\/[^/]+\/store\.db$/u);
  expect(names.slice(1, -3).sort()).toEqual(['current.json', 'zones.json']);
  expect(names.slice(-3).sort()).toEqual(['backup-sum.json', 'key.backup.json', 'key.json']);
  expect(names.at(-1)).toBe('backup-sum.json');
  expect(execFileSync('tar', ['-xOf', path, 'key.json'], { encoding: 'utf8' })).toBe(
    readFileSync(join(desk.home, 'key.json'), 'utf8'),
  );
});

test('a backup goes neither into a vault, nor over a file, nor where there is no folder, and leaves nothing behind', async () => {
  const { desk } = await bench();
  const folder = temporaryFolder();
  const there = join(folder, 'there.tar');
  writeFileSync(there, 'mine');
  writeFileSync(join(desk.home, 'key.json'), '{}');
  const link = join(folder, 'link');
  if (canLink) symlinkSync(desk.home, link, 'junction');
  else mkdirSync(link);
  for (const [path, words] of [
    [there, 'is there already'],
    [join(desk.home, 'vault.tar'), 'lies in a vault'],
    ...(canLink ? [[join(link, 'vault.tar'), 'lies in a vault'] as const] : []),
    [join(folder, 'nowhere', 'vault.tar'), 'the folder is not there'],
  ] as const)
    await expect(desk.call('home.backUp', { path })).rejects.toMatchObject({
      code: 'file',
      message: expect.stringContaining(words) as unknown,
    });
  expect(readdirSync(folder).sort()).toEqual(['link', 'there.tar']);
  expect(readdirSync(desk.home)).not.toContain('backup.new');
});

test('a vault that is moved is the same vault: what waits in it is sent as it would have been', async () => {
  const { desk, service, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  writeFileSync(join(desk.home, 'key.json'), '{}');
  await desk.close();
  const home = join(temporaryFolder(), 'moved');
  expect(moveVault(desk.home, home)).toBe(home);
  expect(existsSync(desk.home)).toBe(false);
  const moved = openDesk({ home, clock, whereaboutsOf });
  expect(await moved.call('notice.list')).toEqual([]);
  expect(await moved.call('queue.list')).toMatchObject([{ kind: 'create', state: 'queued' }]);
  await sync(moved);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

test('a vault is not moved into itself or another vault, over an existing folder, to nowhere, or while it is open', () => {
  const folder = temporaryFolder();
  const home = join(folder, 'vault');
  const other = join(folder, 'other');
  for (const vault of [home, other]) {
    mkdirSync(join(vault, 'stores'), { recursive: true });
    writeFileSync(join(vault, 'key.json'), '{}');
  }
  const elsewhere = ['/dev/shm', '/var/tmp'].filter(
    (place) => existsSync(place) && statSync(place).dev !== statSync(folder).dev,
  );
  if (process.platform === 'linux') expect(elsewhere).not.toEqual([]);
  const lock = acquireHome(home);
  expect(() => moveVault(home, join(folder, 'new'))).toThrow('open in a window or another command');
  if (lock.kind === 'acquired') lock.release();
  for (const [to, words] of [
    [join(home, 'stores', 'inside'), 'lies in the vault itself'],
    [home, 'lies in the vault itself'],
    [join(other, 'inside'), 'lies in a vault'],
    [folder, 'is there already'],
    [join(folder, 'nowhere', 'new'), 'the folder is not there'],
    ...elsewhere.map((place) => [join(place, 'dossier-moved-vault'), 'another file system'] as const),
  ] as const)
    expect(() => moveVault(home, to), to).toThrow(words);
  expect(readdirSync(home).sort()).toEqual(['key.json', 'lock.db', 'stores']);
  expect(() => moveVault(join(folder, 'none'), join(folder, 'new'))).toThrow('There is no vault');
});
