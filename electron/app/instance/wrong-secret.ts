import { DossierError } from '#contract/error.ts';
import type { HomeSecret } from '#contract/procedures/vault.ts';

const names: Record<HomeSecret, string> = { passphrase: 'passphrase', 'recovery-code': 'recovery code' };

/** A wrong passphrase or recovery code, told by its name. @param waitMs how long the next attempt waits */
export function wrongSecret(secret: HomeSecret, waitMs = 0): DossierError {
  return new DossierError(
    'wrong-passphrase',
    waitMs === 0
      ? `The ${names[secret]} is wrong. Nothing was changed; try again.`
      : `The ${names[secret]} is wrong, as several were before. The next attempt waits ${String(waitMs / 1_000)} s.`,
  );
}
