import { parseArgs } from 'node:util';
import { DossierError } from '#contract/error.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { editableFields } from '#contract/finding/finding.ts';
import { otherOptions, otherWords } from './other-words.ts';
import { globalOptions, optionTable, positionalKinds } from './command.ts';
import type { Command, OptionName } from './command.ts';
import { commandLine } from './command-line.ts';
import { limitsOf, usageOf, valueOf } from './usage.ts';
import { plain } from '../output/text.ts';

/** As the procedures take identifiers, projects and statuses. */
const LONGEST_NAME = 1_000;

/** Fields of the query language that other tools have as options. */
const queried: readonly string[] = ['severity', 'status', 'title', 'asset'];

/** The arguments of a command line, checked against the command's table. */
export interface Arguments {
  /** undefined if only help or the version was asked for. */
  readonly command: Command | undefined;
  readonly positionals: readonly string[];
  /** Whether PROJECT has to be filled in before the command runs (`withProject`). */
  readonly lacksProject: boolean;
  flag(name: OptionName): boolean;
  text(name: OptionName): string | undefined;
  /** Every value of an option that may be repeated, in order. */
  texts(name: OptionName): readonly string[];
  /** A whole number of at least `min`. Throws DossierError 'usage' for anything else. */
  whole(name: OptionName, min: number): number | undefined;
}

/** Whether `--json` was asked for, also if the command line as a whole is wrong. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json');
}

/**
 * Reads a command line.
 * @param commands every command there is
 * @throws DossierError 'usage', whose message names the wrong word and shows the command's usage
 */
