import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inspectBackup, restoreVault } from '#app/client/restore-vault.ts';
import { writeTar } from '#app/platform/tar.ts';
import { backUpVault } from '#app/platform/vault-backup.ts';
import { openStore } from '#db/store/open.ts';
import { createVault, storeKey } from '#db/store/vault.ts';
import { temporaryFolder } from '../../support/desk.ts';
import { othersMay } from '../../support/system/modes.ts';
import { canMount, mountDisk, noMount, unmountDisk } from '../../support/system/disk.ts';

/** A key file as a vault has it. */
function keyFile(passphrase?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-key-'));
  createVault(folder, { passphrase, random: randomBytes });
  const text = readFileSync(join(folder, 'key.json'), 'utf8');
  rmSync(folder, { recursive: true });
  return text;
}
const bareKey = keyFile();

const store = `stores/${'0a'.repeat(16)}/store.db`;

/** An archive as a backup writes it. */
function archive(files: Readonly<Record<string, string>>): { file: string; folder: string } {
  const folder = temporaryFolder();
  const file = join(folder, 'vault.dossier');
  const to = openSync(file, 'wx');
  const tar = writeTar(to);
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, 'content');
    writeFileSync(path, text);
    tar.append({ path, name });
  }
  tar.end();
  closeSync(to);
  return { file, folder };
}

test('a backup becomes a vault of its own, for its user alone, byte by byte', async () => {
  const long = 'x'.repeat(3_000_000);
  const { file, folder } = archive({ [store]: long, 'current.json': '{}', 'key.json': bareKey });
  const to = join(folder, 'restored');
  expect(await restoreVault(file, to)).toEqual({
    path: to,
    stores: 1,
    checked: false,
    credentials: null,
  });
  expect(['current.json', 'key.json', store].map((name) => readFileSync(join(to, name), 'utf8'))).toEqual([
    ...['{}', bareKey, long],
  ]);
  expect([othersMay(to), othersMay(join(to, store))]).toEqual([0, 0]);
});

test.each([
  ['has no key', { [store]: 'x' }],
  ['leads out of its folder', { '../key.json': '{}', 'key.json': '{}' }],
  ['leads to a place of its own', { '/tmp/key.json': '{}', 'key.json': '{}' }],
  ['has something that no vault has', { 'dossier.sock': '', 'key.json': '{}' }],
])('an archive that %s is refused, and nothing is left', async (_what, files) => {
  const { file, folder } = archive(files);
  const before = readdirSync(folder);
  await expect(restoreVault(file, join(folder, 'restored'))).rejects.toThrow('is no backup of a vault');
  await expect(inspectBackup(file)).rejects.toThrow('is no backup of a vault');
  expect(readdirSync(folder)).toEqual(before);
});

test('a backup that was cut short or changed, and any other file, is refused', async () => {
  const { file, folder } = archive({ [store]: 'x'.repeat(5_000), 'key.json': '{}' });
  const whole = readFileSync(file);
  const restored = join(folder, 'restored');
  for (const length of [0, 100, 512, 3_000, whole.length - 1_024, whole.length - 512]) {
    writeFileSync(file, whole);
    truncateSync(file, length);
    await expect(restoreVault(file, restored)).rejects.toThrow('is no backup of a vault');
    await expect(inspectBackup(file)).rejects.toThrow('is no backup of a vault');
  }
  // The name in the first header is another one, its sum is not.
  writeFileSync(file, whole.with(20, whole[20]! ^ 1));
  await expect(restoreVault(file, restored)).rejects.toThrow('is no backup of a vault');
  // A length below zero would lead back to the header that says it.
  const below = Buffer.from(whole);
  below.write('-0000001000\0', 124, 'ascii');
  below.fill(' ', 148, 156);
  const sum = below.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  below.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  writeFileSync(file, below);
  await expect(restoreVault(file, restored)).rejects.toThrow('is no backup of a vault');
  expect(existsSync(restored)).toBe(false);
});

/** A backup with its sum, as this version writes it. */
async function summed(): Promise<{ file: string; folder: string; whole: Buffer }> {
  const folder = temporaryFolder();
  const home = join(folder, 'home');
  const { dataKey } = createVault(home, { passphrase: 'correct horse battery', random: randomBytes });
  const id = '0a'.repeat(16);
  mkdirSync(join(home, 'stores', id), { recursive: true });
  openStore({ path: join(home, 'stores', id, 'store.db'), key: storeKey(dataKey, id) }).close();
  for (const name of ['network.json', 'token-origins.json']) writeFileSync(join(home, name), '{}');
  const file = join(folder, 'vault.dossier');
  await backUpVault(home, file, (store) => storeKey(dataKey, store));
  return { file, folder, whole: readFileSync(file) };
}

test('a backup with its sum is restored, and carries nothing that belongs to one computer', async () => {
  const { file, folder } = await summed();
  const to = join(folder, 'restored');
  expect(await inspectBackup(file)).toMatchObject({ hasSum: true, needsPassphrase: true });
  expect(await restoreVault(file, to)).toEqual({ path: to, stores: 1, checked: true, credentials: 0 });
  expect(readdirSync(to).toSorted()).toEqual(['key.backup.json', 'key.json', 'stores', 'token-origins.json']);
  expect(readFileSync(file, 'latin1')).not.toMatch(/network\.json|token-origins/u);
  // What tells nothing of any token: none goes anywhere before the user says so.
  expect(readFileSync(join(to, 'token-origins.json'), 'utf8')).toBe('{"restored":true}\n');
});

