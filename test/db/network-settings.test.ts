import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { NetworkSettings } from '#contract/network.ts';
import { readNetworkSettings, writeNetworkSettings } from '#db/tables/accounts/network-settings.ts';
import { freshFolder, key } from './support.ts';

const direct: NetworkSettings = { proxy: { kind: 'none' }, authorities: null, clientCertificate: null };
const proxied: NetworkSettings = {
  proxy: { kind: 'manual', address: 'http://proxy.test:3128', name: 'mara', password: 'swordfish' },
  authorities: 'PEM',
  clientCertificate: { file: 'AAAA', passphrase: 'open' },
};

it('each service is reached as was chosen for it last, and one that nobody chose for is not known', () => {
  const home = freshFolder();
  const before = readNetworkSettings(home, key, 'https://one.test/');
  writeNetworkSettings(home, key, 'https://one.test/', direct);
  writeNetworkSettings(home, key, 'https://two.test/', direct);
  writeNetworkSettings(home, key, 'https://one.test/', proxied);
  const after = ['one', 'two', 'three'].map((name) =>
    readNetworkSettings(home, key, `https://${name}.test/`),
  );
  expect([before, ...after]).toEqual(
    [null, proxied, direct, null].map((settings) => ({ kind: 'settings', settings })),
  );
});

it('settings that were changed by others are not guessed at, and written anew over', () => {
  const home = freshFolder();
  const file = join(home, 'network.json');
  writeNetworkSettings(home, key, 'https://one.test/', proxied);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, -9));
  const damaged = readNetworkSettings(home, key, 'https://one.test/');
  writeNetworkSettings(home, key, 'https://two.test/', direct);
  expect([
    text.includes('swordfish'),
    damaged,
    readNetworkSettings(home, key, 'https://one.test/'),
    readNetworkSettings(home, key, 'https://two.test/'),
  ]).toEqual([
    false,
    { kind: 'damaged' },
    { kind: 'settings', settings: null },
    { kind: 'settings', settings: direct },
  ]);
});
