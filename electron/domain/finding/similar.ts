import { unitSeparator } from '#contract/finding/listing.ts';
import type { Likeness } from '#contract/procedures/findings/review.ts';
import { fold } from '../text/words/fold.ts';
import { canBegin, wordsOf } from '../text/words/words.ts';

/*
 * Whether two findings may be the same one: a tool and a person name it differently, so no single sign decides. The
 * score is only an order and a threshold; what a person reads is why.
 */

/** What a finding is compared by. */
export interface Compared {
  readonly title: string;
  readonly asset: readonly string[];
  /** Weaknesses as lists hold them (`ListKey.cwe`). */
  readonly cwe: string;
}

/** How alike two findings are, from 0 to 100, and why. */
export interface Similarity {
  readonly score: number;
  readonly why: readonly Likeness[];
}

/** Less is coincidence: one asset or one weakness in common is what most findings of an engagement have. */
export const leastScore = 40;

const weights = { title: 60, asset: 20, cwe: 20 } as const;
/** From here on words in common are worth naming. */
const tellingWords = 0.3;

/** Words that say nothing about what a finding is. */
const fillers: ReadonlySet<string> = new Set(
  'a an and are as at be by can for from has in into is it its no not of on or per that the to via with without'.split(
    ' ',
  ),
);

/** The words of a title that tell it from others, each once, in their order. */
export function tellingWordsOf(title: string): string[] {
  const words = wordsOf(title).filter((word) => canBegin(word) && !fillers.has(word));
  return [...new Set(words)];
}

/** How alike two findings are. The same either way round; a finding is alike itself as far as it says anything. */
export function similarity(one: Compared, other: Compared): Similarity {
  const sameTitle = isSameTitle(one.title, other.title);
  const words = sameTitle ? 1 : inCommon(tellingWordsOf(one.title), tellingWordsOf(other.title));
  // By sets: scanners name a thousand hosts in one finding, and each would be compared with each.
  const asset = shareOne(one.asset.map(fold), other.asset.map(fold));
  const cwe = shareOne(weaknessesOf(one.cwe), weaknessesOf(other.cwe));
  const score = words * weights.title + (asset ? weights.asset : 0) + (cwe ? weights.cwe : 0);
  return {
    score: Math.round(score),
    why: [
      ...(sameTitle ? (['title'] as const) : words >= tellingWords ? (['words'] as const) : []),
      ...(asset ? (['asset'] as const) : []),
      ...(cwe ? (['cwe'] as const) : []),
    ],
  };
}

function isSameTitle(one: string, other: string): boolean {
  const title = fold(one).trim();
  return title !== '' && title === fold(other).trim();
}

/** The share of words that both have (Dice): 0 for none, 1 for all. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const known = new Set(other);
  return (2 * one.filter((word) => known.has(word)).length) / (one.length + other.length);
}

function shareOne(one: readonly string[], other: readonly string[]): boolean {
  const known = new Set(other);
  return one.some((name) => known.has(name));
}

function weaknessesOf(key: string): string[] {
  return key.split(unitSeparator).filter((name) => name !== '');
}
