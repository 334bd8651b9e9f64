import { DossierError } from '#contract/error.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { askYes, canAsk } from './prompt.ts';

/**
 * Confirms an action: with `--yes` it goes on, a user at a terminal is asked, and a script without `--yes` is refused.
 * @param what would happen, as a whole sentence that is safe to show
 * @param more is looked up only if a person is asked: a wrong command line ends before the vault is opened
 * @throws DossierError 'usage' (nobody can be asked), 'cancelled' (the answer was no)
 */
export async function confirm(
  { args, signal }: CommandContext,
  what: string,
  more?: () => Promise<string>,
): Promise<void> {
  if (args.flag('yes')) return;
  if (!canAsk()) throw wrong(`${what} Add --yes to confirm.`, args.command);
  const question = more === undefined ? what : `${what} ${await more()}`;
  if (await askYes(`${question} Go on?`, signal)) return;
  throw new DossierError('cancelled', 'Nothing was changed.');
}
