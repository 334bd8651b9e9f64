import type { PassageAnchor, PassageSurroundings } from '#contract/procedures/findings/peer-review.ts';

/*
 * Words of a text that something is said about may stand in it several times. An anchor remembers the words around each
 * of these places, and which one was meant, so that edits before it, or a copy of it, do not lead elsewhere.
 */

/** So many words around a place are remembered, */
const maxAround = 6;
/** and so many places. */
const maxPlaces = 30;
/** So many places of the text as it is now are compared with them. */
const maxCompared = 200;
/** Stands for the beginning or the end of a text, beside which no word is. */
const edge = '^';

const eachWord = /[\p{L}\p{M}\p{N}]+/gu;

/** The words of a text in their order, each with its place. */
export function placedWords(
  text: string,
): readonly { readonly word: string; readonly from: number; readonly to: number }[] {
  return [...text.matchAll(eachWord)].map(({ 0: word, index: from }) => ({
    word: word.normalize('NFC'),
    from,
    to: from + word.length,
  }));
}

/** A text without its tags and the addresses of its links: what is read of it. */
export function withoutMarkup(text: string): string {
  return text.replaceAll(/<[^<>]*>/gu, ' ').replaceAll(/\]\([^()\n]*\)/gu, ']');
}

/** The words of a text as they are read. */
export function readWords(text: string): readonly string[] {
  return placedWords(withoutMarkup(text)).map(({ word }) => word);
}

/** Where a passage begins among words, each place once. */
export function placesOf(words: readonly string[], passage: readonly string[]): readonly number[] {
  const [first] = passage;
  if (first === undefined) return [];
  return words.flatMap((word, from) =>
    word === first && passage.every((wanted, offset) => words[from + offset] === wanted) ? [from] : [],
  );
}

/** How often a quote stands in what comes before a selection: which of its places the selection is. */
export function occurrenceBehind(before: string, quote: string): number {
  return placesOf(readWords(before), readWords(quote)).length;
}

/** Remembers which of its places in a text a quote means; null if it has no such place. */
export function anchorOf(text: string, quote: string, occurrence: number): PassageAnchor | null {
  const words = readWords(text);
  const passage = readWords(quote);
  const places = placesOf(words, passage);
  if (places[occurrence] === undefined) return null;
  const first = Math.max(0, Math.min(occurrence - Math.floor(maxPlaces / 2), places.length - maxPlaces));
  const near = places.slice(first, first + maxPlaces);
  return { at: occurrence - first, around: near.map((place) => surroundings(words, place, passage.length)) };
}

/**
 * Finds the place that an anchor means among the words of a text as it is now; without an anchor the first one.
 * @returns index of its first word, -1 if it has gone
 */
export function anchoredPlace(
  words: readonly string[],
  passage: readonly string[],
  anchor: PassageAnchor | null,
): number {
  const places = placesOf(words, passage).slice(0, maxCompared);
  if (anchor === null || (anchor.around.length === 1 && places.length === 1)) return places[0] ?? -1;
  const now = places.map((place) => surroundings(words, place, passage.length));
  const found = paired(anchor.around, now).get(anchor.at);
  return found === undefined ? -1 : (places[found] ?? -1);
}

function surroundings(words: readonly string[], place: number, length: number): PassageSurroundings {
  const before = words.slice(Math.max(0, place - maxAround), place).toReversed();
  const after = words.slice(place + length, place + length + maxAround);
  return {
    before: before.length < maxAround ? [...before, edge] : before,
    after: after.length < maxAround ? [...after, edge] : after,
  };
}

/** Pairs places then with places now in their order, so that surroundings agree as far as they can. */
function paired(
  then: readonly PassageSurroundings[],
  now: readonly PassageSurroundings[],
): ReadonlyMap<number, number> {
  const width = now.length + 1;
  const best = new Float64Array((then.length + 1) * width);
  const at = (row: number, column: number): number => best[row * width + column] ?? 0;
  const likeness = then.map((one) => now.map((other) => alike(one, other)));
  for (let row = then.length - 1; row >= 0; row -= 1)
    for (let column = now.length - 1; column >= 0; column -= 1) {
      const both = likeness[row]?.[column] ?? 0;
      const pair = both > 0 ? both + at(row + 1, column + 1) : 0;
      best[row * width + column] = Math.max(pair, at(row + 1, column), at(row, column + 1));
    }
  const pairs = new Map<number, number>();
  for (let row = 0, column = 0; row < then.length && column < now.length;) {
    const both = likeness[row]?.[column] ?? 0;
    if (both > 0 && at(row, column) === both + at(row + 1, column + 1)) {
      pairs.set(row, column);
      row += 1;
      column += 1;
    } else if (at(row, column) === at(row + 1, column)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** How far surroundings agree; 0 if that may be chance. The nearest words count most. */
function alike(one: PassageSurroundings, other: PassageSurroundings): number {
  const sides = [
    [one.before, other.before],
    [one.after, other.after],
  ] as const;
  const scores = sides.map(([then, now]) => 2 * sameBeginning(then, now) + inCommon(then, now));
  const score = scores.reduce((sum, each) => sum + each, 0);
  const whole = 3 * (one.before.length + one.after.length);
  return score >= Math.max(3, whole / 5) ? score : 0;
}

function sameBeginning(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((word, at) => word !== other[at]);
  return differs === -1 ? one.length : differs;
}

/** The length of the longest common subsequence. */
function inCommon(one: readonly string[], other: readonly string[]): number {
  let row = other.map(() => 0);
  for (const word of one) {
    let [left, corner] = [0, 0];
    row = row.map((above, at) => {
      const best = other[at] === word ? corner + 1 : Math.max(above, left);
      corner = above;
      left = best;
      return best;
    });
  }
  return row.at(-1) ?? 0;
}
