import type { CopyState } from '#contract/engagement.ts';

/** What a person is told if the findings of an engagement are not all here; null if they are. */
export function copyProblem(copy: CopyState): string | null {
  switch (copy) {
    case 'whole':
      return null;
    case 'never-read':
      return 'This engagement was never read from the service to its end, so findings may be missing. Sync it.';
    case 'cut-off':
      return 'The last sync stopped before its end, so new and changed findings may be missing. Sync this engagement again.';
    case 'in-part':
      return 'Some findings could not be read in full, so texts may be missing. Sync this engagement again.';
  }
}
