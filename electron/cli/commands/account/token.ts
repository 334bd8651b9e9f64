import { rotationPhrase, type SettledRotation } from '#contract/procedures/program/account.ts';
import { DossierError } from '#contract/error.ts';
import { carriedOut, secret, shownText, whoseAccount } from '../../input/ask-secret.ts';
import { integrationsText } from '#domain/answers/rights.ts';
import type { CommandRun } from '../../command/context.ts';
import { caller } from '../../command/describe.ts';
import type { Moment } from '../../output/moment.ts';
import { plain } from '../../output/text.ts';
import { foreign, tellLeft } from '../../input/ask-other.ts';

export const replace: CommandRun = async (context) => {
  const { args, out, call } = context;
  const token = await secret(context, 'New API token');
  const answer = carriedOut(await call('token.replace', { token, other: args.flag('other') }));
  if (answer.kind === 'other-user') throw foreign(answer);
  tellLeft(context, answer);
  out.answer(answer, () => `The token is replaced.\n${caller(answer.user, answer.organization)}`);
  return 0;
};

export const rotate: CommandRun = async (context) => {
  const { args, out, call } = context;
  const given = args.text('confirm');
  if (given === undefined) {
    out.note(
      `The service makes a new token for ${await whoseAccount(context)}. ` +
        'The old one stops working at once: whatever else uses it stops until you give it the new one.',
    );
  }
  const confirm = await shownText(context, given, `Type "${rotationPhrase}" to go on`);
  const answer = carriedOut(await call('token.rotate', { confirm }));
  if (answer.kind === 'unknown') {
    throw new DossierError(
      'bad-answer',
      `A rotation was begun at ${out.moment(answer.rotation.begunAt)}, and its end is not known. ${answer.next}\nRun "dossier token settle" to look.`,
    );
  }
  if (!answer.kept)
    out.note('The new token could not be stored here. Write it down now: it is stored nowhere else.');
  const integrations = integrationsText((await call('account.standing', {})).rights);
  out.note(
    integrations === null
      ? 'The service does not name the integrations that hold the old token. An AI tool has it as api_key.'
      : `The old token stopped working. ${integrations} Give them the new one; an AI tool has it as api_key.`,
  );
  if (process.env['DOSSIER_TOKEN']) out.note('DOSSIER_TOKEN still holds the old token: give it the new one.');
  out.answer(answer, () => `${plain(answer.token)}\n`);
  return 0;
};

export const settle: CommandRun = async ({ out, call }) => {
  const answer = await call('token.settle', {});
  if (answer.kind === 'unchecked') throw new DossierError('unreachable', answer.message);
  if (answer.kind === 'lost') throw new DossierError('credentials', answer.next);
  out.answer(answer, () => `${settledText(answer, out.moment)}\n`);
  return 0;
};

function settledText(
  answer: Exclude<SettledRotation, { readonly kind: 'unchecked' | 'lost' }>,
  moment: Moment,
): string {
  switch (answer.kind) {
    case 'none':
      return 'No rotation is open.';
    case 'kept':
      return 'The old token works: nothing has happened.';
    case 'untold':
      return answer.next;
    case 'wait': {
      const seen = answer.tried
        ? 'Nothing shows yet that the old token stopped working.'
        : 'No token was kept here before, so there is none to try.';
      return `${seen} ${answer.next} (${moment(answer.until)})`;
    }
  }
}
