import { DossierError } from '#contract/error.ts';

/** What every call that would change something is told. @param home of the vault itself, not of its copy */
export function readOnlyError(home: string): DossierError {
  return new DossierError(
    'read-only',
    `The vault ${home} is read-only: nothing was changed. ` +
      'To go on with it, copy it to a folder that can be written, and open it there.',
  );
}