test('a backup of an earlier version is restored without what belongs to the computer that made it', async () => {
  const old = {
    [store]: 'x',
    'network.json': '{}',
    'token-origins.json': '{"sealed":""}',
    'key.json': bareKey,
  };
  const { file, folder } = archive(old);
  const to = join(folder, 'restored');
  await restoreVault(file, to);
  expect(readdirSync(to).toSorted()).toEqual(['key.json', 'stores', 'token-origins.json']);
  expect(readFileSync(join(to, 'token-origins.json'), 'utf8')).toBe('{"restored":true}\n');
});

test('a backup in which any byte was changed is refused, and nothing is left', async () => {
  const { file, folder, whole } = await summed();
  const restored = join(folder, 'restored');
  const sumAt = whole.indexOf('{"version":1,"sha256"');
  for (const at of [600, 3_000, 60_000, whole.length - 3_000, sumAt + 25, sumAt + 70, sumAt + 100]) {
    const damaged = Buffer.from(whole);
    for (let next = at; next < at + 8; next += 1) damaged[next] = (damaged[next] ?? 0) ^ 0x55;
    writeFileSync(file, damaged);
    await expect(restoreVault(file, restored), String(at)).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(existsSync(restored)).toBe(false);
});

test('a backup whose key file is broken is refused; one good copy of the key is enough', async () => {
  const { file, folder } = archive({ [store]: 'x', 'key.json': '{"slots":[]' });
  await expect(restoreVault(file, join(folder, 'restored'))).rejects.toThrow('its key file cannot be read');
  const half = archive({ [store]: 'x', 'key.json': '', 'key.backup.json': bareKey });
  expect(await restoreVault(half.file, join(half.folder, 'restored'))).toMatchObject({ stores: 1 });
});

test('an archive with hundreds of thousands of files is refused at once', async () => {
  const { file, folder } = archive({});
  const header = readFileSync(archive({ 'a.json': '' }).file).subarray(0, 512);
  writeFileSync(file, Buffer.concat([...Array.from({ length: 20_000 }, () => header), Buffer.alloc(1_024)]));
  await expect(restoreVault(file, join(folder, 'restored'))).rejects.toThrow('is no backup of a vault');
});

test('a place that is taken, a folder in a vault and a file that is not there are told', async () => {
  const { file, folder } = archive({ 'key.json': bareKey });
  mkdirSync(join(folder, 'taken'));
  for (const mark of ['key.json', 'current.json']) writeFileSync(join(folder, 'taken', mark), '{}');
  const told = (from: string, to: string): Promise<unknown> =>
    restoreVault(from, to).catch((error: unknown) => error);
  expect([
    await told(file, join(folder, 'taken')),
    await told(file, join(folder, 'taken', 'in it')),
    await told(join(folder, 'nowhere'), join(folder, 'new')),
    await told(folder, join(folder, 'new')),
    await told(file, join(folder, 'no', 'such', 'folder')),
  ]).toMatchObject([
    { code: 'file', message: expect.stringContaining('is there already') as unknown },
    { code: 'file', message: expect.stringContaining('lies in a vault') as unknown },
    { code: 'not-found' },
    { code: 'invalid' },
    { code: 'file', message: expect.stringContaining('the folder is not there') as unknown },
  ]);
});

test('a backup says without its passphrase when it was made, how long it is and whether it needs one', async () => {
  const { file } = archive({ [store]: 'x', 'key.json': keyFile('correct horse battery') });
  const facts = await inspectBackup(file);
  expect(facts).toMatchObject({ bytes: statSync(file).size, needsPassphrase: true, hasSum: false });
  expect(Math.abs(Date.now() - Date.parse(facts.madeAt))).toBeLessThan(60_000);
  const bare = archive({ [store]: 'x', 'key.json': bareKey });
  const unknown = archive({ 'key.json': '{}' });
  expect([
    (await inspectBackup(bare.file)).needsPassphrase,
    (await inspectBackup(unknown.file)).needsPassphrase,
  ]).toEqual([false, null]);
});

test('a restore tells how far it is, and one that is given up leaves nothing', async () => {
  const { file, folder } = archive({ [store]: 'x'.repeat(3_000_000), 'key.json': bareKey });
  const told: number[] = [];
  await restoreVault(file, join(folder, 'whole'), {
    onProgress: (done, total) => told.push(done / total),
  });
  expect([told.length > 2, told.at(-1), told.toSorted((one, other) => one - other)]).toEqual([true, 1, told]);
  const before = readdirSync(folder);
  const stop = new AbortController();
  const stopped = restoreVault(file, join(folder, 'half'), {
    signal: stop.signal,
    onProgress: () => {
      stop.abort();
    },
  });
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' });
  expect(readdirSync(folder)).toEqual(before);
});

test('a restore to a full disk is told as that, and leaves nothing', async ({ skip }) => {
  skip(!canMount, noMount);
  const { file, folder } = archive({ [store]: 'x'.repeat(3_000_000), 'key.json': bareKey });
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  onTestFinished(() => {
    unmountDisk(disk);
  });
  expect(mountDisk(disk, 'size=1m')).toBe(true);
  await expect(restoreVault(file, join(disk, 'vault'))).rejects.toMatchObject({
    code: 'disk-full',
    message: expect.stringContaining('the disk is full') as unknown,
  });
  expect(readdirSync(disk)).toEqual([]);
});
