/**
 * Whether a text still has the words of a passage in their order. What stands between words does not count: formatting,
 * line ends, tags and the addresses of links.
 */
export function holdsPassage(text: string, quote: string): boolean {
  const wanted = wordsOf(quote);
  if (wanted === '') return text.includes(quote.trim());
  return [text, withoutMarkup(text)].some((one) => wordsOf(one).includes(wanted));
}

function withoutMarkup(text: string): string {
  return text.replaceAll(/<[^<>]*>/gu, ' ').replaceAll(/\]\([^()\n]*\)/gu, ']');
}

function wordsOf(text: string): string {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
