import { wrong } from '../../command/arguments.ts';
import type { CommandRun } from '../../command/context.ts';
import { completionScript, shells } from '../../completion/scripts.ts';
import { wordTableOf } from '../../completion/word-table.ts';
import { plain } from '../../output/text.ts';

/** Prints the script; the vault stays closed, and nothing is asked. */
export const completion: CommandRun = ({ args, commands, out }) => {
  const [given = ''] = args.positionals;
  const shell = shells.find((name) => name === given);
  if (shell === undefined) throw wrong(`"${plain(given)}" is none of ${shells.join(', ')}.`, args.command);
  const script = completionScript(shell, wordTableOf(commands));
  out.answer({ shell, script }, () => script);
  return Promise.resolve(0);
};
