import type { AccountStanding } from '#contract/procedures/program/account.ts';
import type { CommandRun } from '../../command/context.ts';
import { describe, rightLines } from '../../command/describe.ts';
import type { Moment } from '../../output/moment.ts';
import { counted, plain } from '../../output/text.ts';

export const account: CommandRun = async ({ out, call }) => {
  const standing = await call('account.standing', {});
  out.answer(standing, () => `${lines(standing, out.moment).join('\n')}\n`);
  return 0;
};

function lines(standing: AccountStanding, moment: Moment): string[] {
  const { baseUrl, user, organization, side, rights, trouble, waiting, rotation, signIn, pauses } = standing;
  if (baseUrl === null || user === null || organization === null) return ['Not connected.'];
  const whose = describe(organization);
  // What its record says of itself stands there already.
  const isTold = side === 'unknown' || whose.split(' · ').includes(side);
  return [
    `Service:      ${plain(baseUrl)}`,
    `User:         ${describe(user)}`,
    `Organization: ${whose}${isTold ? '' : ` (${side})`}`,
    ...rightLines(rights),
    `Sent with:    ${usesText(standing)}`,
    ...(trouble === null ? [] : [`Last use:     ${troubleText(trouble)}`]),
    `Pending:      ${counted(waiting, 'finding')}`,
    ...(rotation === null
      ? []
      : [
          `Rotation:     begun at ${moment(rotation.begunAt)}, ${rotation.state === 'lost' ? 'its token is lost' : 'its end is not known'}; see "dossier token settle"`,
        ]),
    ...(signIn === null ? [] : [`Sign-in:      waits at ${signIn.step}`]),
    ...pauses.map(({ of, until }) => `Pause:        ${of}, until ${moment(until)}`),
  ];
}

function usesText({ uses, hasToken }: AccountStanding): string {
  switch (uses) {
    case 'token':
      return 'an API token';
    case 'session':
      return hasToken ? 'a session (a token is kept beside it)' : 'a session';
    case 'none':
      return 'nothing: connect or sign in';
  }
}

function troubleText(trouble: 'refused' | 'foreign'): string {
  switch (trouble) {
    case 'refused':
      return 'refused by the service';
    case 'foreign':
      return 'these credentials belong to someone else';
  }
}
