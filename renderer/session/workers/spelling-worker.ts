import type { BuiltInDictionary } from '#contract/spelling.ts';
import { Dictionary } from '#domain/spelling/dictionary.ts';
import { isFieldTerm } from '#domain/spelling/field-terms.ts';
import { suggestionsFor } from '#domain/spelling/suggest.ts';
import type { SpellingAnswer, SpellingQuestion } from './spelling-messages.ts';

/*
 * The worker that checks spelling, so that no keystroke waits for a dictionary. It knows words alone: no text, no name of
 * an engagement, no address.
 */

type Files = Promise<{ readonly default: string }>;
const builtIn: Readonly<Record<BuiltInDictionary, () => readonly [Files, Files]>> = {
  'en-US': () => [import('dictionary-en/index.aff?raw'), import('dictionary-en/index.dic?raw')],
  'en-GB': () => [import('dictionary-en-gb/index.aff?raw'), import('dictionary-en-gb/index.dic?raw')],
};

const loaded = new Map<string, Promise<Dictionary | null>>();

function dictionaryNamed(name: string): Promise<Dictionary | null> {
  const known = loaded.get(name);
  if (known !== undefined) return known;
  if (!(name in builtIn)) return Promise.resolve(null);
  const [affixes, words] = builtIn[name as BuiltInDictionary]();
  const dictionary = Promise.all([affixes, words]).then(
    ([one, two]) => new Dictionary(one.default, two.default),
  );
  loaded.set(name, dictionary);
  return dictionary;
}

async function answer(question: SpellingQuestion): Promise<readonly string[]> {
  if (question.kind === 'load') {
    loaded.set(question.name, Promise.resolve(new Dictionary(question.affixes, question.words)));
    return [];
  }
  const found = await Promise.all(question.languages.map(dictionaryNamed));
  const dictionaries = found.filter((dictionary) => dictionary !== null);
  if (question.kind === 'check') return question.words.filter((word) => isWrong(word, dictionaries));
  const lists = dictionaries.map((dictionary) => suggestionsFor(question.word, dictionary));
  // The best of each language come first.
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Set(inTurn)].slice(0, 6);
}

function isWrong(word: string, dictionaries: readonly Dictionary[]): boolean {
  const letters = [...word.toLowerCase()].filter((letter) => /\p{L}/u.test(letter));
  // A word of a script or language that none of them knows is left alone.
  const able = dictionaries.filter((dictionary) => letters.every((letter) => dictionary.letters.has(letter)));
  return able.length > 0 && !isFieldTerm(word) && !able.some((dictionary) => dictionary.has(word));
}

onmessage = ({ data }: MessageEvent<SpellingQuestion>): void => {
  void answer(data)
    .catch(() => [])
    .then((words) => {
      postMessage({ id: data.id, words } satisfies SpellingAnswer);
    });
};
