import type { NotDone, NotKnown } from '#contract/procedures/program/account.ts';
import { homeFolder } from '#app/client/home-folder.ts';
import { DossierError } from '#contract/error.ts';
import { wrong } from '../command/arguments.ts';
import type { CommandContext } from '../command/context.ts';
import { describe } from '../command/describe.ts';
import { askHidden, askText, canAsk } from './prompt.ts';
import { nextLineFrom } from './secrets.ts';
import { plain } from '../output/text.ts';

/**
 * Gets a secret: the next line of `--password-fd`, else a hidden prompt. Never an argument, which others could read.
 * @param what is asked for, as a label
 * @throws DossierError 'usage' if nobody can be asked or the descriptor has no line left, 'cancelled'
 */
export async function secret(context: CommandContext, what: string): Promise<string> {
  const { args, signal } = context;
  const descriptor = args.text('password-fd');
  if (descriptor === undefined && !canAsk()) {
    throw wrong(`There is no terminal to ask for this: ${what}. Give it by --password-fd.`, args.command);
  }
  if (descriptor === undefined) await refuseUnfitVault(context);
  const given =
    descriptor === undefined ? await askHidden(`${what} (not shown): `, signal) : nextLineFrom(descriptor);
  if (given === null) throw wrong(`--password-fd has no line left for this: ${what}.`, args.command);
  if (given === '') throw wrong(`Nothing was given: ${what}.`, args.command);
  return given;
}

/** No secret is asked for where the command then refuses to work. @throws DossierError as `isNewVault` */
async function refuseUnfitVault({ args, folder }: CommandContext): Promise<void> {
  const { isNewVault } = await import('#app/client/new-vault.ts');
  const home = homeFolder(args.text('home'), process.env, folder);
  isNewVault(home, { mayMake: args.command?.makesVault === true });
}

/** Gets a text that anybody may see: out of an option, else from a prompt. @throws as `secret` */
export async function shownText(
  { args, signal }: CommandContext,
  given: string | undefined,
  what: string,
): Promise<string> {
  if (given !== undefined) return given;
  if (!canAsk()) throw wrong(`This is missing: ${what}.`, args.command);
  return askText(`${what}: `, signal);
}

/**
 * Names whose account is about to be changed, for a question to the person. From here on the command is about that one:
 * if another is let in before the answer, nothing is done.
 */
export async function whoseAccount({ call }: CommandContext): Promise<string> {
  const { user, baseUrl } = await call('account.standing', {});
  return user === null || baseUrl === null ? 'nobody yet' : `${describe(user)} at ${plain(baseUrl)}`;
}

/** An answer without those that are none. @throws DossierError what was refused or is not known, in the service's words */
export function carriedOut<T extends { readonly kind: string }>(
  answer: T | NotDone | NotKnown,
): Exclude<T, NotDone | NotKnown> {
  if (isNotDone(answer)) throw new DossierError(answer.code, answer.message);
  if (isNotKnown(answer)) throw new DossierError('bad-answer', answer.message);
  return answer as Exclude<T, NotDone | NotKnown>;
}

function isNotDone(answer: { readonly kind: string }): answer is NotDone {
  return answer.kind === 'refused';
}

function isNotKnown(answer: { readonly kind: string }): answer is NotKnown {
  return answer.kind === 'unknown' && 'message' in answer;
}

/** The address, if one was given. */
export function addressed({ args }: CommandContext): { baseUrl?: string } {
  const baseUrl = args.text('base-url');
  return baseUrl === undefined ? {} : { baseUrl };
}
