import { changesBetween } from '../text/words/nearest.ts';
import type { Dictionary } from './dictionary.ts';

/** So many changed forms of a word are tried at most. */
const maxTried = 6_000;
/** Words that differ in more than this are no slip of the fingers. */
const maxChanges = 2;
/** Of two words that were written as one, each has so many letters at least. */
const leastPart = 3;

/** Words that a wrong one may stand for, the likeliest first, written with its capital. */
export function suggestionsFor(word: string, dictionary: Dictionary, max = 6): readonly string[] {
  const written = word.replaceAll('’', "'");
  const [first = ''] = [...written];
  const lower = first.toLowerCase() + written.slice(first.length);
  const isCapital = lower !== written;
  /** By how they read in lower case: one is offered in one case only. */
  const found = new Map<string, string>();
  /** A compound of any words comes behind a word that the dictionary has itself. */
  const compounds: string[] = [];
  const take = (candidate: string): void => {
    const shown = isCapital ? capital(candidate) : candidate;
    const key = shown.toLowerCase();
    if (found.size < max && shown !== word && !found.has(key)) found.set(key, shown);
  };
  let tried = 0;
  for (const start of isCapital ? [written, lower] : [written, capital(written)]) {
    for (const candidate of changedForms(start, dictionary)) {
      tried += 1;
      if (tried > maxTried || found.size >= max) break;
      const kinds = candidate.split(' ').map((part) => dictionary.kindOf(part));
      if (kinds.includes(null)) continue;
      if (kinds.includes('compound')) compounds.push(candidate);
      else take(candidate);
    }
  }
  for (const compound of compounds) take(compound);
  if (found.size < max / 2) for (const stem of nearStems(lower, dictionary, max)) take(stem);
  return [...found.values()];
}

/** The word with one change, the usual slips first. */
function* changedForms(word: string, { rules }: Dictionary): Iterable<string> {
  yield word;
  for (const [from, to] of rules.replacements) {
    for (let at = word.indexOf(from); from !== '' && at >= 0; at = word.indexOf(from, at + 1)) {
      yield word.slice(0, at) + to + word.slice(at + from.length);
    }
  }
  const letters = [...word];
  const joined = (from: number, to: number, ...put: readonly string[]): string =>
    [...letters.slice(0, from), ...put, ...letters.slice(to)].join('');
  for (const [at, letter] of letters.entries()) {
    const next = letters[at + 1];
    if (next !== undefined && next !== letter) yield joined(at, at + 2, next, letter);
  }
  for (const at of letters.keys()) yield joined(at, at + 1);
  const others = [...new Set([...rules.tryLetters, ...letters])].filter((letter) => /\p{L}|'/u.test(letter));
  const small = others.filter((letter) => letter === letter.toLowerCase());
  for (const letter of small) for (let at = 0; at <= letters.length; at += 1) yield joined(at, at, letter);
  for (const letter of small) for (const at of letters.keys()) yield joined(at, at + 1, letter);
  for (let at = leastPart; at <= letters.length - leastPart; at += 1) yield joined(at, at, ' ');
}

/** Stems that differ little, the nearest first. */
function nearStems(word: string, dictionary: Dictionary, max: number): readonly string[] {
  const near: { readonly stem: string; readonly off: number }[] = [];
  for (const stem of dictionary.suggestable()) {
    if (Math.abs(stem.length - word.length) > maxChanges) continue;
    const small = stem.toLowerCase();
    if (small[0] !== word[0] && small[1] !== word[1]) continue;
    const off = changesBetween(word, small);
    if (off <= maxChanges) near.push({ stem, off });
  }
  return near
    .toSorted((one, two) => one.off - two.off)
    .slice(0, max)
    .map(({ stem }) => stem);
}

function capital(word: string): string {
  const [first = ''] = [...word];
  return first.toUpperCase() + word.slice(first.length);
}
