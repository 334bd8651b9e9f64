import { wrong } from '../../command/arguments.ts';
import type { Command } from '../../command/command.ts';
import type { CommandRun } from '../../command/context.ts';
import { pad, plain } from '../../output/text.ts';
import type { Paint } from '../../output/text.ts';

export const help: CommandRun = ({ args, commands, out }) => {
  // `dossier help edit` and `dossier edit --help` mean the same; `dossier --help` means all.
  const words = args.command?.words[0] === 'help' ? args.positionals : (args.command?.words ?? []);
  const shown = commands.filter((command) => words.every((word, index) => command.words[index] === word));
  if (shown.length === 0) throw wrong(`There is no command "${plain(words.join(' ')).slice(0, 60)}".`);
  const listed = shown.map(({ usage, summary }) => ({ usage: `dossier ${usage}`, summary }));
  out.answer(words.length === 0 ? { commands: listed } : listed, () =>
    words.length === 0 ? everything(commands, out.paint) : shown.map(one).join('\n'),
  );
  return Promise.resolve(0);
};

function one({ usage, summary }: Command): string {
  return `Usage: dossier ${usage}\n${summary}\n`;
}

function everything(commands: readonly Command[], paint: Paint): string {
  const widest = Math.max(...commands.map(({ words }) => words.join(' ').length));
  const lines = commands.map(
    ({ words, summary }) => `  ${paint('bold', pad(words.join(' '), widest))}  ${summary}`,
  );
  return `dossier: findings of your engagements, kept here, edited offline, sent exactly once.

${paint('bold', 'Commands')} (dossier help COMMAND tells how one is used)
${lines.join('\n')}

${paint('bold', 'Options everywhere')}
  --home DIR         the folder of this installation (or DOSSIER_HOME)
  --json             one JSON document on standard output, errors too
  --quiet            no progress and no messages
  --debug            more about errors
  --passphrase-fd N  read the passphrase from file descriptor N
  --token-for URL    let DOSSIER_TOKEN go to this address too, not only to that of its first use
  --help, --version

${paint('bold', 'Environment')}
  DOSSIER_TOKEN       the API token of the service
  DOSSIER_PASSPHRASE  the passphrase of the vault
  DOSSIER_HOME        the folder of this installation
  NO_COLOR            no colours

${paint('bold', 'Exit codes')}
  0 done · 1 failed · 2 wrong usage · 3 done, but something needs attention
  4 the service refused the credentials · 5 the service cannot be reached
`;
}
