import type { MfaSetup } from '#contract/procedures/program/account.ts';
import { DossierError } from '#contract/error.ts';
import { carriedOut, secret, whoseAccount } from '../../input/ask-secret.ts';
import { confirm } from '../../input/confirm.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { plain } from '../../output/text.ts';

export const begin: CommandRun = async (context) => show(context, await context.call('mfa.begin', {}));
export const enable: CommandRun = async (context) => show(context, await context.call('mfa.enable', {}));

export const verify: CommandRun = async (context) => {
  const { out, call } = context;
  const answer = carriedOut(await call('mfa.verify', { code: await secret(context, 'Code') }));
  out.answer(answer, () => 'The second factor is on.\n');
  return 0;
};

export const reset: CommandRun = async (context) => {
  const whose = await whoseAccount(context);
  await confirm(context, `The second factor of ${whose} is taken away until you set up another.`);
  const answer = carriedOut(await context.call('mfa.reset', {}));
  context.out.answer(answer, () => 'The second factor is reset. Set up another with "dossier mfa enable".\n');
  return 0;
};

export const disable: CommandRun = async (context) => {
  const whose = await whoseAccount(context);
  await confirm(
    context,
    `The second factor of ${whose} is turned off: the password alone opens the account.`,
  );
  const answer = carriedOut(await context.call('mfa.disable', {}));
  context.out.answer(answer, () => 'The second factor is off.\n');
  return 0;
};

/** The set-up, or why there is none. @throws DossierError as `carriedOut`, 'bad-answer' if it holds no secret */
export function carriedSetup(answer: MfaSetup): Extract<MfaSetup, { readonly kind: 'setup' }> {
  const setup = carriedOut(answer);
  if (setup.kind === 'setup') return setup;
  throw new DossierError(
    'bad-answer',
    'The service began a set-up, but no secret was found in its answer. Name its member in the service profile ("account.otpSecret").',
  );
}

function show({ out }: CommandContext, answer: MfaSetup): number {
  const setup = carriedSetup(answer);
  out.answer(
    setup,
    () =>
      `Secret: ${plain(setup.secret)}\n${plain(setup.uri)}\nPut it into the authenticator, then run "dossier mfa verify" with a code.\n`,
  );
  return 0;
}
