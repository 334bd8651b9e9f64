import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { withStoreErrors } from '#db/store/errors.ts';
import { leadsIntoVault, vaultPlace } from '#db/store/vault-paths.ts';

/**
 * Whether the vault of this folder is still to be made. Refuses a path that is no vault and can or shall be none.
 * @throws DossierError 'not-found' if no vault may be made, 'file' for a folder with other files or inside a vault
 */
export function isNewVault(home: string, { mayMake }: { readonly mayMake: boolean }): boolean {
  const place = withStoreErrors(() => vaultPlace(home));
  if (place.kind === 'vault') return false;
  if (!mayMake)
    throw new DossierError(
      'not-found',
      `There is no vault in ${home}. Check the path; "dossier connect", "dossier sign-in" or "dossier serve" make one.`,
    );
  if (place.kind === 'foreign')
    throw new DossierError(
      'file',
      `There is no vault in ${home}, and other files lie there. Name an empty folder, or one that is not there yet.`,
    );
  if (leadsIntoVault(join(home, 'x')))
    throw new DossierError('file', `${home} lies in a vault. Name a folder outside of it.`);
  return true;
}
