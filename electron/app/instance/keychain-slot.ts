import { randomBytes } from 'node:crypto';
import { DossierError } from '#contract/error.ts';
import { addKeychainKey } from '#db/store/vault.ts';
import { vaultFailure } from './unlock.ts';

/**
 * Lets a key that the keychain of this computer keeps open the home beside its passphrase.
 * @param given the passphrase of the home, or its recovery code
 * @param key 32 random bytes
 * @throws DossierError 'wrong-state' if the home has no passphrase; 'wrong-passphrase', 'damaged-store',
 *   'newer-store', 'disk-full', 'file'
 */
export function letKeychainOpen(home: string, given: string, key: Uint8Array): void {
  const addition = { key, random: (count: number) => new Uint8Array(randomBytes(count)) };
  const byPassphrase = addKeychainKey(home, { passphrase: given }, addition);
  const reading =
    byPassphrase.kind === 'wrong-passphrase'
      ? addKeychainKey(home, { recoveryCode: given }, addition)
      : byPassphrase;
  switch (reading.kind) {
    case 'open':
      if (reading.slot !== 'bare') return;
      throw new DossierError(
        'wrong-state',
        'This vault opens without a passphrase, so the keychain would protect nothing. Set a passphrase first.',
      );
    case 'absent':
    case 'locked':
      throw new DossierError('wrong-state', 'This vault is not set up yet, so there is nothing to open.');
    case 'wrong-passphrase':
    case 'wrong-recovery-code':
    case 'damaged':
    case 'newer':
      throw vaultFailure(reading, given);
  }
  return reading satisfies never;
}
