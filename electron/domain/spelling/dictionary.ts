import { readAffixes, type Affix, type AffixRules, type FlagName } from './affixes.ts';

/** A stem of the dictionary with the affixes that make a word of it. */
interface Reading {
  readonly root: ReadonlySet<string>;
  readonly prefix: Affix | null;
  readonly suffix: Affix | null;
  /** A suffix below the last one. */
  readonly inner: Affix | null;
}

/** Where a part of a text may stand: alone, alone with a capital that it does not have itself, or in a compound. */
const places = ['whole', 'other-case', 'first', 'middle', 'last'] as const;
type Place = (typeof places)[number];
const wholePlaces = ['whole', 'other-case'] as const satisfies readonly Place[];
const nowhere: ReadonlySet<Place> = new Set();
const placeFlags: Readonly<Record<Exclude<Place, (typeof wholePlaces)[number]>, FlagName>> = {
  first: 'COMPOUNDBEGIN',
  middle: 'COMPOUNDMIDDLE',
  last: 'COMPOUNDEND',
};
/** Longer ones are names of something, not words. */
const longestWord = 80;
const maxKnownParts = 100_000;

/**
 * A dictionary in the format of Hunspell. Affixes are taken off a word rather than put on every stem, so it loads quickly
 * and follows compounds. Patterns of compounds (`COMPOUNDRULE`) are not followed.
 */
export class Dictionary {
  readonly #rules: AffixRules;
  /** The flags of each stem as they are written, one for each meaning. */
  readonly #stems: ReadonlyMap<string, readonly string[]>;
  readonly #prefixes: ReadonlyMap<string, readonly Affix[]>;
  readonly #suffixes: ReadonlyMap<string, readonly Affix[]>;
  /** Flags of suffixes that may follow another suffix. */
  readonly #following: ReadonlySet<string>;
  readonly #longest: { readonly prefix: number; readonly suffix: number };
  readonly #compounds: boolean;
  readonly #places = new Map<string, ReadonlySet<Place>>();
  /** Every letter that a stem has, in lower case. */
  readonly letters: ReadonlySet<string>;

