import { optionTable, type Command, type OptionName, type Positional } from './command.ts';

/** So many options that may be left out are named in the usage; of more, help tells. */
const namedOptions = 3;

/** How many arguments a command takes at least and at most. */
export function limitsOf({ positionals }: Command): { readonly min: number; readonly max: number } {
  const min = positionals.filter(
    ({ optional, hasDefault }) => optional !== true && hasDefault !== true,
  ).length;
  return { min, max: positionals.at(-1)?.repeats === true ? Infinity : positionals.length };
}

/** An argument as help writes it: `ID…` for one that repeats, `[ID]` for one that may be left out. */
export function positionalText({ name, optional, hasDefault, repeats }: Positional): string {
  const written = repeats === true ? `${name}…` : name;
  return optional === true || hasDefault === true ? `[${written}]` : written;
}

/** An option as help writes it: `--out FILE`, `--yes`. */
export function optionText(name: OptionName): string {
  const entry = optionTable[name];
  const long = 'short' in entry ? `-${entry.short}, --${name}` : `--${name}`;
  return entry.kind === 'flag' ? long : `${long} ${valueOf(name)}${entry.kind === 'ids' ? '…' : ''}`;
}

/** What stands for the value of an option in help. */
export function valueOf(name: OptionName): string {
  const entry = optionTable[name];
  return 'value' in entry ? entry.value : '';
}

/** How a command is used, behind `dossier`: its words, its arguments, and the options that it needs. */
export function usageOf(command: Command): string {
  const { words, positionals, options, required = [] } = command;
  const others = options.filter((name) => !required.includes(name));
  const left = others.length > namedOptions ? ['[options]'] : others.map((name) => `[${optionText(name)}]`);
  return [...words, ...positionals.map(positionalText), ...required.map(optionText), ...left].join(' ');
}
