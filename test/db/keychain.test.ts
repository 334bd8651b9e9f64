import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addKeychainKey, createVault, openVault, protectVault } from '#db/store/vault.ts';
import { freshFolder } from './support.ts';

const passphrase = 'correct horse battery';
const random = (count: number) => new Uint8Array(randomBytes(count));

/** A protected home that also opens by the returned key. */
function kept(): { home: string; dataKey: Uint8Array; key: Uint8Array; recoveryCode: string } {
  const home = join(freshFolder(), 'home');
  const { dataKey, recoveryCode } = createVault(home, { passphrase, random });
  const key = random(32);
  addKeychainKey(home, { passphrase }, { key, random });
  return { home, dataKey, key, recoveryCode: recoveryCode ?? '' };
}

describe('a home whose key the keychain keeps', () => {
  it('opens by that key, by the passphrase and by the recovery code', () => {
    const { home, dataKey, key, recoveryCode } = kept();
    const open = { kind: 'open', dataKey, copy: 'key.json' };
    expect(openVault(home, { keychainKey: key })).toEqual({ ...open, slot: 'keychain' });
    expect(openVault(home, { passphrase })).toEqual({ ...open, slot: 'passphrase' });
    expect(openVault(home, { recoveryCode })).toEqual({ ...open, slot: 'recovery' });
  });

  it('asks the person where the keychain kept another key', () => {
    const { home } = kept();
    expect(openVault(home, { keychainKey: random(32) })).toEqual({ kind: 'locked' });
  });

  it('opens by the newest of two keys alone', () => {
    const { home, key } = kept();
    const newer = random(32);
    addKeychainKey(home, { keychainKey: key }, { key: newer, random });
    expect(openVault(home, { keychainKey: key }).kind).toBe('locked');
    expect(openVault(home, { keychainKey: newer }).kind).toBe('open');
  });

  it('forgets the key with a change of the passphrase', () => {
    const { home, key } = kept();
    protectVault(home, { passphrase }, { passphrase: 'another long one', random });
    expect(openVault(home, { keychainKey: key }).kind).toBe('locked');
  });

  it('keeps the key nowhere in its folder', () => {
    const { home, key, dataKey } = kept();
    const text = readFileSync(join(home, 'key.json'), 'utf8');
    for (const secret of [key, dataKey]) {
      expect(text).not.toContain(Buffer.from(secret).toString('base64'));
    }
  });

  it('opens by the second copy where the first is gone', () => {
    const { home, dataKey, key } = kept();
    writeFileSync(join(home, 'key.json'), 'nothing');
    expect(openVault(home, { keychainKey: key })).toEqual({
      kind: 'open',
      dataKey,
      slot: 'keychain',
      copy: 'key.backup.json',
    });
  });
});

describe('a key for the keychain', () => {
  it('is not taken with a wrong passphrase', () => {
    const { home, key } = kept();
    const other = random(32);
    expect(addKeychainKey(home, { passphrase: 'wrong one here' }, { key: other, random })).toEqual({
      kind: 'wrong-passphrase',
    });
    expect(openVault(home, { keychainKey: key }).kind).toBe('open');
  });

  it('changes nothing of a home with a bare key', () => {
    const home = join(freshFolder(), 'home');
    createVault(home, { random });
    const before = readFileSync(join(home, 'key.json'), 'utf8');
    addKeychainKey(home, {}, { key: random(32), random });
    expect(readFileSync(join(home, 'key.json'), 'utf8')).toBe(before);
  });
});
