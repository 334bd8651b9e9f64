import { addressed, carriedOut, secret, shownText, whoseAccount } from '../../input/ask-secret.ts';
import type { CommandRun } from '../../command/context.ts';
import { canAsk } from '../../input/prompt.ts';
import { plain } from '../../output/text.ts';

export const request: CommandRun = async (context) => {
  const { args, out, call } = context;
  const email = await shownText(context, args.text('email'), 'E-mail');
  const answer = carriedOut(await call('password.request', { ...addressed(context), email }));
  out.answer(answer, () => said(answer.message, 'If an account has this address, an e-mail was sent to it.'));
  return 0;
};

export const confirm: CommandRun = async (context) => {
  const { out, call } = context;
  const token = await secret(context, 'Token from the e-mail');
  const password = await secret(context, 'New password');
  const answer = carriedOut(await call('password.confirm', { ...addressed(context), token, password }));
  out.answer(answer, () => said(answer.message, 'The password is set.'));
  return 0;
};

export const change: CommandRun = async (context) => {
  const { out, call } = context;
  if (canAsk()) out.note(`This changes the password of ${await whoseAccount(context)}.`);
  const current = await secret(context, 'Current password');
  const next = await secret(context, 'New password');
  const answer = carriedOut(await call('password.change', { current, next }));
  out.answer(answer, () => said(answer.message, 'The password is changed.'));
  return 0;
};

/** What was done in our words, and the service's own beside it. */
function said(message: string, done: string): string {
  return `${done}${message === '' ? '' : ` The service says: ${plain(message)}`}\n`;
}
