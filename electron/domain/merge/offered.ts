import type { Offered } from '#contract/procedures/findings/conflict.ts';
import type { ConflictField } from '#contract/finding/operation.ts';
import { equalJson } from '../base/json.ts';
import { isFilled } from '../finding/filled.ts';

const isUnchanged = ({ base, mine }: ConflictField): boolean => isFilled(base) && equalJson(base, mine);

/** Whether a field is asked about that the person did not change: mine is what the service had and shows no more. */
export function isOffered(sides: ConflictField): boolean {
  return isUnchanged(sides) && !equalJson(sides.mine, sides.theirs);
}

/** How the service came to lose what these fields offer back; null if the person changed one of them. */
export function offeredOf(sides: readonly ConflictField[]): Offered | null {
  const offered = sides.filter(isOffered);
  if (offered.length === 0 || !sides.every(isUnchanged)) return null;
  return offered.some(({ theirs }) => isFilled(theirs)) ? 'overwritten' : 'emptied';
}
