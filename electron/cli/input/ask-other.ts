import type { OtherUser, SignedIn } from '#contract/procedures/program/account.ts';
import { DossierError } from '#contract/error.ts';
import type { CommandContext } from '../command/context.ts';
import { describe } from '../command/describe.ts';
import { counted } from '../output/text.ts';
import { askYes, canAsk } from './prompt.ts';

/** Whether the store of another user is opened without a question: with `--other`, and where nobody can be asked. */
export function opensUnasked({ args }: CommandContext): boolean {
  return args.flag('other') || !canAsk();
}

/**
 * Asks a user at a terminal whether the store of another user is meant, if something is pending in the open one.
 *
 * @throws DossierError 'cancelled' if it is not meant
 */
export async function askForOther({ signal }: CommandContext, { user, waiting }: OtherUser): Promise<void> {
  if (waiting === 0) return;
  const stays = `${counted(waiting, 'pending change')} ${waiting === 1 ? 'stays' : 'stay'} in the store that is open.`;
  if (await askYes(`You are ${describe(user)} there: another store is opened. ${stays} Go on?`, signal))
    return;
  throw new DossierError('cancelled', 'Nothing was changed.');
}

/** What is thrown where a token of another user was not expected. */
export function foreign({ user, waiting }: OtherUser): DossierError {
  return new DossierError(
    'foreign-token',
    `This token belongs to ${describe(user)}. Nothing was kept; ${counted(waiting, 'pending change')} stay here. ` +
      'With --other, the store of that person is opened instead.',
  );
}

/** Says what of another person's work waits elsewhere. */
export function tellLeft(
  { out }: CommandContext,
  { notices, left }: Pick<SignedIn, 'notices' | 'left'>,
): void {
  for (const notice of notices) out.note(notice);
  if (left === null) return;
  out.note(
    `Another person's store was open before; ${counted(left.waiting, 'pending change')} ${left.waiting === 1 ? 'stays' : 'stay'} there.`,
  );
}
