import type { PassageAnchor } from '#contract/procedures/findings/peer-review.ts';
import { anchoredPlace, placedWords, readWords, withoutMarkup } from '../text/words/passage-anchor.ts';

/**
 * Whether a text still has the words of a passage in their order, in the place that was meant. What stands between words does
 * not count: formatting, line ends, tags and the addresses of links.
 */
export function holdsPassage(text: string, quote: string, anchor: PassageAnchor | null = null): boolean {
  const wanted = joinedWords(quote);
  if (wanted === '') return text.includes(quote.trim());
  if (anchor !== null) return anchoredPlace(readWords(text), readWords(quote), anchor) !== -1;
  // A quote may begin or end within a word.
  return [text, withoutMarkup(text)].some((one) => joinedWords(one).includes(wanted));
}

function joinedWords(text: string): string {
  return placedWords(text.normalize('NFC'))
    .map(({ word }) => word)
    .join(' ');
}