export function readArguments(argv: readonly string[], commands: readonly Command[]): Arguments {
  const options = Object.fromEntries(
    Object.entries(optionTable).map(([name, entry]) => [
      name,
      {
        type: entry.kind === 'flag' ? ('boolean' as const) : ('string' as const),
        multiple: true,
        ...('short' in entry ? { short: entry.short } : {}),
      },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });

  const words: string[] = [];
  const values = new Map<OptionName, string[]>();
  /** The ids of the option before this word: what follows it belongs to it. */
  let ids: string[] | null = null;
  let lastIds: string[] = [];
  for (const [place, token] of tokens.entries()) {
    if (token.kind === 'positional') {
      (ids ?? words).push(token.value);
      continue;
    }
    ids = null;
    if (token.kind !== 'option') continue;
    const { name, rawName, value, inlineValue } = token;
    if (!isOption(name)) {
      const command = findCommand(words, commands)?.command;
      if (command === undefined && words.length > 0) throw wrong(missingCommand(words, commands));
      const next = tokens[place + 1];
      const given = value ?? (next?.kind === 'positional' ? next.value : undefined);
      throw wrong(`There is no option ${plain(rawName)}.${suggestion(name, given, words, command)}`, command);
    }
    if (optionTable[name].kind === 'flag') {
      if (value !== undefined)
        throw wrong(`The option --${name} takes no value.`, findCommand(words, commands)?.command);
      values.set(name, []);
      continue;
    }
    if (value === undefined || (inlineValue === false && /^--[a-z]/.test(value))) {
      throw withoutValue(name, findCommand(words, commands)?.command, value);
    }
    const earlier = values.get(name) ?? [];
    const { kind } = optionTable[name];
    if (earlier.length > 0 && kind === 'text') {
      throw wrong(`The option --${name} is given twice.`, findCommand(words, commands)?.command);
    }
    const given = [...earlier, value];
    values.set(name, given);
    if (kind === 'ids') ids = lastIds = given;
  }

  const found = findCommand(words, commands);
  const onlyHelp = values.has('help') || values.has('version');
  if (found === undefined && words.length > 0) {
    throw wrong(missingCommand(words, commands));
  }
  if (found === undefined && !onlyHelp) throw wrong('A command is missing.');
  const positionals = words.slice(found?.command.words.length ?? 0);
  // `report --exclude ID PROJECT`: the last word behind the ids is the argument that would be missing.
  if (lastIds.length > 1 && positionals.length < (found === undefined ? 0 : limitsOf(found.command).min)) {
    positionals.push(...lastIds.splice(-1));
  }
  const lacksProject = found !== undefined && leavesProjectOut(found.command, positionals);
  if (found !== undefined && !onlyHelp) checkShape(found.command, positionals, values, lacksProject);

  const text = (name: OptionName): string | undefined => values.get(name)?.[0];
  return {
    command: found?.command,
    positionals,
    lacksProject,
    flag: (name) => values.has(name),
    text,
    texts: (name) => values.get(name) ?? [],
    whole(name, min) {
      const given = text(name);
      if (given === undefined) return undefined;
      if (!/^\d{1,15}$/.test(given) || Number(given) < min) {
        throw wrong(`The option --${name} takes a whole number of at least ${String(min)}.`, found?.command);
      }
      return Number(given);
    },
  };
}

/** A wrong command line: what is wrong, and how the command is used. */
export function wrong(message: string, command?: Command): DossierError {
  const hint =
    command === undefined
      ? 'dossier help lists the commands.'
      : `dossier help ${command.words.join(' ')} tells how it is used.`;
  return new DossierError('usage', `${message}\n${hint}`);
}

function checkShape(
  command: Command,
  positionals: readonly string[],
  values: ReadonlyMap<OptionName, readonly string[]>,
  lacksProject: boolean,
): void {
  const { min, max } = limitsOf(command);
  if (positionals.length < min) throw missing(command, positionals.length + (lacksProject ? 1 : 0));
  if (lacksProject && command.changesWith?.some((name) => values.has(name)) === true)
    throw missing(command, 0);
  if (positionals.length > max) {
    throw wrong(tooMany(command, positionals[max] ?? '', values), command);
  }
  for (const [place, { name }] of command.positionals.entries()) {
    const given = positionals[lacksProject ? place - 1 : place];
    if (given !== undefined && positionalKinds[name] === 'round' && !/^\d+$/.test(given)) {
      throw wrong(`${name} is missing: dossier ${usageOf(command)}`, command);
    }
  }
  if (positionals.includes('')) throw wrong('An argument is empty.', command);
  // An unset variable in a script must not lead to the default home, where other findings lie.
  if (values.get('home')?.includes('') === true) throw wrong('The folder given by --home is empty.', command);
  const long = positionals.find((word) => word.length > LONGEST_NAME);
  if (long !== undefined) {
    throw wrong(`"${plain(long).slice(0, 60)}…" is too long for a name or an id.`, command);
  }
  for (const name of values.keys()) {
    if (!globalOptions.includes(name) && !command.options.includes(name)) {
      const value = values.get(name)?.[0];
      const hint = asField(name, value, command) || asArgument(name, value, positionals, command);
      throw wrong(`"${command.words.join(' ')}" has no option --${name}.${hint}`, command);
    }
  }
}

/** The command that a line begins with: of `retest` and `retest set` the longer one that fits. */
function findCommand(
  words: readonly string[],
  commands: readonly Command[],
): { command: Command } | undefined {
  const [command] = commands
    .filter((entry) => entry.words.every((word, index) => word === words[index]))
    .toSorted((one, other) => other.words.length - one.words.length);
  return command === undefined ? undefined : { command };
}

/** A word that begins no command, with what was probably meant. */
export function missingCommand(words: readonly string[], commands: readonly Command[]): string {
  const [first = '', second] = words;
  const shown = plain(first).slice(0, 60);
  const siblings = commands.filter((entry) => entry.words[0] === first && entry.words.length > 1);
  if (siblings.length > 0) {
    const tails = siblings.map((entry) => entry.words.slice(1).join(' '));
    const near = second === undefined ? null : nearestName(words.slice(1).join(' '), tails);
    const has =
      second === undefined
        ? `A word is missing behind "${shown}".`
        : `"${shown}" has no "${plain(second).slice(0, 60)}".`;
    return near === null
      ? `${has} There is ${listed(tails.map((tail) => `"${shown} ${tail}"`))}.`
      : `${has} Did you mean "${shown} ${near}"?`;
  }
  const meant =
    (Object.hasOwn(otherWords, first) ? otherWords[first] : undefined) ??
    nearestName(
      first,
      commands.map((entry) => entry.words[0] ?? ''),
    );
  if (meant === first) return `There is no command "${plain(words.join(' ')).slice(0, 60)}".`;
  return `There is no command "${shown}".${meant === null ? '' : ` Did you mean "dossier ${meant}"?`}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}

function missing(command: Command, place: number): DossierError {
  return wrong(`${command.positionals[place]?.name ?? ''} is missing: dossier ${usageOf(command)}`, command);
}

/** Whether the line has one argument too few for a command whose PROJECT has a default. */
function leavesProjectOut(command: Command, positionals: readonly string[]): boolean {
  const needed = command.positionals.filter(({ optional }) => optional !== true).length;
  return command.positionals[0]?.hasDefault === true && positionals.length < needed;
}

/** An option without its value, with an example of the command that has one. */
function withoutValue(
  name: OptionName,
  command: Command | undefined,
  value: string | undefined,
): DossierError {
  const example = command?.examples.find((line) => line.includes(`--${name} `));
  const hint =
    value !== undefined && !isOption(value.slice(2))
      ? ` (one that begins with "--" is given as --${name}=VALUE).`
      : example === undefined
        ? `: --${name} ${valueOf(name)}`
        : `, such as: dossier ${example}`;
  return wrong(`The option --${name} needs a value${hint}`, command);
}

/** An option that is an argument of this command: `ready keep ID --field title` is `ready keep ID title`. */
function asArgument(
  name: string,
  value: string | undefined,
  given: readonly string[],
  { words, positionals }: Command,
): string {
  const place = positionals.findIndex((positional) => positional.name === name.toUpperCase());
  if (place === -1) return '';
  const shown = positionals.map((positional, at) =>
    at === place ? (value ?? positional.name) : (given[at > place ? at - 1 : at] ?? positional.name),
  );
  const needed = shown.filter((_, at) => at <= place || positionals[at]?.optional !== true);
  return ` ${name.toUpperCase()} is an argument: ${commandLine(...words, ...needed)}`;
}

/** One argument too many, with the option that it was probably meant for. */
function tooMany(command: Command, word: string, values: ReadonlyMap<OptionName, readonly string[]>): string {
  const shown = plain(word).slice(0, 60);
  const { options, required = [] } = command;
  const start = `"${shown}" is one argument too many.`;
  if (options.includes('set') && /^[A-Za-z_]+=/.test(word)) return `${start} Set a field with --set ${shown}`;
  const half = values.get('set')?.find((text) => !text.includes('='));
  if (half !== undefined) return `${start} Set a field with --set ${plain(half).slice(0, 60)}=${shown}`;
  if (options.includes('query') && /^-?[a-z]+:/i.test(word)) {
    const query = [...(values.get('query') ?? []), word].map(plain).join(' ').slice(0, 120);
    return `${start} Give the whole query in quotes: --query "${query}"`;
  }
  if (options.includes('base-url') && /^(?:https?:\/\/|[\w-]+\.)/i.test(word))
    return `${start} Give the address with --base-url ${shown}`;
  const file = required.find((name) => valueOf(name) === 'FILE');
  return file !== undefined && /\.[a-z]{1,5}$/i.test(word)
    ? `${start} Give the file with --${file} ${shown}`
    : start;
}

/** A field that is typed as an option: to be set, or to be looked for. */
function asField(name: string, value: string | undefined, { options }: Command): string {
  const shown = value === undefined ? 'VALUE' : plain(value).slice(0, 60);
  if (options.includes('set') && editableFields.some((field) => field === name))
    return ` Set a field with --set ${name}=${shown}`;
  return options.includes('query') && queried.includes(name) ? ` Give it with --query ${name}:${shown}` : '';
}

/** What an option that is not there probably means; `value` is what follows it. */
function suggestion(
  name: string,
  value: string | undefined,
  words: readonly string[],
  command: Command | undefined,
): string {
  if (command !== undefined) {
    const field = asField(name, value, command);
    if (field !== '') return field;
  }
  const argument =
    command === undefined ? '' : asArgument(name, value, words.slice(command.words.length), command);
  if (argument !== '') return argument;
  const other = (Object.hasOwn(otherOptions, name) ? otherOptions[name] : undefined)?.find(
    (option) => command === undefined || globalOptions.includes(option) || command.options.includes(option),
  );
  if (other !== undefined) return ` Did you mean --${other}?`;
  const near = name.length === 1 ? null : nearestName(name, Object.keys(optionTable));
  return near === null ? '' : ` Did you mean --${near}?`;
}

function isOption(name: string): name is OptionName {
  return Object.hasOwn(optionTable, name);
}
