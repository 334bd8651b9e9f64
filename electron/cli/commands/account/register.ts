import { DossierError } from '#contract/error.ts';
import { addressed, carriedOut, secret } from '../../input/ask-secret.ts';
import { wrong } from '../../command/arguments.ts';
import type { CommandContext, CommandRun } from '../../command/context.ts';
import { askText, canAsk } from '../../input/prompt.ts';
import { plain } from '../../output/text.ts';

/** How often a service may name further fields; one that goes on asking is never content. */
const maxRounds = 5;

export const register: CommandRun = async (context) => {
  const { out, call } = context;
  const invitation = await secret(context, 'Invitation');
  const { registration } = await call('account.standing', {});
  const given = fieldsOf(context);
  let missing = registration.filter((name) => !given.has(name));
  for (let round = 0; round < maxRounds; round += 1) {
    for (const name of missing) given.set(name, await asked(context, name));
    const fields = Object.fromEntries(given);
    const answer = carriedOut(await call('account.register', { ...addressed(context), invitation, fields }));
    if (answer.kind === 'done') {
      out.answer(
        answer,
        () =>
          `The account is active.${answer.message === '' ? '' : ` The service says: ${plain(answer.message)}`}\n`,
      );
      return 0;
    }
    if (!canAsk()) {
      const names = answer.fields.map(plain).join(', ');
      throw new DossierError(
        'refused',
        `The service asks for further fields: ${names}. Give them by --field.`,
      );
    }
    missing = [...answer.fields];
  }
  throw new DossierError('refused', 'The service goes on asking for fields. Nothing was registered.');
};

/** What `--field` gave. A password does not belong there: arguments can be read by others. */
function fieldsOf({ args }: CommandContext): Map<string, string> {
  const pairs = args.texts('field').map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw wrong('--field takes NAME=TEXT.', args.command);
    const name = text.slice(0, at);
    if (isSecret(name)) throw wrong(`${plain(name)} is asked for; it is no argument.`, args.command);
    return [name, text.slice(at + 1)] as const;
  });
  return new Map(pairs);
}

async function asked(context: CommandContext, name: string): Promise<string> {
  const label = plain(name).slice(0, 60);
  if (isSecret(name)) return secret(context, label);
  if (!canAsk()) throw wrong(`The field "${label}" is missing. Give it by --field.`, context.args.command);
  return askText(`${label}: `, context.signal);
}

function isSecret(name: string): boolean {
  return /pass|secret|pin|code/iu.test(name);
}
