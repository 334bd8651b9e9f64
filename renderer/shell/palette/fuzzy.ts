/** How well words fit a text, and which of its characters were meant. */
export interface Fit {
  readonly score: number;
  /** Whether each word begins a word of the text; else one stands within a word, or its letters are spread. */
  readonly begins: boolean;
  /** Places in the text, ascending. */
  readonly marks: readonly number[];
}

/** Letters without case and accents, one for one, so that places stay what they are. */
function plain(text: string): string {
  return [...text]
    .map((sign) => {
      const bare = sign.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      return bare.length === sign.length
        ? bare
        : sign.toLowerCase().length === sign.length
          ? sign.toLowerCase()
          : sign;
    })
    .join('');
}

const isBreak = (sign: string | undefined): boolean => sign === undefined || /[^\p{L}\p{N}]/u.test(sign);

/**
 * Whether a text is what a user means who types the beginning of its words, some of its letters in their order, or
 * a part of it. Every word that is typed must be found; the words may stand in any order.
 * @returns null if it is not; an empty question fits everything alike
 */
export function fitOf(typed: string, text: string): Fit | null {
  const words = plain(typed)
    .split(/\s+/)
    .filter((word) => word !== '');
  const place = plain(text);
  const fits: Fit[] = [];
  for (const word of words) {
    const fit = partOf(word, place) ?? lettersOf(word, place);
    if (fit === null) return null;
    fits.push(fit);
  }
  const marks = [...new Set(fits.flatMap((fit) => fit.marks))].toSorted((one, two) => one - two);
  // Of two that fit alike the shorter one is meant more wholly.
  const length = Math.min(text.length, 100) / 100;
  const score =
    fits.reduce((sum, fit) => sum + fit.score, place.trim() === words.join(' ') ? 10 : 0) - length;
  return { score, begins: fits.every((fit) => fit.begins), marks };
}

/** The word as it stands: best at the beginning, then at the beginning of a word, then anywhere. */
function partOf(word: string, text: string): Fit | null {
  let best: { at: number; score: number } | null = null;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const whole = isBreak(text[at + word.length]) ? 5 : 0;
    const score = (at === 0 ? 100 : isBreak(text[at - 1]) ? 80 : 40) + whole;
    if (best === null || score > best.score) best = { at, score };
  }
  if (best === null) return null;
  const { at, score } = best;
  return { score, begins: score >= 80, marks: Array.from({ length: word.length }, (_, step) => at + step) };
}

/** Its letters in their order: the more of them begin words or follow each other, the better. */
function lettersOf(word: string, text: string): Fit | null {
  const marks: number[] = [];
  let score = 0;
  let from = 0;
  for (const letter of word) {
    const at = nextOf(letter, text, from);
    if (at === -1) return null;
    const begins = isBreak(text[at - 1]);
    score += begins ? 6 : marks.at(-1) === at - 1 ? 3 : 0;
    for (let unit = 0; unit < letter.length; unit += 1) marks.push(at + unit);
    from = at + letter.length;
  }
  // Letters strewn over a text mean nothing: on the whole they must begin words or stand together.
  return score >= word.length * 3 ? { score, begins: false, marks } : null;
}

/** Where a letter is meant: right here, at the beginning of a later word, or else anywhere later. */
function nextOf(letter: string, text: string, from: number): number {
  if (text.startsWith(letter, from)) return from;
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1)) {
    if (isBreak(text[at - 1])) return at;
  }
  return text.indexOf(letter, from);
}
