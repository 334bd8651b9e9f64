import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { leadsIntoVault, vaultPlace } from '#db/store/vault-paths.ts';
import { temporaryFolder } from '../support/desk.ts';
import { canLink, noLinks } from '../support/system/links.ts';

function vaultIn(folder: string): string {
  const vault = join(folder, 'vault');
  mkdirSync(join(vault, 'stores', 'a', 'backups'), { recursive: true });
  for (const name of ['key.json', 'lock.db', 'stores/a/store.db']) writeFileSync(join(vault, name), 'x');
  return vault;
}

test('every path in a vault is known as one, whether it is there or not', () => {
  const vault = vaultIn(temporaryFolder());
  for (const path of [
    'key.json',
    'report.pdf',
    'stores/a/store.db',
    'stores/a/backups/new.pdf',
    'none/new.pdf',
  ])
    expect([path, leadsIntoVault(join(vault, path))]).toEqual([path, true]);
  expect(leadsIntoVault(vault)).toBe(true);
});

test('a way round through links leads into it as well', ({ skip }) => {
  skip(!canLink, noLinks);
  const folder = temporaryFolder();
  const vault = vaultIn(folder);
  symlinkSync(join(vault, 'key.json'), join(folder, 'report.pdf'));
  symlinkSync(join(vault, 'stores'), join(folder, 'out'), 'junction');
  expect(leadsIntoVault(join(folder, 'report.pdf'))).toBe(true);
  expect(leadsIntoVault(join(folder, 'out', 'report.pdf'))).toBe(true);
  expect(leadsIntoVault(join(folder, 'out', '..', 'report.pdf'))).toBe(true);
  expect(leadsIntoVault(join(vault, '..', 'next.pdf'))).toBe(false);
});

test('a folder beside it, and one that holds a vault, are free', () => {
  const folder = temporaryFolder();
  vaultIn(folder);
  expect(leadsIntoVault(join(folder, 'report.pdf'))).toBe(false);
  expect(leadsIntoVault(join(folder, 'not there', 'report.pdf'))).toBe(false);
});

test('a folder is free for a new vault if it holds nothing, or only what a system or an attempt left there', () => {
  const folder = temporaryFolder();
  const place = join(folder, 'vault');
  expect(vaultPlace(place)).toEqual({ kind: 'free' });
  mkdirSync(place);
  for (const name of ['.DS_Store', 'Thumbs.db', 'lock.db', 'dossier.sock', 'current.json'])
    writeFileSync(join(place, name), 'x');
  expect(vaultPlace(place)).toEqual({ kind: 'free' });
  for (const name of ['report.pdf', 'xlock.db']) writeFileSync(join(place, name), 'x');
  expect(vaultPlace(place)).toEqual({ kind: 'foreign', names: ['report.pdf', 'xlock.db'] });
});

test.each(['key.json', 'key.backup.json', 'stores'])('a folder with %s is a vault', (name) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), 'x');
  writeFileSync(join(folder, 'report.pdf'), 'x');
  expect(vaultPlace(folder)).toEqual({ kind: 'vault' });
});
