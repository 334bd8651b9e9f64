import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { restoreVault } from '#app/client/restore-vault.ts';
import { appendToTar, endTar } from '#app/platform/tar.ts';
import { temporaryFolder } from '../support/desk.ts';

const store = `stores/${'0a'.repeat(16)}/store.db`;

/** An archive as a backup writes it. */
function archive(files: Readonly<Record<string, string>>): { file: string; folder: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'vault.dossier');
  const to = openSync(file, 'wx');
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'content');
    writeFileSync(path, text);
    appendToTar(to, { path, name });
  }
  endTar(to);
  closeSync(to);
  return { file, folder };
}

test('a backup becomes a vault of its own, for its user alone, byte by byte', () => {
  const long = 'x'.repeat(3_000_000);
  const { file, folder } = archive({ [store]: long, 'current.json': '{}', 'key.json': '{"a":1}' });
  const to = join(folder, 'restored');
  expect(restoreVault(file, to)).toEqual({ path: to, stores: 1 });
  expect(['current.json', 'key.json', store].map((name) => readFileSync(join(to, name), 'utf8'))).toEqual([
    ...['{}', '{"a":1}', long],
  ]);
  expect([statSync(to).mode & 0o077, statSync(join(to, store)).mode & 0o077]).toEqual([0, 0]);
});

test.each([
  ['has no key', { [store]: 'x' }],
  ['leads out of its folder', { '../key.json': '{}', 'key.json': '{}' }],
  ['leads to a place of its own', { '/tmp/key.json': '{}', 'key.json': '{}' }],
  ['has something that no vault has', { 'dossier.sock': '', 'key.json': '{}' }],
])('an archive that %s is refused, and nothing is left', (_what, files) => {
  const { file, folder } = archive(files);
  const before = readdirSync(folder);
  expect(() => restoreVault(file, join(folder, 'restored'))).toThrow('is no backup of a vault');
  expect(readdirSync(folder)).toEqual(before);
});

test('a backup that was cut short or changed, and any other file, is refused', () => {
  const { file, folder } = archive({ [store]: 'x'.repeat(5_000), 'key.json': '{}' });
  const whole = readFileSync(file);
  const restored = join(folder, 'restored');
  for (const length of [0, 100, 512, 3_000, whole.length - 1_024, whole.length - 512]) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    expect(() => restoreVault(file, restored)).toThrow('is no backup of a vault');
  }
  // The name in the first header is another one, its sum is not.
  writeFileSync(file, whole.with(20, whole[20]! ^ 1));
  expect(() => restoreVault(file, restored)).toThrow('is no backup of a vault');
  expect(existsSync(restored)).toBe(false);
});

test('a place that is taken, a folder in a vault and a file that is not there are told', () => {
  const { file, folder } = archive({ 'key.json': '{}' });
  mkdirSync(join(folder, 'taken'));
  for (const mark of ['key.json', 'current.json']) writeFileSync(join(folder, 'taken', mark), '{}');
  const told = (from: string, to: string): unknown => {
    try {
      return restoreVault(from, to);
    } catch (error) {
      return error;
    }
  };
  expect([
    told(file, join(folder, 'taken')),
    told(file, join(folder, 'taken', 'in it')),
    told(join(folder, 'nowhere'), join(folder, 'new')),
    told(folder, join(folder, 'new')),
    told(file, join(folder, 'no', 'such', 'folder')),
  ]).toMatchObject([
    { code: 'file', message: expect.stringContaining('is there already') as unknown },
    { code: 'file', message: expect.stringContaining('lies in a vault') as unknown },
    { code: 'not-found' },
    { code: 'invalid' },
    { code: 'file', message: expect.stringContaining('the folder is not there') as unknown },
  ]);
});
