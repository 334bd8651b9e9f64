import { missingCommand, wrong } from '../../command/arguments.ts';
import { globalOptions, optionTable, type Command, type OptionName } from '../../command/command.ts';
import { environmentVariables, exitCodes } from '../../command/surroundings.ts';
import { optionText, usageOf } from '../../command/usage.ts';
import type { CommandRun } from '../../command/context.ts';
import { pad } from '../../output/text.ts';
import type { Paint } from '../../output/text.ts';

/** So many values stand in the summary of an option. */
const maxInSummary = 8;
const maxColumns = 90;

export const help: CommandRun = ({ args, commands, out }) => {
  // `dossier help edit` and `dossier edit --help` mean the same; `dossier --help` means all.
  const words = args.command?.words[0] === 'help' ? args.positionals : (args.command?.words ?? []);
  const shown = commands.filter((command) => words.every((word, index) => command.words[index] === word));
  if (shown.length === 0) throw wrong(missingCommand(words, commands));
  const listed = shown.map((command) => ({ usage: `dossier ${usageOf(command)}`, summary: command.summary }));
  const exact = shown.find((command) => command.words.length === words.length);
  out.answer(words.length === 0 ? { commands: listed } : listed, () => {
    if (words.length === 0) return everything(commands, out.paint);
    return exact === undefined
      ? several(shown, out.paint)
      : one(
          exact,
          shown.filter((command) => command !== exact),
          out.paint,
        );
  });
  return Promise.resolve(0);
};

/** One command: what it does, how it is typed, and each of its options. */
function one(command: Command, longer: readonly Command[], paint: Paint): string {
  const { summary, examples, required = [], options } = command;
  const names = [...required, ...options.filter((name) => !required.includes(name))];
  return [
    summary,
    '',
    paint('bold', 'Examples'),
    ...examples.map((example) => `  dossier ${example}`),
    '',
    `${paint('bold', 'Usage')}  dossier ${usageOf(command)}`,
    ...(names.length === 0 ? [] : ['', paint('bold', 'Options'), optionRows(names, paint)]),
    ...names.flatMap((name) => valueLines(name, paint)),
    ...(longer.length === 0 ? [] : ['', paint('bold', 'More'), rowsOf(longer, paint)]),
    '',
  ].join('\n');
}

function optionRows(names: readonly OptionName[], paint: Paint): string {
  const widest = Math.max(...names.map((name) => optionText(name).length));
  return names
    .map((name) => `  ${paint('bold', pad(optionText(name), widest))}  ${optionTable[name].summary}`)
    .join('\n');
}

/** What an option takes, if its summary does not say so already. */
function valueLines(name: OptionName, paint: Paint): readonly string[] {
  const entry = optionTable[name];
  if (!('values' in entry) || entry.values.length <= maxInSummary) return [];
  const lines: string[] = [];
  for (const value of entry.values) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + value.length < maxColumns) lines[lines.length - 1] = `${last}, ${value}`;
    else lines.push(value);
  }
  return ['', paint('bold', `--${name} takes`), ...lines.map((line) => `  ${line}`)];
}

/** Commands that begin with the same words. */
function several(commands: readonly Command[], paint: Paint): string {
  return `${rowsOf(commands, paint)}\n\ndossier help COMMAND tells how one is used.\n`;
}

function rowsOf(commands: readonly Command[], paint: Paint): string {
  const widest = Math.max(...commands.map(({ words }) => words.join(' ').length));
  return commands
    .map(({ words, summary }) => `  ${paint('bold', pad(words.join(' '), widest))}  ${summary}`)
    .join('\n');
}

function everything(commands: readonly Command[], paint: Paint): string {
  return `dossier: findings of your engagements, kept here, edited offline, sent exactly once.

${paint('bold', 'Commands')} (dossier help COMMAND tells how one is used)
${rowsOf(commands, paint)}

${paint('bold', 'Options everywhere')}
${optionRows(globalOptions, paint)}

${paint('bold', 'Environment')}
${environmentRows()}

${paint('bold', 'Exit codes')}
  ${exitCodeText(exitCodes.slice(0, 4))}
  ${exitCodeText(exitCodes.slice(4))}
`;
}

function environmentRows(): string {
  const widest = Math.max(...environmentVariables.map(({ name }) => name.length));
  return environmentVariables.map(({ name, summary }) => `  ${pad(name, widest)}  ${summary}`).join('\n');
}

function exitCodeText(codes: readonly { readonly code: number; readonly meaning: string }[]): string {
  return codes.map(({ code, meaning }) => `${String(code)} ${meaning}`).join(' · ');
}
