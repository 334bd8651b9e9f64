import { builtInDictionaries, systemDictionaryPrefix } from '#contract/spelling.ts';
import { dictionaryStrings as strings } from '../strings.ts';

/** A dictionary that can be chosen, as it is shown. */
export interface OfferedDictionary {
  readonly name: string;
  readonly label: string;
}

/** What is chosen of them, and how that is changed; outlives the component that shows it. */
export interface DictionaryChoosing {
  readonly chosen: readonly string[];
  choose(languages: string[]): void;
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
/** A language, perhaps a script and a country, and what the publisher put behind it: `sr_Latn_RS`, `de_DE_frami`. */
const codeParts =
  /^(?<language>[a-z]{2,3}(?:[_-][A-Z][a-z]{3})?(?:[_-](?:[A-Z]{2}|\d{3}))?)(?:[_.@-](?<rest>.+))?$/u;

/** Every dictionary that can be chosen: those of the program, of this computer, and those that were added. */
export function offeredDictionaries(
  system: readonly string[],
  added: readonly string[],
): readonly OfferedDictionary[] {
  return [
    ...builtInDictionaries,
    ...system
      .map((name) => ({ name, label: strings.onComputer(languageOf(codeOf(name))) }))
      .toSorted((one, two) => one.label.localeCompare(two.label, 'en')),
    ...added.map((name) => ({ name, label: name })),
  ];
}

/** Those that were chosen and are not offered, so that they can be seen and given up. */
export function missingDictionaries(
  offered: readonly OfferedDictionary[],
  chosen: readonly string[],
): readonly OfferedDictionary[] {
  return chosen
    .filter((name) => !offered.some((other) => other.name === name))
    .map((name) => ({
      name,
      label: name.startsWith(systemDictionaryPrefix)
        ? strings.notOnComputer(languageOf(codeOf(name)))
        : strings.removedDictionary(name),
    }));
}

/** A language as English names it: "German (Germany)" for `de_DE`. What cannot be read stays as it is. */
export function languageOf(code: string): string {
  const { language, rest } = codeParts.exec(code)?.groups ?? {};
  if (language === undefined) return code;
  try {
    const name = languageNames.of(language.replaceAll('_', '-'));
    if (name === undefined) return code;
    return rest === undefined ? name : `${name} ${rest.replaceAll('_', ' ')}`;
  } catch {
    return code;
  }
}

function codeOf(name: string): string {
  return name.slice(systemDictionaryPrefix.length);
}
