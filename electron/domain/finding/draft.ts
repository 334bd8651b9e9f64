import type { Json } from '#contract/json.ts';
import { contains } from '../base/contains.ts';
import { parseText } from '../text/index.ts';
import { visibleText } from '../text/tree/visible.ts';

/** Shorter texts say nothing about where they come from. */
const leastTelling = 20;

/**
 * Whether a text holds what the assistant wrote, however it is wrapped or marked up. A draft that is shorter than a few
 * words is only recognised if it is the whole text.
 */
export function holdsDraft(text: Json | undefined, draft: string): boolean {
  if (typeof text !== 'string') return false;
  const wanted = words(draft);
  if (wanted === '') return false;
  const here = words(text);
  return wanted.length < leastTelling ? here === wanted : contains(here, wanted);
}

/** The words of a text, without marks and numbers: a list may be written with its numbers or get them when it is shown. */
function words(text: string): string {
  return visibleText(parseText(text))
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
