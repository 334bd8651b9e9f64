import { globalOptions, optionTable, type Command, type OptionName } from '../command/command.ts';
import { environmentVariables, exitCodes } from '../command/surroundings.ts';
import { optionText, usageOf } from '../command/usage.ts';

/** Characters that roff would read as its own, or draw as a typographic sign, and what stands for them. */
const signs: ReadonlyMap<string, string> = new Map([
  ['\\', String.raw`\(rs`],
  ['-', String.raw`\-`],
  ["'", String.raw`\(aq`],
  ['`', String.raw`\(ga`],
  ['^', String.raw`\(ha`],
  ['~', String.raw`\(ti`],
]);

/** A text as roff prints it unchanged, also at the start of a line. */
export function roffText(text: string): string {
  const escaped = text.replaceAll(/[-\\'`^~]|[^\n -~]/gu, (sign) => {
    const point = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return signs.get(sign) ?? String.raw`\[u${point}]`;
  });
  return escaped.replaceAll(/^\./gm, String.raw`\&.`);
}

const bold = (text: string): string => String.raw`\fB${roffText(text)}\fR`;

/** A term and what it means. */
const entry = (term: string, ...meaning: readonly string[]): string[] => ['.TP', term, ...meaning];

const options = (names: readonly OptionName[]): string[] =>
  names.flatMap((name) => entry(bold(optionText(name)), roffText(optionTable[name].summary)));

function section(command: Command): string[] {
  const { words, summary, examples, required = [], options: all } = command;
  const names = [...required, ...all.filter((name) => !required.includes(name))];
  return [
    `.SS "${roffText(words.join(' '))}"`,
    roffText(summary),
    '.PP',
    bold(`dossier ${usageOf(command)}`),
    ...options(names),
    '.PP',
    examples.length === 1 ? 'Example:' : 'Examples:',
    '.PP',
    '.nf',
    ...examples.map((example) => roffText(`dossier ${example}`)),
    '.fi',
  ];
}

/**
 * The manual of the terminal in roff, as `dossier.1`.
 * @param commands every command, in the order of the page
 */
export function manPage(commands: readonly Command[], version: string): string {
  return [
    `.TH DOSSIER 1 "" "Dossier ${roffText(version)}" "User Commands"`,
    '.SH NAME',
    String.raw`dossier \- findings of your engagements, edited offline and sent exactly once`,
    '.SH SYNOPSIS',
    `${bold('dossier')} ${roffText('COMMAND [ARGUMENTS] [OPTIONS]')}`,
    '.SH DESCRIPTION',
    'Keeps the findings of security engagements in an encrypted vault on this computer.',
    'They are edited offline, sent to the service by',
    `${bold('dossier sync')},`,
    'and written as a report.',
    '.PP',
    `${bold('dossier help COMMAND')}`,
    'tells how a command is used,',
    `${bold('dossier demo')}`,
    'plays the main job on sample data, and',
    `${bold('dossier serve --open')}`,
    'opens the window in the browser.',
    '.SH COMMANDS',
    ...commands.flatMap(section),
    '.SH OPTIONS',
    'Every command takes these.',
    ...options(globalOptions),
    '.SH ENVIRONMENT',
    ...environmentVariables.flatMap(({ name, summary }) => entry(bold(name), roffText(summary))),
    '.SH "EXIT STATUS"',
    ...exitCodes.flatMap(({ code, meaning }) => entry(bold(String(code)), roffText(meaning))),
    '.SH FILES',
    ...entry(
      roffText('$XDG_DATA_HOME/dossier, else ~/.local/share/dossier'),
      'The vault, unless an option or a variable names another folder.',
    ),
    '',
  ].join('\n');
}
