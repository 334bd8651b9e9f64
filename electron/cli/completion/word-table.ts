import { globalOptions, optionTable, type Command, type OptionName } from '../command/command.ts';

/** A word that a shell may offer, with what it means. */
export interface OfferedWord {
  readonly word: string;
  readonly summary: string;
}

/** Words that may follow others. */
export interface WordsBehind {
  /** What stands before them, with single blanks: '' for the first word, `engagement` for `add`. */
  readonly behind: string;
  readonly words: readonly OfferedWord[];
}

/** All that a shell can offer without asking the program. */
export interface WordTable {
  readonly next: readonly WordsBehind[];
  /** Options of each command, the longest command first: of `report settings` before those of `report`. */
  readonly options: readonly WordsBehind[];
  /** Options that hold for every command. */
  readonly everywhere: readonly OfferedWord[];
  /** The values that an option takes, for those that take few; the option with its dashes. */
  readonly values: readonly { readonly option: string; readonly values: readonly string[] }[];
  /** Options whose value is a file or anything else: the shell offers files. */
  readonly open: readonly string[];
}

/** What a shell can offer of these commands. */
export function wordTableOf(commands: readonly Command[]): WordTable {
  const behinds = [
    ...new Set(commands.flatMap(({ words }) => words.map((_, at) => words.slice(0, at).join(' ')))),
  ];
  const names = Object.keys(optionTable) as OptionName[];
  const valued = names.flatMap((name) => {
    const entry = optionTable[name];
    return 'values' in entry ? [{ option: `--${name}`, values: [...entry.values] }] : [];
  });
  return {
    next: behinds.map((behind) => ({ behind, words: wordsBehind(behind, commands) })),
    options: commands
      .toSorted((one, other) => other.words.length - one.words.length)
      .filter(({ options }) => options.length > 0)
      .map(({ words, options }) => ({ behind: words.join(' '), words: options.map(offeredOption) })),
    everywhere: globalOptions.map(offeredOption),
    values: valued,
    open: names
      .filter((name) => optionTable[name].kind !== 'flag' && !('values' in optionTable[name]))
      .map((name) => `--${name}`),
  };
}

function wordsBehind(behind: string, commands: readonly Command[]): OfferedWord[] {
  const place = behind === '' ? 0 : behind.split(' ').length;
  const here = commands.filter(
    ({ words }) => words.slice(0, place).join(' ') === behind && words.length > place,
  );
  return [...Map.groupBy(here, ({ words }) => words[place] ?? '')].map(([word, of]) => {
    const exact = of.find(({ words }) => words.length === place + 1);
    const rest = of.map(({ words }) => words.slice(place + 1).join(' ')).filter((tail) => tail !== '');
    return { word, summary: exact?.summary ?? rest.join(', ') };
  });
}

function offeredOption(name: OptionName): OfferedWord {
  return { word: `--${name}`, summary: optionTable[name].summary };
}