  /** @param affixes the text of the `.aff` file @param words that of the `.dic` file */
  constructor(affixes: string, words: string) {
    this.#rules = readAffixes(affixes);
    this.#stems = stemsIn(words);
    this.#prefixes = byAdd(this.#rules.prefixes);
    this.#suffixes = byAdd(this.#rules.suffixes);
    this.#following = new Set(this.#rules.suffixes.flatMap(({ flags }) => [...flags]));
    this.#longest = {
      prefix: Math.max(0, ...this.#rules.prefixes.map(({ add }) => add.length)),
      suffix: Math.max(0, ...this.#rules.suffixes.map(({ add }) => add.length)),
    };
    const { flags } = this.#rules;
    this.#compounds = flags.COMPOUNDFLAG !== undefined || flags.COMPOUNDBEGIN !== undefined;
    this.letters = lettersOf(this.#stems.keys());
  }

  /** How many stems it has. */
  get size(): number {
    return this.#stems.size;
  }

  get rules(): AffixRules {
    return this.#rules;
  }

  /** Whether the word is written as the dictionary has it, at the beginning of a sentence too. */
  has(word: string): boolean {
    const written = word.replaceAll('’', "'");
    if (written.length > longestWord || this.#isForbidden(written)) return false;
    return variantsOf(written).some(
      (form) => this.#isWord(form, form !== written) || this.#isWord(`${form}-`, form !== written),
    );
  }

  /** Whether a word may stand alone as it is written or with a capital, and whether it is made of several. */
  kindOf(word: string): 'simple' | 'compound' | null {
    if (word.length > longestWord || this.#isForbidden(word)) return null;
    const forms = variantsOf(word);
    if (forms.some((form) => this.#fits(form, form === word ? 'whole' : 'other-case'))) return 'simple';
    return this.#compounds && forms.some((form) => this.#isCompound(form)) ? 'compound' : null;
  }

  /** The stems that may be suggested. */
  *suggestable(): Iterable<string> {
    for (const [stem, written] of this.#stems) {
      const meanings = written.map((flags) => this.#rules.flagsOf(flags));
      const hidden = (['NOSUGGEST', 'FORBIDDENWORD', 'ONLYINCOMPOUND', 'NEEDAFFIX'] as const).some((name) =>
        meanings.some((flags) => this.#marks(flags, name)),
      );
      if (!hidden) yield stem;
    }
  }

  #isWord(word: string, isOtherCase: boolean): boolean {
    return (
      this.#fits(word, isOtherCase ? 'other-case' : 'whole') || (this.#compounds && this.#isCompound(word))
    );
  }

  #isForbidden(word: string): boolean {
    return this.#rootsOf(word).some((flags) => this.#marks(flags, 'FORBIDDENWORD'));
  }

  #isCompound(word: string): boolean {
    const least = this.#rules.compoundMin;
    const failed = new Set<number>();
    const from = (start: number): boolean => {
      if (failed.has(start)) return false;
      for (let at = start + least; at <= word.length - least; at += 1) {
        if (!this.#fits(word.slice(start, at), start === 0 ? 'first' : 'middle')) continue;
        if (this.#fits(word.slice(at), 'last') || from(at)) return true;
      }
      failed.add(start);
      return false;
    };
    return from(0);
  }

  #fits(word: string, place: Place): boolean {
    let known = this.#places.get(word);
    if (known === undefined) {
      known = this.#placesOf(word);
      // Words that are tried one after the other share most of their parts.
      if (this.#places.size >= maxKnownParts) this.#places.clear();
      this.#places.set(word, known);
    }
    return known.has(place);
  }

  /** Where a part may stand. */
  #placesOf(word: string): ReadonlySet<Place> {
    let found: Set<Place> | null = null;
    for (const reading of this.#readings(word)) {
      for (const place of this.#compounds ? places : wholePlaces) {
        if (this.#isAllowed(reading, place)) (found ??= new Set()).add(place);
      }
    }
    return found ?? nowhere;
  }

  #isAllowed({ root, prefix, suffix, inner }: Reading, place: Place): boolean {
    const affixes = [prefix, suffix, inner].filter((affix) => affix !== null);
    if (this.#marks(root, 'FORBIDDENWORD')) return false;
    if (affixes.length === 0 && this.#marks(root, 'NEEDAFFIX')) return false;
    if (affixes.length === 1 && affixes.some(({ flags }) => this.#marks(flags, 'NEEDAFFIX'))) return false;
    const around = [prefix, suffix].map((affix) => affix !== null && this.#marks(affix.flags, 'CIRCUMFIX'));
    if (around[0] !== around[1]) return false;
    if (place === 'other-case' && this.#marks(root, 'KEEPCASE')) return false;
    if (place === 'whole' || place === 'other-case') {
      return ![root, ...affixes.map(({ flags }) => flags)].some((flags) =>
        this.#marks(flags, 'ONLYINCOMPOUND'),
      );
    }
    const atSeam = place === 'last' ? prefix : suffix;
    if (atSeam !== null && !this.#marks(atSeam.flags, 'COMPOUNDPERMITFLAG')) return false;
    return [root, ...affixes.map(({ flags }) => flags)].some(
      (flags) => this.#marks(flags, 'COMPOUNDFLAG') || this.#marks(flags, placeFlags[place]),
    );
  }

  #marks(flags: ReadonlySet<string>, name: FlagName): boolean {
    const flag = this.#rules.flags[name];
    return flag !== undefined && flags.has(flag);
  }

  #rootsOf(stem: string): readonly ReadonlySet<string>[] {
    return this.#stems.get(stem)?.map((written) => this.#rules.flagsOf(written)) ?? [];
  }

  /** Every way to take affixes off a word that leads to a stem which has them. */
  *#readings(word: string): Iterable<Reading> {
    for (const root of this.#rootsOf(word)) yield { root, prefix: null, suffix: null, inner: null };
    yield* this.#suffixed(word, null);
    for (const prefix of this.#endingsOf(word, 'prefix')) {
      const rest = without(word, prefix);
      if (rest === null) continue;
      for (const root of this.#rootsOf(rest)) {
        if (root.has(prefix.flag)) yield { root, prefix, suffix: null, inner: null };
      }
      if (prefix.crosses) yield* this.#suffixed(rest, prefix);
    }
  }

  *#suffixed(word: string, prefix: Affix | null): Iterable<Reading> {
    for (const suffix of this.#endingsOf(word, 'suffix')) {
      if (prefix !== null && !suffix.crosses) continue;
      const rest = without(word, suffix);
      if (rest === null) continue;
      for (const root of this.#rootsOf(rest)) {
        if (!root.has(suffix.flag) && prefix?.flags.has(suffix.flag) !== true) continue;
        if (prefix === null || root.has(prefix.flag) || suffix.flags.has(prefix.flag)) {
          yield { root, prefix, suffix, inner: null };
        }
      }
      if (!this.#following.has(suffix.flag)) continue;
      for (const inner of this.#endingsOf(rest, 'suffix')) {
        if (!inner.flags.has(suffix.flag)) continue;
        const stem = without(rest, inner);
        if (stem === null) continue;
        for (const root of this.#rootsOf(stem)) {
          if (!root.has(inner.flag)) continue;
          if (prefix === null || root.has(prefix.flag) || inner.flags.has(prefix.flag)) {
            yield { root, prefix, suffix, inner };
          }
        }
      }
    }
  }

  *#endingsOf(word: string, kind: Affix['kind']): Iterable<Affix> {
    const affixes = kind === 'prefix' ? this.#prefixes : this.#suffixes;
    for (let size = 0; size <= Math.min(this.#longest[kind], word.length); size += 1) {
      yield* affixes.get(kind === 'prefix' ? word.slice(0, size) : word.slice(word.length - size)) ?? [];
    }
  }
}

/** The word without the affix, or null if it was not made by it. */
function without(word: string, { kind, add, strip, condition }: Affix): string | null {
  const stem =
    kind === 'prefix' ? strip + word.slice(add.length) : word.slice(0, word.length - add.length) + strip;
  return stem === '' || condition?.test(stem) === false ? null : stem;
}

/** A word as it is, and as it may stand in the dictionary. */
function variantsOf(word: string): readonly string[] {
  const possessive = /^(.{2,})'s$/u.exec(word)?.[1];
  const forms = possessive === undefined ? [word] : [word, possessive];
  return forms.flatMap((form) => {
    const first = [...form][0] ?? '';
    const lower = first.toLowerCase();
    return lower === first ? [form] : [form, lower + form.slice(first.length)];
  });
}

function byAdd(affixes: readonly Affix[]): ReadonlyMap<string, readonly Affix[]> {
  return Map.groupBy(affixes, ({ add }) => add);
}

function stemsIn(text: string): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>();
  // The first line says how many follow.
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split(/\r?\n/u)
    .slice(1);
  for (const line of lines) {
    if (line === '' || line.startsWith('\t')) continue;
    const [entry = ''] = line.split(/\t|\s+[a-z]{2}:/u);
    const slash = /(?<!\\)\//u.exec(entry)?.index ?? entry.length;
    const stem = entry.slice(0, slash).replaceAll('\\/', '/').trim();
    if (stem === '') continue;
    const flags = entry.slice(slash + 1).trim();
    const earlier = stems.get(stem);
    if (earlier === undefined) stems.set(stem, [flags]);
    else earlier.push(flags);
  }
  return stems;
}

function lettersOf(stems: Iterable<string>): ReadonlySet<string> {
  const letters = new Set<string>();
  for (const stem of stems) for (const letter of stem) letters.add(letter);
  return new Set([...letters].map((letter) => letter.toLowerCase()));
}
