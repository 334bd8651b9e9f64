import { expect, it } from 'vitest';
import { riskOfFolder } from '#app/platform/folder-risk.ts';
import { temporaryFolder } from '../../support/desk.ts';

const ext4 = 0xef_53;

it.each([
  ['/data/Dropbox/vault', {}, ext4, 'The vault lies in Dropbox,'],
  ['D:\\OneDrive - Acme\\vault', {}, null, 'The vault lies in OneDrive - Acme,'],
  ['/data/Library/CloudStorage/x', {}, null, 'The vault lies in CloudStorage,'],
  ['\\\\office\\share\\vault', {}, null, 'The vault lies in a shared folder (network),'],
  ['/mnt/share', {}, 0xfe_53_4d_42, 'The vault lies in a shared folder (SMB),'],
  ['/mnt/c/vault', {}, 0x01_02_19_97, 'The vault lies in a shared folder (9p),'],
  ['C:\\R\\Dossier', { APPDATA: 'c:\\r' }, null, 'The vault lies in the roaming profile,'],
  [`D:\\${'x'.repeat(200)}`, {}, null, 'The path of the vault has 203 characters'],
  [`D:\\${'x'.repeat(150)}`, {}, null, null],
  [`/data/${'x'.repeat(200)}`, {}, ext4, null],
  ['\\\\?\\C:\\vault', { APPDATA: 'C:\\R' }, null, null],
  ['/data/box of cards', { APPDATA: '' }, ext4, null],
])('a vault in %s has its risk told', (folder, env, type, told) => {
  const risk = riskOfFolder(folder, env, () => type);
  expect(risk).toEqual(told === null ? null : expect.stringContaining(told));
});

it('a folder of this computer, there or not yet, has no risk that is known', () => {
  const folder = temporaryFolder();
  expect([riskOfFolder(folder, {}), riskOfFolder(`${folder}/not/yet`, {})]).toEqual([null, null]);
});
