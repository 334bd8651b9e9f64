import { randomBytes } from 'node:crypto';
import { slotsOf } from '#db/store/vault.ts';
import { isReadOnlyVault } from '../instance/read-only-copy.ts';
import { changeProtection, renewRecoveryCode, trimPassphrase } from '../instance/unlock.ts';
import { isNewVault } from '../instance/vault-place.ts';
import { readOnlyError } from '../rpc/read-only.ts';
import type { ProtectionChange } from '../instance/unlock.ts';

export { whyUnfit } from '#db/store/vault.ts';

/**
 * Whether a passphrase opens the vault now.
 * @throws DossierError `not-found` if there is no vault, `read-only` if it cannot be written
 */
export function hasPassphrase(home: string): boolean {
  isNewVault(home, { mayMake: false });
  if (isReadOnlyVault(home)) throw readOnlyError(home);
  return slotsOf(home).includes('passphrase');
}

/** Sets, changes or removes the passphrase, also while the vault is open. @throws DossierError as `changeProtection` */
export function protectHome(
  home: string,
  { current, passphrase }: ProtectionChange,
): { readonly recoveryCode: string | null } {
  const wanted = passphrase === null ? null : trimPassphrase(passphrase);
  return changeProtection(home, { current, passphrase: wanted }, (count) => randomBytes(count));
}

/** Makes a new recovery code in place of the old one. @throws DossierError as `renewRecoveryCode` */
export function renewHomeCode(home: string, passphrase: string): { readonly recoveryCode: string } {
  return renewRecoveryCode(home, trimPassphrase(passphrase), (count) => randomBytes(count));
}
