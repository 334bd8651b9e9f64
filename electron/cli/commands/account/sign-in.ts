import { randomUUID } from 'node:crypto';
import type { SignedIn, SignInStep } from '#contract/procedures/program/account.ts';
import { addressed, carriedOut, secret, shownText } from '../../input/ask-secret.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { caller } from '../../command/describe.ts';
import { askForOther, opensUnasked, tellLeft } from '../../input/ask-other.ts';
import { canAsk } from '../../input/prompt.ts';
import { counted, plain } from '../../output/text.ts';
import { carriedSetup } from './mfa.ts';

/** How often a mistyped code or password is asked for again. */
const maxQuestions = 3;

export const signIn: CommandRun = async (context) => {
  const { args, out, call } = context;
  const email = await shownText(context, args.text('email'), 'E-mail');
  const password = await secret(context, 'Password');
  const mark = randomUUID();
  const other = opensUnasked(context);
  const begun = carriedOut(
    await call('account.signIn', { ...addressed(context), email, password, mark, other }),
  );
  const step = await finished(context, begun, mark);
  tellLeft(context, step);
  out.answer(step, () => `Signed in at ${plain(step.baseUrl)}\n${caller(step.user, step.organization)}`);
  return 0;
};

/** Goes on until a user is signed in. One that ends on the way waits for nobody, and leaves a newer one alone. */
async function finished(context: CommandContext, begun: Open, mark: string): Promise<SignedIn> {
  let step = begun;
  try {
    while (step.kind !== 'signed-in') step = await next(context, step, mark);
    return step;
  } catch (error) {
    await context.call('account.cancel', { mark }).catch(() => undefined);
    throw error;
  }
}

export const signOut: CommandRun = async ({ out, call }) => {
  const answer = await call('account.signOut', {});
  if (!answer.told) out.note(`The session is forgotten here. ${answer.message}`);
  out.answer(answer, () => {
    const uses = answer.uses === 'token' ? ' The stored token is used from now on.' : '';
    return `Signed out; findings and ${counted(answer.waiting, 'pending change')} stay here.${uses}\n`;
  });
  return 0;
};

type Open = Exclude<SignInStep, { readonly kind: 'refused' | 'unknown' }>;

async function next(context: CommandContext, step: Exclude<Open, SignedIn>, mark: string): Promise<Open> {
  const { out, call } = context;
  switch (step.kind) {
    case 'mfa':
      return tried(context, 'Code', (code) => call('account.code', { code, mark }));
    case 'other-user':
      await askForOther(context, step);
      return carriedOut(await call('account.enterOther', { mark }));
    case 'password-change':
      out.note('The service asks for a new password before anything else.');
      return tried(context, 'New password', (password) => call('account.firstPassword', { password, mark }));
    case 'mfa-setup': {
      out.note('The service asks for a second factor to be set up before anything else.');
      const { secret: shared, uri } = carriedSetup(await call('mfa.begin', { mark }));
      out.note(`Secret for the authenticator: ${plain(shared)}\n${plain(uri)}`);
      return tried(context, 'Code', async (code) => {
        const answer = await call('mfa.verify', { code, mark });
        // In a sign-in that waits for it, a code is never just "done".
        return answer.kind === 'done' ? { kind: 'unknown', message: answer.message } : answer;
      });
    }
  }
}

/** What the service refuses is asked for again if a person sits there. */
async function tried(
  context: CommandContext,
  what: string,
  send: (given: string) => Promise<SignInStep>,
): Promise<Open> {
  for (let asked = 1; ; asked += 1) {
    const answer = await send(await secret(context, what));
    if (answer.kind !== 'refused' || answer.code === 'unreachable' || asked >= maxQuestions || !canAsk()) {
      return carriedOut(answer);
    }
    context.out.note(answer.message);
  }
}
