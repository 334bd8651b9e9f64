import { globalOptions, optionTable, type Command, type OptionName } from './command.ts';
import { environmentVariables } from './surroundings.ts';
import { optionText, usageOf } from './usage.ts';

const fence = '```';

/**
 * The page that lists every command with its examples and options, as Markdown. `npm run commands` writes it to the documents.
 */
export function commandsPage(commands: readonly Command[]): string {
  return `# Commands

Every command with its options. \`dossier help COMMAND\` prints the same in the terminal. Tasks with examples are in
[terminal.md](terminal.md), queries in [queries.md](queries.md), exit codes and JSON in [scripts.md](scripts.md).

${indexOf(commands)}

## Options of every command

${optionLines(globalOptions)}

## Environment

${environmentVariables.map(({ name, summary }) => `- \`${name}\`: ${summary}`).join('\n')}

${commands.map(section).join('\n\n')}
`;
}

function indexOf(commands: readonly Command[]): string {
  const rows = commands.map((command) => {
    const name = nameOf(command);
    return `| [${name}](#${name.replaceAll(' ', '-')}) | ${command.summary.replaceAll('|', '\\|')} |`;
  });
  return ['| command | does |', '| --- | --- |', ...rows].join('\n');
}

function section(command: Command): string {
  const { summary, examples, required = [], options } = command;
  const names = [...required, ...options.filter((name) => !required.includes(name))];
  const usage = `dossier ${usageOf(command)}`;
  const typed = examples.map((example) => `dossier ${example}`);
  return [
    `## ${nameOf(command)}`,
    summary,
    ...(typed.includes(usage) ? [] : [`Usage: \`${usage}\``]),
    [fence, ...typed, fence].join('\n'),
    ...(names.length === 0 ? [] : [optionLines(names)]),
  ].join('\n\n');
}

function nameOf({ words }: Command): string {
  return words.join(' ');
}

function optionLines(names: readonly OptionName[]): string {
  return names.map((name) => `- \`${optionText(name)}\`: ${optionTable[name].summary}`).join('\n');
}
